// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A hash table inside kernels: one key per thread.
///
/// References are trivially copyable and captured by value. All members may be called by any number
/// of threads at once, in any mix, beside bulk calls; each ends within one walk over the table (an
/// insert into a table without an empty slot within a few). Of inserts of one key that run at once
/// exactly one reports `inserted`. Key and value become visible together; other memory that a value
/// refers to does not: fence before the insert and after the find
/// (`Kokkos::memory_fence()`) if a value is an index of data written by the same kernel.
///
/// Valid until the map is rehashed, grows, is moved or destroyed; kernels that use one must not run
/// beside a clear or a purge. Builds that check (see map.hpp) refuse a stale one: hosts throw
/// invalid_state, a device reports a fault.
#pragma once

#include <heddle/hash/detail/generation.hpp>
#include <heddle/hash/operations.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::hash {
inline namespace HEDDLE_HASH_ABI {

/// Reads a map. Made by `map.ref(exec) const`.
template <class Map>
class ConstHashMapRef : protected detail::RefTag {
 public:
  using Key = typename Map::key_type;
  using Value = typename Map::value_type;

  /// Of a table; `map.ref(exec)` makes it.
  explicit ConstHashMapRef(typename Map::Table const& table, detail::RefTag const& tag = {})
      : detail::RefTag(tag), table_(table) {}

  /// Whether the map was rehashed, moved or destroyed since, in builds that check; else false.
  KOKKOS_FUNCTION bool is_stale() const { return detail::RefTag::is_stale(); }

  /// The value of a key, and whether it is there. Expected O(1).
  KOKKOS_FUNCTION FindResult<Value> find(Key const& key) const {
    this->expect_fresh();
    return table_.find(key, table_.hash_of(key));
  }
  /// Whether a key is there. Expected O(1).
  KOKKOS_FUNCTION bool contains(Key const& key) const { return find(key).found; }
  /// How far a lookup of the key reads, found or not.
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key) const {
    this->expect_fresh();
    return table_.probe_length(key, table_.hash_of(key));
  }

 protected:
  typename Map::Table table_;
};

/// Reads and changes a map. Made by `map.ref(exec)`.
template <class Map>
class HashMapRef : public ConstHashMapRef<Map> {
 public:
  using Key = typename Map::key_type;
  using Value = typename Map::value_type;
  using ConstHashMapRef<Map>::ConstHashMapRef;

  /// Stores the pair if the key is absent: inserted, exists (with the value held) or full.
  KOKKOS_FUNCTION InsertResult<Value> insert(Key const& key, Value const& value) const {
    return upsert(key, value, detail::KeepHeld{});
  }
  /// The same; the name says what the caller is after: the value that the key has now.
  KOKKOS_FUNCTION InsertResult<Value> find_or_insert(Key const& key, Value const& value) const {
    return upsert(key, value, detail::KeepHeld{});
  }
  /// Stores the pair, or replaces the value of a key that is there: inserted, updated or full.
  KOKKOS_FUNCTION Status insert_or_assign(Key const& key, Value const& value) const {
    return upsert(key, value, detail::TakeGiven{}).status;
  }
  /// Stores the pair, or `op(held, value)` for a key that is there: inserted, updated or full. No
  /// update is lost. `op` must be pure and may run more than once.
  template <class Op>
  KOKKOS_FUNCTION Status insert_or_apply(Key const& key, Value const& value, Op const& op) const {
    return upsert(key, value, detail::Apply<Op>{op}).status;
  }
  /// Removes the key: erased or not_found.
  KOKKOS_FUNCTION Status erase(Key const& key) const {
    this->expect_fresh();
    return this->table_.erase(key, this->table_.hash_of(key));
  }

 private:
  template <class Update>
  KOKKOS_FUNCTION InsertResult<Value> upsert(Key const& key, Value const& value,
                                             Update const& update) const {
    this->expect_fresh();
    return this->table_.upsert(key, this->table_.hash_of(key), value, update);
  }
};

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash
