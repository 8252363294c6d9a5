// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Lookups in frozen tables by the backend's kernels; see native.hpp.
#pragma once

#include <heddle/hash/detail/frozen_packed.hpp>
#include <heddle/hash/detail/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

template <class Key, class Value, class Exec>
requires has_kernels<Key, Value, Exec, DefaultHash<Key>>
struct NativeCalls<Exec, FrozenPacked<Key, Value, Exec>, true> {
  using Table = FrozenPacked<Key, Value, Exec>;
  using Native = backends::native_hash<Exec>;
  using Options = BulkOptions<Exec>;

  template <class Keys, class Values, class Statuses>
  static bool enqueue(Exec const& exec, std::int64_t items,
                      FindItem<Table, Keys, Values, Statuses> const& item, Options const& options) {
    return find(exec, items, item, options.counts);
  }
  template <class Keys, class Values, class Statuses>
  static bool run(Exec const& exec, std::int64_t items,
                  FindItem<Table, Keys, Values, Statuses> const& item, Options const&,
                  Counts& counts) {
    CountsLine const line(item.table.table.side);
    if (!find(exec, items, item, line.counts())) return false;
    expect_launched<Exec>(Native::fetch(exec, line.counts(), &counts));
    exec.fence("heddle::hash::counts");
    return true;
  }

 private:
  template <class Keys, class Values, class Statuses>
  static bool find(Exec const& exec, std::int64_t items,
                   FindItem<Table, Keys, Values, Statuses> const& item, Counts* counts) {
    auto const& table = item.table.table;
    bool const possible = is_plain(item.keys) && is_plain(item.values) && table.buckets >> 32 == 0;
    if (!possible) return false;
    expect_launched<Exec>(Native::template find_frozen<typename Table::Format>(
        exec, {table.slots, table.buckets, table.side, table.seed},
        reinterpret_cast<Plain<Key> const*>(item.keys.data()), plain_values<Value>(item.values),
        static_cast<std::uint64_t>(items), item.statuses.data(), counts,
        to_bits<Plain<Value>>(item.miss)));
    return true;
  }
};

}  // namespace heddle::hash::detail
