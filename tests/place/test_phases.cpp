// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colourings and Jacobians run where they are told, and give the same wherever they run.
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/placed.hpp>
#include <heddle/jacobian/sparse_hessian.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/place/host_device.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "tests/place/placed_ways.hpp"

namespace heddle::test {
namespace {

using place::Policy;
using place::Where;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;

template <class View>
auto on_host(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  using Item = typename View::non_const_value_type;
  return std::vector<Item>(host.data(), host.data() + host.extent(0));
}

template <class T>
Kokkos::View<T*, Memory> on_device(std::vector<T> const& items) {
  Kokkos::View<T*, Memory> const view("heddle::test::items", items.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(items.data(),
                                                                                items.size());
  Kokkos::deep_copy(view, host);
  return view;
}

/// Three diagonals and a dense last row.
Pattern<std::int64_t, std::int32_t, Memory> arrow(int n) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (std::abs(row - column) < 2 || row == n - 1) columns.push_back(column);
    }
    offsets.push_back(std::int64_t(columns.size()));
  }
  return {n, n, on_device(offsets), on_device(columns)};
}

TEST(PlacedPhases, colourings) {
  Exec const exec;
  auto const pattern = arrow(20);
  expect_obeys(exec, "coloring::color", [&](Policy const& policy) {
    coloring::ColoringOptions options;
    options.place = policy.where;
    auto const result = coloring::color(exec, pattern, options);
    return Ran{result.ran_at, std::tuple(on_host(result.colors), result.num_colors,
                                         result.set_sizes, result.pattern_hash, result.verified)};
  });
}

TEST(PlacedPhases, patterns_of_arrays_are_copied_once) {
  Exec const exec;
  bool const two = !std::is_same_v<Memory, Kokkos::HostSpace>;
  place::Context const context(exec);
  auto const plain = arrow(20);
  Kokkos::View<std::int64_t*, Memory> const offsets("offsets", plain.row_offsets.extent(0));
  Kokkos::View<std::int32_t*, Memory> const columns("columns", plain.columns.extent(0));
  Kokkos::deep_copy(offsets, plain.row_offsets);
  Kokkos::deep_copy(columns, plain.columns);
  using Offsets = place::Array<std::int64_t*>;
  using Columns = place::Array<std::int32_t*>;
  place::PatternArrays<> const pattern{20, 20,
                                       Offsets::adopt(exec, "offsets", offsets, Where::device),
                                       Columns::adopt(exec, "columns", columns, Where::device)};
  auto const expected = coloring::color(exec, plain);
  auto const before = context.transfers().count();
  auto const first = coloring::color(exec, pattern);
  EXPECT_EQ(on_host(first.colors), on_host(expected.colors));
  EXPECT_EQ(first.pattern_hash, expected.pattern_hash);
  EXPECT_EQ(context.transfers().count() - before, two ? 3 : 0);  // offsets, columns; colours back
  coloring::color(exec, pattern);
  EXPECT_EQ(context.transfers().count() - before, two ? 4 : 0);  // colours back
  coloring::ColoringOptions there;
  there.place = Where::device;
  EXPECT_EQ(on_host(coloring::color(exec, pattern, there).colors), on_host(expected.colors));
  EXPECT_EQ(context.transfers().count() - before, two ? 4 : 0);
}

TEST(PlacedPhases, verification) {
  Exec const exec;
  auto const pattern = arrow(20);
  auto result = coloring::color(exec, pattern);
  auto const verified = [&](Policy const& policy) {
    coloring::ColoringOptions options;
    options.place = policy.where;
    auto const found = coloring::verify(exec, pattern, result, options);
    return Ran{found.ran_at, to_string(found)};
  };
  expect_obeys(exec, "coloring::verify", verified);
  // A clash, a colour that nobody has, one too few: the same names wherever it is found.
  for (auto const& [vertex, color] : {std::pair(3, 4), std::pair(7, -1), std::pair(2, 25)}) {
    auto colors = on_host(result.colors);
    colors[vertex] = color;
    auto const good = result.colors;
    result.colors = on_device(colors);
    EXPECT_FALSE(coloring::verify(exec, pattern, result).valid());
    expect_obeys(exec, "coloring::verify", verified);
    result.colors = good;
  }
  result.num_colors += 1;
  EXPECT_FALSE(coloring::verify(exec, pattern, result).valid());
  expect_obeys(exec, "coloring::verify", verified);
}

TEST(PlacedPhases, what_only_the_host_verifies_has_a_name_of_its_own) {
  Exec const exec;
  place::ContextOptions reporting;
  reporting.reports = true;
  place::Context context(exec, reporting);
  context.pin("coloring::verify", {Where::device, {}});
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::distance1;
  options.symmetrize = true;
  auto const pattern = arrow(12);
  auto const result = coloring::color(exec, pattern, options);
  auto const found = coloring::verify(exec, pattern, result, options);
  EXPECT_TRUE(found.valid());
  EXPECT_EQ(found.ran_at, Where::host);
  EXPECT_EQ(last_run("coloring::verify_on_host").decided_by, place::DecidedBy::only_place);
}

/// f_i = x_i^2 x_{i+1} + x_{i-1}; the last row reads all.
struct Residual {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = x[row] * x[row];
    if (row == n - 1) {
      for (int column = 0; column + 1 < n; ++column) sum += x[column] * double(column);
      return sum;
    }
    sum = sum * x[row + 1];
    return row > 0 ? sum + x[row - 1] : sum;
  }
};

template <class F>
auto jacobian_at(Exec const& exec, F const& f, Policy const& policy, bool keep, Where& index_at) {
  int const n = 20;
  jacobian::JacobianOptions options;
  options.place = policy;
  options.keep_compressed = keep;
  auto const plan =
      std::make_unique<jacobian::SparseJacobian<F, jacobian::NoReverse, double, Exec>>(
          exec, f, arrow(n), options);
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(1 + 0.25 * i);
  auto const values = on_device(std::vector<double>(plan->pattern().columns.extent(0), -1));
  auto const y = on_device(std::vector<double>(n, -1));
  plan->evaluate(exec, on_device(x), y, values);
  plan->evaluate(exec, on_device(x), values);
  index_at = plan->recovery().place;
  return Ran{plan->evaluation().place,
             std::tuple(on_host(values), on_host(y), on_host(plan->recovery_index().narrow))};
}

TEST(PlacedPhases, evaluations_of_jacobians) {
  Exec const exec;
  for (bool const keep : {false, true}) {
    expect_obeys(exec, "jacobian::evaluate", [&](Policy const& policy) {
      Where index_at;
      return jacobian_at(exec, place::host_device(Residual{20}), policy, keep, index_at);
    });
  }
}

/// The gradient of sum_i x_i^2 (1 + x_{i+1}) + x_i x_{n-1}: an arrow with three diagonals.
struct Gradient {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int i, X const& x) const {
    typename X::value_type sum = x[i] * 2.0;
    if (i + 1 < n) sum += x[i] * x[i + 1] * 2.0;
    if (i > 0) sum += x[i - 1] * x[i - 1];
    sum += x[n - 1];
    if (i < n - 1) return sum;
    for (int k = 0; k < n; ++k) sum += x[k];
    return sum;
  }
};

/// As `arrow`, with its mirror image.
Pattern<std::int64_t, std::int32_t, Memory> symmetric_arrow(int n) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (std::abs(row - column) < 2 || row == n - 1 || column == n - 1) columns.push_back(column);
    }
    offsets.push_back(std::int64_t(columns.size()));
  }
  return {n, n, on_device(offsets), on_device(columns)};
}

TEST(PlacedPhases, evaluations_of_hessians) {
  Exec const exec;
  int const n = 12;
  for (auto const recovery : {jacobian::Recovery::direct, jacobian::Recovery::substitution}) {
    expect_obeys(exec, "jacobian::evaluate_hessian", [&](Policy const& policy) {
      jacobian::HessianOptions options;
      options.place = policy;
      options.recovery = recovery;
      options.triangle = jacobian::Triangle::lower;
      jacobian::SparseHessian plan(exec, place::host_device(Gradient{n}), symmetric_arrow(n),
                                   options);
      // Small integers: every operation is exact, whatever is contracted.
      std::vector<double> x;
      for (int i = 0; i < n; ++i) x.push_back(1 + i % 3);
      auto const values = on_device(std::vector<double>(plan.pattern().columns.extent(0), -1));
      auto const gradient = on_device(std::vector<double>(n, -1));
      plan.evaluate(exec, on_device(x), gradient, values);
      plan.evaluate(exec, on_device(x), values);
      auto const found = on_host(values);
      EXPECT_EQ(found[0], 2 + 2 * x[1]);  // d2/dx_0^2
      EXPECT_EQ(found[1], 2 * x[0]);      // d2/dx_1 dx_0
      return Ran{plan.evaluation().place, std::tuple(found, on_host(gradient))};
    });
  }
}

TEST(PlacedPhases, recovery_indices) {
  Exec const exec;
  expect_obeys(exec, "jacobian::recovery_index", [&](Policy const& policy) {
    Where index_at;
    auto ran = jacobian_at(exec, place::host_device(Residual{20}), policy, true, index_at);
    return Ran{index_at, ran.value};
  });
}

TEST(PlacedPhases, functions_of_the_device_alone_stay_there) {
  Exec const exec;
  bool const one = std::is_same_v<Memory, Kokkos::HostSpace>;
  place::Context context(exec);
  context.pin("jacobian::*", {Where::host, {}});
  Where index_at;
  auto const ran = jacobian_at(exec, Residual{20}, {}, true, index_at);
  EXPECT_EQ(ran.at, one ? Where::host : Where::device);
  EXPECT_EQ(index_at, Where::host);
  EXPECT_EQ(context.rules().skipped.empty(), one);
}

}  // namespace
}  // namespace heddle::test
