// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Packed slots with the caller's types: what a map of keys and values of up to 8 bytes is made of.
///
/// This is one of two layouts with one interface (the other is detail/stateful_map.hpp); maps,
/// bulk calls, purges and frozen tables know only that interface:
///   types      key_type, value_type, hash_type (std::uint32_t or std::uint64_t)
///   one key    hash_of, prefetch, find, upsert, erase, probe_length
///   whole      num_positions, read(position, key, value): whether an entry lives there
///   exclusive  clear_at, is_empty_at, is_dead_at, sweep_at (dead slots become empty), settle_at
///   (see
///              purge.hpp)
///   memory     the nested Storage, which owns what the table points to
#pragma once

#include <heddle/backends/slot_atomics.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/hash/detail/packed.hpp>
#include <heddle/hash/hashers.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace heddle::hash::detail {

template <class Key, class Value>
using PackedFormat =
    std::conditional_t<sizeof(Key) <= 4 && sizeof(Value) <= 4, format::Packed8, format::Packed16>;

/// Whether pairs of these types fit one atomic word of `Exec`.
template <class Key, class Value, class Exec>
inline constexpr bool is_packable =
    sizeof(Key) <= 8 && sizeof(Value) <= 8 &&
    sizeof(typename PackedFormat<Key, Value>::Word) <= backends::slot_atomics<Exec>::widest;

template <class Key, class Value, class Exec, class Hash, bool erasable>
struct PackedMap {
  using key_type = Key;
  using value_type = Value;
  using hash_type = decltype(placing_hash(std::declval<Hash const&>(), std::declval<Key const&>()));
  using Format = PackedFormat<Key, Value>;
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;
  using Table = PackedTable<Format, backends::slot_atomics<Exec>>;
  using Memory = typename Exec::memory_space;
  static constexpr std::uint32_t bucket_slots = Format::slots;
  class Storage;

  Table table;
  std::uint64_t* dead;  ///< num_stripes counters of dead slots, stripe_stride apart
  Hash hash;

  KOKKOS_INLINE_FUNCTION hash_type hash_of(Key const& key) const { return placing_hash(hash, key); }

  /// Host: asks for the first bucket of a key's path.
  void prefetch(hash_type h) const {
    if (table.buckets == 0) return;
    __builtin_prefetch(table.slots + format::home_bucket(h, table.buckets) * Format::slots, 1);
  }

  KOKKOS_FUNCTION FindResult<Value> find(Key const& key, hash_type h) const {
    auto const result = table.find(to_bits<Bits>(key), h);
    return {from_bits<Value>(result.value), result.status == Status::found};
  }
  /// Hosts: a lookup in steps of one bucket, so that many can be under way at once.
  struct Lookup {
    Bits key;
    format::ProbePath<hash_type, Format::range> path;
  };
  /// The first step. Whether it decides.
  bool begin(Lookup& lookup, Key const& key, hash_type h, FindResult<Value>& result) const {
    lookup.key = to_bits<Bits>(key);
    if (Table::is_side(lookup.key) || table.buckets == 0) {
      result = find(key, h);
      return true;
    }
    lookup.path = {h, table.buckets};
    return decide(lookup, table.look_in(lookup.path, lookup.key), result);
  }
  /// The next one, in a bucket that the last one asked for.
  bool go_on(Lookup& lookup, FindResult<Value>& result) const {
    return decide(lookup, table.look_further(lookup.path, lookup.key), result);
  }
  template <class Update>
  KOKKOS_FUNCTION InsertResult<Value> upsert(Key const& key, hash_type h, Value const& value,
                                             Update const& update) const {
    auto const result =
        table.upsert(to_bits<Bits>(key), h, to_bits<Bits>(value), OnBits<Update>{update});
    count_dead(h, result.dead);
    return {result.status, from_bits<Value>(result.value)};
  }
  KOKKOS_FUNCTION Status erase(Key const& key, hash_type h) const {
    static_assert(erasable, "this map's Traits say that nothing is ever erased");
    auto const result = table.erase(to_bits<Bits>(key), h);
    count_dead(h, result.dead);
    return result.status;
  }
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key, hash_type h) const;

  // --- positions: all slots of all buckets, then the two side slots
  KOKKOS_INLINE_FUNCTION std::uint64_t num_slots() const { return table.buckets * Format::slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t num_positions() const { return num_slots() + 2; }
  KOKKOS_INLINE_FUNCTION bool read(std::uint64_t position, Key& key, Value& value) const {
    bool const is_side = position >= num_slots();
    auto const word = backends::slot_atomics<Exec>::load(
        is_side ? table.side + (position - num_slots()) : table.slots + position);
    if (Table::is_empty(word) || (!is_side && Table::is_dead(word))) return false;
    auto const bits = is_side ? side_key(position - num_slots()) : Format::key(word);
    key = from_bits<Key>(bits);
    value = from_bits<Value>(Format::value(word));
    return true;
  }

  // --- for one thread per position while nobody else uses the table
  KOKKOS_INLINE_FUNCTION void clear_at(std::uint64_t position) const {
    (position < num_slots() ? table.slots[position] : table.side[position - num_slots()]) =
        Table::empty_word();
  }
  KOKKOS_INLINE_FUNCTION bool is_empty_at(std::uint64_t slot) const {
    return Table::is_empty(table.slots[slot]);
  }
  KOKKOS_INLINE_FUNCTION bool is_dead_at(std::uint64_t slot) const {
    return Table::is_dead(table.slots[slot]);
  }
  KOKKOS_INLINE_FUNCTION void sweep_at(std::uint64_t position) const {
    if (position < num_slots() && is_dead_at(position)) clear_at(position);
  }
  KOKKOS_FUNCTION bool settle_at(std::uint64_t position) const;

 private:
  bool decide(Lookup& lookup, Outcome<Bits> const& seen, FindResult<Value>& result) const {
    result = {from_bits<Value>(seen.value), seen.status == Status::found};
    if (seen.status != Status::none) return true;
    lookup.path.advance();
    if (lookup.path.done()) return true;
    __builtin_prefetch(table.slots + lookup.path.bucket() * Format::slots);
    return false;
  }

  /// An update of values as an update of their bits.
  template <class Update>
  struct OnBits {
    static constexpr bool changes = Update::changes;
    Update update;
    KOKKOS_INLINE_FUNCTION Bits operator()(Bits held, Bits given) const {
      if constexpr (changes) {
        return to_bits<Bits>(update(from_bits<Value>(held), from_bits<Value>(given)));
      } else {
        return held;
      }
    }
  };
  static KOKKOS_INLINE_FUNCTION Bits side_key(std::uint64_t which) {
    return which == 0 ? Format::empty : Format::erased;
  }
  KOKKOS_INLINE_FUNCTION void count_dead(hash_type h, int change) const {
    if constexpr (erasable) {
      if (change == 0) return;
      auto const stripe = (h & (format::num_stripes - 1)) * format::stripe_stride;
      Kokkos::atomic_add(dead + stripe,
                         static_cast<std::uint64_t>(static_cast<std::int64_t>(change)));
    }
  }
};

/// The slots and buckets that a lookup of `key` reads.
template <class Key, class Value, class Exec, class Hash, bool erasable>
KOKKOS_FUNCTION ProbeLength
PackedMap<Key, Value, Exec, Hash, erasable>::probe_length(Key const& key, hash_type h) const {
  ProbeLength length{0, 0};
  auto const bits = to_bits<Bits>(key);
  if (Table::is_side(bits) || table.buckets == 0) return length;
  for (format::ProbePath<hash_type, Format::range> path(h, table.buckets); !path.done();
       path.advance()) {
    ++length.buckets;
    for (std::uint32_t j = 0; j < Format::slots; ++j) {
      ++length.slots;
      auto const word = backends::slot_atomics<Exec>::load(
          table.slots + path.bucket() * Format::slots + (path.first_slot(Format::slots) ^ j));
      if (Table::names(word, bits) || Table::is_empty(word)) return length;
    }
  }
  return length;
}

/// Moves the entry at `position` to the first empty slot before it on its path. Whether it moved.
/// Several threads may settle entries at once: a slot is claimed by exchange.
template <class Key, class Value, class Exec, class Hash, bool erasable>
KOKKOS_FUNCTION bool PackedMap<Key, Value, Exec, Hash, erasable>::settle_at(
    std::uint64_t position) const {
  if (position >= num_slots()) return false;
  auto* const own = table.slots + position;
  auto const word = backends::slot_atomics<Exec>::load(own);
  if (Table::is_empty(word)) return false;
  return table.settle(own, word, hash_of(from_bits<Key>(Format::key(word))));
}

/// Owns the memory of a table: buckets, side slots, locks, counters.
template <class Key, class Value, class Exec, class Hash, bool erasable>
class PackedMap<Key, Value, Exec, Hash, erasable>::Storage {
 public:
  Storage() = default;
  /// Not initialised: whoever makes one clears it.
  Storage(Exec const& exec, std::uint64_t buckets)
      : buckets_(buckets),
        words_(heddle::detail::allocate<Word>(exec, "heddle::hash::slots",
                                              buckets * Format::slots + padding)),
        locks_(heddle::detail::allocate<std::uint32_t>(exec, "heddle::hash::locks",
                                                       format::num_locks)),
        dead_(heddle::detail::allocate<std::uint64_t>(
            exec, "heddle::hash::dead", format::num_stripes * format::stripe_stride)) {}

  std::uint64_t buckets() const { return buckets_; }
  std::size_t bytes() const {
    return words_.span() * sizeof(Word) + locks_.span() * sizeof(std::uint32_t) +
           dead_.span() * sizeof(std::uint64_t);
  }
  static std::size_t bytes_for(std::uint64_t buckets) {
    return (buckets * Format::slots + padding) * sizeof(Word);
  }
  Kokkos::View<std::uint32_t*, Memory> const& locks() const { return locks_; }
  Kokkos::View<std::uint64_t*, Memory> const& dead() const { return dead_; }
  PackedMap table(Hash const& hash) const {
    auto* const words = words_.data();
    return {{words, buckets_, words + buckets_ * Format::slots, locks_.data()}, dead_.data(), hash};
  }

 private:
  static constexpr std::size_t padding = 64 / sizeof(Word);  // a bucket for the side slots
  std::uint64_t buckets_ = 0;
  Kokkos::View<Word*, Memory> words_;
  Kokkos::View<std::uint32_t*, Memory> locks_;
  Kokkos::View<std::uint64_t*, Memory> dead_;
};

}  // namespace heddle::hash::detail
