// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What plans refuse, with which message, and that nothing is changed by it.
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
using heddle::ErrorCode;
namespace coloring = heddle::coloring;

/// The pattern of Chain, less one entry of one row.
DevicePattern chain_without(int n, int row, int column) {
  Rows rows(n);
  for (int i = 0; i < n; ++i) {
    for (int j = i - 1; j <= i + 1; ++j) {
      if (j >= 0 && j < n && !(i == row && j == column)) rows[i].push_back(j);
    }
  }
  return pattern_of(rows, n);
}

TEST(PatternTooSmall, is_found_and_names_the_row) {
  Exec const exec;
  int const n = 40;
  auto const x = to_device(scattered(n));
  for (bool const bounded : {false, true}) {
    for (int const row : {0, 17, 39}) {
      auto const pattern = chain_without(n, row, row);
      JacobianOptions options;
      options.bounded_memory = bounded;
      SparseJacobian plan(exec, Chain{n}, pattern, options);
      Device<double> const values("values", pattern.columns.extent(0));
      Kokkos::deep_copy(values, 7.0);
      for (int call = 0; call < 2; ++call) {  // refused again: the plan has not changed
        auto const [code, message] = error_of([&] { plan.evaluate(exec, x, values); });
        EXPECT_EQ(code, ErrorCode::pattern_too_small);
        EXPECT_NE(message.find("row " + std::to_string(row) + ":"), std::string::npos) << message;
        for (auto const value : to_host(values)) ASSERT_EQ(value, 7.0);
      }
      EXPECT_EQ(plan.check_report().runs, 0);
    }
  }
}

TEST(PatternTooSmall, is_found_in_an_empty_pattern) {
  Exec const exec;
  auto const pattern = pattern_of({{}, {}, {}}, 3);
  SparseJacobian plan(exec, Chain{3}, pattern);
  auto const [code, message] =
      error_of([&] { plan.evaluate(exec, to_device(scattered(3)), Device<double>()); });
  EXPECT_EQ(code, ErrorCode::pattern_too_small);
  EXPECT_NE(message.find("row 0:"), std::string::npos) << message;
}

/// Depends on more inputs once x[0] > 1.
struct Growing {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    if (row == 1 && x[0] > 1) return x[1] + x[2];
    return x[row];
  }
};

TEST(PatternTooSmall, is_found_later_only_if_every_call_is_checked) {
  Exec const exec;
  auto const pattern = pattern_of({{0}, {1}, {2}}, 3);
  Device<double> const values("values", 3);
  auto const small = to_device<double>({0, 1, 1}), large = to_device<double>({2, 1, 1});
  JacobianOptions options;
  options.check = Check::always;
  SparseJacobian careful(exec, Growing(), pattern, options);
  careful.evaluate(exec, small, values);
  EXPECT_EQ(error_of([&] { careful.evaluate(exec, large, values); }).first,
            ErrorCode::pattern_too_small);
  careful.evaluate(exec, small, values);  // usable as before
  EXPECT_EQ(careful.check_report().runs, 2);
  SparseJacobian once(exec, Growing(), pattern);
  once.evaluate(exec, small, values);
  EXPECT_NO_THROW(once.evaluate(exec, large, values));
  options.check = Check::never;
  SparseJacobian never(exec, Growing(), pattern, options);
  EXPECT_NO_THROW(never.evaluate(exec, large, values));
  EXPECT_EQ(never.check_report().runs, 0);
}

TEST(PatternTooSmall, is_found_by_prepare) {
  Exec const exec;
  SparseJacobian bad(exec, Chain{9}, chain_without(9, 4, 5));
  auto const x = to_device(scattered(9));
  EXPECT_EQ(error_of([&] { bad.prepare(exec, x); }).first, ErrorCode::pattern_too_small);
  SparseJacobian good(exec, Chain{9}, chain_without(9, -1, -1));
  good.prepare(exec, x);
  EXPECT_EQ(good.check_report().runs, 1);
}

TEST(PlanErrors, mismatch_names_both_hashes) {
  Exec const exec;
  auto const pattern = chain_without(9, -1, -1);
  auto const other = chain_without(9, 4, 5);
  auto const colors = coloring::color(exec, other);
  auto const own = coloring::color(exec, pattern);
  ASSERT_NE(colors.pattern_hash, own.pattern_hash);
  auto const [code, message] = error_of([&] { SparseJacobian(exec, Chain{9}, pattern, colors); });
  EXPECT_EQ(code, ErrorCode::pattern_mismatch);
  EXPECT_NE(message.find(std::to_string(colors.pattern_hash)), std::string::npos) << message;
  EXPECT_NE(message.find(std::to_string(own.pattern_hash)), std::string::npos) << message;
}

TEST(PlanErrors, colouring_of_another_kind_is_refused) {
  Exec const exec;
  auto const pattern = chain_without(9, -1, -1);
  for (auto const kind :
       {coloring::Kind::distance1, coloring::Kind::star, coloring::Kind::acyclic}) {
    coloring::ColoringOptions options;
    options.kind = kind;
    auto const colors = coloring::color(exec, pattern, options);
    EXPECT_EQ(error_of([&] { SparseJacobian(exec, Chain{9}, pattern, colors); }).first,
              ErrorCode::unsupported);
  }
}

TEST(PlanErrors, colouring_that_clashes_is_refused) {
  Exec const exec;
  auto const pattern = chain_without(9, -1, -1);
  auto colors = coloring::color(exec, pattern);
  Kokkos::deep_copy(colors.colors, 0);
  colors.num_colors = 1;
  colors.verified = false;
  EXPECT_EQ(error_of([&] { SparseJacobian(exec, Chain{9}, pattern, colors); }).first,
            ErrorCode::invalid_coloring);
}

TEST(PlanErrors, vjp_must_be_there_for_rows) {
  Exec const exec;
  auto const pattern = chain_without(9, -1, -1);
  for (auto const direction : {Direction::rows, Direction::bidirectional}) {
    JacobianOptions options;
    options.direction = direction;
    EXPECT_EQ(error_of([&] { SparseJacobian(exec, Chain{9}, pattern, options); }).first,
              ErrorCode::no_reverse);
  }
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::rows;
  auto const colors = coloring::color(exec, pattern, options);
  EXPECT_EQ(error_of([&] { SparseJacobian(exec, Chain{9}, pattern, colors); }).first,
            ErrorCode::no_reverse);
}

TEST(PlanErrors, sizes_must_fit) {
  Exec const exec;
  auto const pattern = chain_without(9, -1, -1);
  SparseJacobian plan(exec, Chain{9}, pattern);
  Device<double> const x("x", 9), short_x("x", 8), y("y", 9), short_y("y", 8);
  Device<double> const values("values", pattern.columns.extent(0)), short_values("values", 3);
  auto const [code, message] = error_of([&] { plan.evaluate(exec, short_x, values); });
  EXPECT_EQ(code, ErrorCode::size_mismatch);
  EXPECT_NE(message.find("9"), std::string::npos) << message;
  EXPECT_NE(message.find("8"), std::string::npos) << message;
  EXPECT_EQ(error_of([&] { plan.evaluate(exec, x, short_values); }).first,
            ErrorCode::size_mismatch);
  EXPECT_EQ(error_of([&] { plan.evaluate(exec, x, short_y, values); }).first,
            ErrorCode::size_mismatch);
  EXPECT_EQ(error_of([&] { plan.prepare(exec, short_x); }).first, ErrorCode::size_mismatch);
  EXPECT_NO_THROW(plan.evaluate(exec, x, y, values));
}

TEST(PlanErrors, lanes_are_one_four_eight_or_sixteen) {
  Exec const exec;
  for (int const lanes : {-2, 2, 3, 32}) {
    JacobianOptions options;
    options.lanes = lanes;
    EXPECT_EQ(
        error_of([&] { SparseJacobian(exec, Chain{9}, chain_without(9, -1, -1), options); }).first,
        ErrorCode::invalid_argument);
  }
}

TEST(PlanErrors, bad_pattern_is_refused) {
  Exec const exec;
  std::vector<Rows> const out_of_range{{{0}, {1, 3}, {2}}, {{0}, {-1}, {2}}};
  for (auto const& rows : out_of_range) {
    EXPECT_EQ(error_of([&] { SparseJacobian(exec, Chain{3}, pattern_of(rows, 3)); }).first,
              ErrorCode::bad_pattern);
  }
  for (Rows const& rows : {Rows{{0}, {1, 2, 2}, {2}}, Rows{{0}, {2, 1, 2}, {2}}}) {
    auto const [code, message] =
        error_of([&] { SparseJacobian(exec, Chain{3}, pattern_of(rows, 3)); });
    EXPECT_EQ(code, ErrorCode::bad_pattern);
    EXPECT_NE(message.find("row 1"), std::string::npos) << message;
    EXPECT_NE(message.find("column 2"), std::string::npos) << message;
  }
}

/// Row 0 has derivative zero, of which rounding leaves 5e-17, or something else along a direction.
struct Cancelling {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    if (row == 0) return 0.1 * x[0] + 0.2 * x[0] - 0.3 * x[0];
    return 2 * x[row];
  }
};

TEST(PatternTooSmall, rounding_errors_are_no_missing_entries) {
  Exec const exec;
  SparseJacobian plan(exec, Cancelling(), trace_sparsity(exec, Cancelling(), 3, 3));
  auto const matrix = plan.matrix(exec, to_device<double>({1, 1, 1}));
  EXPECT_NEAR(to_host(matrix.values)[0], 0, 1e-15);
}

}  // namespace
