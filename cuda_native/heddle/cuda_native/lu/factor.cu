// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One persistent kernel. Blocks draw items from a ticket counter in the order of levels; an item
// waits for earlier items only, so the holder of the smallest unfinished ticket never waits for
// one that nobody holds, whatever the number of blocks. Entries of L are handed over as values that
// are their own flags (unset.cuh).
#include <heddle/cuda_native/lu/factor.h>
#include <heddle/cuda_native/lu/group.cuh>
#include <heddle/cuda_native/lu/launch.cuh>
#include <heddle/cuda_native/lu/unset.cuh>

#include <algorithm>

namespace heddle::cuda_native::lu {
namespace {

template <class Value>
__device__ Value magnitude_or_inf(Value x) {
  return isfinite(x) ? (x < 0 ? -x : x) : static_cast<Value>(INFINITY);
}

/// The multiply-adds of one column as a thread of a group meets them: in rounds of at most one a
/// thread, those of a level in as many rounds as it takes, and the level's barrier after the last.
///
/// Loads run ahead of their use, which hides the latency of the L2 cache: entries of L by `ahead`
/// rounds, and the pulls that name them by twice as many. An entry that was not there yet when it
/// was read ahead is waited for when it is needed.
template <class Group, class Value>
struct PullRounds {
  static constexpr int ahead = 2;

  Pull const* pulls;
  std::uint32_t const* level_begin;
  Value const* values;
  Value* x;
  int levels_left;
  std::uint32_t at, level_end;

  struct Round {
    Pull pull;
    bool ends_level, exists;
  };

  __device__ Round read() {
    if (levels_left == 0) return {Pull::none(), false, false};
    Round round{Pull::none(), at + Group::threads >= level_end, true};
    std::uint32_t const mine = at + Group::thread();
    if (mine < level_end) {
      uint2 const bits = __ldg(reinterpret_cast<uint2 const*>(pulls + mine));
      round.pull = {bits.x, bits.y};
    }
    at += Group::threads;
    if (round.ends_level) {
      at = level_end;
      ++level_begin;
      if (--levels_left > 0) level_end = __ldg(level_begin + 1);
    }
    return round;
  }

  __device__ Value read_factor(Pull const& pull) const {
    return pull.is_none() ? Value(0) : load_handed_over(values + pull.factor);
  }

  __device__ void apply(Round const& round, Value factor) const {
    if (!round.pull.is_none()) {
      if (is_unset(factor)) factor = wait_for_value(values + round.pull.factor);
      Value& target = x[round.pull.target()];
      target = minus_product(target, factor, x[round.pull.source()]);
    }
    if (round.ends_level) Group::wait();
  }

  __device__ void run() {
    Round here[ahead], later[ahead];
    Value factor[ahead];
#pragma unroll
    for (int slot = 0; slot < ahead; ++slot) here[slot] = read();
#pragma unroll
    for (int slot = 0; slot < ahead; ++slot) later[slot] = read();
#pragma unroll
    for (int slot = 0; slot < ahead; ++slot) factor[slot] = read_factor(here[slot].pull);
    for (;;) {
#pragma unroll
      for (int slot = 0; slot < ahead; ++slot) {
        if (!here[slot].exists) return;
        apply(here[slot], factor[slot]);
        here[slot] = later[slot];
        factor[slot] = read_factor(here[slot].pull);
        later[slot] = read();
      }
    }
  }
};

template <class Group, class Value>
struct FactorColumn {
  FactorArguments<Value> const& run;
  Column const column;
  Value* const x;  ///< the column, in shared memory
  int const thread = Group::thread();

  /// Copies the scaled entries of A, zero where F fills in; the largest magnitude of this thread.
  __device__ Value gather() const {
    Value largest = 0;
    for (int t = thread; t < column.length; t += Group::threads) {
      std::uint32_t const entry = run.slot_entry[column.slots + t];
      Value const value =
          entry == no_entry
              ? Value(0)
              : static_cast<Value>(__dmul_rn(run.matrix[entry], run.entry_scale[entry]));
      x[t] = value;
      Value const size = value < 0 ? -value : value;
      largest = size > largest ? size : largest;
    }
    return largest;
  }

  __device__ void subtract_earlier_columns() const {
    if (column.depth == 0) return;
    std::uint32_t const* const begin = run.level_begin + column.levels;
    PullRounds<Group, Value>{run.pulls + column.pulls, begin, run.values, x, column.depth, 0,
                             __ldg(begin + 1)}
        .run();
  }

  __device__ bool is_bad_pivot(Value candidate) const {
    Value const size = magnitude_or_inf(candidate);
    bool bad = !(isfinite(size) && size > 0 && size >= static_cast<Value>(run.checks.absolute));
    auto const relative = static_cast<Value>(run.checks.relative);
    for (int t = first_lower(); t < column.length; t += Group::threads) {
      Value const other = magnitude_or_inf(x[t]);
      bad = bad || !isfinite(other) || !(size >= relative * other);
    }
    return bad;
  }
  /// The first entry of L that this thread owns.
  __device__ int first_lower() const {
    int const below = column.upper + 1;
    return below + (thread - below % Group::threads + Group::threads) % Group::threads;
  }

  __device__ void put(int t, Value value) const {
    std::int64_t const slot = column.slots + t;
    hand_over(run.values + slot, value);
    run.row_values[run.row_slot[slot]] = value;
  }

  /// Divides by the pivot, or by what replaces a bad one, and writes L, then U.
  __device__ bool finish(Value candidate, Value& largest) const {
    bool const bad = Group::any(is_bad_pivot(candidate));
    auto const replacement = static_cast<Value>(run.checks.replacement);
    Value const pivot = !bad ? candidate : candidate < 0 ? -replacement : replacement;
    for (int t = first_lower(); t < column.length; t += Group::threads)
      put(t, quotient(x[t], pivot));
    for (int t = thread; t <= column.upper; t += Group::threads) {
      Value const value = t == column.upper ? pivot : x[t];
      put(t, value);
      Value const size = magnitude_or_inf(value);
      largest = size > largest ? size : largest;
    }
    return bad;
  }

  __device__ void operator()() const {
    Value largest_input = gather();
    Group::wait();
    subtract_earlier_columns();
    Value largest_upper = 0;
    bool const bad = finish(x[column.upper], largest_upper);
    largest_input = Group::largest(largest_input);
    largest_upper = Group::largest(largest_upper);
    if (thread == 0) {
      run.bad[column.column] = bad ? 1 : 0;
      run.reciprocal_growth[column.column] =
          largest_input == 0 ? Value(1) : quotient(largest_input, largest_upper);
    }
  }
};

template <class Value>
__global__ void __launch_bounds__(block_threads, 4) factor_items(FactorArguments<Value> run) {
  extern __shared__ unsigned char memory[];
  __shared__ std::uint32_t drawn;
  auto* const x = reinterpret_cast<Value*>(memory);
  int const warp = static_cast<int>(threadIdx.x) / warp_threads;
  for (;;) {
    if (threadIdx.x == 0) drawn = atomicAdd(run.tickets, 1u);
    __syncthreads();
    std::uint32_t const ticket = drawn;
    if (ticket >= run.num_items) break;
    Item const item = run.items[ticket];
    if (item.count() == 0) {
      FactorColumn<BlockGroup, Value>{run, run.columns[item.first()], x}();
    } else if (warp < static_cast<int>(item.count())) {
      FactorColumn<WarpGroup, Value>{run, run.columns[item.first() + warp],
                                     x + warp * short_length}();
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) leave(run.tickets);
}

template <class Value>
int run_factor(FactorArguments<Value> const& arguments, CUstream_st* stream) {
  if (arguments.num_items == 0) return cudaSuccess;
  auto const entries = std::max<std::int64_t>(arguments.longest, short_length * block_warps);
  auto const bytes = static_cast<int>(sizeof(Value) * static_cast<std::size_t>(entries));
  auto const kernel = factor_items<Value>;
  int status = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (status != cudaSuccess) return status;
  int blocks = 0;
  status = persistent_blocks(kernel, bytes, arguments.blocks, arguments.num_items, blocks);
  if (status != cudaSuccess) return status;
  status = cudaMemsetAsync(arguments.values, unset_byte,
                           static_cast<std::size_t>(arguments.num_slots) * sizeof(Value), stream);
  if (status != cudaSuccess) return status;
  kernel<<<static_cast<unsigned>(blocks), block_threads, bytes, stream>>>(arguments);
  return cudaPeekAtLastError();
}

}  // namespace

int factor(FactorArguments<double> const& arguments, CUstream_st* stream) {
  return run_factor(arguments, stream);
}
int factor(FactorArguments<float> const& arguments, CUstream_st* stream) {
  return run_factor(arguments, stream);
}

}  // namespace heddle::cuda_native::lu
