// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Residuals in double precision with the user's numbering, and the moves between the user's
/// vectors and those of the factors. Kernels over rows or entries of vectors; only norms wait.
#pragma once

#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>

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

/// x, or its conjugate if `conjugated` is set: A^H x = b is A^T conj(x) = conj(b).
template <class T>
KOKKOS_INLINE_FUNCTION T conjugate_if(bool conjugated, T const& x) {
  return conjugated ? conjugate(x) : x;
}

/// work(k) = user(index(k)) * scale(index(k)).
template <class T, class Exec, class User>
struct PermuteIn {
  Array<DefaultIndex, Exec> index;
  Array<double, Exec> scale;
  User user;
  WorkVectors<T, Exec> work;
  bool conjugated;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, int right) const {
    DefaultIndex const at = index(step);
    work(step, right) = static_cast<T>(conjugate_if(conjugated, user(at, right)) * scale(at));
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
  bool add, conjugated;
  KOKKOS_FUNCTION void operator()(DefaultIndex step, int right) const {
    DefaultIndex const at = index(step);
    using W = Wide<T>;
    W const value = static_cast<W>(conjugate_if(conjugated, work(base + step, right))) * scale(at);
    user(at, right) = static_cast<T>(add ? static_cast<W>(user(at, right)) + value : value);
  }
};

/// The canonical matrix by lines: rows, or columns for the transposed system. The values of a
/// column are found through `entries`; for rows it is null and they lie in order. Of the conjugate
/// transpose the values are conjugated.
template <class W>
struct MatrixLines {
  DefaultOffset const* offsets;
  DefaultIndex const* indices;
  DefaultOffset const* entries;
  W const* values;
  bool conjugated = false;

  KOKKOS_FUNCTION W value(DefaultOffset at) const {
    return conjugate_if(conjugated, values[entries == nullptr ? at : entries[at]]);
  }
  KOKKOS_FUNCTION double size(DefaultOffset at) const { return magnitude(value(at)); }
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
          mine = Kokkos::max(mine, magnitude(static_cast<Wide<T>>(x(row, right))));
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
  using W = Wide<T>;
  MatrixLines<W> matrix;
  UserVectors<T const, Exec> b;
  WorkVectors<T, Exec> x;
  WorkVectors<W, Exec> residual;
  WorkVectors<double, Exec> weight, largest;
  double negligible;
  KOKKOS_FUNCTION void operator()(DefaultIndex line, int right) const {
    W rest = static_cast<W>(b(line, right));
    double const given = magnitude(rest);
    double size = given, largest_entry = 0;
    for (DefaultOffset at = matrix.offsets[line]; at < matrix.offsets[line + 1]; ++at) {
      W const value = matrix.value(at);
      W const unknown = static_cast<W>(x(matrix.indices[at], right));
      double const entry = magnitude(value);
      rest -= value * unknown;
      size += entry * magnitude(unknown);
      largest_entry = Kokkos::max(largest_entry, entry);
    }
    double const bound = largest_entry * largest(right, 0);
    residual(line, right) = rest;
    weight(line, right) = size > negligible * (bound + given) ? size : size + bound;
  }
};

/// max |r| / w over all items, infinity where r is not finite; 0/0 is 0.
template <class W>
struct BackwardError {
  W const* residual;
  double const* weight;
  KOKKOS_FUNCTION void operator()(std::int64_t item, double& largest) const {
    double const size = magnitude(residual[item]);
    double error = size == 0 ? 0 : size / weight[item];
    if (!Kokkos::isfinite(error)) error = Kokkos::Experimental::infinity_v<double>;
    if (error > largest) largest = error;
  }
};

template <class W, class Exec>
double backward_error(Exec const& exec, WorkVectors<W, Exec> const& residual,
                      WorkVectors<double, Exec> const& weight) {
  double largest = 0;
  auto const items = static_cast<std::int64_t>(residual.extent(0) * residual.extent(1));
  if (items == 0) return 0;
  Kokkos::parallel_reduce("heddle::lu::backward_error", EntryRange<Exec>(exec, 0, items),
                          BackwardError<W>{residual.data(), weight.data()},
                          Kokkos::Max<double>(largest));
  return largest;
}

}  // namespace heddle::lu::detail
