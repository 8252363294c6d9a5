// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// insert_or_apply with an operation of the caller's, for nvcc to instantiate.
///
/// Operations that may be combined are: equal keys of a warp first, then, while that pays, those of
/// a block in a table of its own in shared memory. So a batch of few distinct keys costs few
/// atomics on the table, and a batch of many costs little more than the plain inserts.
#pragma once

#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/shared_words.cuh>
#include <heddle/cuda_native/hash/upsert.cuh>

#include <algorithm>
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

/// Combines the values of equal keys of a warp (Luitjens' reduction among peers). The lowest lane
/// of each key is left with the combination, and all of them with the number of lanes.
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

/// Exchange of a whole slot in shared memory; see compare_exchange_word.
__device__ inline bool compare_exchange_shared(std::uint64_t* word, std::uint64_t& expected,
                                               std::uint64_t desired) {
  auto const held = exchange_shared(word, expected, desired);
  bool const won = held == expected;
  expected = held;
  return won;
}
__device__ inline bool compare_exchange_shared(Word128* word, Word128& expected, Word128 desired) {
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

/// The keys that a block sees most, combined: one bucket of 8 slots per hash, first come first
/// kept.
template <class Format>
struct BlockTable {
  static constexpr std::uint32_t slots = 1024;
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;

  Word words[slots];
  std::uint32_t items[slots];    // that were combined into each
  std::uint64_t founder[slots];  // the item that brought the key
  bool refused[slots];           // in the end the table had no room for it

  __device__ void clear() {
    for (auto i = threadIdx.x; i < slots; i += blockDim.x) {
      words[i] = Format::pack(Format::empty, 0);
      items[i] = 0;
      refused[i] = false;
    }
  }

  /// Which slot the key is combined in, -1 if its bucket is full of other keys. `known`: it was
  /// there before.
  template <class Update>
  __device__ int add(Bits key, Bits hash, Bits value, std::uint32_t count, Update const& update,
                     bool& known) {
    for (std::uint32_t at = bucket(hash); at < bucket(hash) + 8; ++at) {
      Word word = words[at];
      while (Format::key(word) == key || Format::key(word) == Format::empty) {
        known = Format::key(word) == key;
        auto const next = known ? update(Format::value(word), value) : value;
        if (compare_exchange_shared(words + at, word, Format::pack(key, next))) {
          atomicAdd(items + at, count);
          return static_cast<int>(at);
        }
      }
    }
    return -1;
  }
  /// Whether a key was combined here and refused in the end.
  __device__ bool is_refused(Bits key, Bits hash) const {
    for (std::uint32_t at = bucket(hash); at < bucket(hash) + 8; ++at) {
      if (Format::key(words[at]) == key) return refused[at];
    }
    return false;
  }

 private:
  __device__ static std::uint32_t bucket(Bits hash) {
    return static_cast<std::uint32_t>(hash) % (slots / 8) * 8;
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

/// What a call works on, and where a block keeps count.
template <class Format, class Key, class T>
struct ApplyCall {
  TableView<Format> table;
  Key const* keys;
  T const* values;
  std::uint64_t items;
  Status* statuses;  // may be null
  Counts* counts;    // may be null

  __device__ static std::uint64_t first() {
    return static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  }
  __device__ static std::uint64_t stride() {
    return static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  }
};

/// The items of a block: into its own table while a quarter of a warp's keys is known there, else
/// straight into the map.
template <class Format, class Key, class T, class Update>
__device__ void apply_items(ApplyCall<Format, Key, T> const& call,
                            GlobalUpsert<Format, Update> const& upsert, BlockTable<Format>& often,
                            BlockCounts& block) {
  using Bits = typename Format::Bits;
  std::uint32_t tried = 0;
  std::uint32_t known_there = 0;
  for (auto i = call.first(); i - threadIdx.x % 32 < call.items; i += call.stride()) {
    bool const there = i < call.items;
    Bits const key = there ? static_cast<Bits>(call.keys[i]) : 0;
    Bits value = there ? cast_bits<Bits>(call.values[i]) : 0;
    Bits const hash = mix(key);
    bool leads = false;
    auto const count = combine_peers(there, key, value, leads, upsert.update);
    // Who leads may found an entry of the block's table; the fate of all others is known now.
    if (there && !leads && call.statuses != nullptr) call.statuses[i] = Status::updated;
    bool open = leads;
    if (tried < 256 || known_there * 4 > tried) {
      bool known = false;
      if (leads && key < Format::erased) {
        int const at = often.add(key, hash, value, count, upsert.update, known);
        open = at < 0;
        if (at >= 0 && !known) often.founder[at] = i;
        if (known && call.statuses != nullptr) call.statuses[i] = Status::updated;
      }
      tried += __popc(__ballot_sync(whole_warp, leads));
      known_there += __popc(__ballot_sync(whole_warp, leads && (known || count > 1)));
    }
    if (!__any_sync(whole_warp, open)) continue;
    auto const own = upsert(open, key, hash, value);
    count_combined(block, own, open ? count : 0);
    if (call.statuses == nullptr) continue;
    if (open) call.statuses[i] = own.status;
    // A full table refuses the leader and all that were combined with it.
    auto const same = __match_any_sync(whole_warp, static_cast<unsigned long long>(key));
    auto const full = __ballot_sync(whole_warp, open && own.status == Status::full);
    if (there && (same & full) != 0) call.statuses[i] = Status::full;
  }
}

/// The entries of the block's table into the map. Whether any was refused, in all threads.
template <class Format, class Key, class T, class Update>
__device__ bool flush_block(ApplyCall<Format, Key, T> const& call,
                            GlobalUpsert<Format, Update> const& upsert, BlockTable<Format>& often,
                            BlockCounts& block) {
  bool any_refused = false;
  for (auto at = threadIdx.x; at < often.slots; at += tile_threads) {
    auto const word = often.words[at];
    auto const key = Format::key(word);
    bool const there = key != Format::empty;
    auto const own = upsert(there, key, mix(key), Format::value(word));
    count_combined(block, own, there ? often.items[at] : 0);
    if (there && call.statuses != nullptr) call.statuses[often.founder[at]] = own.status;
    often.refused[at] = there && own.status == Status::full;
    any_refused |= often.refused[at];
  }
  return __syncthreads_or(any_refused) != 0;
}

/// Keys [0, items), combined where they are equal.
template <class Format, class Key, class T, class Op>
__global__ void __launch_bounds__(tile_threads) apply_tiles(ApplyCall<Format, Key, T> call, Op op) {
  using Update = ApplyBits<T, Op>;
  __shared__ BlockCounts block;
  __shared__ Outcome<typename Format::Bits> outcomes[tile_threads];
  __shared__ BlockTable<Format> often;
  block.begin();
  often.clear();
  __syncthreads();
  GlobalUpsert<Format, Update> const upsert{call.table, Update{op},
                                            outcomes + threadIdx.x / 32 * 32};
  apply_items(call, upsert, often, block);
  __syncthreads();
  if (flush_block(call, upsert, often, block) && call.statuses != nullptr) {
    for (auto i = call.first(); i < call.items; i += call.stride()) {
      auto const key = static_cast<typename Format::Bits>(call.keys[i]);
      if (call.statuses[i] == Status::updated && often.is_refused(key, mix(key))) {
        call.statuses[i] = Status::full;
      }
    }
  }
  block.end(call.counts, call.table.dead);
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
    auto const blocks = std::min(tile_blocks(items), resident_blocks());
    ApplyCall<Format, Key, T> const call{table, keys, values, items, statuses, counts};
    apply_tiles<Format, Key, T, Op><<<blocks, tile_threads, 0, stream>>>(call, op);
  } else {
    upsert_tiles<Format, Key, T, 2, false, ApplyBits<T, Op>>
        <<<tile_blocks(items), tile_threads, 0, stream>>>(
            table, keys, const_cast<T*>(values), items, statuses, counts, ApplyBits<T, Op>{op});
  }
  return cudaGetLastError();
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
