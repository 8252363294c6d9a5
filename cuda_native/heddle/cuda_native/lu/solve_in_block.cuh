// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A stretch of lines that one block solves, a warp a line, its unknowns in shared memory. Compiled
/// by nvcc.
///
/// Warps take lines in turn, so that one always works on the next while the others fetch what comes
/// later: entries and unknowns of earlier stretches are loaded a line ahead. Unknowns are their own
/// flags in shared memory too, so that a warp has all of a sum but the unknown that comes last;
/// with a barrier between levels, lines would only begin behind it (measured: twice the time).
#pragma once

#include <heddle/cuda_native/lu/solve.h>
#include <heddle/cuda_native/lu/group.cuh>
#include <heddle/cuda_native/lu/unset.cuh>

namespace heddle::cuda_native::lu {

inline constexpr int solver_threads = 1024;
inline constexpr int solver_warps = solver_threads / warp_threads;
inline constexpr int entries_ahead = 2;  ///< of a lane that are loaded ahead

template <class Value, class T>
struct BlockSolver {
  SolveArguments<Value, T> const& run;
  SolveStep const* steps;
  std::int32_t num_steps;
  std::int32_t right;  ///< column of the right-hand sides
  T volatile* x;       ///< the unknowns of the stretch
  int const lane = WarpGroup::thread();

  /// Entries of this lane: its own, the one after a warp's width, ...
  struct Entries {
    std::int32_t source[entries_ahead];
    T factor[entries_ahead];
    T unknown[entries_ahead];
  };

  __device__ SolveStep read_step(std::int32_t place) const {
    return place < num_steps ? steps[place] : SolveStep{0, 0, 0, 0, 0, 0, 0};
  }
  __device__ T read_unknown(std::int32_t unknown) const {
    return run.unknowns[static_cast<std::int64_t>(unknown) * run.count + right];
  }

  /// Those of [begin, length); +0 beyond, which leaves sums as they are: they begin with +0.
  __device__ Entries read_entries(std::int32_t const* sources, Value const* values,
                                  std::int32_t begin, std::int32_t length) const {
    Entries entries;
#pragma unroll
    for (int item = 0; item < entries_ahead; ++item) {
      std::int32_t const k = begin + lane + item * warp_threads;
      bool const exists = k < length;
      entries.source[item] = exists ? __ldg(sources + k) : SolveSource::nowhere;
      entries.factor[item] = exists ? static_cast<T>(__ldg(values + k)) : T(0);
    }
    return entries;
  }
  __device__ Entries read_entries(SolveStep const& step) const {
    return read_entries(run.sources + step.sources, run.values + step.values, 0, step.length);
  }

  /// Unknowns of earlier stretches are there; those of this one are not read yet.
  __device__ void read_earlier(Entries& entries) const {
#pragma unroll
    for (int item = 0; item < entries_ahead; ++item) {
      std::int32_t const source = entries.source[item];
      bool const earlier = source < 0 && source != SolveSource::nowhere;
      entries.unknown[item] = earlier ? read_unknown(~source) : T(0);
    }
  }

  /// Waits until the unknowns of the block that the warp's lanes name are there. The more are
  /// missing, the later they come: who waits for many leaves the processor to the others.
  __device__ void wait(Entries& entries) const {
    for (;;) {
      bool missing = false;
#pragma unroll
      for (int item = 0; item < entries_ahead; ++item) {
        if (entries.source[item] < 0) continue;
        entries.unknown[item] = x[entries.source[item]];
        missing = missing || is_unset(entries.unknown[item]);
      }
      unsigned const lanes = __ballot_sync(WarpGroup::all, missing);
      if (lanes == 0) return;
      int const lines = __popc(lanes);
      if (lines > 2) __nanosleep(static_cast<unsigned>(min(lines, 8)) * 60);
    }
  }

  __device__ T add(Entries const& entries, T sum) const {
#pragma unroll
    for (int item = 0; item < entries_ahead; ++item) {
      sum = plus_product(sum, entries.factor[item], entries.unknown[item]);
    }
    return sum;
  }

  /// The sum over entries from `begin` on, after `sum`.
  __device__ T sum_from(std::int32_t begin, std::int32_t length, std::int32_t const* sources,
                        Value const* values, T sum) const {
    for (; begin < length; begin += entries_ahead * warp_threads) {
      Entries entries = read_entries(sources, values, begin, length);
      read_earlier(entries);
      wait(entries);
      sum = add(entries, sum);
    }
    return sum;
  }

  __device__ T sum_of(SolveStep const& step, Entries& entries) const {
    wait(entries);
    return add_lanes(sum_from(entries_ahead * warp_threads, step.length, run.sources + step.sources,
                              run.values + step.values, add(entries, T(0))));
  }

  /// What the line starts from: the right-hand side, or the unknown of the first sweep.
  __device__ T read_start(SolveStep const& step) const {
    if (step.own < run.n) return run.right[static_cast<std::int64_t>(step.own) * run.count + right];
    if (step.given < 0) return read_unknown(~step.given);
    T value;
    do value = x[step.given];
    while (is_unset(value));
    return value;
  }

  __device__ void solve(std::int32_t place, SolveStep const& step, Entries& entries) const {
    bool const first_sweep = step.own < run.n;
    bool const divides = first_sweep == run.divide_first;
    T pivot = 1, start = 0;
    if (lane == 0) {
      start = read_start(step);
      if (divides)
        pivot = static_cast<T>(run.values[step.values + (first_sweep ? step.length : -1)]);
    }
    T outer = 0;
    if (step.outer_length > 0) {
      outer = add_lanes(sum_from(0, step.outer_length, run.sources + step.sources + step.length,
                                 run.outer_values + step.outer_values, T(0)));
    }
    T const sum = sum_of(step, entries);
    if (lane != 0) return;
    T const rest = minus(minus(start, outer), sum);
    T const result = as_set(divides ? quotient(rest, pivot) : rest);
    x[place] = result;
    run.unknowns[static_cast<std::int64_t>(step.own) * run.count + right] = result;
  }

  __device__ void operator()() const {
    std::int32_t place = static_cast<std::int32_t>(threadIdx.x) / warp_threads;
    SolveStep step = read_step(place), next_step = read_step(place + solver_warps);
    Entries entries = read_entries(step), next_entries = read_entries(next_step);
    read_earlier(entries);
    for (; place < num_steps; place += solver_warps) {
      SolveStep const later = read_step(place + 2 * solver_warps);
      read_earlier(next_entries);
      solve(place, step, entries);
      step = next_step;
      entries = next_entries;
      next_step = later;
      next_entries = read_entries(later);
    }
  }
};

/// A block a right-hand side.
template <class Value, class T>
__global__ void __launch_bounds__(solver_threads)
    solve_in_block(SolveArguments<Value, T> run, SolveStretch stretch) {
  extern __shared__ double memory[];
  auto* const x = reinterpret_cast<T*>(memory);
  for (std::int32_t at = threadIdx.x; at < stretch.count; at += solver_threads) x[at] = unset<T>();
  __syncthreads();
  BlockSolver<Value, T>{run, run.steps + stretch.first_step, stretch.count,
                        static_cast<std::int32_t>(blockIdx.x), x}();
}

}  // namespace heddle::cuda_native::lu
