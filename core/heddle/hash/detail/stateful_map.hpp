// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Slots of any trivially copyable key and value, with the caller's equality; see packed_map.hpp
/// for the interface. Slower than packed slots, but portable to any device with 64-bit atomics.
///
/// A bucket is eight state words, one 64-byte line; a lookup reads the key of a slot only if 29
/// bits of its hash agree. No key is special, so there are no side slots.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/hash/detail/stateful.hpp>
#include <heddle/hash/hashers.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle::hash::detail {

template <class Key, class Value, class Exec, class Hash, class Equal, bool erasable>
struct StatefulMap {
  static_assert(std::is_trivially_copyable_v<Key> && std::is_trivially_copyable_v<Value>,
                "tables hold trivially copyable keys and values");
  using key_type = Key;
  using value_type = Value;
  using hash_type = decltype(placing_hash(std::declval<Hash const&>(), std::declval<Key const&>()));
  using equal_type = Equal;
  using Atomics = StatefulAtomics<Exec>;
  using Table = StatefulTable<Key, Value, Equal, Atomics>;
  using Memory = typename Exec::memory_space;
  static constexpr std::uint32_t bucket_slots = Table::slots;
  class Storage;

  Table table;
  std::uint64_t* dead;  ///< num_stripes counters of dead slots, stripe_stride apart
  Hash hash;

  KOKKOS_INLINE_FUNCTION hash_type hash_of(Key const& key) const { return placing_hash(hash, key); }
  /// Whether the caller takes two keys for one.
  KOKKOS_INLINE_FUNCTION bool same_key(Key const& a, Key const& b) const {
    return table.equal(a, b);
  }

  /// Host: asks for the first bucket of a key's path.
  void prefetch(hash_type h) const {
    if (table.buckets == 0) return;
    auto const bucket = format::home_bucket(h, table.buckets) * bucket_slots;
    __builtin_prefetch(table.states + bucket, 1);
    __builtin_prefetch(table.keys + bucket, 1);
  }

  KOKKOS_FUNCTION FindResult<Value> find(Key const& key, hash_type h) const {
    auto const result = table.find(key, h);
    return {result.value, result.status == Status::found};
  }
  template <class Update>
  KOKKOS_FUNCTION InsertResult<Value> upsert(Key const& key, hash_type h, Value const& value,
                                             Update const& update) const {
    auto const result = table.upsert(key, h, value, update);
    count_dead(h, result.dead);
    return {result.status, result.value};
  }
  KOKKOS_FUNCTION Status erase(Key const& key, hash_type h) const {
    static_assert(erasable, "this map's Traits say that nothing is ever erased");
    auto const result = table.erase(key, h);
    count_dead(h, result.dead);
    return result.status;
  }
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key, hash_type h) const {
    return table.probe_length(key, h);
  }

  // --- positions: all slots of all buckets
  KOKKOS_INLINE_FUNCTION std::uint64_t num_slots() const { return table.buckets * bucket_slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t num_positions() const { return num_slots(); }
  KOKKOS_FUNCTION bool read(std::uint64_t position, Key& key, Value& value) const {
    return table.read_at(position, key, value);
  }

  // --- for one thread per position while nobody else uses the table
  KOKKOS_INLINE_FUNCTION void clear_at(std::uint64_t position) const {
    table.states[position] = StateWord::empty;
  }
  KOKKOS_INLINE_FUNCTION bool is_empty_at(std::uint64_t position) const {
    return table.states[position] == StateWord::empty;
  }
  KOKKOS_INLINE_FUNCTION bool is_dead_at(std::uint64_t position) const {
    return StateWord::state(table.states[position]) == StateWord::dead;
  }
  KOKKOS_INLINE_FUNCTION void sweep_at(std::uint64_t position) const {
    if (is_dead_at(position)) clear_at(position);
  }
  KOKKOS_FUNCTION bool settle_at(std::uint64_t position) const;

 private:
  KOKKOS_INLINE_FUNCTION void count_dead(hash_type h, int change) const {
    if constexpr (erasable) {
      if (change == 0) return;
      auto const stripe = (h & (format::num_stripes - 1)) * format::stripe_stride;
      Kokkos::atomic_add(dead + stripe,
                         static_cast<std::uint64_t>(static_cast<std::int64_t>(change)));
    }
  }
};

/// Moves the entry at `position` to the first empty slot before it on its path. Whether it moved.
/// Several threads may settle entries at once: a target is claimed by exchange, and nobody settles
/// an entry that is not live yet; the slot left behind is given away only after the copy was made.
template <class Key, class Value, class Exec, class Hash, class Equal, bool erasable>
KOKKOS_FUNCTION bool StatefulMap<Key, Value, Exec, Hash, Equal, erasable>::settle_at(
    std::uint64_t position) const {
  if (StateWord::state(Atomics::load(table.states + position)) != StateWord::live) return false;
  Atomics::fence();
  Key const key = Atomics::read(table.keys + position);
  auto const h = hash_of(key);
  for (format::ProbePath<hash_type> path(h, table.buckets); !path.done(); path.advance()) {
    for (std::uint32_t j = 0; j < bucket_slots; ++j) {
      auto const at = path.bucket() * bucket_slots + (path.first_slot(bucket_slots) ^ j);
      if (at == position) return false;
      auto seen = Atomics::load(table.states + at);
      if (StateWord::state(seen) != StateWord::empty) continue;
      auto const claim = StateWord::claim(seen, StateWord::tag_of(h));
      if (Atomics::compare_exchange(table.states + at, seen, claim)) {
        table.publish(at, claim, key, table.read_value(position));
        Atomics::fence();
        Atomics::store(table.states + position, StateWord::empty);
        return true;
      }
    }
  }
  return false;
}

/// Owns the memory of a table: states, keys, values, locks, counters.
template <class Key, class Value, class Exec, class Hash, class Equal, bool erasable>
class StatefulMap<Key, Value, Exec, Hash, Equal, erasable>::Storage {
 public:
  Storage() = default;
  /// Not initialised: whoever makes one clears it. Keys and values never are.
  Storage(Exec const& exec, std::uint64_t buckets)
      : buckets_(buckets),
        states_(heddle::detail::allocate<std::uint64_t>(exec, "heddle::hash::states",
                                                        buckets * bucket_slots)),
        keys_(heddle::detail::allocate<Key>(exec, "heddle::hash::keys", buckets * bucket_slots)),
        values_(
            heddle::detail::allocate<Value>(exec, "heddle::hash::values", value_slots(buckets))),
        locks_(heddle::detail::allocate<std::uint32_t>(exec, "heddle::hash::locks",
                                                       format::num_locks)),
        dead_(heddle::detail::allocate<std::uint64_t>(
            exec, "heddle::hash::dead", format::num_stripes * format::stripe_stride)) {}

  std::uint64_t buckets() const { return buckets_; }
  std::size_t bytes() const {
    return bytes_for(buckets_) + locks_.span() * sizeof(std::uint32_t) +
           dead_.span() * sizeof(std::uint64_t);
  }
  static std::size_t bytes_for(std::uint64_t buckets) {
    return buckets * bucket_slots * (sizeof(std::uint64_t) + sizeof(Key)) +
           value_slots(buckets) * sizeof(Value);
  }
  Kokkos::View<std::uint32_t*, Memory> const& locks() const { return locks_; }
  Kokkos::View<std::uint64_t*, Memory> const& dead() const { return dead_; }
  StatefulMap table(Hash const& hash, Equal const& equal = {}) const {
    return {{states_.data(), keys_.data(), values_.data(), buckets_, locks_.data(), equal},
            dead_.data(),
            hash};
  }

 private:
  /// A value without state takes no memory: the table is a set.
  static std::uint64_t value_slots(std::uint64_t buckets) {
    return std::is_empty_v<Value> ? 0 : buckets * bucket_slots;
  }

  std::uint64_t buckets_ = 0;
  Kokkos::View<std::uint64_t*, Memory> states_;
  Kokkos::View<Key*, Memory> keys_;
  Kokkos::View<Value*, Memory> values_;
  Kokkos::View<std::uint32_t*, Memory> locks_;
  Kokkos::View<std::uint64_t*, Memory> dead_;
};

}  // namespace heddle::hash::detail
