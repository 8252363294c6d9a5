// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sweeps in groups of rows against the way through main memory.
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <tests/jacobian/complex_step.hpp>
#include <tests/jacobian/functions.hpp>
#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace heddle::test;
using namespace heddle::jacobian;

/// The values of a plan, and of f, from memory that held NaN.
template <class T, class Plan>
std::vector<double> evaluated(Plan& plan, std::vector<double> const& x) {
  Exec const exec;
  auto const& pattern = plan.pattern();
  Device<T> const values("values", pattern.columns.extent(0)), y("y", pattern.num_rows);
  for (int call = 0; call < 2; ++call) {  // with and without the check
    Kokkos::deep_copy(values, std::numeric_limits<T>::quiet_NaN());
    Kokkos::deep_copy(y, std::numeric_limits<T>::quiet_NaN());
    plan.evaluate(exec, to_device(cast<T>(x)), y, values);
    exec.fence();
  }
  auto const numbers = to_host(values), results = to_host(y);
  std::vector<double> all(numbers.begin(), numbers.end());
  all.insert(all.end(), results.begin(), results.end());
  return all;
}

template <class T, class F, class P>
void expect_same_bits(F const& f, P const& pattern, JacobianOptions options, bool in_groups) {
  Exec const exec;
  auto const x = scattered(pattern.num_columns);
  auto plan = sparse_jacobian<T>(exec, f, pattern, options);
  auto const got = evaluated<T>(plan, x);
  EXPECT_EQ(plan.choice().in_groups, in_groups);
  EXPECT_EQ(plan.compressed().extent(0) == 0, in_groups);
  options.keep_compressed = true;
  auto through_memory = sparse_jacobian<T>(exec, f, pattern, options);
  EXPECT_FALSE(through_memory.choice().in_groups);
  auto const expected = evaluated<T>(through_memory, x);
  if constexpr (std::is_same_v<T, double>) {
    expect_equal_on_hosts(got, expected);
  } else {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t p = 0; p < got.size(); ++p) EXPECT_NEAR(got[p], expected[p], 1e-5) << p;
  }
}

TEST(Groups, of_any_number_of_rows_give_the_same_bits) {
  for (int const n : {1, 2, 31, 32, 33, 127, 128, 129, 300, 1025}) {
    auto const pattern = trace_sparsity(Exec(), Chain{n}, n, n);
    for (int const lanes : {1, 4, 8, 16}) {
      SCOPED_TRACE(std::to_string(n) + " rows, " + std::to_string(lanes) + " lanes");
      JacobianOptions options;
      options.lanes = lanes;
      expect_same_bits<double>(Chain{n}, pattern, options, true);
      expect_same_bits<float>(Chain{n}, pattern, options, true);
    }
  }
}

TEST(Groups, take_several_sweeps_until_they_do_not_fit) {
  for (int const n : {20, 60, 120, 400}) {  // an arrow has n colours
    auto const pattern = trace_sparsity(Exec(), Arrow{n}, n, n);
    JacobianOptions options;
    options.direction = Direction::columns;
    expect_same_bits<double>(Arrow{n}, pattern, options, n < 400);
    options.bounded_memory = true;
    expect_same_bits<double>(Arrow{n}, pattern, options, n < 400);
    options.bounded_memory = false;
    options.direction = Direction::dense;
    expect_same_bits<double>(Arrow{n}, pattern, options, n < 400);
  }
}

TEST(Groups, take_rows_of_all_lengths_and_orders) {
  heddle::jacobian::problems::Brusselator const model{9};
  auto const traced = trace_sparsity(Exec(), model, model.size(), model.size());
  auto const offsets = to_host(traced.row_offsets);
  auto const columns = to_host(traced.columns);
  Rows rows(traced.num_rows);
  for (int i = 0; i < traced.num_rows; ++i) {  // descending, and some columns too many
    for (auto p = offsets[i + 1]; p-- > offsets[i];) rows[i].push_back(columns[p]);
    if (i % 7 == 0 && rows[i].back() > 0) rows[i].push_back(0);
  }
  auto const pattern = pattern_of(rows, traced.num_columns);
  JacobianOptions options;
  expect_same_bits<double>(model, pattern, options, true);
  SparseJacobian plan(Exec(), model, pattern);
  auto const x = scattered(model.size());
  auto const values = plan.matrix(Exec(), to_device(x)).values;
  expect_near(table_of(pattern, values), complex_step(model, model.size(), x), 1e-14);
}

TEST(Groups, are_for_row_functions_in_forward_mode) {
  int const n = 50;
  auto const pattern = trace_sparsity(Exec(), Arrow{n}, n, n);
  JacobianOptions options;
  options.jvp_cost = options.vjp_cost = 1;
  for (auto const direction : {Direction::rows, Direction::bidirectional}) {
    options.direction = direction;
    SparseJacobian const plan(Exec(), Arrow{n}, pattern, options, ArrowVjp{n});
    EXPECT_FALSE(plan.choice().in_groups);
  }
  SparseJacobian const whole(Exec(), WholeChain{n}, trace_sparsity(Exec(), Chain{n}, n, n));
  EXPECT_FALSE(whole.choice().in_groups);
}

TEST(Groups, with_narrow_offsets_and_indices_that_stay) {
  int const n = 200;
  auto const wide = trace_sparsity(Exec(), Chain{n}, n, n);
  auto const offsets = to_host(wide.row_offsets);
  heddle::Pattern<std::int32_t, std::int32_t, Memory> const narrow{
      n, n, to_device(std::vector<std::int32_t>(offsets.begin(), offsets.end())), wide.columns};
  expect_same_bits<double>(Chain{n}, narrow, {}, true);
  SparseJacobian const plan(Exec(), Chain{n}, wide);
  EXPECT_EQ(plan.recovery_index().size(), wide.columns.extent(0));  // entry to colour, always
}

}  // namespace
