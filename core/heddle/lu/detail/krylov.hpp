// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// FGMRES with the factors as preconditioner, for systems on which refinement stalls (Saad, SIAM J.
/// Sci. Comput. 14, 1993; with low-precision factors Carson and Higham, SIAM J. Sci. Comput. 39,
/// 2017).
///
/// It solves A d = r for the correction of one right-hand side. Rows are divided by |A| |x| + |b|,
/// so that the norm it makes smaller bounds the componentwise backward error. All vectors are
/// double; sums run in one order on every backend. A step costs a solve, a product with A and j + 2
/// dot products, each of which waits.
#pragma once

#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/krylov_steps.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <vector>

namespace heddle::lu::detail {

/// The least-squares problem of GMRES on the host: a triangle, kept by Givens rotations.
template <class W>
class GivensTriangle {
 public:
  explicit GivensTriangle(double norm) : rest_{W(norm)} {}

  /// Takes in a column of the Hessenberg matrix; returns the norm of the residual that is left.
  double append(std::vector<W> column) {
    for (std::size_t k = 0; k < cosines_.size(); ++k) {
      W const above = column[k], below = column[k + 1];
      column[k] = conjugate(cosines_[k]) * above + sines_[k] * below;
      column[k + 1] = cosines_[k] * below - sines_[k] * above;
    }
    std::size_t const last = cosines_.size();
    // The entry below the diagonal is a norm: real, and so is the sine.
    double const below = magnitude(column[last + 1]);
    double const size = std::hypot(magnitude(column[last]), below);
    cosines_.push_back(size == 0 ? W(1) : column[last] / size);
    sines_.push_back(size == 0 ? 0 : below / size);
    column[last] = size;
    column.resize(last + 1);
    columns_.push_back(std::move(column));
    rest_.push_back(rest_[last] * -sines_[last]);
    rest_[last] = conjugate(cosines_[last]) * rest_[last];
    return magnitude(rest_.back());
  }

  std::vector<W> solution() const {
    std::vector<W> y(columns_.size());
    for (std::size_t row = columns_.size(); row-- > 0;) {
      W rest = rest_[row];
      for (std::size_t k = row + 1; k < columns_.size(); ++k) rest -= columns_[k][row] * y[k];
      y[row] = columns_[row][row] == W(0) ? W(0) : rest / columns_[row][row];
    }
    return y;
  }

 private:
  std::vector<std::vector<W>> columns_;
  std::vector<W> cosines_, rest_;
  std::vector<double> sines_;
};

template <class T, class Value, class Exec>
class Krylov {
  using W = Wide<T>;

 public:
  Krylov(Exec const& exec, Factors<Value, Exec> const& factors, SystemForm form, int most_steps,
         SolveBuffers<Exec>& buffers)
      : exec_(exec),
        factors_(factors),
        form_(form),
        most_steps_(most_steps),
        n_(static_cast<std::size_t>(factors.plan->n)),
        flags_(buffers.flags_for(exec, factors.plan->n)) {
    auto const vectors = 2 * static_cast<std::size_t>(most_steps) + 2;
    auto& wide = buffers.template wide<T>();
    basis_ = wide.krylov.get(exec, "heddle::lu::krylov::vectors", vectors * n_, 1).data();
    weight_ = buffers.row_scale.get(exec, "heddle::lu::krylov::weight", n_, 1);
    unknowns_ = buffers.template typed<T>().unknowns.get(exec, "heddle::lu::solve::unknowns",
                                                         unknown_vectors<Exec> * n_, 1);
    auto const runs = n_ / PartialDots<W, Exec>::run + 1;
    auto const partial = wide.krylov_sums.get(exec, "heddle::lu::krylov::sums", runs, 1);
    partial_ = Kokkos::View<W*, typename Exec::memory_space>(partial.data(), runs);
  }

  /// Adds a correction to x(:, right) for a residual and weights; stops when the weighted norm is
  /// at most `goal`. Returns the steps taken.
  int correct(WorkVectors<W, Exec> const& residual, WorkVectors<double, Exec> const& weights,
              int right, double goal, WorkVectors<T, Exec> const& x) {
    auto const scratch = vector(0);
    run("heddle::lu::krylov::take_column",
        TakeColumn<W, Exec>{residual, weights, right, basis(0), weight_});
    double const norm = norm_of(basis(0));
    if (!(norm > goal) || !std::isfinite(norm)) return 0;
    run("heddle::lu::krylov::scale", ScaleVector<W, Exec>{basis(0), 1 / norm});
    GivensTriangle<W> triangle(norm);
    int steps = 0;
    while (steps < most_steps_) {
      run("heddle::lu::krylov::weigh", Weigh<W, Exec>{basis(steps), scratch, weight_});
      apply_inverse<T>(exec_, factors_, form_, scratch, unknowns_, answer(steps), false, flags_);
      run("heddle::lu::krylov::product",
          WeightedProduct<W, Exec>{factors_.matrix_lines(form_), answer(steps), basis(steps + 1),
                                   weight_});
      auto const column = orthogonalize(steps);
      if (!is_finite(column.back())) break;
      ++steps;
      double const left = triangle.append(column);
      if (left <= goal || column.back() == W(0)) break;
    }
    auto const y = triangle.solution();
    for (int k = 0; k < steps; ++k) {
      run("heddle::lu::krylov::add", AddMultiple<T, Exec>{answer(k), y[k], x, right});
    }
    return steps;
  }

 private:
  WorkVectors<W, Exec> vector(std::size_t which) const {
    return WorkVectors<W, Exec>(basis_ + which * n_, n_, 1);
  }
  WorkVectors<W, Exec> basis(int step) const { return vector(1 + step); }
  WorkVectors<W, Exec> answer(int step) const { return vector(2 + most_steps_ + step); }

  W dot(WorkVectors<W, Exec> const& x, WorkVectors<W, Exec> const& y) const {
    return ordered_dot_product<W>(exec_, x, y, partial_);
  }
  double norm_of(WorkVectors<W, Exec> const& x) const { return std::sqrt(magnitude(dot(x, x))); }

  template <class Functor>
  void run(std::string const& label, Functor const& functor) const {
    over_vectors(exec_, label, n_, 1, functor);
  }

  /// Makes the newest direction orthogonal to the others; its column of the Hessenberg matrix.
  std::vector<W> orthogonalize(int step) const {
    std::vector<W> column;
    auto const newest = basis(step + 1);
    for (int k = 0; k <= step; ++k) {
      column.push_back(dot(newest, basis(k)));
      run("heddle::lu::krylov::subtract",
          AddMultiple<W, Exec>{basis(k), -column.back(), newest, 0});
    }
    double const norm = norm_of(newest);
    column.push_back(norm);
    if (norm > 0 && std::isfinite(norm)) {
      run("heddle::lu::krylov::scale", ScaleVector<W, Exec>{newest, 1 / norm});
    }
    return column;
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  SystemForm form_;
  int most_steps_;
  std::size_t n_;
  SolveFlags<Exec>& flags_;
  W* basis_ = nullptr;
  WorkVectors<double, Exec> weight_;
  WorkVectors<T, Exec> unknowns_;
  Kokkos::View<W*, typename Exec::memory_space> partial_;
};

}  // namespace heddle::lu::detail
