// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How many directions one sweep carries, as a run-time number and as a type.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace heddle::jacobian::detail {

/// How many directions one sweep takes. On hosts as many as there are, if they fit, else 8: they
/// are what the vector units like. On devices 4: dual numbers of more lanes take so many registers
/// that too few threads run. Measured on an H200, the 12 colours of a Brusselator with 10^6
/// unknowns: 55, 75, 105 us with 4, 8, 16 lanes.
template <class Exec>
int lanes_for(std::int64_t const directions) {
  if (!backends::traits<Exec>::is_host || directions <= 4) return 4;
  return directions > 8 && directions <= 16 ? 16 : 8;
}

inline bool is_lanes(int const lanes) {
  return lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16;
}

inline DefaultIndex ceil_divide(DefaultIndex const items, int const by) {
  return items / by + (items % by != 0);
}

/// Calls `f(std::integral_constant<int, W>)` for the W that equals `lanes`.
template <class F>
void with_lanes(int const lanes, F const& f) {
  switch (lanes) {
    case 1: return f(std::integral_constant<int, 1>());
    case 4: return f(std::integral_constant<int, 4>());
    case 16: return f(std::integral_constant<int, 16>());
    default: return f(std::integral_constant<int, 8>());
  }
}

/// Where values of the compressed Jacobian lie. Row i, colour c of the columns, W lanes: ((c/W) m +
/// i) W + c % W, so that a row writes and reads W neighbours. Row colours, one product each,
/// follow: column j, row colour c: c n + j.
struct BlockLayout {
  DefaultIndex m = 0, n = 0;
  DefaultIndex colors = 0, row_colors = 0;
  int lanes = 1;

  DefaultIndex sweeps() const { return ceil_divide(colors, lanes); }
  std::int64_t sweep_size() const { return std::int64_t{m} * lanes; }
  std::int64_t row_part() const { return sweeps() * sweep_size(); }
  std::int64_t size() const { return row_part() + std::int64_t{row_colors} * n; }
  /// Of the largest sweep or product.
  std::int64_t largest_step() const {
    std::int64_t const sweep = colors > 0 ? sweep_size() : 0;
    return row_colors > 0 && n > sweep ? n : sweep;
  }

  KOKKOS_INLINE_FUNCTION std::int64_t of_column(DefaultIndex row, DefaultIndex color) const {
    return (std::int64_t{color / lanes} * m + row) * lanes + color % lanes;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t of_row(std::int64_t row_part, DefaultIndex column,
                                             DefaultIndex row_color) const {
    return row_part + std::int64_t{row_color} * n + column;
  }
};

}  // namespace heddle::jacobian::detail
