// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Triangular solves and residuals of a batch, in double precision. The items of triangular.hpp,
/// for a group of systems each; sums of a line run in index order.
#pragma once

#include <heddle/base/detail/team_loops.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/lu/batch.hpp>
#include <heddle/lu/detail/batch_layout.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/residual.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::lu::detail {

template <class Value, class Exec>
struct SolveGroupLine {
  using W = Wide<Value>;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  Lines<Value> lines;                ///< of F, rows or columns; values are not used
  DefaultOffset const* column_slot;  ///< of rows: where their entries lie; null for columns
  Value const* values;               ///< slots x padded
  W const* matrix;                   ///< canonical entries x padded
  double const* entry_scale;
  DefaultOffset const* outer_entries;  ///< canonical entries between blocks, by lines
  W* x;                                ///< 2n x padded
  std::uint32_t* done;                 ///< 2n x groups
  DefaultIndex n, groups;
  std::int64_t padded;
  std::uint32_t epoch;
  bool divide_first;  ///< the first sweep has the diagonal (transposed), else the second

  KOKKOS_FUNCTION void operator()(Member const& team, std::int64_t const ticket) const {
    auto const group = static_cast<DefaultIndex>(ticket % groups);
    SweepLine const sweep =
        line_of_item(lines, n, static_cast<DefaultIndex>(ticket / groups), !divide_first);
    DefaultIndex const line = sweep.line, base = sweep.first_sweep ? 0 : n;
    DefaultOffset const middle = lines.diagonal[line];
    DefaultOffset const first = sweep.first_sweep ? lines.offsets[line] : middle + 1;
    DefaultOffset const last = sweep.first_sweep ? middle : lines.offsets[line + 1];
    std::int64_t const system = static_cast<std::int64_t>(group) * group_size<Exec>;
    wait_for(team, first, last, lines.indices, base, group);
    if (sweep.first_sweep) {
      subtract_outer(team, line, group, system);
    } else {
      wait(line, group);
      Kokkos::load_fence();
      over_group<Exec>(team, system, [&](std::int64_t s) { at(n + line, s) = at(line, s); });
    }
    for (DefaultOffset k = first; k < last; ++k) {
      over_group<Exec>(team, system, [&](std::int64_t s) {
        at(base + line, s) -= value(k, s) * at(base + lines.indices[k], s);
      });
    }
    if (sweep.first_sweep == divide_first) {
      over_group<Exec>(team, system,
                       [&](std::int64_t s) { at(base + line, s) /= value(middle, s); });
    }
    heddle::detail::team_wait(team);
    heddle::detail::team_once(
        team, [&] { heddle::detail::publish(&done[flag_of(base + line, group)], epoch); });
  }

  /// What the solutions of other blocks take from this line; rounded as the factors are.
  KOKKOS_FUNCTION void subtract_outer(Member const& team, DefaultIndex line, DefaultIndex group,
                                      std::int64_t system) const {
    bool const any = lines.outer_offsets != nullptr;
    DefaultOffset const first = any ? lines.outer_offsets[line] : 0;
    DefaultOffset const last = any ? lines.outer_offsets[line + 1] : 0;
    wait_for(team, first, last, lines.outer_indices, n, group);
    Kokkos::load_fence();
    for (DefaultOffset k = first; k < last; ++k) {
      DefaultOffset const entry = outer_entries[k];
      over_group<Exec>(team, system, [&](std::int64_t s) {
        auto const scaled = static_cast<Value>(matrix[entry * padded + s] * entry_scale[entry]);
        at(line, s) -= static_cast<W>(scaled) * at(n + lines.outer_indices[k], s);
      });
    }
  }

  KOKKOS_FUNCTION W& at(DefaultIndex row, std::int64_t system) const {
    return x[row * padded + system];
  }
  KOKKOS_FUNCTION W value(DefaultOffset k, std::int64_t system) const {
    DefaultOffset const slot = column_slot == nullptr ? k : column_slot[k];
    return static_cast<W>(values[slot * padded + system]);
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
    heddle::detail::team_wait(team);  // each lane reads what all lanes have waited for
  }
};

/// The user's rows (columns, if transposed) to the unknowns of the factors; residuals come
/// interleaved already.
template <class W, class Exec>
struct BatchPermuteIn {
  Array<DefaultIndex, Exec> line_of_step;
  Array<double, Exec> scale;
  Interleaved<W, Exec> from, unknowns;
  bool conjugated;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, std::int64_t system) const {
    DefaultIndex const line = line_of_step(step);
    unknowns(step, system) = conjugate_if(conjugated, from(line, system)) * scale(line);
  }
};

/// x(line) = unknown * scale, or added to the solution so far.
template <class W, class Exec>
struct BatchPermuteOut {
  Array<DefaultIndex, Exec> line_of_step;
  Array<double, Exec> scale;
  Interleaved<W, Exec> unknowns, before, x;
  bool add, conjugated;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, std::int64_t system) const {
    DefaultIndex const line = line_of_step(step);
    W const unknown = conjugate_if(conjugated, unknowns(scale.extent(0) + step, system));
    W const value = unknown * scale(line);
    x(line, system) = add ? before(line, system) + value : value;
  }
};

/// The user's b; the last group is filled up with the last system.
template <class W, class Exec>
struct BatchLoad {
  BatchRows<W const, Exec> from;
  Interleaved<W, Exec> to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    auto const systems = static_cast<std::int64_t>(from.extent(0));
    to(row, system) = from(Kokkos::min(system, systems - 1), row);
  }
};

template <class W, class Exec>
struct BatchStore {
  Interleaved<W, Exec> from;
  BatchRows<W, Exec> to;
  KOKKOS_FUNCTION void operator()(DefaultIndex row, std::int64_t system) const {
    if (system < static_cast<std::int64_t>(to.extent(0))) to(system, row) = from(row, system);
  }
};

/// r = b - A x, and the weights of the componentwise backward error, as in residual.hpp.
template <class W, class Exec>
struct BatchResidual {
  Array<DefaultOffset, Exec> offsets;
  Array<DefaultIndex, Exec> indices;
  Array<DefaultOffset, Exec> entries;  ///< canonical entries of columns; empty: rows, in order
  Interleaved<W, Exec> matrix, b, x, residual;
  Interleaved<double, Exec> weight;
  Kokkos::View<double*, typename Exec::memory_space> largest;
  double negligible;
  bool conjugated;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, std::int64_t system) const {
    W rest = b(line, system);
    double const given = magnitude(rest);
    double size = given, largest_entry = 0;
    for (DefaultOffset at = offsets(line); at < offsets(line + 1); ++at) {
      DefaultOffset const entry = entries.extent(0) == 0 ? at : entries(at);
      W const value = conjugate_if(conjugated, matrix(entry, system));
      W const unknown = x(indices(at), system);
      double const entry_size = magnitude(value);
      rest -= value * unknown;
      size += entry_size * magnitude(unknown);
      largest_entry = Kokkos::max(largest_entry, entry_size);
    }
    double const bound = largest_entry * largest(system);
    residual(line, system) = rest;
    weight(line, system) = size > negligible * (bound + given) ? size : size + bound;
  }
};

/// The largest unknown of each system.
template <class W, class Exec>
struct BatchLargest {
  Interleaved<W, Exec> x;
  Kokkos::View<double*, typename Exec::memory_space> largest;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double found = 0;
    for (std::size_t row = 0; row < x.extent(0); ++row) {
      found = Kokkos::max(found, magnitude(x(row, system)));
    }
    largest(system) = found;
  }
};

/// The backward error of each system; infinity where something is not finite.
template <class W, class Exec>
struct BatchError {
  Interleaved<W, Exec> residual, x;
  Interleaved<double, Exec> weight;
  Kokkos::View<double*, typename Exec::memory_space> error;
  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    double found = 0;
    for (std::size_t row = 0; row < residual.extent(0); ++row) {
      double const size = magnitude(residual(row, system));
      double here = size == 0 ? 0 : size / weight(row, system);
      if (!Kokkos::isfinite(here) || !is_finite(x(row, system))) {
        here = Kokkos::Experimental::infinity_v<double>;
      }
      found = Kokkos::max(found, here);
    }
    error(system) = found;
  }
};

/// Keeps the refined solution of the systems that it made better.
template <class W, class Exec>
struct BatchKeepBetter {
  Kokkos::View<double*, typename Exec::memory_space> error, refined_error;
  Interleaved<W, Exec> refined, x;
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
