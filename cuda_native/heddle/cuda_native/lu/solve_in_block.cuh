// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A stretch of lines that one block solves, a warp a line, its unknowns in shared memory. Compiled
/// by nvcc.
///
/// Warps take lines in turn, and each line in pieces. Entries are loaded two pieces ahead, unknowns
/// of earlier stretches one, so that what remains of a hop is a store and a load of shared memory
/// and the sum.
#pragma once

#include <heddle/cuda_native/lu/group.cuh>
#include <heddle/cuda_native/lu/solve.h>
#include <heddle/cuda_native/lu/unset.cuh>

namespace heddle::cuda_native::lu {

inline constexpr int solver_threads = 1024;
inline constexpr int solver_warps = solver_threads / warp_threads;
inline constexpr int piece_entries = 2;  ///< of a lane
inline constexpr int piece_length = piece_entries * warp_threads;

template <class Value, class T>
struct BlockSolver {
  SolveArguments<Value, T> const& run;
  SolveStep const* steps;
  std::int32_t num_steps;
  std::int32_t right;  ///< column of the right-hand sides
  T volatile* x;       ///< the unknowns of the stretch

  /// A piece of a line: entries lane, lane + 32, ... of what is left of it.
  struct Piece {
    std::int32_t place, left;
    std::int32_t source[piece_entries];
    T factor[piece_entries];
    T start;  ///< first piece of a line: lane 0 has what the line starts from, lane 1 the pivot

    __device__ bool has(int item) const {
      return WarpGroup::thread() + item * warp_threads < left;
    }
    __device__ bool ends_line() const { return left <= piece_length; }
  };

  struct Known {
    T value[piece_entries];
  };

  /// Where the next piece is.
  std::int32_t next_place;
  std::int32_t begin = 0;
  SolveStep step, next_step;

  __device__ SolveStep read_step(std::int32_t place) const {
    return place < num_steps ? steps[place] : SolveStep{0, 0, 0, 0, 0, 0, 0};
  }
  __device__ T read_unknown(std::int32_t unknown) const {
    return run.unknowns[static_cast<std::int64_t>(unknown) * run.count + right];
  }
  __device__ bool divides(SolveStep const& of) const {
    return (of.own < run.n) == run.divide_first;
  }

  /// In lane 0 the right-hand side, or the unknown of the first sweep unless the block makes it.
  __device__ T read_start() const {
    bool const first_sweep = step.own < run.n;
    if (WarpGroup::thread() == 0) {
      if (first_sweep)
        return run.right[static_cast<std::int64_t>(step.own) * run.count + right];
      return step.given < 0 ? read_unknown(~step.given) : T(0);
    }
    if (WarpGroup::thread() != 1 || !divides(step)) return T(1);
    return static_cast<T>(run.values[step.values + (first_sweep ? step.length : -1)]);
  }

  __device__ Piece read_piece() {
    Piece piece{next_place, step.length - begin, {}, {}, T(0)};
    if (next_place >= num_steps) return piece;
#pragma unroll
    for (int item = 0; item < piece_entries; ++item) {
      std::int32_t const k = begin + WarpGroup::thread() + item * warp_threads;
      piece.source[item] = piece.has(item) ? __ldg(run.sources + step.sources + k) : 0;
      piece.factor[item] =
          piece.has(item) ? static_cast<T>(__ldg(run.values + step.values + k)) : T(0);
    }
    if (begin == 0) piece.start = read_start();
    begin += piece_length;
    if (begin < step.length) return piece;
    begin = 0;
    next_place += solver_warps;
    step = next_step;
    next_step = read_step(next_place + solver_warps);
    return piece;
  }

  /// Unknowns of earlier stretches are there; those of this one are not read yet.
  __device__ Known read_known(Piece const& piece) const {
    Known known;
#pragma unroll
    for (int item = 0; item < piece_entries; ++item) {
      known.value[item] = piece.source[item] < 0 ? read_unknown(~piece.source[item]) : T(0);
    }
    return known;
  }

  /// Waits until the unknowns of the block that the warp's lanes name are there.
  __device__ void wait(Piece const& piece, Known& known) const {
    for (;;) {
      bool missing = false;
#pragma unroll
      for (int item = 0; item < piece_entries; ++item) {
        if (!piece.has(item) || piece.source[item] < 0) continue;
        known.value[item] = x[piece.source[item]];
        missing = missing || is_unset(known.value[item]);
      }
      if (!WarpGroup::any(missing)) return;
    }
  }

  __device__ T add_lanes(T sum) const {
    for (int half = warp_threads / 2; half > 0; half /= 2) {
      sum = plus(sum, __shfl_down_sync(WarpGroup::all, sum, half));
    }
    return sum;
  }

  /// What the line takes from other diagonal blocks.
  __device__ T outer_sum(SolveStep const& of) const {
    T sum = 0;
    for (std::int32_t k = WarpGroup::thread(); k < of.outer_length; k += warp_threads) {
      std::int32_t const source = __ldg(run.sources + of.sources + of.length + k);
      T known = source < 0 ? read_unknown(~source) : unset<T>();
      while (is_unset(known)) known = x[source];
      sum = plus_product(sum, static_cast<T>(__ldg(run.outer_values + of.outer_values + k)), known);
    }
    __syncwarp();
    return add_lanes(sum);
  }

  __device__ void finish(std::int32_t place, SolveStep const& of, T start, T pivot, T outer,
                         T sum) const {
    if (of.own >= run.n && of.given >= 0) {
      do start = x[of.given];
      while (is_unset(start));
    }
    T const rest = minus(minus(start, outer), sum);
    T result = divides(of) ? quotient(rest, pivot) : rest;
    if (is_unset(result)) result = made_by_arithmetic(result);
    x[place] = result;
    run.unknowns[static_cast<std::int64_t>(of.own) * run.count + right] = result;
  }

  __device__ void operator()() {
    next_place = static_cast<std::int32_t>(threadIdx.x) / warp_threads;
    step = read_step(next_place);
    next_step = read_step(next_place + solver_warps);
    Piece here = read_piece(), next = read_piece();
    Known known = read_known(here);
    T sum = 0, start = 0;
    bool starts_line = true;
    while (here.place < num_steps) {
      Piece const later = read_piece();
      Known const next_known = read_known(next);
      if (starts_line) start = here.start;
      starts_line = here.ends_line();
      SolveStep const of = starts_line ? steps[here.place] : SolveStep{};
      T const pivot = __shfl_sync(WarpGroup::all, start, 1);
      T const outer = of.outer_length > 0 ? outer_sum(of) : T(0);
      wait(here, known);
#pragma unroll
      for (int item = 0; item < piece_entries; ++item) {
        if (here.has(item)) sum = plus_product(sum, here.factor[item], known.value[item]);
      }
      if (starts_line) {
        sum = add_lanes(sum);
        if (WarpGroup::thread() == 0) finish(here.place, of, start, pivot, outer, sum);
        __syncwarp();
        sum = 0;
      }
      here = next;
      next = later;
      known = next_known;
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
  BlockSolver<Value, T> solver{run, run.steps + stretch.first_step, stretch.count,
                               static_cast<std::int32_t>(blockIdx.x), x};
  solver();
}

}  // namespace heddle::cuda_native::lu
