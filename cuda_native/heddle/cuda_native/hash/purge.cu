// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/merge.cuh>

#include <cooperative_groups.h>

// Three kernels. The first decides; the others return at once unless a purge is needed. The second
// rebuilds each range in shared memory from the entries whose paths begin in it: that is all of
// them, as long as no range was ever full. Entries from other ranges stay in place and are counted;
// if there are any, the third settles all entries by rounds over the whole table (see core's
// purge.hpp).
namespace heddle::cuda_native::hash {
namespace {

// In the first stripe's line, beside its counter:
/// Entries outside of their home ranges.
__device__ unsigned long long* num_foreign(std::uint64_t* dead) {
  return reinterpret_cast<unsigned long long*>(dead) + 1;
}
/// Whether a purge is needed.
__device__ std::uint64_t* is_needed(std::uint64_t* dead) { return dead + 5; }
/// Moves of a round, three rounds in turn: one is counted, one was read, one is made ready.
__device__ unsigned long long* round_counter(std::uint64_t* dead, int round) {
  return reinterpret_cast<unsigned long long*>(dead) + 2 + round % 3;
}

/// Whether an eighth of the slots is dead, or as many are dead as are empty, by a sample (see
/// core's purge.hpp). One block.
template <class Format>
__global__ void decide_purge(TableView<Format> table) {
  using Table = PackedTable<Format, DeviceAtomics>;
  __shared__ long long dead_slots;
  __shared__ int balance;
  if (threadIdx.x == 0) dead_slots = balance = 0;
  __syncthreads();
  if (threadIdx.x < num_stripes) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&dead_slots),
              static_cast<unsigned long long>(table.dead[threadIdx.x * stripe_stride]));
  }
  auto const samples = table.capacity() < sample_slots ? table.capacity() : sample_slots;
  int excess = 0;
  for (std::uint64_t i = threadIdx.x; i < samples; i += blockDim.x) {
    auto const word = table.slots[i * table.capacity() / samples];
    excess += static_cast<int>(Table::is_dead(word)) - static_cast<int>(Table::is_empty(word));
  }
  atomicAdd(&balance, excess);
  __syncthreads();
  if (threadIdx.x != 0) return;
  bool const many = static_cast<std::uint64_t>(dead_slots) * 8 >= table.capacity();
  *is_needed(table.dead) = dead_slots > 0 && (many || balance >= 0) ? 1 : 0;
}

/// One entry into its range, which has room, by one thread.
template <class Format>
__device__ void insert_alone(SharedBuckets<Format> const& buckets, typename Format::Word word) {
  auto const key = Format::key(word);
  auto path = buckets.path(mix(key));
  auto const first = path.first_slot(Format::slots);
  Outcome<typename Format::Bits> outcome;
  for (std::uint32_t step = 0;;) {
    auto* const bucket = buckets.bucket(path.bucket());
    auto const quad = first / Quad<Format>::slots ^ step;
    auto const sight = look<Format>(buckets.load(bucket, quad), quad, key, first);
    if (sight.code == 0) {
      if (++step == 4) path.advance();
      step %= 4;
    } else if (TryShared<Format, false>{}(sight, bucket, key, Format::value(word), outcome)) {
      return;
    }
  }
}

/// Rebuilds one range. Every thread holds its part of the entries while shared memory is emptied.
template <class Format>
__device__ std::uint32_t rebuild_range(TableView<Format> const& table, std::uint64_t begin,
                                       std::uint32_t size, typename Format::Word* range) {
  using Table = PackedTable<Format, DeviceAtomics>;
  constexpr int threads = merge_threads<Format>;
  constexpr int own_words = Format::range * Format::slots / threads;
  auto const words = size * Format::slots;
  auto const* const home = table.slots + begin * Format::slots;
  typename Format::Word held[own_words];
  std::uint32_t foreign = 0;
#pragma unroll
  for (int n = 0; n < own_words; ++n) {
    auto const at = threadIdx.x + n * threads;
    held[n] = at < words ? home[at] : Table::empty_word();
    bool const live = !Table::is_empty(held[n]) && !Table::is_dead(held[n]);
    auto const bucket = home_bucket(mix(Format::key(held[n])), table.buckets) - begin;
    bool const is_foreign = live && bucket >= size;
    foreign += is_foreign;
    if (at < words) range[at] = is_foreign ? held[n] : Table::empty_word();
    if (!live || is_foreign) held[n] = Table::empty_word();
  }
  __syncthreads();
  SharedBuckets<Format> const buckets{range, begin, size, table.buckets};
#pragma unroll
  for (int n = 0; n < own_words; ++n) {
    if (Table::is_empty(held[n])) continue;
    insert_alone(buckets, held[n]);
  }
  __syncthreads();
  return foreign;
}

template <class Format>
__global__ void __launch_bounds__(merge_threads<Format>) rebuild_ranges(TableView<Format> table) {
  extern __shared__ Word128 memory[];
  if (*is_needed(table.dead) == 0) return;
  auto* const range = reinterpret_cast<typename Format::Word*>(memory);
  auto const ranges = (table.buckets + Format::range - 1) / Format::range;
  std::uint32_t foreign = 0;
  for (std::uint64_t r = blockIdx.x; r < ranges; r += gridDim.x) {
    auto const begin = r * Format::range;
    auto const size = range_size(begin, table.buckets, Format::range);
    foreign += rebuild_range(table, begin, size, range);
    store_range(reinterpret_cast<Word128*>(table.slots + begin * Format::slots), memory,
                size * (bucket_bytes / 16));
    __syncthreads();
  }
  if (foreign != 0) atomicAdd(num_foreign(table.dead), foreign);
}

/// Rounds over all entries until none moves.
template <class Format, class Grid>
__device__ void settle_all(TableView<Format> const& table, Grid const& grid) {
  auto const one = one_thread(table);
  auto const first = static_cast<std::uint64_t>(grid.thread_rank());
  auto const stride = static_cast<std::uint64_t>(grid.num_threads());
  for (int round = 0;; ++round) {
    if (first == 0) *round_counter(table.dead, round + 1) = 0;
    bool moved = false;
    for (auto i = first; i < table.capacity(); i += stride) {
      auto const word = load_word(table.slots + i);
      if (PackedTable<Format, DeviceAtomics>::is_empty(word)) continue;
      moved |= one.settle(table.slots + i, word, mix(Format::key(word)));
    }
    if (__syncthreads_or(moved) && threadIdx.x == 0) {
      atomicAdd(round_counter(table.dead, round), 1ull);
    }
    grid.sync();
    if (*static_cast<unsigned long long volatile*>(round_counter(table.dead, round)) == 0) break;
  }
}

template <class Format>
__global__ void __launch_bounds__(tile_threads) finish_purge(TableView<Format> table) {
  if (*is_needed(table.dead) == 0) return;
  auto const grid = cooperative_groups::this_grid();
  if (*static_cast<unsigned long long volatile*>(num_foreign(table.dead)) != 0) {
    settle_all(table, grid);
  }
  grid.sync();
  // The rest of the other lines is not ours (see core's counts_lines.hpp).
  auto const i = grid.thread_rank();
  if (i < stripe_stride) table.dead[i] = 0;
  if (i < num_stripes) table.dead[i * stripe_stride] = 0;
}

/// Blocks that are resident at once, and the shared memory they may have.
template <class Kernel>
cudaError_t resident_blocks(Kernel const& kernel, int threads, int shared_bytes, int& blocks) {
  int device = 0;
  int processors = 0;
  auto error = cudaGetDevice(&device);
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  }
  if (error == cudaSuccess && shared_bytes > 0) {
    error = cudaFuncSetAttribute(reinterpret_cast<void const*>(kernel),
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
  }
  if (error == cudaSuccess) {
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                          static_cast<std::size_t>(shared_bytes));
  }
  blocks *= processors;
  return error;
}

}  // namespace

template <class Format>
cudaError_t purge_if_needed(TableView<Format> const& table, cudaStream_t stream) {
  if (table.buckets == 0) return cudaSuccess;
  int blocks = 0;
  if (auto const error = resident_blocks(&rebuild_ranges<Format>, merge_threads<Format>,
                                         range_bytes<Format>, blocks)) {
    return error;
  }
  decide_purge<<<1, 1024, 0, stream>>>(table);
  rebuild_ranges<<<blocks, merge_threads<Format>, range_bytes<Format>, stream>>>(table);
  if (auto const error = cudaGetLastError()) return error;
  if (auto const error = resident_blocks(&finish_purge<Format>, tile_threads, 0, blocks)) {
    return error;
  }
  auto copy = table;
  void* arguments[] = {&copy};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(&finish_purge<Format>),
                                     dim3(static_cast<unsigned>(blocks)), dim3(tile_threads),
                                     arguments, 0, stream);
}

template cudaError_t purge_if_needed(TableView<Packed8> const&, cudaStream_t);
template cudaError_t purge_if_needed(TableView<Packed16> const&, cudaStream_t);

}  // namespace heddle::cuda_native::hash
