// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traced patterns against patterns written by hand, in global and in local mode.
#include <heddle/base/error.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/problems/rosenbrock.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace heddle::jacobian;
using heddle::ErrorCode;
using Exec = TEST_EXECSPACE;
using Rows = std::vector<std::vector<int>>;

template <class P>
Rows rows_of(P const& pattern) {
  auto const offsets =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern.row_offsets);
  auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern.columns);
  Rows rows(pattern.num_rows);
  for (int i = 0; i < pattern.num_rows; ++i) {
    for (auto p = offsets(i); p < offsets(i + 1); ++p) rows[i].push_back(columns(p));
  }
  return rows;
}

TraceOptions at(std::vector<double> const& point) {
  Kokkos::View<double*, Kokkos::HostSpace> const x("x", point.size());
  for (std::size_t j = 0; j < point.size(); ++j) x(j) = point[j];
  return {Trace::local, x};
}

/// One function per row, all of x[0], x[1], x[2].
struct Zoo {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    using Scalar = typename X::value_type;
    Scalar const a = x[0], b = x[1], c = x[2];
    switch (row) {
      case 0: return a * b + sin(c);
      case 1: return floor(a) + ceil(b) + round(c) + trunc(a) + sign(b);
      case 2: return sign(a) * a;
      case 3: return max(a, b);
      case 4: return min(a, 1.0) + fmax(b, 2.0);
      case 5: return select(a > 0, b, c);
      case 6: return select(a > 0 && !(b > 0), c, 1.0);
      case 7: return pow(a, 2.0) + pow(2.0, c) + atan2(b, 1.0);
      case 8: return copysign(a, b);
      case 9: return 0 * a + 5;
      case 10: return 7;
      case 11: return abs(c) - c;
      case 12: return hypot(c, a) / 3;
      default: return select(floor(a) == 2, b, c);
    }
  }
};

TEST(TraceGlobal, unites_what_may_matter_anywhere) {
  Exec const exec;
  EXPECT_EQ(rows_of(trace_sparsity(exec, Zoo(), 14, 3)), (Rows{{0, 1, 2},
                                                               {},
                                                               {0},
                                                               {0, 1},
                                                               {0, 1},
                                                               {1, 2},
                                                               {2},
                                                               {0, 1, 2},
                                                               {0},
                                                               {0},
                                                               {},
                                                               {2},
                                                               {0, 2},
                                                               {1, 2}}));
}

TEST(TraceLocal, follows_the_values) {
  Exec const exec;
  EXPECT_EQ(
      rows_of(trace_sparsity(exec, Zoo(), 14, 3, at({1, -2, 3}))),
      (Rows{{0, 1, 2}, {}, {0}, {0}, {0}, {1}, {2}, {0, 1, 2}, {0}, {0}, {}, {2}, {0, 2}, {2}}));
  EXPECT_EQ(
      rows_of(trace_sparsity(exec, Zoo(), 14, 3, at({2.5, 3, -1}))),
      (Rows{{0, 1, 2}, {}, {0}, {1}, {1}, {1}, {}, {0, 1, 2}, {0}, {0}, {}, {2}, {0, 2}, {1}}));
}

/// Upwinding as users write it: with a branch.
struct Branching {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    if (x[row] > 0) return x[row] * x[row + 1];
    return x[row] * x[row + 2];
  }
};

TEST(TraceGlobal, refuses_branches_and_points_to_select) {
  Exec const exec;
  try {
    trace_sparsity(exec, Branching(), 3, 5);
    FAIL() << "nothing was thrown";
  } catch (heddle::error const& error) {
    EXPECT_EQ(error.code(), ErrorCode::traced_branch);
    EXPECT_NE(error.message().find("x[0]"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("operator >"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("select"), std::string::npos) << error.message();
  }
}

TEST(TraceLocal, follows_branches) {
  Exec const exec;
  EXPECT_EQ(rows_of(trace_sparsity(exec, Branching(), 3, 5, at({1, -1, 1, 0, 0}))),
            (Rows{{0, 1}, {1, 3}, {2, 3}}));
}

/// A branch on a constant, on a step function, and one on what numbers are.
struct OtherBranches {
  int which;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int, X const& x) const {
    using Scalar = typename X::value_type;
    Scalar const constant = 3;
    if (which == 0) return constant * constant > 8 ? x[0] : x[1];
    if (which == 1) return floor(x[0]) == 0 ? x[0] : x[1];
    return isnan(x[0]) ? x[0] : x[1];
  }
};

TEST(TraceGlobal, follows_branches_on_constants_only) {
  Exec const exec;
  EXPECT_EQ(rows_of(trace_sparsity(exec, OtherBranches{0}, 1, 2)), (Rows{{0}}));
  for (int const which : {1, 2}) {
    EXPECT_THROW(trace_sparsity(exec, OtherBranches{which}, 1, 2), heddle::error) << which;
  }
}

/// Sums of many entries, in an order that makes sets grow, overlap and nest.
struct Wide {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = 0, other = 0;
    for (int j = 0; j < n; j += row + 1) sum += x[j];
    for (int j = n - 1; j >= 0; j -= 7) other += x[j] * sum;
    return row % 2 == 0 ? sum : other;
  }
};

TEST(TraceGlobal, keeps_large_sets) {
  Exec const exec;
  int const n = 1000;
  Rows expected(6);
  for (int row = 0; row < 6; ++row) {
    std::set<int> columns;
    for (int j = 0; j < n; j += row + 1) columns.insert(j);
    if (row % 2 == 1)
      for (int j = n - 1; j >= 0; j -= 7) columns.insert(j);
    expected[row].assign(columns.begin(), columns.end());
  }
  EXPECT_EQ(rows_of(trace_sparsity(exec, Wide{n}, 6, n)), expected);
}

struct Copy {
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    return x[row];
  }
};

TEST(TraceGlobal, has_sizes_of_its_own) {
  Exec const exec;
  EXPECT_EQ(rows_of(trace_sparsity(exec, Copy(), 0, 0)), Rows{});
  EXPECT_EQ(rows_of(trace_sparsity(exec, Copy(), 0, 5)), Rows{});
  auto const trailing = trace_sparsity(exec, Copy(), 2, 9);  // columns that no row reads
  EXPECT_EQ(trailing.num_columns, 9);
  EXPECT_EQ(rows_of(trailing), (Rows{{0}, {1}}));
  EXPECT_EQ(trailing.row_offsets.extent(0), 3u);
}

TEST(TraceGlobal, refuses_bad_input) {
  Exec const exec;
  auto const code_of = [](auto const& call) {
    try {
      call();
    } catch (heddle::error const& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of([&] { trace_sparsity(exec, Copy(), 4, 3); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { trace_sparsity(exec, Copy(), -1, 3); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] {
              trace_sparsity(exec, Copy(), 1, 3, at({1, 2}));
            }),
            ErrorCode::size_mismatch);
}

/// A whole function: differences, with a kernel of its own.
template <class X, class Y>
struct Difference {
  X x;
  Y y;
  KOKKOS_FUNCTION void operator()(int i) const { y(i) = x(i + 1) - x(i); }
};
struct Differences {
  template <class AnyExec, class X, class Y>
  void operator()(AnyExec const& exec, X const& x, Y const& y) const {
    Kokkos::parallel_for("heddle::test::differences",
                         Kokkos::RangePolicy<AnyExec>(exec, 0, y.extent(0)),
                         Difference<X, Y>{x, y});
  }
};

TEST(TraceGlobal, runs_whole_functions) {
  Exec const exec;
  EXPECT_EQ(rows_of(trace_sparsity(exec, Differences(), 3, 4)), (Rows{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(rows_of(trace_sparsity(exec, Differences(), 3, 4, at({1, 2, 3, 4}))),
            (Rows{{0, 1}, {1, 2}, {2, 3}}));
}

// Pattern sizes are part of the contract: a pattern that grows costs colours.
TEST(TraceGlobal, finds_the_patterns_of_the_named_problems) {
  Exec const exec;
  problems::Brusselator const brusselator{6};
  auto const pattern = trace_sparsity(exec, brusselator, 72, 72);
  EXPECT_EQ(pattern.num_entries(), 432);
  auto const rows = rows_of(pattern);
  EXPECT_EQ(rows[0], (std::vector<int>{0, 1, 5, 6, 30, 36}));
  EXPECT_EQ(rows[36], (std::vector<int>{0, 36, 37, 41, 42, 66}));
  problems::RosenbrockChain const chain{10};
  EXPECT_EQ(trace_sparsity(exec, chain, chain.num_rows(), 10).num_entries(), 27);
}

}  // namespace
