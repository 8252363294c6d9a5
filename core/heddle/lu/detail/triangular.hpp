// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Both triangular solves in one persistent kernel, without synchronisation between levels.
///
/// Items 0 ... n-1 are the lines of the first factor, top down; items n ... 2n-1 those of the
/// second, bottom up. For A x = b lines are rows (L, then U); for the transposed system they are
/// columns (U^T, then L^T). An item gathers the unknowns it needs, waiting for their flags, so there
/// are no atomics on values. Sums run in a fixed order, eight interleaved partial sums and a fixed
/// tree, whatever the backend: solutions are bitwise equal everywhere. Does not synchronise.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/detail/plan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::lu::detail {

/// Partial sums of a gathered line, on every backend. A quarter of a warp suits short rows.
inline constexpr int solve_lanes = 8;

/// sum over k in [first, last) of term(k), in the order that all backends share: partial sum l takes
/// first + l, first + l + 8, ...; then ((0+4)+(2+6)) + ((1+5)+(3+7)).
template <class T, class Member, class Term>
KOKKOS_INLINE_FUNCTION T ordered_dot(Member const& team, DefaultOffset first, DefaultOffset last,
                                     Term const& term) {
  T result = 0;
  KOKKOS_IF_ON_DEVICE((
      // Kokkos reduces vector lanes by halving distances: the same tree as below.
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, last - first),
          [&](DefaultOffset k, T& sum) { sum += term(first + k); }, result);))
  KOKKOS_IF_ON_HOST((
      (void)team; T partial[solve_lanes] = {};
      DefaultOffset const whole = first + (last - first) / solve_lanes * solve_lanes;
      for (DefaultOffset k = first; k < whole; k += solve_lanes) {
        for (int lane = 0; lane < solve_lanes; ++lane) partial[lane] += term(k + lane);
      } for (DefaultOffset k = whole; k < last; ++k) partial[k - whole] += term(k);
      result = ((partial[0] + partial[4]) + (partial[2] + partial[6])) +
               ((partial[1] + partial[5]) + (partial[3] + partial[7]));))
  return result;
}

/// One triangular factor pair by lines: `columns` of line i in [offsets(i), offsets(i+1)).
template <class Value, class Exec>
struct Lines {
  Array<DefaultOffset, Exec> offsets, diagonal;
  Array<DefaultIndex, Exec> indices;
  Kokkos::View<Value const*, typename Exec::memory_space> values;
};

template <class Exec>
struct SolveFlags {
  using Space = typename Exec::memory_space;
  Kokkos::View<std::uint32_t*, Space> done;  ///< 2n
  heddle::detail::TicketCounter<Space> ticket;
  std::uint32_t epoch = 0;
};

template <class Value, class T, class Exec>
struct SolveLine {
  using Space = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  Lines<Value, Exec> lines;
  Kokkos::View<T**, Kokkos::LayoutRight, Space> x;  ///< n x right-hand sides, solved in place
  SolveFlags<Exec> flags;
  DefaultIndex n;
  bool divide_first;  ///< the first sweep has the diagonal (transposed), else the second
  bool alone;

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex item) const {
    bool const first_sweep = item < n;
    DefaultIndex const line = first_sweep ? item : 2 * n - 1 - item;
    DefaultOffset const diagonal = lines.diagonal(line);
    DefaultOffset const first = first_sweep ? lines.offsets(line) : diagonal + 1;
    DefaultOffset const last = first_sweep ? diagonal : lines.offsets(line + 1);
    std::uint32_t const* const done = flags.done.data() + (first_sweep ? 0 : n);
    if (!alone) wait_for_line(team, done, first, last, first_sweep ? -1 : line);
    bool const divides = first_sweep == divide_first;
    auto const count = static_cast<int>(x.extent(1));
    for (int right = 0; right < count; ++right) {
      T const sum = ordered_dot<T>(team, first, last, [&](DefaultOffset k) {
        return static_cast<T>(lines.values(k)) * x(lines.indices(k), right);
      });
      Kokkos::single(Kokkos::PerThread(team), [&] {
        T const rest = x(line, right) - sum;
        x(line, right) = divides ? rest / static_cast<T>(lines.values(diagonal)) : rest;
      });
    }
    if (!alone) {
      Kokkos::single(Kokkos::PerThread(team), [&] {
        heddle::detail::publish(flags.done.data() + (first_sweep ? 0 : n) + line, flags.epoch);
      });
    }
  }

  /// Waits for the unknowns of the line, and in the second sweep for its own first one.
  KOKKOS_FUNCTION void wait_for_line(Member const& team, std::uint32_t const* done,
                                     DefaultOffset first, DefaultOffset last,
                                     DefaultIndex own) const {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, last - first), [&](DefaultOffset k) {
      heddle::detail::wait_until(done + lines.indices(first + k), flags.epoch);
    });
    if (own >= 0) heddle::detail::wait_until(flags.done.data() + own, flags.epoch);
  }
};

/// Solves with both factors in place, in the order and scale of the factors.
template <class Value, class T, class Exec>
void solve_triangles(Exec const& exec, Lines<Value, Exec> const& lines, bool transposed,
                     Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space> const& x,
                     SolveFlags<Exec>& flags) {
  using traits = backends::traits<Exec>;
  auto const n = static_cast<DefaultIndex>(x.extent(0));
  if (n == 0) return;
  ++flags.epoch;
  heddle::detail::TeamShape shape;
  shape.lanes = traits::is_host ? 1 : solve_lanes;
  shape.teams = std::min<int>(traits::workers(exec) * (traits::is_host ? 1 : 4), n);
  shape.chunk = traits::is_host ? 32 : 1;
  SolveLine<Value, T, Exec> const solve_line{lines, x, flags, n, transposed, shape.teams == 1};
  heddle::detail::for_each_ticket(exec, "heddle::lu::solve_triangles", shape, flags.ticket, 2 * n,
                                  solve_line);
}

}  // namespace heddle::lu::detail
