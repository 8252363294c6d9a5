// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/lu/pull_plan.h>
#include <heddle/cuda_native/lu/group.cuh>

#include <algorithm>

namespace heddle::cuda_native::lu {
namespace {

/// In shared memory.
struct Counters {
  std::uint32_t* next;   ///< per level: its pulls, later where the next one goes
  std::uint16_t* ready;  ///< per entry of the column: the level after its last pull so far

  static constexpr std::size_t bytes = sizeof(std::uint32_t) + sizeof(std::uint16_t);
  __device__ static Counters at(unsigned char* memory, std::int64_t capacity) {
    auto* const next = reinterpret_cast<std::uint32_t*>(memory);
    return {next, reinterpret_cast<std::uint16_t*>(next + capacity)};
  }
};

/// The place of `row` in the ascending rows of a column that holds it.
__device__ std::int32_t place_of(std::int32_t const* rows, std::int32_t length, std::int32_t row) {
  std::int32_t low = 0;
  while (length > 1) {
    std::int32_t const half = length / 2;
    if (rows[low + half] <= row) low += half;
    length -= half;
  }
  return low;
}

/// visit(source, target, factor, level) for every multiply-add, in the order of subtraction.
template <class Group, class Visit>
__device__ void for_each_pull(PullPlanArguments const& plan, Column const& column,
                              Counters const& counters, Visit const& visit) {
  for (int t = Group::thread(); t < column.length; t += Group::threads) counters.ready[t] = 0;
  std::int32_t const* const rows = plan.rows + column.slots;
  std::int32_t const* const order = plan.upper_order + column.slots;
  std::int32_t rank = -1;
  std::uint32_t first_level = 0;
  for (std::int32_t taken = 0; taken < column.upper; ++taken) {
    std::int32_t const source = order[taken];
    std::int32_t const k = rows[source];
    std::int64_t const first = plan.diagonal[k] + 1, last = plan.column_offsets[k + 1];
    if (plan.rank[k] != rank) first_level = static_cast<std::uint32_t>(taken);
    rank = plan.rank[k];
    Group::wait();
    for (std::int64_t lower = first + Group::thread(); lower < last; lower += Group::threads) {
      std::int32_t const target = place_of(rows, column.length, plan.rows[lower]);
      std::uint32_t const level = max(first_level, std::uint32_t{counters.ready[target]});
      counters.ready[target] = static_cast<std::uint16_t>(level + 1);
      visit(source, target, lower, level);
    }
  }
  Group::wait();
}

/// Counts of levels become the places of their first pulls, without the empty levels; returns the
/// number of levels.
template <class Group>
__device__ std::int32_t scan_levels(Counters const& counters, std::int32_t upper,
                                    std::uint32_t* begin) {
  std::uint32_t before = 0, depth = 0;
  for (std::int32_t base = 0; base < upper; base += Group::threads) {
    std::int32_t const level = base + Group::thread();
    std::uint32_t const mine = level < upper ? counters.next[level] : 0;
    auto const pulls = Group::scan(mine);
    auto const levels = Group::scan(mine > 0 ? 1 : 0);
    if (level < upper) counters.next[level] = before + pulls.before;
    if (mine > 0) begin[depth + levels.before] = before + pulls.before;
    before += pulls.total;
    depth += levels.total;
  }
  if (Group::thread() == 0) begin[depth] = before;
  Group::wait();
  return static_cast<std::int32_t>(depth);
}

template <class Group>
__device__ void build_column(PullPlanArguments const& plan, std::uint32_t place,
                             Counters const& counters) {
  Column const column = plan.columns[place];
  Pull* const pulls = plan.pulls + column.pulls;
  for (int u = Group::thread(); u < column.upper; u += Group::threads) counters.next[u] = 0;
  for_each_pull<Group>(plan, column, counters, [&](int, int, std::int64_t, std::uint32_t level) {
    atomicAdd(&counters.next[level], 1u);
  });
  auto const depth = scan_levels<Group>(counters, column.upper, plan.level_begin + column.levels);
  if (Group::thread() == 0) plan.columns[place].depth = depth;
  for_each_pull<Group>(plan, column, counters,
                       [&](int source, int target, std::int64_t factor, std::uint32_t level) {
                         pulls[atomicAdd(&counters.next[level], 1u)] =
                             Pull::of(static_cast<std::uint32_t>(factor), source, target);
                       });
}

__global__ void __launch_bounds__(block_threads) build_items(PullPlanArguments plan) {
  extern __shared__ unsigned char memory[];
  Item const item = plan.items[blockIdx.x];
  if (item.count() == 0) {
    build_column<BlockGroup>(plan, item.first(), Counters::at(memory, (plan.longest + 1) / 2 * 2));
    return;
  }
  auto const warp = threadIdx.x / warp_threads;
  if (warp >= item.count()) return;
  build_column<WarpGroup>(
      plan, item.first() + warp,
      Counters::at(memory + warp * short_length * Counters::bytes, short_length));
}

}  // namespace

int build_pull_plan(PullPlanArguments const& arguments, CUstream_st* stream) {
  if (arguments.num_items == 0) return cudaSuccess;
  auto const entries =
      std::max<std::int64_t>((arguments.longest + 1) / 2 * 2, short_length * block_warps);
  auto const bytes = static_cast<int>(Counters::bytes * static_cast<std::size_t>(entries));
  auto const status =
      cudaFuncSetAttribute(build_items, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (status != cudaSuccess) return status;
  build_items<<<static_cast<unsigned>(arguments.num_items), block_threads, bytes, stream>>>(
      arguments);
  return cudaPeekAtLastError();
}

}  // namespace heddle::cuda_native::lu
