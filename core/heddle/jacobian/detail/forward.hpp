// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Forward mode: sweeps of W directions through a user's function, by dual numbers.
///
/// Row functions: one kernel per sweep; the colours are the seed, set on the fly. Whole functions:
/// a kernel that seeds dual vectors, the user's kernels, a kernel that unpacks the derivatives.
/// Nothing allocates or waits after `reserve`. No atomics: deterministic.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/forward_input.hpp>
#include <heddle/jacobian/detail/groups.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/launch.hpp>
#include <heddle/jacobian/dual.hpp>
#include <heddle/jacobian/function.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heddle::jacobian::detail {

template <class T, int W, int... l>
KOKKOS_FORCEINLINE_FUNCTION void put_lanes(std::integer_sequence<int, l...>,
                                           Dual<T, W> const& result, T* out) {
  ((out[l] = result.derivative[l]), ...);
}

/// One row of a sweep: W neighbouring values, and the value of f if anybody wants it.
template <class F, class T, int W, class Input>
struct SweepRow {
  F f;
  Input x;
  T* block;
  T* y;

  KOKKOS_FUNCTION void operator()(DefaultIndex const i) const {
    Dual<T, W> const result = f(i, x);
    T* const out = block + std::int64_t{i} * W;
    put_lanes(std::make_integer_sequence<int, W>(), result, out);
    if (y != nullptr) y[i] = result.value;
  }
};

template <class F, class T>
struct EvaluateRow {
  F f;
  PlainInput<T> x;
  T* y;
  KOKKOS_FUNCTION void operator()(DefaultIndex const i) const { y[i] = f(i, x); }
};

template <class Input>
struct SeedEntry {
  Input x;
  typename Input::value_type* seeded;
  KOKKOS_FUNCTION void operator()(DefaultIndex const j) const { seeded[j] = x[j]; }
};

template <class T, int W>
struct UnpackRow {
  Dual<T, W> const* results;
  T* block;
  T* y;

  KOKKOS_FUNCTION void operator()(DefaultIndex const i) const {
    T* const out = block + std::int64_t{i} * W;
    put_lanes(std::make_integer_sequence<int, W>(), results[i], out);
    if (y != nullptr) y[i] = results[i].value;
  }
};

/// A user's function R^n -> R^m, ready to be swept on `Exec`.
template <class F, class T, class Exec>
class Forward {
 public:
  using Memory = typename Exec::memory_space;
  using Input = Kokkos::View<T const*, Memory>;
  static constexpr bool by_rows = RowFunction<F, T>;

  Forward(F f, DefaultIndex m, DefaultIndex n) : f_(std::move(f)), m_(m), n_(n) {}

  /// Memory for sweeps of `lanes`: of whole functions, a dual vector for x and one for y.
  void reserve(Exec const& exec, int lanes) {
    if constexpr (!by_rows) {
      with_lanes(lanes, [&]<int W>(std::integral_constant<int, W>) {
        auto& vectors = std::get<Vectors<W>>(vectors_);
        if (vectors.x.extent(0) != std::size_t(n_) || vectors.y.extent(0) != std::size_t(m_)) {
          using Number = Dual<T, W>;
          vectors.x = heddle::detail::allocate<Number>(exec, "heddle::jacobian::dual_inputs", n_);
          vectors.y = heddle::detail::allocate<Number>(exec, "heddle::jacobian::dual_outputs", m_);
        }
      });
    }
  }

  /// Gives back what `reserve` took for these lanes.
  void release(int lanes) {
    with_lanes(lanes,
               [&]<int W>(std::integral_constant<int, W>) { std::get<Vectors<W>>(vectors_) = {}; });
  }

  /// Derivatives in the directions of colours first ... first + lanes - 1 into `block`, m x lanes
  /// by rows; values into `y` unless it is null.
  void sweep(Exec const& exec, int lanes, Input const& x, DefaultIndex const* colors,
             DefaultIndex first, T* block, T* y) const {
    with_lanes(lanes, [&]<int W>(std::integral_constant<int, W>) {
      run<W>(exec, SeededInput<T, W>{x.data(), colors, first}, block, y);
    });
  }

  /// All sweeps, straight into the values of the nonzeros of a pattern with these row offsets;
  /// values of f into `y` unless it is null. Row functions only.
  template <class Offset>
  void sweep_into(Exec const& exec, int lanes, Input const& x, DefaultIndex const* colors,
                  Offset const* row_offsets, Groups<Memory> const& groups, T* values, T* y) const {
    if constexpr (by_rows) {
      with_lanes(lanes, [&]<int W>(std::integral_constant<int, W>) {
        sweep_groups(
            exec, GroupSweep<F, T, W, Offset>{f_, x.data(), colors, row_offsets,
                                              groups.places.data(), m_, groups.layout, values, y});
      });
    }
  }

  /// The derivative in the random direction of `seed`, m entries; after reserve(exec, 1).
  void directional(Exec const& exec, Input const& x, std::uint64_t seed, T* out) const {
    run<1>(exec, DirectionInput<T>{x.data(), seed}, out, static_cast<T*>(nullptr));
  }

  /// f alone.
  void value(Exec const& exec, Input const& x, Kokkos::View<T*, Memory> const& y) const {
    if constexpr (by_rows) {
      Kokkos::parallel_for("heddle::jacobian::evaluate_function", lines_of(exec, m_),
                           EvaluateRow<F, T>{f_, {x.data()}, y.data()});
    } else {
      f_(exec, x, y);
    }
  }

 private:
  template <int W>
  struct Vectors {
    Kokkos::View<Dual<T, W>*, Memory> x, y;
  };

  template <int W, class Seeds>
  void run(Exec const& exec, Seeds const& seeds, T* block, T* y) const {
    if constexpr (by_rows) {
      Kokkos::parallel_for("heddle::jacobian::sweep", lines_of(exec, m_),
                           SweepRow<F, T, W, Seeds>{f_, seeds, block, y});
    } else {
      auto const& vectors = std::get<Vectors<W>>(vectors_);
      Kokkos::parallel_for("heddle::jacobian::seed", lines_of(exec, n_),
                           SeedEntry<Seeds>{seeds, vectors.x.data()});
      f_(exec, Kokkos::View<Dual<T, W> const*, Memory>(vectors.x), vectors.y);
      Kokkos::parallel_for("heddle::jacobian::unpack", lines_of(exec, m_),
                           UnpackRow<T, W>{vectors.y.data(), block, y});
    }
  }

  F f_;
  DefaultIndex m_, n_;
  std::tuple<Vectors<1>, Vectors<4>, Vectors<8>, Vectors<16>> vectors_;
};

}  // namespace heddle::jacobian::detail
