// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A concurrent hash set: a HashMap without values, with the same promises (see map.hpp).
#pragma once

#include <heddle/hash/map.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle::hash {

namespace detail {

/// Values that take no memory, whatever is asked of them.
struct NoValues {
  using value_type = NoValue;
  using non_const_value_type = NoValue;
  std::size_t count = 0;
  KOKKOS_FUNCTION NoValue operator()(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION std::size_t extent(int) const { return count; }
  KOKKOS_FUNCTION std::size_t span() const { return 0; }
  KOKKOS_FUNCTION NoValue* data() const { return nullptr; }
  KOKKOS_FUNCTION bool span_is_contiguous() const { return true; }
};
/// A function of keys as one of entries.
template <class F>
struct OnKey {
  F f;
  template <class Key>
  KOKKOS_FUNCTION auto operator()(Key const& key, NoValue) const {
    return f(key);
  }
};

}  // namespace detail

inline namespace HEDDLE_HASH_ABI {

/// A set inside kernels; see map_ref.hpp for how long it is valid.
template <class Map>
class HashSetRef {
 public:
  using Key = typename Map::key_type;

  /// Of a map without values; HashSet::ref makes it.
  explicit HashSetRef(HashMapRef<Map> const& map) : map_(map) {}

  /// See ConstHashMapRef::is_stale.
  KOKKOS_FUNCTION bool is_stale() const { return map_.is_stale(); }

  /// inserted, exists or full. Of inserts of one key that run at once one reports `inserted`.
  KOKKOS_FUNCTION Status insert(Key const& key) const { return map_.insert(key, {}).status; }
  /// erased or not_found.
  KOKKOS_FUNCTION Status erase(Key const& key) const { return map_.erase(key); }
  /// Whether a key is there. Expected O(1).
  KOKKOS_FUNCTION bool contains(Key const& key) const { return map_.contains(key); }
  /// How far a lookup of the key reads, found or not.
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key) const { return map_.probe_length(key); }

 private:
  HashMapRef<Map> map_;
};

/// Distinct keys. Keys of up to 4 bytes take 8 bytes each, of up to 8 bytes 16.
template <class Key, class Exec = Kokkos::DefaultExecutionSpace, class Hash = DefaultHash<Key>,
          class Equal = BitwiseEqual<Key>, class Traits = DefaultTraits>
class HashSet {
  using Map = HashMap<Key, NoValue, Exec, Hash, Equal, Traits>;

 public:
  using key_type = Key;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using Statuses = typename Map::Statuses;
  using Options = typename Map::Options;

  /// See HashMap.
  explicit HashSet(Exec const& exec, MapOptions const& options = {}, Hash const& hash = {},
                   Equal const& equal = {})
      : map_(exec, options, hash, equal) {}

  /// Adds keys: inserted, exists, full. Of equal keys exactly one is `inserted`. Fences `exec`.
  template <class Keys>
  BulkResult insert(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                    Options const& options = {}) {
    return map_.insert(exec, keys, nothing_for(keys), statuses, options);
  }
  /// The same, enqueued.
  template <class Keys>
  void insert_async(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                    Options const& options = {}) {
    map_.insert_async(exec, keys, nothing_for(keys), statuses, options);
  }
  /// Removes keys: erased, not_found. Fences `exec`.
  template <class Keys>
  BulkResult erase(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                   Options const& options = {}) {
    return map_.erase(exec, keys, statuses, options);
  }
  /// erase, enqueued.
  template <class Keys>
  void erase_async(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                   Options const& options = {}) {
    map_.erase_async(exec, keys, statuses, options);
  }
  /// Which keys are there: found, not_found. Fences `exec`.
  template <class Keys>
  BulkResult contains(Exec const& exec, Keys const& keys, Statuses const& statuses = {}) const {
    return map_.contains(exec, keys, statuses);
  }
  /// contains, enqueued.
  template <class Keys>
  void contains_async(Exec const& exec, Keys const& keys, Statuses const& statuses,
                      Options const& options = {}) const {
    map_.contains_async(exec, keys, statuses, options);
  }

  /// A set of the same capacity with the same keys. Fences `exec`.
  HashSet clone(Exec const& exec) const { return HashSet(map_.clone(exec)); }
  /// Keys, by a scan. Fences `exec`.
  std::size_t size(Exec const& exec) const { return map_.size(exec); }
  /// Slots; see HashMap::capacity.
  std::size_t capacity() const { return map_.capacity(); }
  /// Bytes of its memory.
  std::size_t bytes() const { return map_.bytes(); }
  /// Writes all keys and returns how many; see HashMap::retrieve_all. Fences `exec`.
  template <class Keys>
  std::size_t retrieve_all(Exec const& exec, Keys const& keys, bool sorted = false) const {
    return map_.retrieve_all(exec, keys, Kokkos::View<NoValue*, memory_space>(), sorted);
  }
  /// Calls f(key) on the device for all keys. Enqueued.
  template <class F>
  void for_each(Exec const& exec, F const& f) const {
    map_.for_each(exec, detail::OnKey<F>{f});
  }
  /// Erases the keys for which f(key) holds and returns how many. Fences `exec`.
  template <class F>
  std::size_t erase_if(Exec const& exec, F const& f) {
    return map_.erase_if(exec, detail::OnKey<F>{f});
  }
  /// Makes room for `keys` keys at the target load, in all. Never shrinks.
  void reserve(Exec const& exec, std::size_t keys) { map_.reserve(exec, keys); }
  /// Empties the set.
  void clear(Exec const& exec) { map_.clear(exec); }
  /// Makes the slots of erased keys empty again. Fences `exec`.
  void purge(Exec const& exec) { map_.purge(exec); }
  /// Moves the keys into a table of `slots`; errors of HashMap::rehash. Fences `exec`.
  void rehash(Exec const& exec, std::size_t slots) { map_.rehash(exec, slots); }
  /// How far lookups of the keys read. Fences `exec`.
  ProbeStatistics statistics(Exec const& exec) const { return map_.statistics(exec); }
  /// See HashMap::workspace_bytes.
  std::size_t workspace_bytes(Exec const& exec, std::size_t items) const {
    return map_.workspace_bytes(exec, items);
  }
  /// For kernels on `exec`.
  HashSetRef<Map> ref(Exec const& exec) { return HashSetRef<Map>(map_.ref(exec)); }

 private:
  template <class Keys>
  static detail::NoValues nothing_for(Keys const& keys) {
    return {keys.extent(0)};
  }
  explicit HashSet(Map&& map) : map_(std::move(map)) {}

  Map map_;
};

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash
