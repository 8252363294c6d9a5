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
#include <heddle/lu/detail/solve_buffers.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <vector>

namespace heddle::lu::detail {

/// The least-squares problem of GMRES on the host: a triangle, kept by Givens rotations.
class GivensTriangle {
 public:
  explicit GivensTriangle(double norm) : rest_{norm} {}

  /// Takes in a column of the Hessenberg matrix; returns the norm of the residual that is left.
  double append(std::vector<double> column) {
    for (std::size_t k = 0; k < cosines_.size(); ++k) {
      double const above = column[k], below = column[k + 1];
      column[k] = cosines_[k] * above + sines_[k] * below;
      column[k + 1] = -sines_[k] * above + cosines_[k] * below;
    }
    std::size_t const last = cosines_.size();
    double const size = std::hypot(column[last], column[last + 1]);
    cosines_.push_back(size == 0 ? 1 : column[last] / size);
    sines_.push_back(size == 0 ? 0 : column[last + 1] / size);
    column[last] = size;
    column.resize(last + 1);
    columns_.push_back(std::move(column));
    rest_.push_back(-sines_[last] * rest_[last]);
    rest_[last] *= cosines_[last];
    return std::abs(rest_.back());
  }

  std::vector<double> solution() const {
    std::vector<double> y(columns_.size());
    for (std::size_t row = columns_.size(); row-- > 0;) {
      double rest = rest_[row];
      for (std::size_t k = row + 1; k < columns_.size(); ++k) rest -= columns_[k][row] * y[k];
      y[row] = columns_[row][row] == 0 ? 0 : rest / columns_[row][row];
    }
    return y;
  }

 private:
  std::vector<std::vector<double>> columns_;
  std::vector<double> cosines_, sines_, rest_;
};

template <class T, class Value, class Exec>
class Krylov {
 public:
  Krylov(Exec const& exec, Factors<Value, Exec> const& factors, bool transposed, int most_steps,
         SolveBuffers<Exec>& buffers)
      : exec_(exec),
        factors_(factors),
        transposed_(transposed),
        most_steps_(most_steps),
        n_(static_cast<std::size_t>(factors.plan->n)),
        flags_(buffers.flags_for(exec, factors.plan->n)) {
    auto const vectors = 2 * static_cast<std::size_t>(most_steps) + 3;
    basis_ = buffers.krylov.get(exec, "heddle::lu::krylov::vectors", vectors * n_, 1).data();
    unknowns_ =
        buffers.template typed<T>().unknowns.get(exec, "heddle::lu::solve::unknowns", 2 * n_, 1);
    auto const runs = n_ / PartialDots<Exec>::run + 1;
    auto const partial = buffers.krylov_sums.get(exec, "heddle::lu::krylov::sums", runs, 1);
    partial_ = Kokkos::View<double*, typename Exec::memory_space>(partial.data(), runs);
  }

  /// Adds a correction to x(:, right) for a residual and weights; stops when the weighted norm is
  /// at most `goal`. Returns the steps taken.
  int correct(WorkVectors<double, Exec> const& residual, WorkVectors<double, Exec> const& weights,
              int right, double goal, WorkVectors<T, Exec> const& x) {
    auto const weight = vector(0), scratch = vector(1);
    run("heddle::lu::krylov::take_column",
        TakeColumn<Exec>{residual, weights, right, direction(0), weight});
    double const norm = std::sqrt(dot(direction(0), direction(0)));
    if (!(norm > goal) || !std::isfinite(norm)) return 0;
    run("heddle::lu::krylov::scale", ScaleVector<Exec>{direction(0), 1 / norm});
    GivensTriangle triangle(norm);
    int steps = 0;
    while (steps < most_steps_) {
      run("heddle::lu::krylov::weigh", Weigh<Exec>{direction(steps), weight, scratch});
      apply_inverse<T>(exec_, factors_, transposed_, scratch, unknowns_, answer(steps), false,
                       flags_);
      run("heddle::lu::krylov::product",
          WeightedProduct<Exec>{factors_.matrix_lines(transposed_), answer(steps), weight,
                                direction(steps + 1)});
      auto const column = orthogonalize(steps);
      if (!std::isfinite(column.back())) break;
      ++steps;
      double const left = triangle.append(column);
      if (left <= goal || column.back() == 0) break;
    }
    auto const y = triangle.solution();
    for (int k = 0; k < steps; ++k) {
      run("heddle::lu::krylov::add", AddMultiple<T, Exec>{answer(k), y[k], x, right});
    }
    return steps;
  }

 private:
  WorkVectors<double, Exec> vector(std::size_t which) const {
    return WorkVectors<double, Exec>(basis_ + which * n_, n_, 1);
  }
  WorkVectors<double, Exec> direction(int step) const { return vector(2 + step); }
  WorkVectors<double, Exec> answer(int step) const { return vector(3 + most_steps_ + step); }

  double dot(WorkVectors<double, Exec> const& x, WorkVectors<double, Exec> const& y) const {
    return ordered_dot_product(exec_, x, y, partial_);
  }

  template <class Functor>
  void run(std::string const& label, Functor const& functor) const {
    over_vectors(exec_, label, n_, 1, functor);
  }

  /// Makes the newest direction orthogonal to the others; its column of the Hessenberg matrix.
  std::vector<double> orthogonalize(int step) const {
    std::vector<double> column;
    auto const newest = direction(step + 1);
    for (int k = 0; k <= step; ++k) {
      column.push_back(dot(newest, direction(k)));
      run("heddle::lu::krylov::subtract",
          AddMultiple<double, Exec>{direction(k), -column.back(), newest, 0});
    }
    column.push_back(std::sqrt(dot(newest, newest)));
    if (column.back() > 0 && std::isfinite(column.back())) {
      run("heddle::lu::krylov::scale", ScaleVector<Exec>{newest, 1 / column.back()});
    }
    return column;
  }

  Exec const& exec_;
  Factors<Value, Exec> const& factors_;
  bool transposed_;
  int most_steps_;
  std::size_t n_;
  SolveFlags<Exec>& flags_;
  double* basis_ = nullptr;
  WorkVectors<T, Exec> unknowns_;
  Kokkos::View<double*, typename Exec::memory_space> partial_;
};

}  // namespace heddle::lu::detail
