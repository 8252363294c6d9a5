// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Views from vectors and back, patterns from lists, and Jacobians by differences: the oracle that
/// knows neither dual numbers nor colours.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/function.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
template <class T>
using Device = Kokkos::View<T*, Memory>;
using Rows = std::vector<std::vector<int>>;
using Table = std::vector<std::vector<double>>;
using DevicePattern = Pattern<DefaultOffset, DefaultIndex, Memory>;

template <class T>
Device<T> to_device(std::vector<T> const& items) {
  Device<T> const view("heddle::test::items", items.size());
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < items.size(); ++i) host(i) = items[i];
  Kokkos::deep_copy(view, host);
  return view;
}

template <class View>
auto to_host(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<typename View::non_const_value_type> items(view.extent(0));
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = host(i);
  return items;
}

/// The pattern with these columns in each row, in the given order.
inline DevicePattern pattern_of(Rows const& rows, int num_columns) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (auto const& row : rows) {
    columns.insert(columns.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  return {static_cast<int>(rows.size()), num_columns, to_device(offsets), to_device(columns)};
}

/// The matrix with these values, zero outside of the pattern.
template <class P, class T>
Table table_of(P const& pattern, Kokkos::View<T*, Memory> const& values) {
  auto const offsets = to_host(pattern.row_offsets);
  auto const columns = to_host(pattern.columns);
  auto const numbers = to_host(values);
  Table table(pattern.num_rows, std::vector<double>(pattern.num_columns, 0));
  for (int i = 0; i < pattern.num_rows; ++i) {
    for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
      table[i][columns[p]] += static_cast<double>(numbers[p]);
    }
  }
  return table;
}

/// A row function's Jacobian by differences of fourth order, on the host; relative error about
/// 1e-10 for smooth functions of moderate size.
template <class F>
Table differences(F const& f, int m, std::vector<double> x) {
  constexpr double h = 1e-3;
  Table table(m, std::vector<double>(x.size(), 0));
  for (std::size_t j = 0; j < x.size(); ++j) {
    double const middle = x[j];
    auto const at = [&](int i, double shift) {
      x[j] = middle + shift;
      return static_cast<double>(f(i, jacobian::PlainInput<double>{x.data()}));
    };
    for (int i = 0; i < m; ++i) {
      table[i][j] = (8 * (at(i, h) - at(i, -h)) - (at(i, 2 * h) - at(i, -2 * h))) / (12 * h);
    }
    x[j] = middle;
  }
  return table;
}

inline void expect_near(Table const& actual, Table const& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(actual[i].size(), expected[i].size());
    for (std::size_t j = 0; j < actual[i].size(); ++j) {
      EXPECT_NEAR(actual[i][j], expected[i][j], tolerance * (1 + std::abs(expected[i][j])))
          << i << ", " << j;
    }
  }
}

/// Equal bit by bit on hosts; devices may fuse multiplications and additions in each kernel as they
/// like.
inline void expect_equal_on_hosts(std::vector<double> const& actual,
                                  std::vector<double> const& expected) {
  if constexpr (backends::traits<Exec>::is_host) {
    EXPECT_EQ(actual, expected);
  } else {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t p = 0; p < actual.size(); ++p) {
      EXPECT_NEAR(actual[p], expected[p], 1e-14 * (1 + std::abs(expected[p]))) << p;
    }
  }
}

/// Numbers between -1 and 1 without a pattern, the same everywhere.
inline std::vector<double> scattered(int n, unsigned seed = 1) {
  std::vector<double> x(static_cast<std::size_t>(n));
  std::uint32_t state = 12345u + 77u * seed;
  for (auto& entry : x) {
    state = state * 1664525u + 1013904223u;
    entry = static_cast<double>(state >> 8) / (1 << 23) - 1;
  }
  return x;
}

template <class T>
std::vector<T> cast(std::vector<double> const& x) {
  return std::vector<T>(x.begin(), x.end());
}

/// Values of one evaluation.
template <class T = double, class Plan>
std::vector<T> values_of(Plan& plan, std::vector<double> const& x) {
  Exec const exec;
  Device<T> const values("values", plan.pattern().columns.extent(0));
  plan.evaluate(exec, to_device(cast<T>(x)), values);
  exec.fence();
  return to_host(values);
}

/// The code and the message of the error that `call` throws.
template <class Call>
std::pair<ErrorCode, std::string> error_of(Call const& call) {
  try {
    call();
  } catch (error const& problem) {
    return {problem.code(), problem.message()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, ""};
}

}  // namespace heddle::test
