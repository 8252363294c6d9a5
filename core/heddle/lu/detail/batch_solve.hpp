// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Triangular solves and residuals of a batch, in double precision. The items of triangular.hpp,
/// for a group of systems each; sums of a line run in index order.
#pragma once

#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_layout.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

template <class Value, class Exec>
struct SolveGroupLine {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  Lines<Value> lines;  // rows of F; values are not used
  DefaultOffset const* column_slot;
  Value const *values, *outer;  // slots x padded, outer entries by rows x padded
  double* x;                    // 2n x padded
  std::uint32_t* done;          // 2n x groups
  DefaultIndex n, groups;
  std::int64_t padded;
  std::uint32_t epoch;

  KOKKOS_FUNCTION void operator()(Member const& team, std::int64_t const ticket) const {
    auto const group = static_cast<DefaultIndex>(ticket % groups);
    SweepLine const sweep =
        line_of_item(lines, n, static_cast<DefaultIndex>(ticket / groups), true);
    DefaultIndex const line = sweep.line, base = sweep.first_sweep ? 0 : n;
    DefaultOffset const middle = lines.diagonal[line];
    DefaultOffset const first = sweep.first_sweep ? lines.offsets[line] : middle + 1;
    DefaultOffset const last = sweep.first_sweep ? middle : lines.offsets[line + 1];
    bool const has_outer = sweep.first_sweep && lines.outer_offsets != nullptr;
    DefaultOffset const outer_first = has_outer ? lines.outer_offsets[line] : 0;
    DefaultOffset const outer_last = has_outer ? lines.outer_offsets[line + 1] : 0;
    wait_for(team, first, last, lines.indices, base, group);
    wait_for(team, outer_first, outer_last, lines.outer_indices, n, group);
    if (!sweep.first_sweep) wait(line, group);
    Kokkos::load_fence();
    std::int64_t const system = static_cast<std::int64_t>(group) * group_size<Exec>;
    for (DefaultOffset k = outer_first; k < outer_last; ++k) {
      over_group<Exec>(team, system, [&](std::int64_t s) {
        at(line, s) -=
            static_cast<double>(outer[k * padded + s]) * at(n + lines.outer_indices[k], s);
      });
    }
    if (base > 0) {
      over_group<Exec>(team, system, [&](std::int64_t s) { at(n + line, s) = at(line, s); });
    }
    for (DefaultOffset k = first; k < last; ++k) {
      over_group<Exec>(team, system, [&](std::int64_t s) {
        at(base + line, s) -= value(k, s) * at(base + lines.indices[k], s);
      });
    }
    if (base > 0) {
      over_group<Exec>(team, system, [&](std::int64_t s) { at(n + line, s) /= value(middle, s); });
    }
    heddle::detail::team_wait(team);
    heddle::detail::team_once(
        team, [&] { heddle::detail::publish(&done[flag_of(base + line, group)], epoch); });
  }

  KOKKOS_FUNCTION double& at(DefaultIndex row, std::int64_t system) const {
    return x[row * padded + system];
  }
  KOKKOS_FUNCTION double value(DefaultOffset k, std::int64_t system) const {
    return static_cast<double>(values[column_slot[k] * padded + system]);
  }
  KOKKOS_FUNCTION std::int64_t flag_of(DefaultIndex row, DefaultIndex group) const {
    return static_cast<std::int64_t>(row) * groups + group;
  }
  KOKKOS_FUNCTION void wait(DefaultIndex row, DefaultIndex group) const {
    heddle::detail::poll_until(&done[flag_of(row, group)],
                               [this](std::uint32_t const seen) { return seen == epoch; });
  }
  KOKKOS_FUNCTION void wait_for(Member const& team, DefaultOffset first, DefaultOffset last,
                                DefaultIndex const* indices, DefaultIndex base,
                                DefaultIndex group) const {
    heddle::detail::team_loop(team, first, last,
                              [&](DefaultOffset k) { wait(base + indices[k], group); });
  }
};

/// The user's rows to the unknowns of the factors; residuals come interleaved already.
template <class Exec>
struct BatchPermuteIn {
  Array<DefaultIndex, Exec> row_of_step;
  Array<double, Exec> row_scale;
  Interleaved<double, Exec> from, unknowns;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, std::int64_t system) const {
    DefaultIndex const row = row_of_step(step);
    unknowns(step, system) = from(row, system) * row_scale(row);
  }
};

/// x(column) = unknown * scale, or added to the solution so far.
template <class Exec>
struct BatchPermuteOut {
  Array<DefaultIndex, Exec> column_of_step;
  Array<double, Exec> column_scale;
  Interleaved<double, Exec> unknowns, before, x;
  bool add;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, std::int64_t system) const {
    DefaultIndex const column = column_of_step(step);
    double const value = unknowns(column_scale.extent(0) + step, system) * column_scale(column);
    x(column, system) = add ? before(column, system) + value : value;
  }
};

/// The user's b; the last group is filled up with the last system.
template <class Exec>
struct BatchLoad {
  BatchRows<double const, Exec> from;
  Interleaved<double, Exec> to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    auto const systems = static_cast<std::int64_t>(from.extent(0));
    to(row, system) = from(Kokkos::min(system, systems - 1), row);
  }
};

template <class Exec>
struct BatchStore {
  Interleaved<double, Exec> from;
  BatchRows<double, Exec> to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    if (system < static_cast<std::int64_t>(to.extent(0))) to(system, row) = from(row, system);
  }
};

/// r = b - A x, and the weights of the componentwise backward error, as in residual.hpp.
template <class Exec>
struct BatchResidual {
  Array<DefaultOffset, Exec> row_offsets;
  Array<DefaultIndex, Exec> columns;
  Interleaved<double, Exec> matrix, b, x, residual, weight;
  Kokkos::View<double*, typename Exec::memory_space> largest;
  double negligible;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    double rest = b(row, system), largest_entry = 0;
    double const given = Kokkos::abs(rest);
    double size = given;
    for (DefaultOffset at = row_offsets(row); at < row_offsets(row + 1); ++at) {
      double const entry = matrix(at, system), term = entry * x(columns(at), system);
      rest -= term;
      size += Kokkos::abs(term);
      largest_entry = Kokkos::max(largest_entry, Kokkos::abs(entry));
    }
    double const bound = largest_entry * largest(system);
    residual(row, system) = rest;
    weight(row, system) = size > negligible * (bound + given) ? size : size + bound;
  }
};

/// The largest unknown of each system.
template <class Exec>
struct BatchLargest {
  Interleaved<double, Exec> x;
  Kokkos::View<double*, typename Exec::memory_space> largest;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double found = 0;
    for (std::size_t row = 0; row < x.extent(0); ++row) {
      found = Kokkos::max(found, Kokkos::abs(x(row, system)));
    }
    largest(system) = found;
  }
};

/// The backward error of each system; infinity where something is not finite.
template <class Exec>
struct BatchError {
  Interleaved<double, Exec> residual, weight, x;
  Kokkos::View<double*, typename Exec::memory_space> error;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double found = 0;
    for (std::size_t row = 0; row < residual.extent(0); ++row) {
      double const size = Kokkos::abs(residual(row, system));
      double here = size == 0 ? 0 : size / weight(row, system);
      if (!Kokkos::isfinite(here) || !Kokkos::isfinite(x(row, system))) {
        here = Kokkos::Experimental::infinity_v<double>;
      }
      found = Kokkos::max(found, here);
    }
    error(system) = found;
  }
};

/// Keeps the refined solution of the systems that it made better.
template <class Exec>
struct BatchKeepBetter {
  Kokkos::View<double*, typename Exec::memory_space> error, refined_error;
  Interleaved<double, Exec> refined, x;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    if (refined_error(system) < error(system)) x(row, system) = refined(row, system);
  }
};

template <class Exec>
struct BatchKeepError {
  Kokkos::View<double*, typename Exec::memory_space> error, refined_error;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    error(system) = Kokkos::min(error(system), refined_error(system));
  }
};

}  // namespace heddle::lu::detail
