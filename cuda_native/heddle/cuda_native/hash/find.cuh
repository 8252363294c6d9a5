// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk lookups and erasures.
#pragma once

#include <heddle/cuda_native/hash/tiles.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// One key per lane; lanes without `there` only take part. Called by whole warps. `outcomes` has an
/// item per lane, in shared memory. `Buckets`: those of a map, or of a frozen table.
template <int lanes, class Buckets>
__device__ Outcome<typename Buckets::Bits> find_warp(Buckets const& buckets, bool there,
                                                     typename Buckets::Bits key,
                                                     Outcome<typename Buckets::Bits>* outcomes) {
  using Bits = typename Buckets::Bits;
  using Seen = Sight<Bits>;
  Bits const hash = mix(key);
  Outcome<Bits> own{Status::not_found, 0, 0};
  bool const special = there && Buckets::is_special(key);
  if (!buckets.empty()) {
    auto const sight = first_look<lanes>(buckets, key, hash);
    if (sight.is(Seen::live)) own = {Status::found, sight.held, 0};
    bool const open = there && !special && sight.code == 0;
    if (__any_sync(whole_warp, open)) {
      auto const result = walk_on<lanes == 4>(
          buckets, key, hash, Bits{0}, open, outcomes,
          [](Seen const& seen, typename Buckets::Format::Word*, Bits, Bits,
             Outcome<Bits>& outcome) {
            outcome = {seen.is(Seen::live) ? Status::found : Status::none, seen.held, 0};
            return true;
          });
      if (open && result.status == Status::found) own = result;
    }
  }
  if (special) own = buckets.find_special(key);
  return own;
}

/// Keys [0, items). `values` and `statuses` may be null; absent keys get `miss`.
template <class Buckets, class Key, class Value, int lanes>
__global__ void __launch_bounds__(tile_threads, 6)
    find_tiles(Buckets buckets, Key const* keys, Value* values, std::uint64_t items,
               Status* statuses, Counts* counts, Value miss) {
  using Bits = typename Buckets::Bits;
  __shared__ BlockCounts block;
  __shared__ Outcome<Bits> outcomes[tile_threads];
  block.begin();
  auto* const of_warp = outcomes + threadIdx.x / 32 * 32;
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto i = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  Bits key = i < items ? static_cast<Bits>(keys[i]) : 0;
  for (; i - threadIdx.x % 32 < items; i += stride) {
    // The next tile is under way while this one is looked up.
    Bits const next_key = i + stride < items ? static_cast<Bits>(keys[i + stride]) : 0;
    bool const there = i < items;
    auto const own = find_warp<lanes>(buckets, there, key, of_warp);
    bool const found = own.status == Status::found;
    if (there && values != nullptr) values[i] = found ? static_cast<Value>(own.value) : miss;
    if (there && statuses != nullptr) statuses[i] = own.status;
    if (counts != nullptr) {
      block.add<Status::found, Status::not_found>(there ? own.status : Status::none);
    }
    key = next_key;
  }
  block.end(counts, nullptr);
}

/// One thread a key: the slot is read on the way, and its exchange is what costs.
template <class Format, class Key>
__global__ void __launch_bounds__(tile_threads)
    erase_tiles(TableView<Format> table, Key const* keys, std::uint64_t items, Status* statuses,
                Counts* counts) {
  using Bits = typename Format::Bits;
  auto const one = one_thread(table);
  __shared__ BlockCounts block;
  block.begin();
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  for (std::uint64_t i = first; i - threadIdx.x % 32 < items; i += stride) {
    Outcome<Bits> own{Status::none, 0, 0};
    if (i < items) {
      auto const key = static_cast<Bits>(keys[i]);
      own = one.erase(key, mix(key));
      if (statuses != nullptr) statuses[i] = own.status;
    }
    block.add_dead(own.dead);
    __syncwarp();
    if (counts != nullptr) block.add<Status::erased, Status::not_found>(own.status);
  }
  block.end(counts, table.dead);
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
