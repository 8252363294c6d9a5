// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A hash table that is built once and only read: the entries of a map in less memory, found in
/// fewer lines. Made by `HashMap::freeze`.
///
/// Pairs of up to 8 + 8 bytes: bucketed cuckoo hashing with three choices at loads of up to 0.95.
/// A lookup reads at most three 64-byte lines, found or not, and stops at a bucket that is not full
/// (see frozen_format.h): at loads of .5 / .8 / .95 it reads 1.01 / 1.10 / 1.28 lines for a key
/// that is there and 1.06 / 1.58 / 2.45 for one that is not (4 + 4 bytes; 8 + 8: 1.04 / 1.21 / 1.46
/// and 1.18 / 1.87 / 2.62). Their hash is one of all bits, so the caller's own, however poor,
/// cannot make a build fail. All other pairs: a copy of the map's layout, with the caller's hash
/// and equality.
#pragma once

#include <heddle/base/initialized.hpp>
#include <heddle/hash/bulk_options.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/checks.hpp>
#include <heddle/hash/detail/frozen_build.hpp>
#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/detail/native_frozen.hpp>
#include <heddle/hash/detail/scan_entries.hpp>
#include <heddle/hash/map_ref.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::hash {
inline namespace HEDDLE_HASH_ABI {

/// Owns its memory; movable, not copyable. All calls are const and may overlap, from any threads
/// and instances, once the constructor has returned.
template <class Key, class Value, class Exec = Kokkos::DefaultExecutionSpace,
          class Hash = DefaultHash<Key>, class Equal = BitwiseEqual<Key>>
class FrozenMap {
 public:
  using key_type = Key;
  using value_type = Value;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using Table = detail::FrozenLayout<Key, Value, Exec, Hash, Equal>;
  using Statuses = Kokkos::View<Status*, memory_space>;  ///< one per item; may be left out
  using Options = BulkOptions<Exec>;                     ///< of which finds use `counts`

  /// A table without entries.
  explicit FrozenMap(Exec const& exec, Hash const& hash = {}, Equal const& equal = {})
      : hash_(hash), equal_(equal) {
    build(exec, detail::NoEntries<Key, Value>{}, 0.9);
  }
  /// The entries of `source`, whose keys are distinct: `num_positions()`, and on the device
  /// `bool read(position, Key&, Value&)`. `load`: entries per slot, in (0, 0.95]. O(positions);
  /// fences `exec` a few times. Throws invalid_argument (load), out_of_memory, and build_failed if
  /// eight choices of hash functions left entries without a place (never seen with fewer entries
  /// than the load allows). The source is only read.
  template <class Source>
  FrozenMap(Exec const& exec, Source const& source, double load, Hash const& hash = {},
            Equal const& equal = {})
      : hash_(hash), equal_(equal) {
    build(exec, source, load);
  }
  FrozenMap(FrozenMap&&) noexcept = default;
  FrozenMap& operator=(FrozenMap&&) noexcept = default;
  FrozenMap(FrozenMap const&) = delete;
  FrozenMap& operator=(FrozenMap const&) = delete;

  /// Writes the value of each key, `miss` for absent ones: found, not_found. Rank-1 views of one
  /// length; outputs share no memory with other views. Fences `exec`. Throws size_mismatch,
  /// invalid_argument (shared memory), before anything is touched.
  template <class Keys, class Values>
  BulkResult find(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses = {}, Value const& miss = {}) const {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::frozen_find");
    auto const item = checked_item(keys, values, statuses, miss);
    if (keys.extent(0) == 0) return {};
    auto const items = static_cast<std::int64_t>(keys.extent(0));
    Counts counts;
    if (!Native::run(exec, items, item, {}, counts)) {
      counts = detail::run_bulk(exec, "heddle::hash::frozen_find", items, item);
    }
    return {counts, Status::none};
  }
  /// The same, enqueued: neither waits nor allocates.
  template <class Keys, class Values>
  void find_async(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses = {}, Value const& miss = {},
                  Options const& options = {}) const {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::frozen_find");
    auto const item = checked_item(keys, values, statuses, miss);
    auto const items = static_cast<std::int64_t>(keys.extent(0));
    if (Native::enqueue(exec, items, item, options)) return;
    detail::enqueue_bulk(exec, "heddle::hash::frozen_find", items, item, options.counts);
  }
  /// Which keys are there: found, not_found. Fences `exec`; see find.
  template <class Keys>
  BulkResult contains(Exec const& exec, Keys const& keys, Statuses const& statuses = {}) const {
    return find(exec, keys, NoValues(), statuses);
  }
  /// contains, enqueued.
  template <class Keys>
  void contains_async(Exec const& exec, Keys const& keys, Statuses const& statuses,
                      Options const& options = {}) const {
    find_async(exec, keys, NoValues(), statuses, Value{}, options);
  }

  /// Entries. O(1).
  std::size_t size() const { return size_; }
  /// Slots.
  std::size_t capacity() const { return storage_.buckets() * Table::bucket_slots; }
  /// Entries per slot.
  double load() const {
    return size_ == 0 ? 0.0 : static_cast<double>(size_) / static_cast<double>(capacity());
  }
  /// Bytes of its memory.
  std::size_t bytes() const { return storage_.bytes(); }
  /// For kernels: find, contains, probe_length. Valid until the map is moved or destroyed.
  ConstHashMapRef<FrozenMap> ref() const { return ConstHashMapRef<FrozenMap>(table()); }
  /// The same, in the shape of `HashMap::ref`.
  ConstHashMapRef<FrozenMap> ref(Exec const&) const { return ref(); }

 private:
  using Native = detail::NativeCalls<Exec, Table, true>;
  using NoValues = Kokkos::View<Value*, memory_space>;
  static constexpr bool is_cuckoo = detail::is_packed<Key, Value, Exec, Hash, Equal>;

  template <class Source>
  void build(Exec const& exec, Source const& source, double load);
  Table table() const {
    if constexpr (is_cuckoo) {
      return storage_.table(seed_);
    } else {
      return storage_.table(hash_, equal_);
    }
  }
  template <class Keys, class Values>
  auto checked_item(Keys const& keys, Values const& values, Statuses const& statuses,
                    Value const& miss) const {
    detail::expect_length_if_given(values, keys.extent(0), "values");
    detail::expect_length_if_given(statuses, keys.extent(0), "statuses");
    detail::expect_disjoint(values, keys, "values", "keys");
    detail::expect_disjoint(statuses, keys, "statuses", "keys");
    detail::expect_disjoint(statuses, values, "statuses", "values");
    return detail::FindItem<Table, Keys, Values, Statuses>{table(), keys, values, statuses, miss};
  }

  Hash hash_;
  Equal equal_;
  typename Table::Storage storage_;
  std::uint64_t seed_ = 0;
  std::size_t size_ = 0;
};

template <class Key, class Value, class Exec, class Hash, class Equal>
template <class Source>
void FrozenMap<Key, Value, Exec, Hash, Equal>::build(Exec const& exec, Source const& source,
                                                     double load) {
  require_initialized("heddle::hash::FrozenMap");
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::freeze");
  detail::expect_frozen_load(load);
  HEDDLE_EXPECTS(backends::slot_atomics<Exec>::available(), unsupported,
                 "hash tables need a CPU with AVX");
  size_ = detail::count_entries(exec, source);
  auto const slots = detail::frozen_slots(size_, load);
  if constexpr (is_cuckoo) {
    storage_ = detail::make_storage<Table>(exec, slots);
    seed_ = detail::insert_frozen(exec, storage_, source);
    HEDDLE_EXPECTS(seed_ < detail::frozen_seeds, build_failed,
                   std::to_string(size_) + " entries found no place in " +
                       std::to_string(capacity()) + " slots; a smaller load may help");
  } else {
    storage_ = detail::make_storage<Table>(exec, slots, hash_, equal_);
    detail::copy_entries(exec, table(), source);
  }
}

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash
