// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Both triangular solves in one persistent kernel, without synchronisation between levels.
///
/// Of one diagonal block, the first half of the items are the lines of the first factor, top down;
/// the second half those of the second, bottom up. For A x = b lines are rows (L, then U) and the
/// last block comes first; for the transposed system they are columns (U^T, then L^T), first block
/// first. A first line also takes in the solutions of the blocks before, through the entries of A
/// between the blocks. An item gathers the unknowns it needs, waiting for their flags, so
/// there are no atomics on values. The two sweeps have a vector each: in an unsymmetric pattern the
/// second may reach a line whose first unknown somebody else still needs. Sums run in a fixed
/// order, 32 interleaved partial sums and a fixed tree, whatever the backend: solutions are bitwise
/// equal everywhere. Does not synchronise.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/detail/plan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::lu::detail {

/// Partial sums of a gathered line, on every backend: those of a warp.
inline constexpr int solve_lanes = 32;

/// The sum of `Width` interleaved partial sums by halving distances. Lines shorter than half the
/// width of a warp leave the other sums at zero, so fewer give the same bits.
template <int Width, class T, class Term>
T interleaved_dot(DefaultOffset first, DefaultOffset last, Term const& term) {
  T partial[Width] = {};
  DefaultOffset k = first;
  for (; k + Width <= last; k += Width) {
    for (int lane = 0; lane < Width; ++lane) partial[lane] += term(k + lane);
  }
  for (int lane = 0; k < last; ++lane, ++k) partial[lane] += term(k);
  for (int half = Width / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) partial[lane] += partial[lane + half];
  }
  return partial[0];
}

template <class T, class Term>
T host_dot(DefaultOffset first, DefaultOffset last, Term const& term) {
  // Partial sums start at +0, which turns a term of -0 into +0; so must the short forms.
  auto const at = [&](DefaultOffset k) { return T(0) + term(first + k); };
  switch (last - first) {
    case 0: return T(0);
    case 1: return at(0);
    case 2: return at(0) + at(1);
    case 3: return (at(0) + at(2)) + at(1);
    case 4: return (at(0) + at(2)) + (at(1) + at(3));
    default: break;
  }
  if (last - first <= 8) return interleaved_dot<8, T>(first, last, term);
  if (last - first <= 16) return interleaved_dot<16, T>(first, last, term);
  return interleaved_dot<solve_lanes, T>(first, last, term);
}

/// sum over k in [first, last) of term(k), in the order that all backends share: partial sum l
/// takes first + l, first + l + 32, ...; then distances 16, 8, 4, 2, 1 are added.
template <class T, class Member, class Term>
KOKKOS_INLINE_FUNCTION T ordered_dot(Member const& team, DefaultOffset first, DefaultOffset last,
                                     Term const& term) {
  T result = 0;
  // Kokkos reduces vector lanes by halving distances: the tree of interleaved_dot.
  KOKKOS_IF_ON_DEVICE((Kokkos::parallel_reduce(
                           Kokkos::ThreadVectorRange(team, last - first),
                           [&](DefaultOffset k, T& sum) { sum += term(first + k); }, result);))
  KOKKOS_IF_ON_HOST(((void)team; result = host_dot<T>(first, last, term);))
  return result;
}

/// The factors by lines: entries of line i in [offsets[i], offsets[i+1]), its diagonal at
/// diagonal[i]; its block in [block_begin[i], block_end[i]) and the entries of A outside of it,
/// both null if there is one block. Plain pointers, as in numeric.hpp: Views cost more than the
/// arithmetic in a host's inner loop.
template <class Value>
struct Lines {
  DefaultOffset const *offsets, *diagonal;
  DefaultIndex const* indices;
  Value const* values;
  DefaultIndex const *block_begin, *block_end;
  DefaultOffset const* outer_offsets;
  DefaultIndex const* outer_indices;
  Value const* outer_values;
};

/// A line and the sweep that works on it.
struct SweepLine {
  DefaultIndex line;
  bool first_sweep;
};

/// The line of an item. A block of size m has 2m items in a row, so that halving an item's number
/// leads into its block.
template <class Value>
KOKKOS_INLINE_FUNCTION SweepLine line_of_item(Lines<Value> const& lines, DefaultIndex n,
                                              DefaultIndex item, bool last_block_first) {
  DefaultIndex begin = 0, end = n;
  if (lines.block_begin != nullptr) {
    DefaultIndex const inside = last_block_first ? n - 1 - item / 2 : item / 2;
    begin = lines.block_begin[inside];
    end = lines.block_end[inside];
  }
  DefaultIndex const place = item - 2 * (last_block_first ? n - end : begin);
  DefaultIndex const size = end - begin;
  if (place < size) return {begin + place, true};
  return {end - 1 - (place - size), false};
}

template <class Exec>
struct SolveFlags {
  using Space = typename Exec::memory_space;
  Kokkos::View<std::uint32_t*, Space> done;  ///< 2n
  heddle::detail::TicketCounter<Space> ticket;
  Kokkos::View<std::uint32_t*, Space> native_tickets;  ///< two, zero between launches
  std::uint32_t epoch = 0;
  bool clear_first = false;  ///< before each solve, since a replay repeats the epoch
};

/// Vectors of n unknowns that a solve takes: those of the two sweeps, and where the kernels are
/// native the right-hand sides besides, because they know by an unknown's bits whether it is there.
template <class Exec>
inline constexpr std::size_t unknown_vectors = backends::native_lu<Exec>::available ? 3 : 2;

template <class Value, class T, class Exec>
struct SolveLine {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  Lines<Value> lines;
  T* x;  ///< 2n rows of `count` right-hand sides: the two sweeps' vectors
  DefaultIndex count;
  std::uint32_t* done;  ///< 2n flags
  std::uint32_t epoch;
  DefaultIndex n;
  bool divide_first;  ///< the first sweep has the diagonal (transposed), else the second
  bool alone;

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex item) const {
    SweepLine const sweep = line_of_item(lines, n, item, !divide_first);
    DefaultIndex const line = sweep.line;
    bool const first_sweep = sweep.first_sweep;
    DefaultIndex const base = first_sweep ? 0 : n;
    DefaultOffset const diagonal = lines.diagonal[line];
    DefaultOffset const first = first_sweep ? lines.offsets[line] : diagonal + 1;
    DefaultOffset const last = first_sweep ? diagonal : lines.offsets[line + 1];
    bool const has_outer = first_sweep && lines.outer_offsets != nullptr;
    DefaultOffset const outer = has_outer ? lines.outer_offsets[line] : 0;
    DefaultOffset const outer_end = has_outer ? lines.outer_offsets[line + 1] : 0;
    if (!alone) {
      wait_for(team, first, last, lines.indices, base);
      wait_for(team, outer, outer_end, lines.outer_indices, n);
      if (!first_sweep) wait_for_line(line);
      Kokkos::load_fence();
    }
    bool const divides = first_sweep == divide_first;
    T* const from = x + static_cast<std::int64_t>(base) * count;
    for (DefaultIndex right = 0; right < count; ++right) {
      T const sum = ordered_dot<T>(team, first, last, [&](DefaultOffset k) {
        auto const at = static_cast<std::int64_t>(lines.indices[k]) * count + right;
        return static_cast<T>(lines.values[k]) * from[at];
      });
      T const known = outer_sum(team, outer, outer_end, right);
      heddle::detail::team_once(team, [&] {
        auto const at = static_cast<std::int64_t>(line) * count + right;
        T const rest = x[at] - known - sum;
        from[at] = divides ? rest / static_cast<T>(lines.values[diagonal]) : rest;
      });
    }
    if (!alone) {
      heddle::detail::team_once(team, [&] { heddle::detail::publish(&done[base + line], epoch); });
    }
  }

  /// What the solutions of other blocks take from this line; nothing in the second sweep.
  KOKKOS_FUNCTION T outer_sum(Member const& team, DefaultOffset first, DefaultOffset last,
                              DefaultIndex right) const {
    if (first == last) return T(0);
    T const* const solved = x + static_cast<std::int64_t>(n) * count;
    return ordered_dot<T>(team, first, last, [&](DefaultOffset k) {
      auto const at = static_cast<std::int64_t>(lines.outer_indices[k]) * count + right;
      return static_cast<T>(lines.outer_values[k]) * solved[at];
    });
  }

  /// Waits for the unknowns that a sum will read; each lane polls its own. A fence must follow.
  KOKKOS_FUNCTION void wait_for(Member const& team, DefaultOffset first, DefaultOffset last,
                                DefaultIndex const* indices, DefaultIndex base) const {
    heddle::detail::team_loop(team, first, last,
                              [&](DefaultOffset k) { wait_for_line(base + indices[k]); });
  }

  KOKKOS_FUNCTION void wait_for_line(DefaultIndex flag) const {
    heddle::detail::poll_until(&done[flag],
                               [this](std::uint32_t const seen) { return seen == epoch; });
  }
};

/// The portable form. `x` has 2n rows: the right-hand sides in the first n, which are overwritten;
/// the solutions in the last n.
template <class Value, class T, class Exec>
void solve_portably(Exec const& exec, Plan<Exec> const& plan, Lines<Value> const& lines,
                    bool transposed,
                    Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space> const& x,
                    SolveFlags<Exec>& flags) {
  using traits = backends::traits<Exec>;
  DefaultIndex const n = plan.n;
  if (n == 0) return;
  ++flags.epoch;
  if (flags.clear_first) {
    heddle::detail::fill(exec, "heddle::lu::solve::clear_flags", flags.done, 0u);
  }
  heddle::detail::TeamShape shape;
  shape.lanes = traits::is_host ? 1 : solve_lanes;
  constexpr double worth_sharing = 3e4;  // entries of F a level
  shape.teams = std::min<int>(choose_workers(exec, plan, plan.entries_per_level, worth_sharing), n);
  shape.chunk = traits::is_host ? 32 : 1;
  SolveLine<Value, T, Exec> const solve_line{lines,
                                             x.data(),
                                             static_cast<DefaultIndex>(x.extent(1)),
                                             flags.done.data(),
                                             flags.epoch,
                                             n,
                                             transposed,
                                             shape.teams == 1};
  heddle::detail::for_each_ticket(exec, "heddle::lu::solve_triangles", shape, flags.ticket, 2 * n,
                                  solve_line);
}

/// The form of the backend's own: right-hand sides in the last n of 3n rows.
template <class Value, class T, class Exec>
void solve_natively(Exec const& exec, Plan<Exec> const& plan, Lines<Value> const& lines,
                    bool transposed,
                    Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space> const& x,
                    SolveFlags<Exec> const& flags) {
  auto const& schedule = transposed ? plan.native.transposed_solve : plan.native.solve;
  auto const count = static_cast<DefaultIndex>(x.extent(1));
  typename backends::native_lu<Exec>::template SolveArguments<Value, T> const arguments{
      plan.n,
      schedule.order.data(),
      schedule.steps.data(),
      schedule.sources.data(),
      lines.offsets,
      lines.diagonal,
      lines.indices,
      lines.values,
      lines.outer_offsets,
      lines.outer_indices,
      lines.outer_values,
      x.data() + 2 * static_cast<std::int64_t>(plan.n) * count,
      x.data(),
      count,
      transposed,
      flags.native_tickets.data(),
      plan.workers,
      schedule.stretches.data(),
      static_cast<std::int32_t>(schedule.stretches.size())};
  expect_native_success<Exec>(backends::native_lu<Exec>::solve(exec, arguments), "solve");
}

/// Whether a plan's solves of this type are native.
template <class T, class Exec>
bool solves_natively(Plan<Exec> const& plan) {
  return backends::native_lu<Exec>::template takes<T> && plan.native.solve.order.extent(0) > 0;
}

/// The first row of the right-hand sides among the unknowns.
template <class T, class Exec>
DefaultIndex row_of_right(Plan<Exec> const& plan) {
  return solves_natively<T>(plan) ? 2 * plan.n : 0;
}

/// Solves with both factors, in the order and scale of the factors. `x` has unknown_vectors times n
/// rows: right-hand sides from row_of_right on, solutions from n on.
template <class Value, class T, class Exec>
void solve_triangles(Exec const& exec, Plan<Exec> const& plan, Lines<Value> const& lines,
                     bool transposed,
                     Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space> const& x,
                     SolveFlags<Exec>& flags) {
  if constexpr (backends::native_lu<Exec>::template takes<T>) {
    if (solves_natively<T>(plan)) {
      return solve_natively<Value, T>(exec, plan, lines, transposed, x, flags);
    }
  }
  solve_portably<Value, T>(exec, plan, lines, transposed, x, flags);
}

}  // namespace heddle::lu::detail
