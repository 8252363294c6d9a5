// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Derivatives by complex steps: the imaginary part of f(x + i h e_j), over h. No difference is
/// taken, so nothing cancels, and they are exact to rounding for analytic functions; they know
/// neither dual numbers nor colours. Source: Squire and Trapp, SIAM Review 40, 1998.
#pragma once

#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <vector>

namespace heddle::test {

/// So small that its square is lost against any value.
inline constexpr double complex_h = 1e-40;

/// x with one entry moved into the complex plane.
struct ComplexInput {
  using value_type = Kokkos::complex<double>;
  double const* x;
  int moved;
  KOKKOS_FUNCTION value_type operator[](int j) const {
    return {x[j], j == moved ? complex_h : 0.0};
  }
};

/// A row function's Jacobian on the host. f must be analytic: no abs, min, max, select.
template <class F>
Table complex_step(F const& f, int m, std::vector<double> const& x) {
  Table table(m, std::vector<double>(x.size(), 0));
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (int i = 0; i < m; ++i) {
      Kokkos::complex<double> const moved = f(i, ComplexInput{x.data(), static_cast<int>(j)});
      table[i][j] = moved.imag() / complex_h;
    }
  }
  return table;
}

}  // namespace heddle::test
