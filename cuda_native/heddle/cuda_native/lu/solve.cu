// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel a stretch. Where the whole device works it is a persistent kernel, a warp an item.
// Blocks draw as many items as they have warps; warps wait for unknowns that are their own flags
// (unset.cuh). Items of one draw may depend on each other: the warps of a block run at the same
// time.
#include <heddle/cuda_native/lu/solve.h>
#include <heddle/cuda_native/lu/group.cuh>
#include <heddle/cuda_native/lu/launch.cuh>
#include <heddle/cuda_native/lu/solve_in_block.cuh>
#include <heddle/cuda_native/lu/unset.cuh>

#include <algorithm>

namespace heddle::cuda_native::lu {
namespace {

/// Entries of a line, and the unknowns that they are multiplied with.
template <class Value, class T>
struct Line {
  std::int64_t first, last;
  std::int32_t const* indices;
  Value const* values;
  T const* from;
};

/// Reads the unknowns again that were not there, until all are. The more are missing, the later
/// they come: many warps that ask without a pause would keep the cache from those who work.
template <class T, int Count>
__device__ void wait_for(T const* const (&at)[Count], T (&known)[Count]) {
  for (;;) {
    bool missing = false;
#pragma unroll
    for (int item = 0; item < Count; ++item) missing = missing || is_unset(known[item]);
    unsigned const lanes = __ballot_sync(WarpGroup::all, missing);
    if (lanes == 0) return;
    int const lines = __popc(lanes);
    if (lines > 1) __nanosleep(static_cast<unsigned>(min(lines, 16)) * 40);
#pragma unroll
    for (int item = 0; item < Count; ++item) {
      if (is_unset(known[item])) known[item] = load_handed_over(at[item]);
    }
  }
}

/// sum of values(k) * from(indices(k)): 32 interleaved partial sums, then the tree of halving
/// distances; right in lane 0. All loads of a batch are under way before the first is waited for.
template <class Value, class T>
__device__ T line_sum(Line<Value, T> const& line, std::int32_t count, std::int32_t right) {
  constexpr int batch = 4;
  T sum = 0;
  for (std::int64_t base = line.first; base < line.last; base += batch * warp_threads) {
    T known[batch], factor[batch];
    T const* at[batch];
#pragma unroll
    for (int item = 0; item < batch; ++item) {
      std::int64_t const k = base + item * warp_threads + WarpGroup::thread();
      known[item] = 0;
      factor[item] = 0;
      if (k >= line.last) continue;
      at[item] = line.from + static_cast<std::int64_t>(__ldg(line.indices + k)) * count + right;
      factor[item] = static_cast<T>(__ldg(line.values + k));
      known[item] = load_handed_over(at[item]);
    }
    wait_for(at, known);
#pragma unroll
    for (int item = 0; item < batch; ++item) {
      if (base + item * warp_threads + WarpGroup::thread() >= line.last) continue;
      sum = plus_product(sum, factor[item], known[item]);
    }
  }
  return add_lanes(sum);
}

template <class Value, class T>
__device__ void solve_line(SolveArguments<Value, T> const& run, std::int32_t item) {
  bool const first_sweep = item < run.n;
  std::int32_t const line = first_sweep ? item : item - run.n;
  std::int64_t const diagonal = run.diagonal[line];
  T* const own = run.unknowns + static_cast<std::int64_t>(first_sweep ? 0 : run.n) * run.count;
  T const* const solved = run.unknowns + static_cast<std::int64_t>(run.n) * run.count;
  Line<Value, T> const inner{first_sweep ? run.offsets[line] : diagonal + 1,
                             first_sweep ? diagonal : run.offsets[line + 1], run.indices,
                             run.values, own};
  Line<Value, T> outer{0, 0, run.outer_indices, run.outer_values, solved};
  if (first_sweep && run.outer_offsets != nullptr) {
    outer.first = run.outer_offsets[line];
    outer.last = run.outer_offsets[line + 1];
  }
  bool const divides = first_sweep == run.divide_first;
  T const pivot = divides ? static_cast<T>(run.values[diagonal]) : T(1);
  for (std::int32_t right = 0; right < run.count; ++right) {
    std::int64_t const at = static_cast<std::int64_t>(line) * run.count + right;
    T const sum = line_sum(inner, run.count, right);
    T const known = outer.first == outer.last ? T(0) : line_sum(outer, run.count, right);
    if (WarpGroup::thread() != 0) continue;
    T const given = first_sweep ? run.right[at] : wait_for_value(run.unknowns + at);
    T const rest = minus(minus(given, known), sum);
    hand_over(own + at, divides ? quotient(rest, pivot) : rest);
  }
}

template <class Value, class T>
__global__ void __launch_bounds__(block_threads)
    solve_on_device(SolveArguments<Value, T> run, SolveStretch stretch) {
  __shared__ std::uint32_t drawn;
  auto const items = static_cast<std::uint32_t>(stretch.count);
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) drawn = atomicAdd(run.tickets, static_cast<std::uint32_t>(block_warps));
    __syncthreads();
    std::uint32_t const first = drawn;
    if (first >= items) break;
    std::uint32_t const mine = first + threadIdx.x / warp_threads;
    if (mine < items) solve_line(run, run.order[stretch.first + mine]);
  }
  if (threadIdx.x == 0) leave(run.tickets);
}

template <class Value, class T>
int launch_on_device(SolveArguments<Value, T> const& run, SolveStretch const& stretch,
                     CUstream_st* stream) {
  auto const kernel = solve_on_device<Value, T>;
  int blocks = 0;
  int const status = persistent_blocks(kernel, 0, run.blocks,
                                       (stretch.count + block_warps - 1) / block_warps, blocks);
  if (status != cudaSuccess) return status;
  kernel<<<static_cast<unsigned>(blocks), block_threads, 0, stream>>>(run, stretch);
  return cudaPeekAtLastError();
}

template <class Value, class T>
int launch_in_block(SolveArguments<Value, T> const& run, SolveStretch const& stretch,
                    CUstream_st* stream) {
  auto const kernel = solve_in_block<Value, T>;
  auto const bytes = stretch.count * static_cast<int>(sizeof(T));
  int const status = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          most_steps_in_block() * static_cast<int>(sizeof(double)));
  if (status != cudaSuccess) return status;
  kernel<<<static_cast<unsigned>(run.count), solver_threads, bytes, stream>>>(run, stretch);
  return cudaPeekAtLastError();
}

template <class Value, class T>
int run_solve(SolveArguments<Value, T> const& arguments, CUstream_st* stream) {
  if (arguments.n == 0 || arguments.count == 0) return cudaSuccess;
  auto const unknowns = 2 * static_cast<std::size_t>(arguments.n) * arguments.count;
  int status = cudaMemsetAsync(arguments.unknowns, unset_byte, unknowns * sizeof(T), stream);
  for (int at = 0; at < arguments.num_stretches && status == cudaSuccess; ++at) {
    auto const& stretch = arguments.stretches[at];
    status = stretch.first_step < 0 ? launch_on_device(arguments, stretch, stream)
                                    : launch_in_block(arguments, stretch, stream);
  }
  return status;
}

}  // namespace

int solve(SolveArguments<double, double> const& arguments, CUstream_st* stream) {
  return run_solve(arguments, stream);
}
int solve(SolveArguments<float, double> const& arguments, CUstream_st* stream) {
  return run_solve(arguments, stream);
}
int solve(SolveArguments<float, float> const& arguments, CUstream_st* stream) {
  return run_solve(arguments, stream);
}

std::int32_t most_steps_in_block() {
  int device = 0, bytes = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return 0;
  if (cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
      cudaSuccess) {
    return 0;
  }
  return bytes / static_cast<std::int32_t>(sizeof(double));
}

}  // namespace heddle::cuda_native::lu
