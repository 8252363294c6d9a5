// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tables without the map around them: bulk calls from host vectors, and a copy of all entries.
#pragma once

#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/detail/layout.hpp>
#include <heddle/hash/detail/purge.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace heddle::test {

template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> on_device(Exec const& exec,
                                                        std::vector<T> const& items) {
  Kokkos::View<T*, typename Exec::memory_space> view("heddle::test::items", items.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(items.data(),
                                                                                items.size());
  Kokkos::deep_copy(exec, view, host);
  exec.fence();
  return view;
}

template <class T, class Exec, class Memory>
std::vector<T> on_host(Exec const& exec, Kokkos::View<T*, Memory> const& view) {
  std::vector<T> items(view.extent(0));
  Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(items.data(),
                                                                          items.size());
  Kokkos::deep_copy(exec, host, view);
  exec.fence();
  return items;
}

/// Copies every entry and says which positions hold one.
template <class Table>
struct CopyEntries {
  Table table;
  typename Table::key_type* keys;
  typename Table::value_type* values;
  int* present;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    present[at] = table.read(static_cast<std::uint64_t>(at), keys[at], values[at]);
  }
};

/// A table of one of the two layouts with its memory.
template <class Exec, class Layout>
class OwnedTable {
 public:
  using Key = typename Layout::key_type;
  using Value = typename Layout::value_type;
  using Memory = typename Exec::memory_space;

  template <class... Functions>
  explicit OwnedTable(std::uint64_t buckets, Functions const&... functions)
      : storage_(exec_, buckets), table_(make_table(storage_, functions...)) {
    hash::detail::clear_table(exec_, storage_, table_);
    exec_.fence();
  }

  Exec const& exec() const { return exec_; }
  Layout const& table() const { return table_; }
  std::uint64_t slots() const { return table_.num_slots(); }
  std::uint64_t dead() const { return hash::detail::count_dead(exec_, storage_); }
  std::size_t bytes() const { return storage_.bytes(); }
  void purge() { hash::detail::purge_table(exec_, storage_, table_); }

  template <class Update = hash::detail::KeepHeld>
  std::vector<hash::Status> upsert(std::vector<Key> const& keys, std::vector<Value> const& values,
                                   Update const& update = {}) {
    using Keys = Kokkos::View<Key*, Memory>;
    using Values = Kokkos::View<Value*, Memory>;
    hash::detail::UpsertItem<Layout, Keys, Values, Update, Statuses, false> const item{
        table_, on_device(exec_, keys), on_device(exec_, values), update, statuses(keys.size())};
    return run(item, keys.size());
  }
  std::vector<hash::Status> erase(std::vector<Key> const& keys) {
    hash::detail::EraseItem<Layout, Kokkos::View<Key*, Memory>, Statuses> const item{
        table_, on_device(exec_, keys), statuses(keys.size())};
    return run(item, keys.size());
  }
  /// Statuses and values; `miss` where there is none.
  std::pair<std::vector<hash::Status>, std::vector<Value>> find(std::vector<Key> const& keys,
                                                                Value const& miss = {}) {
    Kokkos::View<Value*, Memory> const values("heddle::test::found", keys.size());
    hash::detail::FindItem<Layout, Kokkos::View<Key*, Memory>, Kokkos::View<Value*, Memory>,
                           Statuses> const item{table_, on_device(exec_, keys), values,
                                                statuses(keys.size()), miss};
    auto found = run(item, keys.size());
    return {found, on_host(exec_, values)};
  }
  /// All entries, in the order of their positions.
  std::vector<std::pair<Key, Value>> entries() const {
    auto const n = table_.num_positions();
    Kokkos::View<Key*, Memory> const keys("heddle::test::keys", n);
    Kokkos::View<Value*, Memory> const values("heddle::test::values", n);
    Kokkos::View<int*, Memory> const present("heddle::test::present", n);
    Kokkos::parallel_for("heddle::test::entries",
                         hash::detail::Range64<Exec>(exec_, 0, static_cast<std::int64_t>(n)),
                         CopyEntries<Layout>{table_, keys.data(), values.data(), present.data()});
    auto const k = on_host(exec_, keys);
    auto const v = on_host(exec_, values);
    auto const p = on_host(exec_, present);
    std::vector<std::pair<Key, Value>> all;
    for (std::size_t at = 0; at < n; ++at) {
      if (p[at] != 0) all.emplace_back(k[at], v[at]);
    }
    return all;
  }

 private:
  using Statuses = Kokkos::View<hash::Status*, Memory>;

  template <class Hash = decltype(Layout::hash), class... Equal>
  static Layout make_table(typename Layout::Storage const& storage, Hash const& hash = {},
                           Equal const&... equal) {
    return storage.table(hash, equal...);
  }
  static Statuses statuses(std::size_t count) { return Statuses("heddle::test::statuses", count); }
  template <class Item>
  std::vector<hash::Status> run(Item const& item, std::size_t count) {
    hash::detail::run_bulk(exec_, "heddle::test::bulk", static_cast<std::int64_t>(count), item);
    return on_host(exec_, item.statuses);
  }

  Exec exec_;
  typename Layout::Storage storage_;
  Layout table_;
};

}  // namespace heddle::test
