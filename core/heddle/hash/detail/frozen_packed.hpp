// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A frozen table with the caller's types: the half of PackedMap's interface that reads.
#pragma once

#include <heddle/backends/slot_atomics.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/hash/detail/packed_map.hpp>
#include <heddle/hash/hashers.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

template <class Key, class Value, class Exec>
struct FrozenPacked {
  using key_type = Key;
  using value_type = Value;
  using Format = PackedFormat<Key, Value>;
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;
  using hash_type = Bits;
  using Table = format::FrozenTable<Format, backends::slot_atomics<Exec>>;
  using Memory = typename Exec::memory_space;
  static constexpr std::uint32_t bucket_slots = Format::slots;
  class Storage;

  Table table;

  /// Of all bits, so that keys never collide, whatever hash the source was placed by.
  KOKKOS_INLINE_FUNCTION hash_type hash_of(Key const& key) const {
    return format::mix(to_bits<Bits>(key));
  }
  /// Host: asks for the bucket in which most keys are.
  void prefetch(hash_type h) const {
    if (table.buckets == 0) return;
    __builtin_prefetch(table.slots + table.path(h).bucket(0) * bucket_slots);
  }
  KOKKOS_FUNCTION FindResult<Value> find(Key const& key, hash_type h) const {
    int lines = 0;
    auto const result = table.find(to_bits<Bits>(key), h, lines);
    return {from_bits<Value>(result.value), result.found};
  }
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key, hash_type h) const {
    int lines = 0;
    table.find(to_bits<Bits>(key), h, lines);
    auto const buckets = static_cast<std::uint64_t>(lines);
    return {buckets, buckets * bucket_slots};
  }
  /// Stores an entry of a build. False: another seed is needed.
  KOKKOS_FUNCTION bool insert(Key const& key, Value const& value) const {
    auto const bits = to_bits<Bits>(key);
    if (bits == Format::empty) {
      *table.side = Format::pack(0, to_bits<Bits>(value));
      return true;
    }
    return table.insert(Format::pack(bits, to_bits<Bits>(value)));
  }

  // --- positions: all slots of all buckets, then the side slot
  KOKKOS_INLINE_FUNCTION std::uint64_t num_slots() const { return table.buckets * bucket_slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t num_positions() const { return num_slots() + 1; }
  KOKKOS_INLINE_FUNCTION bool read(std::uint64_t position, Key& key, Value& value) const {
    bool const is_side = position == num_slots();
    auto const word =
        backends::slot_atomics<Exec>::load(is_side ? table.side : table.slots + position);
    if (Table::is_empty(word)) return false;
    key = from_bits<Key>(is_side ? Format::empty : Format::key(word));
    value = from_bits<Value>(Format::value(word));
    return true;
  }
  KOKKOS_INLINE_FUNCTION void clear_at(std::uint64_t position) const {
    (position < num_slots() ? table.slots[position] : *table.side) = Table::empty_word();
  }
};

/// Owns the memory of a frozen table: the buckets and the side slot.
template <class Key, class Value, class Exec>
class FrozenPacked<Key, Value, Exec>::Storage {
 public:
  Storage() = default;
  /// Not initialised: whoever makes one clears it.
  Storage(Exec const& exec, std::uint64_t buckets)
      : buckets_(buckets),
        words_(heddle::detail::allocate<Word>(exec, "heddle::hash::frozen_slots",
                                              buckets * bucket_slots + padding)) {}

  std::uint64_t buckets() const { return buckets_; }
  std::size_t bytes() const { return words_.span() * sizeof(Word); }
  static std::size_t bytes_for(std::uint64_t buckets) {
    return (buckets * bucket_slots + padding) * sizeof(Word);
  }
  /// There are no locks and no dead slots.
  Kokkos::View<std::uint32_t*, Memory> locks() const { return {}; }
  Kokkos::View<std::uint64_t*, Memory> dead() const { return {}; }
  FrozenPacked table(std::uint64_t seed = 0) const {
    return {{words_.data(), buckets_, words_.data() + buckets_ * bucket_slots, seed}};
  }

 private:
  /// Lines for the side slot, and for the counts of calls that wait (see counts_lines.hpp).
  static constexpr std::size_t padding = format::num_stripes * 64 / sizeof(Word);
  std::uint64_t buckets_ = 0;
  Kokkos::View<Word*, Memory> words_;
};

}  // namespace heddle::hash::detail
