// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One block merges the items of one hash range: the range is loaded into shared memory, changed
/// there, and written back whole, so that global memory sees streams instead of single slots.
#pragma once

#include <heddle/cuda_native/hash/tiles.cuh>
#include <heddle/cuda_native/hash/upsert.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

inline constexpr int merge_threads = 512;
inline constexpr int range_bytes = static_cast<int>(range_buckets) * bucket_bytes;

/// Items in the order of the top bits of their hashes.
template <class Format, class Payload>
struct SortedItems {
  typename Format::Bits const* hashes;
  Payload const* payload;
  std::uint32_t const* cells;  ///< 2^cell_bits + 1: where each value of the top bits begins
  int cell_bits;
  std::uint32_t* spill;        ///< items that their range has no room for
  std::uint32_t* num_spilled;
};

template <class Payload>
__device__ auto value_of(Payload const& payload) {
  if constexpr (std::is_integral_v<Payload>) {
    return payload;
  } else {
    return payload.value;
  }
}
template <class Payload>
__device__ void set_status(Status* statuses, Payload const& payload, Status status) {
  if constexpr (!std::is_integral_v<Payload>) statuses[payload.item] = status;
}

/// A slot in shared memory: the whole word at once if it is 8 bytes wide; else the key by exchange
/// and the value after it, which nobody outside of the block sees before both are there.
template <bool assign>
__device__ Status upsert_shared(std::uint64_t* slot, std::uint32_t key, std::uint32_t value,
                                int& dead) {
  using Table = PackedTable<Packed8, DeviceAtomics>;
  auto const wanted = Packed8::pack(key, value);
  std::uint64_t word = *static_cast<std::uint64_t volatile*>(slot);
  while (true) {
    bool const live = Packed8::key(word) == key;
    if (live && !assign) return Status::exists;
    if (!live && !Table::is_empty(word) && word != Table::erased_word(key)) return Status::none;
    std::uint64_t const held = atomicCAS(reinterpret_cast<unsigned long long*>(slot), word, wanted);
    if (held == word) {
      if (live) return Status::updated;
      if (!Table::is_empty(word)) --dead;
      return Status::inserted;
    }
    word = held;
  }
}
template <bool assign>
__device__ Status upsert_shared(Word128* slot, std::uint64_t key, std::uint64_t value, int& dead) {
  auto* const words = reinterpret_cast<std::uint64_t volatile*>(slot);
  std::uint64_t held = words[0];
  while (true) {
    if (held == key) {
      if (assign) words[1] = value;
      return assign ? Status::updated : Status::exists;
    }
    bool const own_dead = held == Packed16::erased && words[1] == key;
    if (held != Packed16::empty && !own_dead) return Status::none;
    auto const before = atomicCAS(reinterpret_cast<unsigned long long*>(slot), held, key);
    if (before == held) {
      words[1] = value;
      if (own_dead) --dead;
      return Status::inserted;
    }
    held = before;
  }
}

/// The walk of one key over its home range in shared memory. Status::none if it has no room.
template <class Format, bool assign>
__device__ Status upsert_in_range(typename Format::Word* range, std::uint64_t range_begin,
                                  std::uint64_t buckets, typename Format::Bits hash,
                                  typename Format::Bits value, int& dead) {
  auto const key = unmix(hash);
  if (key >= Format::erased) return Status::none;
  ProbePath<typename Format::Bits> path(hash, buckets);
  auto const first_slot = path.first_slot(Format::slots);
  for (; !path.done() && path.range_begin() == range_begin; path.advance()) {
    auto* const bucket = range + (path.bucket() - range_begin) * Format::slots;
    for (std::uint32_t j = 0; j < Format::slots; ++j) {
      auto const status = upsert_shared<assign>(bucket + (first_slot ^ j), key, value, dead);
      if (status != Status::none) return status;
    }
  }
  return Status::none;
}

/// Copies 16 bytes a thread and turn; each slot is written whole, since lookups may run beside.
__device__ inline void copy_range(Word128* to, Word128 const* from, std::uint32_t words) {
  for (auto i = threadIdx.x; i < words; i += merge_threads) to[i] = from[i];
}
__device__ inline void store_range(Word128* to, Word128 const* from, std::uint32_t words) {
  for (auto i = threadIdx.x; i < words; i += merge_threads) store_word(to + i, from[i]);
}

template <class Format, class Payload, bool assign>
__global__ void __launch_bounds__(merge_threads)
    merge_range(TableView<Format> table, SortedItems<Format, Payload> sorted, Status* statuses,
                Counts* counts) {
  extern __shared__ Word128 memory[];
  __shared__ BlockCounts block;
  using Bits = typename Format::Bits;
  auto* const range = reinterpret_cast<typename Format::Word*>(memory);
  auto const begin = static_cast<std::uint64_t>(blockIdx.x) * range_buckets;
  auto const size = ProbePath<Bits>::range_size(begin, table.buckets);
  // The cells that overlap the range; those at its ends may reach into the neighbours.
  auto const cells = std::uint64_t{1} << sorted.cell_bits;
  auto const from = sorted.cells[begin * cells / table.buckets];
  auto const to = sorted.cells[((begin + size) * cells + table.buckets - 1) / table.buckets];
  if (from == to) return;
  auto* const home = reinterpret_cast<Word128*>(table.slots + begin * Format::slots);
  auto const words = size * (bucket_bytes / 16);
  copy_range(memory, home, words);
  block.begin();
  for (auto tile = from + threadIdx.x / 32 * 32; tile < to; tile += merge_threads) {
    auto const i = tile + threadIdx.x % 32;
    auto status = Status::none;
    int dead = 0;
    if (i < to) {
      auto const hash = sorted.hashes[i];
      auto const bucket = home_bucket(hash, table.buckets);
      if (bucket >= begin && bucket < begin + size) {
        auto const payload = sorted.payload[i];
        status = upsert_in_range<Format, assign>(range, begin, table.buckets, hash,
                                                 static_cast<Bits>(value_of(payload)), dead);
        if (status == Status::none) {
          sorted.spill[atomicAdd(sorted.num_spilled, 1u)] = i;
        } else if (statuses != nullptr) {
          set_status(statuses, payload, status);
        }
      }
    }
    block.add_dead(dead);
    if (counts != nullptr) block.add(status);
  }
  __syncthreads();
  store_range(home, memory, words);
  block.end(counts, table.dead);
}

/// The items that their ranges had no room for, along their paths.
template <class Format, class Payload, class Update>
__global__ void __launch_bounds__(tile_threads)
    insert_spilled(TableView<Format> table, SortedItems<Format, Payload> sorted, Status* statuses,
                   Counts* counts, Update update) {
  using Bits = typename Format::Bits;
  auto const one = one_thread(table);
  __shared__ BlockCounts block;
  block.begin();
  auto const items = *sorted.num_spilled;
  auto const stride = gridDim.x * static_cast<std::uint64_t>(tile_threads);
  auto const first = blockIdx.x * static_cast<std::uint64_t>(tile_threads) + threadIdx.x;
  for (auto i = first; i - threadIdx.x % 32 < items; i += stride) {
    Outcome<Bits> own{Status::none, 0};
    if (i < items) {
      auto const item = sorted.spill[i];
      auto const hash = sorted.hashes[item];
      auto const payload = sorted.payload[item];
      own = one.upsert(unmix(hash), hash, static_cast<Bits>(value_of(payload)), update);
      if (statuses != nullptr) set_status(statuses, payload, own.status);
    }
    __syncwarp();
    block.add_dead(own.dead);
    if (counts != nullptr) block.add(own.status);
  }
  block.end(counts, table.dead);
}

template <class Format, class Payload, bool assign>
cudaError_t merge_ranges(TableView<Format> const& table, SortedItems<Format, Payload> const& sorted,
                         Status* statuses, Counts* counts, cudaStream_t stream) {
  auto* const merge = &merge_range<Format, Payload, assign>;
  if (auto const error = cudaFuncSetAttribute(reinterpret_cast<void const*>(merge),
                                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              range_bytes)) {
    return error;
  }
  auto const ranges = (table.buckets + range_buckets - 1) / range_buckets;
  merge<<<static_cast<unsigned>(ranges), merge_threads, range_bytes, stream>>>(table, sorted,
                                                                               statuses, counts);
  using Update = std::conditional_t<assign, AssignBits, KeepBits>;
  insert_spilled<Format, Payload, Update>
      <<<tile_blocks(1 << 20), tile_threads, 0, stream>>>(table, sorted, statuses, counts,
                                                          Update{});
  return cudaGetLastError();
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
