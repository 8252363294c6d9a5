// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk lookups and erasures.
#pragma once

#include <heddle/cuda_native/hash/tiles.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// One key, by a group of lanes that all hold it: whether it is there, and its value.
template <class Format, int lanes>
struct GroupFind {
  using Bits = typename Format::Bits;
  using Result = Outcome<Bits>;

  Group<lanes> group;
  TableView<Format> table;

  __device__ Result operator()(Bits key, Bits hash, Quad<Format> quad) const {
    ProbePath<Bits> path(hash, table.buckets);
    auto const first_slot = path.first_slot(Format::slots);
    for (bool loaded = true; !path.done(); path.advance()) {
      auto const* const bucket = table.slots + path.bucket() * Format::slots;
      for (int step = 0; step < Group<lanes>::steps; ++step) {
        if (!loaded) {
          quad = load_quad<Format>(bucket + group.template quad_at<Format>(first_slot, step));
        }
        loaded = false;
        Sight<Format> const sight(quad, key, first_slot);
        int const holder = group.first(sight.live >= 0);
        if (holder >= 0) {
          return {Status::found, group.from(Format::value(word_at(quad, sight.live)), holder)};
        }
        if (group.first(sight.free >= 0) >= 0) return {Status::not_found, 0};
      }
    }
    return {Status::not_found, 0};
  }

  __device__ Result alone(Bits key, Bits hash) const { return one_thread(table).find(key, hash); }
};

/// Keys [0, items). `values` and `statuses` may be null; absent keys get `miss`.
template <class Format, class Key, class Value, int lanes>
__global__ void __launch_bounds__(tile_threads)
    find_tiles(TableView<Format> table, Key const* keys, Value* values, std::uint64_t items,
               Status* statuses, Counts* counts, Value miss) {
  using Bits = typename Format::Bits;
  GroupFind<Format, lanes> const find{{}, table};
  auto const& group = find.group;
  __shared__ BlockCounts block;
  block.begin();
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  for (std::uint64_t i = first; i - threadIdx.x % 32 < items; i += stride) {
    bool const there = i < items;
    Bits const key = there ? static_cast<Bits>(keys[i]) : 0;
    Bits const hash = mix(key);
    Quad<Format> quads[lanes];
    first_quads<Format>(group, table, hash, quads);
    Outcome<Bits> own{Status::none, 0};
#pragma unroll
    for (int member = 0; member < lanes; ++member) {
      if (!group.from(there, member)) continue;
      auto const k = group.from(key, member);
      auto const h = group.from(hash, member);
      bool const special = table.buckets == 0 || k >= Format::erased;
      auto const result = special ? find.alone(k, h) : find(k, h, quads[member]);
      if (group.lane == member) own = result;
    }
    __syncwarp();
    bool const found = own.status == Status::found;
    if (there && values != nullptr) values[i] = found ? static_cast<Value>(own.value) : miss;
    if (there && statuses != nullptr) statuses[i] = own.status;
    if (counts != nullptr) block.add(own.status);
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
    Outcome<Bits> own{Status::none, 0};
    if (i < items) {
      auto const key = static_cast<Bits>(keys[i]);
      own = one.erase(key, mix(key));
      if (statuses != nullptr) statuses[i] = own.status;
    }
    block.add_dead(own.dead);
    __syncwarp();
    if (counts != nullptr) block.add(own.status);
  }
  block.end(counts, table.dead);
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
