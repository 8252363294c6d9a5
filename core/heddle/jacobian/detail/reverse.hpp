// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Reverse mode: the user's vector-Jacobian product, once a row colour.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/launch.hpp>
#include <heddle/jacobian/function.hpp>
#include <heddle/jacobian/options.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace heddle::jacobian::detail {

/// The weights of one row colour: 1 for its rows, 0 for all others.
template <class T>
struct ColorWeights {
  using value_type = T;
  DefaultIndex const* row_colors;
  DefaultIndex color;

  KOKKOS_INLINE_FUNCTION T operator[](DefaultIndex const i) const {
    return row_colors[i] == color ? T(1) : T(0);
  }
};

template <class Vjp, class T>
struct ProductColumn {
  Vjp vjp;
  PlainInput<T> x;
  ColorWeights<T> w;
  T* g;
  KOKKOS_FUNCTION void operator()(DefaultIndex const j) const { g[j] = vjp(j, x, w); }
};

template <class T>
struct SetWeight {
  ColorWeights<T> weights;
  T* w;
  KOKKOS_FUNCTION void operator()(DefaultIndex const i) const { w[i] = weights[i]; }
};

/// A user's VJP, ready to be run on `Exec`. With NoReverse, nothing but an empty object.
template <class Vjp, class T, class Exec>
class Reverse {
 public:
  using Memory = typename Exec::memory_space;
  using Vector = Kokkos::View<T*, Memory>;
  static constexpr bool exists = !std::is_same_v<Vjp, NoReverse>;
  static constexpr bool by_columns = ColumnVjp<Vjp, T>;

  Reverse(Vjp vjp, DefaultIndex m, DefaultIndex n) : vjp_(std::move(vjp)), m_(m), n_(n) {}

  /// Memory for the weights of whole VJPs.
  void reserve(Exec const& exec) {
    if constexpr (exists && !by_columns) {
      weights_ = heddle::detail::allocate<T>(exec, "heddle::jacobian::weights", m_);
    }
  }

  /// g = J^T w for the rows of one colour, n entries; after reserve.
  void product(Exec const& exec, Kokkos::View<T const*, Memory> const& x,
               DefaultIndex const* row_colors, DefaultIndex color, Vector const& g) const {
    ColorWeights<T> const w{row_colors, color};
    if constexpr (by_columns) {
      Kokkos::parallel_for("heddle::jacobian::product", lines_of(exec, n_),
                           ProductColumn<Vjp, T>{vjp_, {x.data()}, w, g.data()});
    } else if constexpr (exists) {
      Kokkos::parallel_for("heddle::jacobian::set_weights", lines_of(exec, m_),
                           SetWeight<T>{w, weights_.data()});
      vjp_(exec, x, Kokkos::View<T const*, Memory>(weights_), g);
    }
  }

 private:
  Vjp vjp_;
  DefaultIndex m_, n_;
  Vector weights_;
};

}  // namespace heddle::jacobian::detail
