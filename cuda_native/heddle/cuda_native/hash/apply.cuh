// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// insert_or_apply with an operation of the caller's, for nvcc to instantiate.
///
/// Operations that may be combined are: equal keys of a warp first, then, while that pays, those of
/// a block in a table of its own in shared memory. So a batch of few distinct keys costs few atomics
/// on the table, and a batch of many costs little more than the plain inserts.
#pragma once

#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/upsert.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// next = op(held, given) on the caller's type.
template <class T, class Op>
struct ApplyBits {
  static constexpr bool changes = true;
  Op op;
  template <class Bits>
  HEDDLE_HOST_DEVICE Bits operator()(Bits held, Bits given) const {
    return cast_bits<Bits>(static_cast<T>(op(cast_bits<T>(held), cast_bits<T>(given))));
  }
};

/// Combines the values of equal keys of a warp (Luitjens' reduction among peers). The lowest lane of
/// each key is left with the combination, and all of them with the number of lanes.
template <class Bits, class Update>
__device__ std::uint32_t combine_peers(bool there, Bits key, Bits& value, bool& leads,
                                       Update const& update) {
  auto const lane = threadIdx.x % 32;
  auto const wide = static_cast<unsigned long long>(key);
  auto peers = __match_any_sync(whole_warp, wide) & __ballot_sync(whole_warp, there);
  auto const count = static_cast<std::uint32_t>(__popc(peers));
  leads = there && __ffs(static_cast<int>(peers)) - 1 == static_cast<int>(lane);
  auto position = static_cast<std::uint32_t>(__popc(peers & ((1u << lane) - 1)));
  peers = there ? peers & (0xfffffffeu << lane) : 0;
  while (__any_sync(whole_warp, peers != 0)) {
    auto const next = __ffs(static_cast<int>(peers));
    Bits const other = __shfl_sync(whole_warp, value, next == 0 ? 0 : next - 1);
    if (next != 0) value = update(value, other);
    peers &= __ballot_sync(whole_warp, (position & 1) == 0);
    position >>= 1;
  }
  return count;
}

/// Any exchange of a word in shared memory.
__device__ inline bool exchange_shared(std::uint64_t* word, std::uint64_t& expected,
                                       std::uint64_t desired) {
  auto const held = atomicCAS(reinterpret_cast<unsigned long long*>(word), expected, desired);
  bool const won = held == expected;
  expected = held;
  return won;
}
__device__ inline bool exchange_shared(Word128* word, Word128& expected, Word128 desired) {
  Word128 held{};
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{ .reg .b128 old, next, held; mov.b128 old, {%2, %3}; mov.b128 next, {%4, %5};\n"
      "  atom.relaxed.cta.shared.cas.b128 held, [%6], old, next; mov.b128 {%0, %1}, held; }"
      : "=l"(held.key), "=l"(held.value)
      : "l"(expected.key), "l"(expected.value), "l"(desired.key), "l"(desired.value),
        "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(word)))
      : "memory");
#endif
  bool const won = held == expected;
  expected = held;
  return won;
}

/// The keys that a block sees most, combined: one bucket of 8 slots per hash, first come first kept.
template <class Format>
struct BlockTable {
  static constexpr std::uint32_t slots = 1024;
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;

  Word words[slots];
  std::uint32_t items[slots];  // that were combined into each

  __device__ void clear() {
    for (auto i = threadIdx.x; i < slots; i += blockDim.x) {
      words[i] = Format::pack(Format::empty, 0);
      items[i] = 0;
    }
  }

  /// False if the bucket is full of other keys. `known`: the key was there before.
  template <class Update>
  __device__ bool add(Bits key, Bits hash, Bits value, std::uint32_t count, Update const& update,
                      bool& known) {
    auto const bucket = static_cast<std::uint32_t>(hash) % (slots / 8) * 8;
    for (std::uint32_t j = 0; j < 8; ++j) {
      auto const at = bucket + j;
      Word word = words[at];
      while (Format::key(word) == key || Format::key(word) == Format::empty) {
        known = Format::key(word) == key;
        auto const next = known ? update(Format::value(word), value) : value;
        if (exchange_shared(words + at, word, Format::pack(key, next))) {
          atomicAdd(items + at, count);
          return true;
        }
      }
    }
    return false;
  }
};

/// Adds what became of `count` combined items.
template <class Bits>
__device__ void count_combined(BlockCounts& block, Outcome<Bits> const& own, std::uint32_t count) {
  block.add_dead(own.dead);
  if (count == 0) return;
  bool const inserted = own.status == Status::inserted;
  block.add_sum(own.status, inserted ? 1 : count);
  if (inserted) block.add_sum(Status::updated, count - 1);
}

/// Upserts one key a lane into the table, whatever it takes. Called by whole warps.
template <class Format, class Update>
struct GlobalUpsert {
  using Bits = typename Format::Bits;
  TableView<Format> table;
  Update update;
  Outcome<Bits>* outcomes;

  __device__ Outcome<Bits> operator()(bool there, Bits key, Bits hash, Bits value) const {
    Outcome<Bits> own{Status::none, 0, 0};
    auto const attempt = [this](Sight<Bits> const& sight, typename Format::Word* bucket,
                                Bits its_key, Bits its_value, Outcome<Bits>& outcome) {
      return try_upsert<Format>(sight, bucket, its_key, its_value, update, outcome);
    };
    if (table.buckets != 0) {
      own = upsert_warp<2>(GlobalBuckets<Format>{table}, there && key < Format::erased, key, hash,
                           value, attempt, outcomes);
    }
    if (there && own.status == Status::none) {
      own = upsert_alone<Format>(table, key, hash, value, update);
    }
    return own;
  }
};

/// Keys [0, items), combined where they are equal.
template <class Format, class Key, class T, class Op>
__global__ void __launch_bounds__(tile_threads)
    apply_tiles(TableView<Format> table, Key const* keys, T const* values, std::uint64_t items,
                Status* statuses, Counts* counts, Op op) {
  using Bits = typename Format::Bits;
  __shared__ BlockCounts block;
  __shared__ Outcome<Bits> outcomes[tile_threads];
  __shared__ BlockTable<Format> often;
  block.begin();
  often.clear();
  __syncthreads();
  ApplyBits<T, Op> const update{op};
  GlobalUpsert<Format, ApplyBits<T, Op>> const upsert{table, update,
                                                      outcomes + threadIdx.x / 32 * 32};
  // A warp keeps on using the block's table while a quarter of its keys is known there.
  std::uint32_t tried = 0;
  std::uint32_t known_there = 0;
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  for (auto i = first; i - threadIdx.x % 32 < items; i += stride) {
    bool const there = i < items;
    Bits const key = there ? static_cast<Bits>(keys[i]) : 0;
    Bits value = there ? cast_bits<Bits>(values[i]) : 0;
    Bits const hash = mix(key);
    bool leads = false;
    auto const count = combine_peers(there, key, value, leads, update);
    bool open = leads;
    if (statuses == nullptr && (tried < 256 || known_there * 4 > tried)) {
      bool known = false;
      if (leads && key < Format::erased) {
        open = !often.add(key, hash, value, count, update, known);
      }
      tried += __popc(__ballot_sync(whole_warp, leads));
      known_there += __popc(__ballot_sync(whole_warp, leads && (known || count > 1)));
    }
    if (!__any_sync(whole_warp, open)) continue;
    auto const own = upsert(open, key, hash, value);
    count_combined(block, own, open ? count : 0);
    if (statuses != nullptr) {
      auto const leader = __ffs(static_cast<int>(__match_any_sync(
                              whole_warp, static_cast<unsigned long long>(key)))) - 1;
      auto const status = __shfl_sync(whole_warp, static_cast<int>(own.status), leader);
      bool const combined = !leads && status == static_cast<int>(Status::inserted);
      if (there) statuses[i] = combined ? Status::updated : static_cast<Status>(status);
    }
  }
  __syncthreads();
  for (auto i = threadIdx.x; i < often.slots; i += tile_threads) {
    auto const word = often.words[i];
    auto const key = Format::key(word);
    bool const there = key != Format::empty;
    auto const own = upsert(there, key, mix(key), Format::value(word));
    count_combined(block, own, there ? often.items[i] : 0);
  }
  block.end(counts, table.dead);
}

/// Enqueues insert_or_apply; see insert. `reducible`: equal keys may be combined first.
template <bool reducible, class Format, class Key, class T, class Op>
cudaError_t apply(TableView<Format> const& table, Key const* keys, T const* values,
                  std::uint64_t items, Status* statuses, Counts* counts, Op const& op,
                  cudaStream_t stream) {
  if (counts != nullptr) {
    if (auto const error = cudaMemsetAsync(counts, 0, sizeof(Counts), stream)) return error;
  }
  if (items == 0) return cudaSuccess;
  if constexpr (reducible) {
    // Few blocks, so that each sees enough of the batch for its table to pay.
    auto const blocks = tile_blocks(items);
    int const most = resident_blocks();
    apply_tiles<Format, Key, T, Op>
        <<<blocks < most ? blocks : most, tile_threads, 0, stream>>>(table, keys, values, items,
                                                                     statuses, counts, op);
  } else {
    upsert_tiles<Format, Key, T, 2, false, ApplyBits<T, Op>>
        <<<tile_blocks(items), tile_threads, 0, stream>>>(table, keys, const_cast<T*>(values), items,
                                                          statuses, counts, ApplyBits<T, Op>{op});
  }
  return cudaGetLastError();
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
