// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dual numbers against differences in long double, and what happens where no derivative exists.
#include <heddle/jacobian/dual.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using heddle::jacobian::Dual;
using heddle::jacobian::select;
using heddle::jacobian::sign;
using Exec = TEST_EXECSPACE;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Functions of x (and of constants) that a kernel runs on duals.
struct Functions {
  static constexpr int count = 40;
  template <class S>
  KOKKOS_FUNCTION S operator()(int which, S const& x) const {
    switch (which) {
      case 0: return sqrt(x);
      case 1: return cbrt(x);
      case 2: return exp(x);
      case 3: return exp2(x);
      case 4: return expm1(x);
      case 5: return log(x);
      case 6: return log2(x);
      case 7: return log10(x);
      case 8: return log1p(x);
      case 9: return sin(x);
      case 10: return cos(x);
      case 11: return tan(x);
      case 12: return asin(x / 4);
      case 13: return acos(x / 4);
      case 14: return atan(x);
      case 15: return sinh(x);
      case 16: return cosh(x);
      case 17: return tanh(x);
      case 18: return asinh(x);
      case 19: return acosh(x + 1);
      default: return more(which, x);
    }
  }
  template <class S>
  KOKKOS_FUNCTION S more(int which, S const& x) const {
    switch (which) {
      case 20: return atanh(x / 4);
      case 21: return erf(x);
      case 22: return erfc(x);
      case 23: return abs(-2 * x);
      case 24: return fabs(x - 5);
      case 25: return pow(x, 2.5);
      case 26: return pow(1.5, x);
      case 27: return pow(x, x);
      case 28: return atan2(x, 2.0);
      case 29: return atan2(2.0, x);
      case 30: return hypot(x, 3.0);
      case 31: return min(x, 1.0) + max(x, 1.0) * x;
      case 32: return fmin(3 * x, x * x) + fmax(x, 0.0);
      case 33: return copysign(x * x, -1.0);
      case 34: return floor(x) + ceil(x) + round(x) + trunc(x) + sign(x);
      case 35: return (x * x - 3 * x + 1) / (2 - x / 7);
      case 36: return 1 / x - x / 2 + 5 / (x * x);
      case 37: return select(x > 1, x * x, -x);
      case 38: return compound(x);
      default: return -(+x) * 3 - x;
    }
  }
  template <class S>
  KOKKOS_FUNCTION S compound(S const& x) const {
    S sum = 0;
    sum += x;
    sum *= x;
    sum -= 2;
    sum /= x + 1;
    return sum;
  }
};

/// The same functions in long double, from the standard library.
long double exact(int which, long double x) {
  using std::pow;
  switch (which) {
    case 0: return std::sqrt(x);
    case 1: return std::cbrt(x);
    case 2: return std::exp(x);
    case 3: return std::exp2(x);
    case 4: return std::expm1(x);
    case 5: return std::log(x);
    case 6: return std::log2(x);
    case 7: return std::log10(x);
    case 8: return std::log1p(x);
    case 9: return std::sin(x);
    case 10: return std::cos(x);
    case 11: return std::tan(x);
    case 12: return std::asin(x / 4);
    case 13: return std::acos(x / 4);
    case 14: return std::atan(x);
    case 15: return std::sinh(x);
    case 16: return std::cosh(x);
    case 17: return std::tanh(x);
    case 18: return std::asinh(x);
    case 19: return std::acosh(x + 1);
    case 20: return std::atanh(x / 4);
    case 21: return std::erf(x);
    case 22: return std::erfc(x);
    case 23: return std::abs(-2 * x);
    case 24: return std::abs(x - 5);
    case 25: return pow(x, 2.5L);
    case 26: return pow(1.5L, x);
    case 27: return pow(x, x);
    case 28: return std::atan2(x, 2.0L);
    case 29: return std::atan2(2.0L, x);
    case 30: return std::hypot(x, 3.0L);
    case 31: return std::min(x, 1.0L) + std::max(x, 1.0L) * x;
    case 32: return std::min(3 * x, x * x) + std::max(x, 0.0L);
    case 33: return -x * x;
    case 34: return std::floor(x) + std::ceil(x) + std::round(x) + std::trunc(x) + 1;
    case 35: return (x * x - 3 * x + 1) / (2 - x / 7);
    case 36: return 1 / x - x / 2 + 5 / (x * x);
    case 37: return x > 1 ? x * x : -x;
    case 38: return (x * x - 2) / (x + 1);
    default: return -4 * x;
  }
}

template <class T, int W>
struct RunFunctions {
  Kokkos::View<T const*, Exec> points;
  Kokkos::View<Dual<T, W>**, Exec> results;
  KOKKOS_FUNCTION void operator()(int const p) const {
    for (int which = 0; which < Functions::count; ++which) {
      Dual<T, W> x(points(p));
      for (int lane = 0; lane < W; ++lane) x.derivative[lane] = static_cast<T>(lane);
      results(p, which) = Functions()(which, x);
    }
  }
};

template <class T, int W>
void compare_with_differences(double tolerance) {
  std::vector<double> const points{0.3, 0.75, 1.37, 2.6, 3.4};
  Kokkos::View<T*, Exec> const x("x", points.size());
  auto const host_x = Kokkos::create_mirror_view(x);
  for (std::size_t p = 0; p < points.size(); ++p) host_x(p) = static_cast<T>(points[p]);
  Kokkos::deep_copy(x, host_x);
  Kokkos::View<Dual<T, W>**, Exec> const results("results", points.size(), Functions::count);
  Kokkos::parallel_for("run_functions", Kokkos::RangePolicy<Exec>(0, points.size()),
                       RunFunctions<T, W>{x, results});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), results);
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (int which = 0; which < Functions::count; ++which) {
      SCOPED_TRACE("function " + std::to_string(which) + " at " + std::to_string(points[p]));
      long double const at = host_x(p), h = 1e-5L;
      long double const value = exact(which, at);
      long double const slope = (exact(which, at + h) - exact(which, at - h)) / (2 * h);
      auto const scale = [](long double size) { return static_cast<double>(1 + std::abs(size)); };
      EXPECT_NEAR(host(p, which).value, static_cast<double>(value), tolerance * scale(value));
      for (int lane = 0; lane < W; ++lane) {
        EXPECT_NEAR(host(p, which).derivative[lane], static_cast<double>(lane * slope),
                    tolerance * lane * scale(slope) * 4);
      }
    }
  }
}

TEST(Dual, functions_agree_with_differences_in_long_double) {
  compare_with_differences<double, 1>(1e-9);
  compare_with_differences<double, 4>(1e-9);
  compare_with_differences<double, 8>(1e-9);
  compare_with_differences<double, 16>(1e-9);
  compare_with_differences<float, 8>(1e-5);
}

/// A value and two directions: the first depends on it, the second does not.
Dual<double, 4> input(double value) {
  Dual<double, 4> x(value);
  x.derivative[0] = 1;
  return x;
}

TEST(DualAtSingularities, keep_zero_lanes_zero) {
  std::vector<std::pair<char const*, Dual<double, 4>>> const results{
      {"sqrt(0)", sqrt(input(0))},
      {"cbrt(0)", cbrt(input(0))},
      {"log(0)", log(input(0))},
      {"log(-1)", log(input(-1))},
      {"1/0", 1 / input(0)},
      {"0/0", input(0) / input(0)},
      {"asin(1)", asin(input(1))},
      {"acos(-1)", acos(input(-1))},
      {"acosh(1)", acosh(input(1))},
      {"atanh(1)", atanh(input(1))},
      {"pow(0, 0.5)", pow(input(0), 0.5)},
      {"pow(abs(0), 0.5)", pow(abs(input(0)) + 0 * input(0), 0.5)},
      {"pow(-1, x)", pow(-1.0, input(2))},
      {"hypot(0, 0)", hypot(input(0), input(0))},
      {"atan2(0, 0)", atan2(input(0), input(0))},
      {"NaN * x", input(nan) * input(2)},
      {"Inf * x", input(inf) * input(0)},
      {"x + NaN", input(nan) + 1},
      {"exp(huge)", exp(input(1e4))}};
  for (auto const& [name, result] : results) {
    for (int lane = 1; lane < 4; ++lane) EXPECT_EQ(result.derivative[lane], 0) << name;
  }
}

TEST(DualAtSingularities, are_infinite_or_nan_in_their_own_lane) {
  EXPECT_EQ(sqrt(input(0)).derivative[0], inf);
  EXPECT_EQ(log(input(0)).derivative[0], inf);
  EXPECT_EQ((1 / input(0)).derivative[0], -inf);
  EXPECT_EQ(pow(input(0), 0.5).derivative[0], inf);
  EXPECT_TRUE(std::isnan(hypot(input(0), input(0)).derivative[0]));
  EXPECT_TRUE(std::isnan((input(nan) * input(2)).derivative[0]));
  EXPECT_TRUE(std::isnan(pow(-1.0, input(2)).derivative[0]));
}

TEST(DualAtSingularities, follow_the_documented_conventions) {
  EXPECT_EQ(abs(input(0)).derivative[0], 0);
  EXPECT_EQ(sign(input(0)).value, 0);
  EXPECT_EQ(pow(input(0), 1.0).derivative[0], 1);
  EXPECT_EQ(pow(input(0), 2.0).derivative[0], 0);
  EXPECT_EQ(pow(input(0), 0.0).derivative[0], 0);
  EXPECT_EQ(pow(0.0, input(2)).derivative[0], 0);
  Dual<double, 4> const two = 2;  // a tie: the first argument's derivative
  EXPECT_EQ(min(input(2), two).derivative[0], 1);
  EXPECT_EQ(min(two, input(2)).derivative[0], 0);
  EXPECT_EQ(max(input(2), two).derivative[0], 1);
  EXPECT_EQ(max(two, input(2)).derivative[0], 0);
  EXPECT_EQ(fmin(input(nan), two).value, 2);
  EXPECT_EQ(fmax(two, input(nan)).value, 2);
  EXPECT_EQ(copysign(input(3), -2.0).derivative[0], -1);
}

TEST(Dual, compares_by_value_and_mixes_with_plain_numbers) {
  Dual<double, 4> const x = input(2);
  EXPECT_TRUE(x == 2 && x != 3 && x < 3 && x <= 2 && x > 1 && x >= 2 && 1 < x && 3.0f > x);
  EXPECT_TRUE(isnan(input(nan)) && isinf(input(inf)) && isfinite(x));
  EXPECT_EQ((2 * x + x * 3 - x / 2).derivative[0], 4.5);
  EXPECT_EQ(select(true, x, 1.0).derivative[0], 1);
  EXPECT_EQ(select(false, x, 1.0).derivative[0], 0);
  EXPECT_EQ(select(false, 1.0, x).derivative[0], 1);
  EXPECT_EQ(select(true, 1.0, 2.0), 1.0);
  EXPECT_EQ(sign(-3.0), -1.0);
  using std::max;  // as in user code that is a template
  EXPECT_EQ(max(x, Dual<double, 4>(1)).derivative[0], 1);
}

TEST(Dual, chain_is_for_functions_of_the_user) {
  auto const cube = chain(8.0, 12.0, input(2));
  EXPECT_EQ(cube.value, 8);
  EXPECT_EQ(cube.derivative[0], 12);
  EXPECT_EQ(cube.derivative[1], 0);
}

}  // namespace
