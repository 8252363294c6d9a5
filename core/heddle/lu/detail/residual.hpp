// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Residuals in double precision with the user's numbering, and the moves between the user's
/// vectors and those of the factors. Kernels over rows or entries of vectors; only norms wait.
#pragma once

#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/plan.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::lu::detail {

/// A user's vectors, and vectors of the factors: n x right-hand sides.
template <class T, class Exec>
using UserVectors = Kokkos::View<T**, Kokkos::LayoutStride, typename Exec::memory_space>;
template <class T, class Exec>
using WorkVectors = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Runs `functor(row, right)` over all items of n x count vectors.
template <class Exec, class Functor>
struct OverVectors {
  Functor functor;
  std::int64_t count;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (count == 1) return functor(static_cast<DefaultIndex>(item), 0);  // spares a division
    functor(static_cast<DefaultIndex>(item / count), static_cast<int>(item % count));
  }
};

template <class Exec, class Functor>
void over_vectors(Exec const& exec, std::string const& label, std::size_t n, std::size_t count,
                  Functor const& functor) {
  Kokkos::parallel_for(label, EntryRange<Exec>(exec, 0, static_cast<std::int64_t>(n * count)),
                       OverVectors<Exec, Functor>{functor, static_cast<std::int64_t>(count)});
}

/// work(k) = user(index(k)) * scale(index(k)).
template <class T, class Exec, class User>
struct PermuteIn {
  Array<DefaultIndex, Exec> index;
  Array<double, Exec> scale;
  User user;
  WorkVectors<T, Exec> work;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, int right) const {
    DefaultIndex const at = index(step);
    work(step, right) = static_cast<T>(user(at, right) * scale(at));
  }
};

/// user(index(k)) = work(base + k) * scale(index(k)), or added to it.
template <class T, class Exec, class User>
struct PermuteOut {
  Array<DefaultIndex, Exec> index;
  Array<double, Exec> scale;
  WorkVectors<T, Exec> work;
  DefaultIndex base;
  User user;
  bool add;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, int right) const {
    DefaultIndex const at = index(step);
    double const value = static_cast<double>(work(base + step, right)) * scale(at);
    user(at, right) = static_cast<T>(add ? static_cast<double>(user(at, right)) + value : value);
  }
};

/// The canonical matrix by lines: rows, or columns for the transposed system. The values of a
/// column are found through `entries`; for rows it is null and they lie in order.
struct MatrixLines {
  DefaultOffset const* offsets;
  DefaultIndex const* indices;
  DefaultOffset const* entries;
  double const* values;

  KOKKOS_FUNCTION double value(DefaultOffset at) const {
    return values[entries == nullptr ? at : entries[at]];
  }
  KOKKOS_FUNCTION double magnitude(DefaultOffset at) const { return Kokkos::abs(value(at)); }
};

/// The largest magnitude of each vector; a team per right-hand side.
template <class T, class Exec>
struct LargestUnknown {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  WorkVectors<T, Exec> x;
  WorkVectors<double, Exec> largest;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    DefaultIndex const right = team.league_rank();
    double found = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, static_cast<DefaultIndex>(x.extent(0))),
        [&](DefaultIndex row, double& mine) {
          mine = Kokkos::max(mine, Kokkos::abs(static_cast<double>(x(row, right))));
        },
        Kokkos::Max<double>(found));
    Kokkos::single(Kokkos::PerTeam(team), [&] { largest(right, 0) = found; });
  }
};

/// r = b - A x and w = |A| |x| + |b| by lines, each sum in index order, in double precision.
///
/// Where w is negligible beside max|A(i,:)| |x| + |b|, the unknowns of the line are rounding noise
/// around an exact zero and |r|/w says nothing; w grows by that bound there (Arioli, Demmel, Duff).
template <class T, class Exec>
struct Residual {
  MatrixLines matrix;
  UserVectors<T const, Exec> b;
  WorkVectors<T, Exec> x;
  WorkVectors<double, Exec> residual, weight, largest;
  double negligible;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int right) const {
    double rest = static_cast<double>(b(line, right));
    double const given = Kokkos::abs(rest);
    double size = given, largest_entry = 0;
    for (DefaultOffset at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      double const value = matrix.value(at);
      double const term = value * static_cast<double>(x(matrix.indices[at], right));
      rest -= term;
      size += Kokkos::abs(term);
      largest_entry = Kokkos::max(largest_entry, Kokkos::abs(value));
    }
    double const bound = largest_entry * largest(right, 0);
    residual(line, right) = rest;
    weight(line, right) = size > negligible * (bound + given) ? size : size + bound;
  }
};

/// max |r| / w over all items, infinity where r is not finite; 0/0 is 0.
struct BackwardError {
  double const *residual, *weight;
  KOKKOS_FUNCTION void operator()(std::int64_t item, double& largest) const {
    double const size = Kokkos::abs(residual[item]);
    double error = size == 0 ? 0 : size / weight[item];
    if (!Kokkos::isfinite(error)) error = Kokkos::Experimental::infinity_v<double>;
    if (error > largest) largest = error;
  }
};

template <class Exec>
double backward_error(Exec const& exec, WorkVectors<double, Exec> const& residual,
                      WorkVectors<double, Exec> const& weight) {
  double largest = 0;
  auto const items = static_cast<std::int64_t>(residual.extent(0) * residual.extent(1));
  if (items == 0) return 0;
  Kokkos::parallel_reduce("heddle::lu::backward_error", EntryRange<Exec>(exec, 0, items),
                          BackwardError{residual.data(), weight.data()},
                          Kokkos::Max<double>(largest));
  return largest;
}

}  // namespace heddle::lu::detail
