// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One block merges the items of one hash range: the range is loaded into shared memory, changed
/// there, and written back whole, so that global memory sees streams instead of single slots.
#pragma once

#include <heddle/cuda_native/hash/shared_range.cuh>
#include <heddle/cuda_native/hash/tiles.cuh>
#include <heddle/cuda_native/hash/upsert.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// Threads of a block and bytes of its range: three small ranges a multiprocessor, or one large
/// one.
template <class Format>
inline constexpr int merge_threads = Format::range == range_buckets ? 512 : 1024;
template <class Format>
inline constexpr int range_bytes = static_cast<int>(Format::range) * bucket_bytes;

/// Items in the order of the top bits of their hashes.
template <class Format, class Payload>
struct SortedItems {
  typename Format::Bits const* hashes;
  Payload const* payload;
  std::uint32_t const* cells;  ///< 2^cell_bits + 1: where each value of the top bits begins
  int cell_bits;
  std::uint32_t* spill;  ///< items that their range has no room for
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

/// Items of one warp that found no slot at first sight, waiting for a lane.
struct WaitingItems {
  static constexpr std::uint32_t capacity = 64;  // a tile of 32 comes when fewer than 32 are left

  std::uint32_t* items;  // capacity, in shared memory
  std::uint32_t head = 0;
  std::uint32_t tail = 0;

  __device__ std::uint32_t count() const { return tail - head; }
  /// All lanes of the warp.
  __device__ void push(bool mine, std::uint32_t item) {
    auto const lanes = __ballot_sync(whole_warp, mine);
    auto const before = __popc(lanes & ((1u << threadIdx.x % 32) - 1));
    if (mine) items[(tail + before) % capacity] = item;
    tail += __popc(lanes);
    __syncwarp();
  }
};

/// One warp's share of the merge. Keys that find their slot in the first 16 bytes of their path are
/// done at once; the others wait until there are enough of them for every lane to be busy with one,
/// a whole bucket a step, so that the short walks need not wait for the long ones.
template <class Format, class Payload, bool assign>
class WarpMerge {
 public:
  using Bits = typename Format::Bits;

  __device__ WarpMerge(SharedBuckets<Format> const& buckets,
                       SortedItems<Format, Payload> const& sorted, Status* statuses,
                       std::uint32_t* waiting)
      : buckets_(buckets),
        sorted_(sorted),
        statuses_(statuses),
        waiting_{waiting},
        path_(buckets.path(0)) {}

  /// One item a lane; lanes without `there` only take part.
  __device__ void merge_tile(bool there, std::uint32_t item, Bits hash, Payload const& payload) {
    auto const key = unmix(hash);
    bool open = there && key < Format::erased;
    if (there && !open) spill(item);
    auto* const bucket = buckets_.bucket(buckets_.home(hash));
    auto const first = first_slot(probe_seed(hash), Format::slots);
    auto const quad = first / Quad<Format>::slots;
    auto const sight = look<Format>(buckets_.load(bucket, quad), quad, key, first);
    if (open && sight.code != 0) open = !attempt(sight, bucket, key, payload);
    waiting_.push(open, item);
    while (waiting_.count() >= 32) step();
  }
  /// What still waits or walks.
  __device__ void finish() {
    while (waiting_.count() > 0 || __any_sync(whole_warp, walking_)) step();
  }
  /// All lanes.
  __device__ void count(BlockCounts& block) const {
    auto const dead = __reduce_add_sync(whole_warp, dead_);
    auto const inserted = __reduce_add_sync(whole_warp, inserted_);
    auto const found = __reduce_add_sync(whole_warp, found_);
    if (threadIdx.x % 32 != 0) return;
    block.add_dead(dead);
    block.add_sum(Status::inserted, inserted);
    block.add_sum(assign ? Status::updated : Status::exists, found);
  }

 private:
  __device__ void spill(std::uint32_t item) {
    sorted_.spill[atomicAdd(sorted_.num_spilled, 1u)] = item;
  }
  __device__ bool attempt(Sight<Bits> const& sight, typename Format::Word* bucket, Bits key,
                          Payload const& payload) {
    Outcome<Bits> outcome;
    auto const value = static_cast<Bits>(value_of(payload));
    if (!TryShared<Format, assign>{}(sight, bucket, key, value, outcome)) return false;
    inserted_ += outcome.status == Status::inserted;
    found_ += outcome.status != Status::inserted;
    dead_ += outcome.dead;
    if (statuses_ != nullptr) set_status(statuses_, payload, outcome.status);
    return true;
  }

  /// Lanes without an item take one; every lane with one looks at a bucket.
  __device__ void step() {
    auto const idle = __ballot_sync(whole_warp, !walking_);
    if (idle != 0 && waiting_.count() > 0) {
      auto const mine = waiting_.head + __popc(idle & ((1u << threadIdx.x % 32) - 1));
      if (!walking_ && mine < waiting_.tail) take(waiting_.items[mine % WaitingItems::capacity]);
      waiting_.head += min(static_cast<std::uint32_t>(__popc(idle)), waiting_.count());
      __syncwarp();
    }
    if (!walking_) return;
    auto* const bucket = buckets_.bucket(path_.bucket());
    auto const sight = look_through<Format>(bucket, key_, path_.first_slot(Format::slots));
    if (sight.code != 0) {
      walking_ = !attempt(sight, bucket, key_, payload_);
      return;
    }
    path_.advance();
    if (!path_.done()) return;
    spill(item_);
    walking_ = false;
  }
  __device__ void take(std::uint32_t item) {
    item_ = item;
    auto const hash = sorted_.hashes[item];
    payload_ = sorted_.payload[item];
    key_ = unmix(hash);
    path_ = buckets_.path(hash);
    walking_ = true;
  }

  SharedBuckets<Format> const& buckets_;
  SortedItems<Format, Payload> const& sorted_;
  Status* statuses_;
  WaitingItems waiting_;
  // What this lane walks with.
  bool walking_ = false;
  std::uint32_t item_ = 0;
  Bits key_ = 0;
  Payload payload_{};
  typename SharedBuckets<Format>::Path path_;
  std::uint32_t inserted_ = 0;
  std::uint32_t found_ = 0;
  int dead_ = 0;
};

/// The items [from, to), which hold all of the range's. Waits for the range itself, too.
template <class Format, class Payload, bool assign>
__device__ void merge_items(SharedBuckets<Format> const& buckets,
                            SortedItems<Format, Payload> const& sorted, std::uint32_t from,
                            std::uint32_t to, Status* statuses, BlockCounts& block,
                            std::uint32_t* waiting) {
  using Bits = typename Format::Bits;
  constexpr auto threads = merge_threads<Format>;
  WarpMerge<Format, Payload, assign> merge(buckets, sorted, statuses, waiting);
  auto i = from + threadIdx.x;
  Bits next_hash = i < to ? sorted.hashes[i] : 0;
  Payload next_payload = i < to ? sorted.payload[i] : Payload{};
  arrive();
  __syncthreads();
  for (; i - threadIdx.x % 32 < to; i += threads) {
    auto const hash = next_hash;
    auto const payload = next_payload;
    if (i + threads < to) {  // under way while this tile is merged
      next_hash = sorted.hashes[i + threads];
      next_payload = sorted.payload[i + threads];
    }
    merge.merge_tile(i < to && buckets.owns(hash), i, hash, payload);
  }
  merge.finish();
  merge.count(block);
}

template <class Format, class Payload, bool assign>
__global__ void __launch_bounds__(merge_threads<Format>, 1536 / merge_threads<Format>)
    merge_range(TableView<Format> table, SortedItems<Format, Payload> sorted, Status* statuses,
                Counts* counts, bool is_empty) {
  extern __shared__ Word128 memory[];
  __shared__ BlockCounts block;
  __shared__ std::uint32_t waiting[merge_threads<Format> / 32 * WaitingItems::capacity];
  auto const begin = static_cast<std::uint64_t>(blockIdx.x) * Format::range;
  auto const size = range_size(begin, table.buckets, Format::range);
  // The cells that overlap the range; those at its ends may reach into the neighbours.
  auto const cells = std::uint64_t{1} << sorted.cell_bits;
  auto const from = sorted.cells[begin * cells / table.buckets];
  auto const to = sorted.cells[((begin + size) * cells + table.buckets - 1) / table.buckets];
  if (from == to) return;
  auto* const home = reinterpret_cast<Word128*>(table.slots + begin * Format::slots);
  auto const words = size * (bucket_bytes / 16);
  if (is_empty) {
    clear_range<Format>(reinterpret_cast<typename Format::Word*>(memory), size * Format::slots);
  } else {
    begin_range(memory, home, words);
  }
  block.begin();
  SharedBuckets<Format> const buckets{reinterpret_cast<typename Format::Word*>(memory), begin, size,
                                      table.buckets};
  merge_items<Format, Payload, assign>(buckets, sorted, from, to, statuses, block,
                                       waiting + threadIdx.x / 32 * WaitingItems::capacity);
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
    Outcome<Bits> own{Status::none, 0, 0};
    if (i < items) {
      auto const item = sorted.spill[i];
      auto const hash = sorted.hashes[item];
      auto const payload = sorted.payload[item];
      own = one.upsert(unmix(hash), hash, static_cast<Bits>(value_of(payload)), update);
      if (statuses != nullptr) set_status(statuses, payload, own.status);
    }
    __syncwarp();
    block.add_dead(own.dead);
    if (counts != nullptr)
      block.add<Status::inserted, Update::changes ? Status::updated : Status::exists, Status::full>(
          own.status);
  }
  block.end(counts, table.dead);
}

template <class Format, class Payload, bool assign>
cudaError_t merge_ranges(TableView<Format> const& table, SortedItems<Format, Payload> const& sorted,
                         Status* statuses, Counts* counts, bool is_empty, cudaStream_t stream) {
  auto* const merge = &merge_range<Format, Payload, assign>;
  if (auto const error =
          cudaFuncSetAttribute(reinterpret_cast<void const*>(merge),
                               cudaFuncAttributeMaxDynamicSharedMemorySize, range_bytes<Format>)) {
    return error;
  }
  auto const ranges = (table.buckets + Format::range - 1) / Format::range;
  merge<<<static_cast<unsigned>(ranges), merge_threads<Format>, range_bytes<Format>, stream>>>(
      table, sorted, statuses, counts, is_empty);
  using Update = std::conditional_t<assign, AssignBits, KeepBits>;
  insert_spilled<Format, Payload, Update><<<tile_blocks(1 << 20), tile_threads, 0, stream>>>(
      table, sorted, statuses, counts, Update{});
  return cudaGetLastError();
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
