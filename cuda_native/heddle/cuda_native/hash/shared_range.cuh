// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A hash range in shared memory: how it gets there and back, what a lane sees in its buckets, and
/// how it takes their slots.
#pragma once

#include <heddle/cuda_native/hash/group.cuh>
#include <heddle/cuda_native/hash/shared_words.cuh>
#include <heddle/cuda_native/hash/upsert.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// One attempt at the free slot of a sight: the whole word at once if it is 8 bytes wide; else the
/// key by exchange and the value after it, which nobody outside of the block sees before both are
/// there.
__device__ inline bool take_shared(std::uint64_t* slot, Sight<std::uint32_t> const& sight,
                                   std::uint32_t key, std::uint32_t value) {
  using Table = PackedTable<Packed8, DeviceAtomics>;
  auto const expected = sight.is(sight.dead) ? Table::erased_word(key) : Table::empty_word();
  return exchange_shared(slot, expected, Packed8::pack(key, value)) == expected;
}
__device__ inline bool take_shared(Word128* slot, Sight<std::uint64_t> const& sight,
                                   std::uint64_t key, std::uint64_t value) {
  auto const expected = sight.is(sight.dead) ? Packed16::erased : Packed16::empty;
  if (exchange_shared(&slot->key, expected, key) != expected) return false;
  *static_cast<std::uint64_t volatile*>(&slot->value) = value;
  return true;
}
/// Replaces the value of a slot that holds the key, whose key does not change any more.
__device__ inline void assign_shared(std::uint64_t* slot, std::uint32_t, std::uint32_t value) {
  reinterpret_cast<std::uint32_t volatile*>(slot)[1] = value;
}
__device__ inline void assign_shared(Word128* slot, std::uint64_t, std::uint64_t value) {
  *static_cast<std::uint64_t volatile*>(&slot->value) = value;
}

/// The buckets of one range in shared memory; see GlobalBuckets.
template <class Format_>
struct SharedBuckets {
  using Format = Format_;
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;

  class Path {
   public:
    __device__ Path(std::uint32_t home, std::uint32_t size, std::uint32_t seed)
        : walk_(home, size, seed), seed_(seed) {}
    __device__ bool done() const { return walk_.done(); }
    __device__ std::uint32_t bucket() const { return walk_.index(); }
    __device__ std::uint32_t first_slot(std::uint32_t slots) const {
      return hash::first_slot(seed_, slots);
    }
    __device__ void advance() { walk_.advance(); }

   private:
    RangeWalk walk_;
    std::uint32_t seed_;
  };

  Word* range;
  std::uint64_t begin;    // the range's first bucket in the table
  std::uint32_t size;     // its buckets
  std::uint64_t buckets;  // of the table

  /// Whether a path begins in this range.
  __device__ bool owns(Bits hash) const { return home_bucket(hash, buckets) - begin < size; }
  /// In the range; 0 for the keys of others.
  __device__ std::uint32_t home(Bits hash) const {
    auto const index = home_bucket(hash, buckets) - begin;
    return index < size ? static_cast<std::uint32_t>(index) : 0;
  }
  __device__ Path path(Bits hash) const { return Path(home(hash), size, probe_seed(hash)); }
  __device__ Word* bucket(std::uint32_t index) const { return range + index * Format::slots; }
  __device__ static Quad<Format> load(Word const* bucket, std::uint32_t quad) {
    auto const both = load_shared(reinterpret_cast<Word128 const*>(bucket) + quad);
    if constexpr (Quad<Format>::slots == 2) {
      return {{both.key, both.value}};
    } else {
      return {{both}};
    }
  }
};

/// What a key meets in a whole bucket of shared memory, read by one lane. Bit j of the masks is the
/// j-th slot that the key visits.
template <class Format>
__device__ Sight<typename Format::Bits> look_through(typename Format::Word const* bucket,
                                                     typename Format::Bits key,
                                                     std::uint32_t first) {
  using Seen = Sight<typename Format::Bits>;
  constexpr auto slots = Quad<Format>::slots;
  std::uint32_t live = 0;
  std::uint32_t empty = 0;
  std::uint32_t dead = 0;
#pragma unroll
  for (std::uint32_t i = 0; i < Format::slots / slots; ++i) {
    auto const words = SharedBuckets<Format>::load(bucket, first / slots ^ i);
#pragma unroll
    for (std::uint32_t j = 0; j < slots; ++j) {
      auto const held = Format::key(words.word[j]);
      auto const bit = 1u << (i * slots + j);
      if (held == key) live |= bit;
      if (held == Format::empty) empty |= bit;
      if (held == Format::erased && Format::value(words.word[j]) == key) dead |= bit;
    }
  }
  auto const in_order = [first](std::uint32_t mask) {
    if (slots == 1 || first % 2 == 0) return mask;
    return (mask & 0x55u) << 1 | (mask >> 1 & 0x55u);
  };
  live = in_order(live);
  if (live != 0) return {Seen::live | (first ^ (__ffs(live) - 1)), {}};
  auto const free = in_order(empty | dead);
  if (free == 0) return {};
  auto const j = static_cast<std::uint32_t>(__ffs(static_cast<int>(free)) - 1);
  return {((in_order(dead) >> j & 1) != 0 ? Seen::dead : Seen::empty) | (first ^ j), {}};
}

/// One attempt at the slot of a sight in shared memory, as try_upsert.
template <class Format, bool assign>
struct TryShared {
  using Bits = typename Format::Bits;
  __device__ bool operator()(Sight<Bits> const& sight, typename Format::Word* bucket, Bits key,
                             Bits value, Outcome<Bits>& outcome) const {
    if (sight.is(Sight<Bits>::live)) {
      if constexpr (assign) assign_shared(bucket + sight.slot(), key, value);
      outcome = {assign ? Status::updated : Status::exists, value, 0};
      return true;
    }
    if (!take_shared(bucket + sight.slot(), sight, key, value)) return false;
    outcome = {Status::inserted, value, sight.is(Sight<Bits>::dead) ? -1 : 0};
    return true;
  }
};

/// Copies a range into shared memory, all of it under way at once; arrive() waits for the thread's
/// own part.
__device__ inline void begin_range(Word128* to, Word128 const* from, std::uint32_t words) {
  for (auto i = threadIdx.x; i < words; i += blockDim.x) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :
                 : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(to + i))), "l"(from + i)
                 : "memory");
  }
}
/// The same for a range that is known to be empty.
template <class Format>
__device__ void clear_range(typename Format::Word* to, std::uint32_t slots) {
  auto const empty = PackedTable<Format, DeviceAtomics>::empty_word();
  for (auto i = threadIdx.x; i < slots; i += blockDim.x) to[i] = empty;
}
__device__ inline void arrive() { asm volatile("cp.async.wait_all;" : : : "memory"); }
/// Copies it back. By plain stores, which are not promised to write a 16-byte slot as a whole:
/// those that are (st.relaxed.b128) measured four times slower. So no lookup may run beside a
/// merge.
__device__ inline void store_range(Word128* to, Word128 const* from, std::uint32_t words) {
#pragma unroll 4
  for (auto i = threadIdx.x; i < words; i += blockDim.x) {
    reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<uint4 const*>(from)[i];
  }
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
