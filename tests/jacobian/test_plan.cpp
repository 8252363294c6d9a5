// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan object: lanes, layout, memory, value types, shapes, NaN, repetition.
#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/problems/rosenbrock.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>
#include <tests/support/kokkos_events.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Plan, lanes_give_equal_bits_in_any_number) {
  Exec const exec;
  int const n = 60;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  auto const x = scattered(n);
  JacobianOptions options;
  options.lanes = 1;
  SparseJacobian one(exec, Chain{n}, pattern, options);
  auto const expected = values_of(one, x);
  EXPECT_EQ(one.choice().sweeps, 3);
  for (int const lanes : {4, 8, 16, 0, measure_lanes}) {
    options.lanes = lanes;
    SparseJacobian plan(exec, Chain{n}, pattern, options);
    expect_equal_on_hosts(values_of(plan, x), expected);
    EXPECT_EQ(plan.choice().sweeps, 1) << lanes;
    if (lanes == 0) {
      EXPECT_EQ(plan.choice().lanes, 4);
    }
  }
  expect_near(table_of(pattern, to_device(expected)), complex_step(Chain{n}, n, x), 1e-13);
}

TEST(Plan, layout_is_the_documented_one) {
  Exec const exec;
  problems::Brusselator const model{6};  // 9 colours
  auto const pattern = trace_sparsity(exec, model, 72, 72);
  auto const offsets = to_host(pattern.row_offsets);
  auto const columns = to_host(pattern.columns);
  for (int const lanes : {1, 4, 8, 16}) {
    JacobianOptions options;
    options.lanes = lanes;
    options.keep_compressed = true;
    SparseJacobian plan(exec, model, pattern, options);
    ASSERT_FALSE(plan.recovery_index().is_wide());
    auto const index = to_host(plan.recovery_index().narrow);
    auto const colors = to_host(plan.coloring().colors);
    auto const values = values_of(plan, scattered(72));
    auto const block = to_host(plan.compressed());
    ASSERT_EQ(block.size(), static_cast<std::size_t>((9 + lanes - 1) / lanes * lanes * 72));
    for (int i = 0; i < 72; ++i) {
      for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
        int const color = colors[columns[p]];
        ASSERT_EQ(index[p], ((color / lanes) * 72 + i) * lanes + color % lanes);
        ASSERT_EQ(values[p], block[index[p]]);
      }
    }
  }
}

TEST(Plan, layout_of_rows_has_rows_and_columns_swapped) {
  Exec const exec;
  problems::RosenbrockChain const chain{20};
  auto const pattern = trace_sparsity(exec, chain, chain.num_rows(), 20);
  JacobianOptions options;
  options.direction = Direction::rows;
  SparseJacobian const plan(exec, chain, pattern, options, problems::RosenbrockChainVjp{20});
  auto const index = to_host(plan.recovery_index().narrow);
  auto const colors = to_host(plan.coloring().colors);
  auto const offsets = to_host(pattern.row_offsets);
  auto const columns = to_host(pattern.columns);
  for (int i = 0; i < chain.num_rows(); ++i) {
    for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
      ASSERT_EQ(index[p], colors[i] * 20 + columns[p]);
    }
  }
}

TEST(Plan, with_bounded_memory_gives_equal_bits_in_less_memory) {
  Exec const exec;
  int const n = 50;
  auto const pattern = trace_sparsity(exec, Arrow{n}, n, n);
  auto const x = scattered(n);
  for (auto const direction :
       {Direction::columns, Direction::rows, Direction::bidirectional, Direction::dense}) {
    JacobianOptions options;
    options.direction = direction;
    options.jvp_cost = options.vjp_cost = 1;
    options.lanes = 4;
    options.keep_compressed = true;
    SparseJacobian whole(exec, Arrow{n}, pattern, options, ArrowVjp{n});
    options.bounded_memory = true;
    SparseJacobian bounded(exec, Arrow{n}, pattern, options, ArrowVjp{n});
    auto const expected = values_of(whole, x);
    EXPECT_EQ(values_of(bounded, x), expected) << to_string(direction);
    EXPECT_EQ(values_of(bounded, x), expected) << to_string(direction);  // without the check
    EXPECT_LE(bounded.compressed().extent(0), 4u * n);
    if (direction != Direction::bidirectional) {
      EXPECT_GT(whole.compressed().extent(0), bounded.compressed().extent(0));
    }
  }
}

TEST(Plan, in_float_agrees_with_complex_steps) {
  Exec const exec;
  int const n = 40;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  auto const x = cast<double>(scattered(n));
  auto plan = sparse_jacobian<float>(exec, Chain{n}, pattern);
  auto const values = to_device(values_of<float>(plan, x));
  expect_near(table_of(pattern, values), complex_step(Chain{n}, n, x), 1e-5);
}

TEST(Plan, value_comes_with_the_jacobian) {
  Exec const exec;
  int const n = 30;
  auto const pattern = trace_sparsity(exec, Arrow{n}, n, n);
  auto const x = scattered(n);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = Arrow{n}(i, PlainInput<double>{x.data()});
  for (auto const direction : {Direction::columns, Direction::rows, Direction::bidirectional}) {
    JacobianOptions options;
    options.direction = direction;
    options.jvp_cost = options.vjp_cost = 1;
    SparseJacobian plan(exec, Arrow{n}, pattern, options, ArrowVjp{n});
    Device<double> const y("y", n), values("values", pattern.columns.extent(0));
    for (int call = 0; call < 2; ++call) {
      Kokkos::deep_copy(y, nan);
      plan.evaluate(exec, to_device(x), y, values);
      exec.fence();
      auto const actual = to_host(y);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(actual[i], expected[i], 1e-13);
    }
    EXPECT_EQ(to_host(values), values_of(plan, x));
  }
}

TEST(Plan, gives_a_matrix_of_its_own) {
  Exec const exec;
  auto const pattern = trace_sparsity(exec, FewRows(), 3, 4);
  SparseJacobian plan(exec, FewRows(), pattern);
  auto const first = plan.matrix(exec, to_device<double>({0, 1, 2, 3}));
  auto const second = plan.matrix(exec, to_device<double>({0, 1, 2, 5}));
  EXPECT_EQ(first.num_rows, 3);
  EXPECT_EQ(first.num_columns, 4);
  EXPECT_EQ(to_host(first.columns), to_host(pattern.columns));
  EXPECT_EQ(to_host(first.values).back(), 3);
  EXPECT_EQ(to_host(second.values).back(), 5);
}

/// sqrt on the diagonal, a product beside it.
struct Fragile {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Kokkos::sqrt;
    return sqrt(x[row]) + 2 * x[(row + 1) % n] + x[(row + 2) % n] / x[(row + 3) % n];
  }
};

TEST(Plan, nan_stays_in_its_own_entry) {
  Exec const exec;
  int const n = 9;
  auto const pattern = trace_sparsity(exec, Fragile{n}, n, n);
  SparseJacobian plan(exec, Fragile{n}, pattern);
  std::vector<double> x{4, 1, 0, 9, -1, 4, nan, 1, 4};
  auto const table = table_of(pattern, to_device(values_of(plan, x)));
  for (int i = 0; i < n; ++i) {
    double const diagonal = 0.5 / std::sqrt(x[i]);
    if (std::isfinite(diagonal)) {
      EXPECT_NEAR(table[i][i], diagonal, 1e-15) << i;
    } else {
      EXPECT_FALSE(std::isfinite(table[i][i])) << i;
    }
    EXPECT_EQ(table[i][(i + 1) % n], 2) << i;
    double const upper = 1 / x[(i + 3) % n];
    double const lower = -x[(i + 2) % n] * upper * upper;
    EXPECT_EQ(std::isfinite(table[i][(i + 2) % n]), std::isfinite(upper)) << i;
    EXPECT_EQ(std::isfinite(table[i][(i + 3) % n]), std::isfinite(lower)) << i;
    if (std::isfinite(upper)) {
      EXPECT_NEAR(table[i][(i + 2) % n], upper, 1e-15) << i;
    }
  }
  EXPECT_GT(plan.check_report().skipped_rows, 0);
  EXPECT_LT(plan.check_report().skipped_rows, n);
}

/// Row i reads what `rows` say: sum of squares.
template <class Offsets, class Columns>
struct SumOfSquares {
  Offsets offsets;
  Columns columns;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = 0;
    for (auto p = offsets(row); p < offsets(row + 1); ++p) sum += x[columns(p)] * x[columns(p)];
    return sum;
  }
};

TEST(Plan, takes_shapes_of_all_kinds) {
  Exec const exec;
  std::vector<std::pair<Rows, int>> const shapes{
      {{}, 0},                         // 0 x 0
      {{}, 5},                         // 0 x 5
      {{{}, {}}, 0},                   // 2 x 0
      {{{}, {}, {}}, 4},               // no nonzeros
      {{{0}}, 1},                      // 1 x 1
      {{{}, {2}, {}, {0, 2}, {}}, 6},  // empty rows, empty columns at both ends
      {{{3, 1, 0}, {2, 0}, {1}}, 4},   // unsorted
      {{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, {4}, {17}}, 18},  // dense
      {{{0}, {0}, {0}, {0}}, 1}};  // dense column
  for (auto const& [rows, num_columns] : shapes) {
    auto const pattern = pattern_of(rows, num_columns);
    SumOfSquares<decltype(pattern.row_offsets), decltype(pattern.columns)> const f{
        pattern.row_offsets, pattern.columns};
    auto const x = scattered(num_columns);
    for (auto const direction : {Direction::automatic, Direction::columns, Direction::dense}) {
      for (bool const bounded : {false, true}) {
        JacobianOptions options;
        options.direction = direction;
        options.bounded_memory = bounded;
        SparseJacobian plan(exec, f, pattern, options);
        auto const values = values_of(plan, x);
        std::size_t p = 0;
        for (auto const& row : rows) {
          for (auto const column : row) EXPECT_EQ(values[p++], 2 * x[column]);
        }
        EXPECT_EQ(values.size(), p);
        EXPECT_EQ(plan.check_report().runs, 1);
      }
    }
  }
}

TEST(PlanRepeated, allocates_nothing_and_gives_equal_bits) {
  Exec const exec;
  int const n = 12;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  SparseJacobian plan(exec, Chain{n}, pattern);
  auto const x = to_device(scattered(n));
  Device<double> const values("values", pattern.columns.extent(0));
  plan.evaluate(exec, x, values);
  auto const expected = to_host(values);
  {
    EventRecorder recorder;
    for (int call = 0; call < 10000; ++call) {
      plan.evaluate(exec, x, values);
      if (call % 100 == 0) {
        for (auto const& event : recorder.events()) {
          ASSERT_TRUE(event.kind == KokkosEvent::Kind::kernel ||
                      event.kind == KokkosEvent::Kind::region)
              << to_string(event);
        }
        recorder.clear();
      }
    }
    ASSERT_EQ(recorder.live_bytes(), 0);
  }
  exec.fence();
  EXPECT_EQ(to_host(values), expected);
}

TEST(PlanRepeated, is_bitwise_equal_on_all_host_backends) {
  Exec const exec;
  int const n = 3000;
  auto const pattern = trace_sparsity(exec, Chain{n}, n, n);
  auto const x = scattered(n);
  std::vector<double> first;
  for (int run = 0; run < 20; ++run) {
    SparseJacobian plan(exec, Chain{n}, pattern);
    auto const values = values_of(plan, x);
    if (run == 0) first = values;
    ASSERT_EQ(values, first);
  }
  if constexpr (heddle::backends::traits<Exec>::is_host) {
    using Reference = heddle::backends::ReferenceBackend;
    Reference const reference;
    SparseJacobian plan(reference, Chain{n}, pattern);
    EXPECT_EQ(to_host(plan.matrix(reference, to_device(x)).values), first);
  }
}

}  // namespace
