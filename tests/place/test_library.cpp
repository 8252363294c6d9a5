// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases of the library ask where to run: colourings under HEDDLE_PLACE, pins, options, defaults.
#include <heddle/base/error.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/scope.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::test {
namespace {

using coloring::ColoringOptions;
using coloring::Kind;
using coloring::Method;
using place::DecidedBy;
using place::Where;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;

/// A matrix with three diagonals, in the memory of `Space`.
template <class Space>
Pattern<std::int64_t, std::int32_t, Space> tridiagonal(Exec const& exec, int n) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  for (int row = 0; row < n; ++row) {
    for (int column = std::max(0, row - 1); column <= std::min(n - 1, row + 1); ++column) {
      columns.push_back(column);
    }
    offsets.push_back(std::int64_t(columns.size()));
  }
  Kokkos::View<std::int64_t*, Space> to_offsets("offsets", offsets.size());
  Kokkos::View<std::int32_t*, Space> to_columns("columns", columns.size());
  using Host = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  Kokkos::deep_copy(
      exec, to_offsets,
      Kokkos::View<std::int64_t*, Kokkos::HostSpace, Host>(offsets.data(), offsets.size()));
  Kokkos::deep_copy(
      exec, to_columns,
      Kokkos::View<std::int32_t*, Kokkos::HostSpace, Host>(columns.data(), columns.size()));
  exec.fence("heddle::test::tridiagonal");
  return {n, n, to_offsets, to_columns};
}

class LibraryPhases : public testing::Test {
 protected:
  LibraryPhases() { unsetenv("HEDDLE_PLACE"); }
  ~LibraryPhases() override { unsetenv("HEDDLE_PLACE"); }
  static place::ContextOptions reporting() {
    place::ContextOptions options;
    options.reports = true;
    return options;
  }
  /// Colours, and returns where and by whose decision.
  std::pair<Where, DecidedBy> color(ColoringOptions const& options = {}) {
    auto const result = coloring::color(exec, tridiagonal<Memory>(exec, 12), options);
    auto const& report = place::Context::current().reports().back();
    EXPECT_EQ(report.place, result.ran_at);
    EXPECT_TRUE(result.verified);
    phase = report.phase;
    return {result.ran_at, report.decided_by};
  }
  std::string code_of(ColoringOptions const& options) {
    try {
      color(options);
    } catch (heddle::error const& problem) {
      return std::string(to_string(problem.code()));
    }
    return "nothing was thrown";
  }

  using Found = std::pair<Where, DecidedBy>;
  Exec exec;
  std::string phase;
};

TEST_F(LibraryPhases, colourings_follow_the_order_of_decisions) {
  place::Context context(exec, reporting());
  EXPECT_EQ(color(), Found(Where::host, DecidedBy::default_policy));
  EXPECT_EQ(phase, "coloring::color");
  context.pin("coloring::*", {Where::device, {}});
  EXPECT_EQ(color(), Found(Where::device, DecidedBy::pin));
  ColoringOptions here;
  here.place = Where::host;
  EXPECT_EQ(color(here), Found(Where::host, DecidedBy::call));
  setenv("HEDDLE_PLACE", "coloring::color=device", 1);
  place::Context const inner(exec, reporting());
  EXPECT_EQ(color(here), Found(Where::device, DecidedBy::environment));
}

TEST_F(LibraryPhases, what_only_one_place_can_do_has_names_of_its_own) {
  setenv("HEDDLE_PLACE", "coloring::*=device", 1);
  place::Context const context(exec, reporting());
  ColoringOptions options;
  options.kind = Kind::star;
  EXPECT_EQ(color(options), Found(Where::host, DecidedBy::only_place));
  EXPECT_EQ(phase, "coloring::star");
  EXPECT_EQ(context.rules().skipped, std::vector<std::string>{"coloring::star"});
  options.place = Where::device;
  EXPECT_EQ(code_of(options), "unsupported_place");
  options = {};
  options.method = Method::speculative;
  EXPECT_EQ(color(options), Found(Where::device, DecidedBy::only_place));
  setenv("HEDDLE_PLACE", "coloring::star=device", 1);
  place::Context const inner(exec, reporting());
  options = {};
  options.kind = Kind::star;
  EXPECT_EQ(code_of(options), "unsupported_place");
  EXPECT_EQ(color(), Found(Where::host, DecidedBy::default_policy));
}

TEST_F(LibraryPhases, copies_of_plain_views_are_logged_each_time) {
  bool const two = !std::is_same_v<Memory, Kokkos::HostSpace>;
  place::Context const context(exec, reporting());
  color();
  EXPECT_EQ(context.transfers().count(), two ? 3 : 0);  // offsets and columns in, colours out
  color();
  EXPECT_EQ(context.transfers().count(), two ? 6 : 0);
  place::Strict const strict(exec);
  EXPECT_EQ(code_of({}), two ? "copy_refused" : "nothing was thrown");
  ColoringOptions there;
  there.place = Where::device;
  EXPECT_EQ(color(there).first, Where::device);
}

TEST_F(LibraryPhases, without_a_context_the_default_one_decides) {
  ColoringOptions options;
  auto const result = coloring::color(exec, tridiagonal<Kokkos::HostSpace>(exec, 12), options);
  EXPECT_EQ(result.ran_at, Where::host);
  EXPECT_EQ(result.num_colors, 3);
}

}  // namespace
}  // namespace heddle::test
