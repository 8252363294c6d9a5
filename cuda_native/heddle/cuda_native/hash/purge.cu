// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/tiles.cuh>

#include <cooperative_groups.h>

namespace heddle::cuda_native::hash {
namespace {

/// Moves of a round are counted in the first stripe's line, beside its counter, three rounds in
/// turn: one that is counted, one that was read, one that is made ready.
__device__ unsigned long long* round_counter(std::uint64_t* dead, int round) {
  return reinterpret_cast<unsigned long long*>(dead) + 1 + round % 3;
}

/// The same answer in every thread: nobody changes the counters meanwhile.
__device__ bool is_needed(std::uint64_t const* dead, std::uint64_t capacity) {
  std::int64_t sum = 0;
  for (std::uint32_t i = 0; i < num_stripes; ++i) {
    sum += static_cast<std::int64_t>(dead[i * stripe_stride]);
  }
  return sum > 0 && static_cast<std::uint64_t>(sum) * 8 >= capacity;
}

/// See core's purge.hpp for the algorithm.
template <class Format>
__global__ void __launch_bounds__(tile_threads) purge_slots(TableView<Format> table) {
  auto const grid = cooperative_groups::this_grid();
  if (!is_needed(table.dead, table.capacity())) return;
  grid.sync();
  auto const one = one_thread(table);
  using Table = decltype(one);
  auto const first = static_cast<std::uint64_t>(grid.thread_rank());
  auto const stride = static_cast<std::uint64_t>(grid.num_threads());
  for (auto i = first; i < num_stripes * stripe_stride; i += stride) table.dead[i] = 0;
  for (auto i = first; i < table.capacity(); i += stride) {
    if (Table::is_dead(table.slots[i])) table.slots[i] = Table::empty_word();
  }
  for (int round = 0;; ++round) {
    grid.sync();
    if (first == 0) *round_counter(table.dead, round + 1) = 0;
    bool moved = false;
    for (auto i = first; i < table.capacity(); i += stride) {
      auto const word = load_word(table.slots + i);
      if (Table::is_empty(word)) continue;
      moved |= one.settle(table.slots + i, word, mix(Format::key(word)));
    }
    if (__syncthreads_or(moved) && threadIdx.x == 0) {
      atomicAdd(round_counter(table.dead, round), 1ull);
    }
    grid.sync();
    if (*static_cast<unsigned long long volatile*>(round_counter(table.dead, round)) == 0) break;
  }
  grid.sync();
  if (first < 3) table.dead[1 + first] = 0;
}

}  // namespace

template <class Format>
cudaError_t purge_if_needed(TableView<Format> const& table, cudaStream_t stream) {
  if (table.buckets == 0) return cudaSuccess;
  int device = 0;
  int processors = 0;
  int blocks = 0;
  if (auto const error = cudaGetDevice(&device)) return error;
  if (auto const error =
          cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device)) {
    return error;
  }
  if (auto const error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, purge_slots<Format>, tile_threads, 0)) {
    return error;
  }
  auto copy = table;
  void* arguments[] = {&copy};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(&purge_slots<Format>),
                                     dim3(static_cast<unsigned>(processors * blocks)),
                                     dim3(tile_threads), arguments, 0, stream);
}

template cudaError_t purge_if_needed(TableView<Packed8> const&, cudaStream_t);
template cudaError_t purge_if_needed(TableView<Packed16> const&, cudaStream_t);

}  // namespace heddle::cuda_native::hash
