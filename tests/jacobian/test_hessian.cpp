// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hessians from gradients: against complex steps and against Hessians written by hand.
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/sparse_hessian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
using heddle::ErrorCode;
namespace coloring = heddle::coloring;

/// Gradient of sum over pairs (i, j), i < j, of a symmetric list, of (x_i x_j)^2 / 2 + x_i x_j,
/// and of sum x_i^4 / 12: H_ij = 2 x_i x_j + 1, H_ii = x_i^2 + sum_j x_j^2.
template <class Offsets, class Columns>
struct PairGradient {
  Offsets offsets;
  Columns neighbours;  // may hold i itself, which counts for the diagonal only
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int i, X const& x) const {
    using Scalar = typename X::value_type;
    Scalar const here = x[i];
    Scalar sum = here * here * here / 3;
    for (auto p = offsets(i); p < offsets(i + 1); ++p) {
      auto const j = neighbours(p);
      if (j == i) continue;
      Scalar const there = x[j];
      sum += here * there * there + there;
    }
    return sum;
  }
};

template <class P>
auto gradient_of(P const& pattern) {
  return PairGradient<decltype(pattern.row_offsets), decltype(pattern.columns)>{pattern.row_offsets,
                                                                                pattern.columns};
}

Table exact_hessian(Rows const& rows, std::vector<double> const& x) {
  Table table(rows.size(), std::vector<double>(rows.size(), 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table[i][i] = x[i] * x[i];
    for (auto const j : rows[i]) {
      if (static_cast<std::size_t>(j) == i) continue;
      table[i][j] = 2 * x[i] * x[j] + 1;
      table[i][i] += x[j] * x[j];
    }
  }
  return table;
}

/// Symmetric patterns with full diagonals.
std::vector<Rows> shapes() {
  auto const from_edges = [](int n, auto const& edges) {
    std::vector<std::set<int>> sets(n);
    for (int i = 0; i < n; ++i) sets[i].insert(i);
    for (auto const& [i, j] : edges) {
      sets[i].insert(j);
      sets[j].insert(i);
    }
    Rows rows;
    for (auto const& set : sets) rows.emplace_back(set.begin(), set.end());
    return rows;
  };
  using Edges = std::vector<std::pair<int, int>>;
  Edges path, cycle, star, band, grid, random;
  for (int i = 0; i + 1 < 40; ++i) path.push_back({i, i + 1});
  for (int i = 0; i < 11; ++i) cycle.push_back({i, (i + 1) % 11});
  for (int i = 1; i < 30; ++i) star.push_back({0, i});
  for (int i = 0; i < 50; ++i)
    for (int d = 1; d <= 4; ++d)
      if (i + d < 50) band.push_back({i, i + d});
  for (int i = 0; i < 49; ++i) {
    if (i % 7 < 6) grid.push_back({i, i + 1});
    if (i + 7 < 49) grid.push_back({i, i + 7});
  }
  std::uint32_t state = 9;
  for (int e = 0; e < 90; ++e) {
    state = state * 1664525u + 1013904223u;
    int const i = static_cast<int>(state >> 8) % 45;
    state = state * 1664525u + 1013904223u;
    int const j = static_cast<int>(state >> 8) % 45;
    if (i != j) random.push_back({i, j});
  }
  return {from_edges(0, Edges{}), from_edges(1, Edges{}), from_edges(5, Edges{}),
          from_edges(40, path),   from_edges(11, cycle),  from_edges(30, star),
          from_edges(50, band),   from_edges(49, grid),   from_edges(45, random)};
}

template <class Plan>
std::vector<double> values_of(Plan& plan, std::vector<double> const& x) {
  Exec const exec;
  Device<double> const values("values", plan.pattern().columns.extent(0));
  plan.evaluate(exec, to_device(x), values);
  exec.fence();
  return to_host(values);
}

HessianOptions by(Recovery recovery, Triangle triangle = Triangle::full) {
  HessianOptions options;
  options.recovery = recovery;
  options.triangle = triangle;
  return options;
}

TEST(Hessian, agrees_with_the_one_written_by_hand) {
  Exec const exec;
  for (auto const& rows : shapes()) {
    int const n = static_cast<int>(rows.size());
    auto const pattern = pattern_of(rows, n);
    auto const x = scattered(n);
    for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
      for (int const lanes : {0, 1, 16}) {
        auto options = by(recovery);
        options.lanes = lanes;
        SparseHessian plan(exec, gradient_of(pattern), pattern, options);
        auto const values = values_of(plan, x);
        auto const table = table_of(pattern, to_device(values));
        expect_near(table, exact_hessian(rows, x), 1e-12);
        EXPECT_EQ(plan.check_report().runs, 1);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) EXPECT_EQ(table[i][j], table[j][i]);
        EXPECT_EQ(values_of(plan, x), values);  // without the check, again
      }
    }
  }
}

TEST(Hessian, oracle_agrees_with_complex_steps) {
  auto const rows = shapes()[7];
  std::vector<std::int64_t> offsets{0};
  std::vector<int> columns;
  for (auto const& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  auto const host = [](auto const& items) {
    using T = typename std::decay_t<decltype(items)>::value_type;
    Kokkos::View<T*, Kokkos::HostSpace> view("view", items.size());
    std::copy(items.begin(), items.end(), view.data());
    return view;
  };
  auto const host_offsets = host(offsets);
  auto const host_columns = host(columns);
  PairGradient<decltype(host_offsets), decltype(host_columns)> const gradient{host_offsets,
                                                                              host_columns};
  auto const x = scattered(49);
  expect_near(exact_hessian(rows, x), complex_step(gradient, 49, x), 1e-13);
}

TEST(Hessian, keeps_a_triangle) {
  Exec const exec;
  for (auto const& rows : shapes()) {
    int const n = static_cast<int>(rows.size());
    auto const pattern = pattern_of(rows, n);
    auto const x = scattered(n);
    auto const exact = exact_hessian(rows, x);
    for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
      for (auto const triangle : {Triangle::lower, Triangle::upper}) {
        SparseHessian plan(exec, gradient_of(pattern), pattern, by(recovery, triangle));
        auto const table = table_of(plan.pattern(), to_device(values_of(plan, x)));
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j) {
            bool const inside = triangle == Triangle::lower ? j <= i : j >= i;
            EXPECT_NEAR(table[i][j], inside ? exact[i][j] : 0.0, 1e-12);
          }
        }
        EXPECT_EQ(plan.check_report().runs, 1);
      }
    }
  }
}

TEST(Hessian, needs_fewer_directions_than_the_jacobian_of_the_gradient) {
  Exec const exec;
  auto const star = shapes()[5];  // one vertex with 29 neighbours
  auto const pattern = pattern_of(star, 30);
  EXPECT_EQ(coloring::color(exec, pattern).num_colors, 30);
  SparseHessian const direct(exec, gradient_of(pattern), pattern);
  EXPECT_EQ(direct.coloring().num_colors, 2);
  EXPECT_EQ(direct.lanes(), 4);
}

TEST(Hessian, comes_with_the_gradient_and_as_a_matrix) {
  Exec const exec;
  auto const rows = shapes()[7];
  auto const pattern = pattern_of(rows, 49);
  SparseHessian plan(exec, gradient_of(pattern), pattern);
  auto const x = scattered(49);
  Device<double> const gradient("gradient", 49), values("values", pattern.columns.extent(0));
  plan.evaluate(exec, to_device(x), gradient, values);
  exec.fence();
  auto const actual = to_host(gradient);
  for (std::size_t i = 0; i < 49; ++i) {
    double expected = x[i] * x[i] * x[i] / 3;
    for (auto const j : rows[i]) {
      if (static_cast<std::size_t>(j) != i) expected += x[i] * x[j] * x[j] + x[j];
    }
    EXPECT_NEAR(actual[i], expected, 1e-14);
  }
  EXPECT_EQ(to_host(plan.matrix(exec, to_device(x)).values), to_host(values));
}

TEST(Hessian, is_computed_in_float) {
  Exec const exec;
  auto const rows = shapes()[7];
  auto const pattern = pattern_of(rows, 49);
  auto const x = scattered(49);
  for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
    auto plan = sparse_hessian<float>(exec, gradient_of(pattern), pattern, by(recovery));
    auto const h = plan.matrix(exec, to_device(cast<float>(x)));
    auto const host = to_host(h.values);
    Device<float> const values = to_device(host);
    expect_near(table_of(pattern, values), exact_hessian(rows, x), 1e-5);
  }
}

TEST(Hessian, adopts_a_colouring) {
  Exec const exec;
  auto const rows = shapes()[6];
  auto const pattern = pattern_of(rows, 50);
  auto const x = scattered(50);
  for (auto const kind : {coloring::Kind::star, coloring::Kind::acyclic}) {
    coloring::ColoringOptions options;
    options.kind = kind;
    auto const colors = coloring::color(exec, pattern, options);
    SparseHessian plan(exec, gradient_of(pattern), pattern, colors);
    expect_near(table_of(pattern, to_device(values_of(plan, x))), exact_hessian(rows, x), 1e-12);
  }
  auto const of_columns = coloring::color(exec, pattern);
  EXPECT_EQ(error_of([&] { SparseHessian(exec, gradient_of(pattern), pattern, of_columns); }).first,
            ErrorCode::unsupported);
  auto const other = pattern_of(shapes()[7], 49);
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::star;
  auto const colors = coloring::color(exec, other, options);
  EXPECT_EQ(error_of([&] { SparseHessian(exec, gradient_of(pattern), pattern, colors); }).first,
            ErrorCode::pattern_mismatch);
}

TEST(Hessian, refuses_what_is_not_symmetric) {
  Exec const exec;
  auto const lopsided = pattern_of({{0, 1}, {1}, {2}}, 3);
  EXPECT_EQ(error_of([&] { SparseHessian(exec, gradient_of(lopsided), lopsided); }).first,
            ErrorCode::bad_pattern);
  auto const rectangular = pattern_of({{0, 1}, {1}}, 3);
  EXPECT_EQ(error_of([&] { SparseHessian(exec, gradient_of(rectangular), rectangular); }).first,
            ErrorCode::bad_pattern);
}

/// No gradient of anything: its Jacobian is not symmetric, but its pattern is.
struct NoGradient {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int i, X const& x) const {
    return i == 0 ? x[0] + 3 * x[1] : x[1] + 2 * x[0];
  }
};

TEST(Hessian, refuses_patterns_that_are_too_small_and_false_gradients) {
  Exec const exec;
  auto const rows = shapes()[7];
  auto const pattern = pattern_of(rows, 49);
  auto smaller = rows;
  smaller[7].erase(std::find(smaller[7].begin(), smaller[7].end(), 14));
  smaller[14].erase(std::find(smaller[14].begin(), smaller[14].end(), 7));
  auto const small_pattern = pattern_of(smaller, 49);
  for (auto const triangle : {Triangle::full, Triangle::lower}) {
    for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
      SparseHessian plan(exec, gradient_of(pattern), small_pattern, by(recovery, triangle));
      auto const [code, message] = error_of([&] { values_of(plan, scattered(49)); });
      EXPECT_EQ(code, ErrorCode::pattern_too_small);
    }
  }
  auto const square = pattern_of({{0, 1}, {0, 1}}, 2);
  SparseHessian plan(exec, NoGradient(), square);
  EXPECT_EQ(error_of([&] { values_of(plan, {1, 2}); }).first, ErrorCode::pattern_too_small);
}

TEST(Hessian, is_the_same_in_every_run) {
  Exec const exec;
  auto const rows = shapes()[8];
  auto const pattern = pattern_of(rows, 45);
  auto const x = scattered(45);
  for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
    std::vector<double> first;
    for (int run = 0; run < 20; ++run) {
      SparseHessian plan(exec, gradient_of(pattern), pattern, by(recovery));
      auto const values = values_of(plan, x);
      if (run == 0) first = values;
      ASSERT_EQ(values, first);
    }
  }
}

/// Gradient of sum x_i^2 x_{i+1}^2 / 2 along a chain.
struct ChainOfSquares {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int i, X const& x) const {
    typename X::value_type sum = 0;
    if (i > 0) sum += x[i - 1] * x[i - 1];
    if (i + 1 < n) sum += x[i + 1] * x[i + 1];
    return x[i] * sum;
  }
};

TEST(Hessian, rounding_errors_of_substitution_are_no_missing_entries) {
  // Rows in the middle of the zeros are zero; substitution leaves the errors of others there.
  Exec const exec;
  int const n = 80;
  ChainOfSquares const gradient{n};
  auto const pattern = trace_sparsity(exec, gradient, n, n);
  HessianOptions options;
  options.recovery = Recovery::substitution;
  for (unsigned seed = 1; seed < 20; ++seed) {
    auto x = scattered(n, seed);
    for (int i = 30; i < 36; ++i) x[i] = 0;
    SparseHessian plan(exec, gradient, pattern, options);
    auto const values = plan.matrix(exec, to_device(x)).values;
    expect_near(table_of(pattern, values), complex_step(gradient, n, x), 1e-13);
    EXPECT_EQ(plan.check_report().runs, 1);
  }
}

}  // namespace
