// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phases of sparse LU run where they are told, and give the same bits wherever they run.
#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/lu/placed.hpp>
#include <heddle/lu/placed_factorization.hpp>
#include <heddle/place/scope.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tests/families.hpp"
#include "tests/place/placed_ways.hpp"
#include "tests/support/factor_patterns.hpp"

namespace heddle::test {
namespace {

using place::Policy;
using place::Where;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
constexpr bool is_host = backends::traits<Exec>::is_host;

template <class View>
auto items(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  using Item = typename View::non_const_value_type;
  return std::vector<Item>(host.data(), host.data() + host.extent(0));
}

TEST(PlacedPhases, factor_patterns) {
  Exec const exec;
  for (auto const family : {families::Family::random, families::Family::grid}) {
    auto const rows = sorted_rows(families::make(family, 40, 5));
    auto const matrix = to_device(exec, rows);
    auto const tree = tree_of(rows);
    expect_obeys(exec, "symbolic::factor", [&](Policy const& policy) {
      symbolic::SymbolicOptions options;
      options.place = policy;
      options.workers = 1;
      auto const found = symbolic::factor_pattern(exec, matrix, tree, options);
      return Ran{found.ran_at,
                 std::tuple(items(found.column_offsets), items(found.rows), items(found.diagonal),
                            items(found.row_offsets), items(found.columns),
                            items(found.row_diagonal), items(found.row_slot), found.exact)};
    });
  }
}

TEST(PlacedPhases, levels_of_factors) {
  Exec const exec;
  auto const rows = sorted_rows(families::make(families::Family::random, 40, 5));
  auto const factors = symbolic::factor_pattern(exec, to_device(exec, rows), tree_of(rows));
  for (auto const rule : {levels::Rule::left_looking, levels::Rule::right_looking}) {
    expect_obeys(exec, "levels::levelize", [&](Policy const& policy) {
      levels::LevelsOptions options;
      options.rule = rule;
      options.place = policy;
      options.workers = 2;
      auto const found = levels::levelize(exec, factors, options);
      return Ran{found.phase.place, std::tuple(items(found.level_of_column), items(found.order),
                                               found.level_offsets, found.num_levels)};
    });
  }
}

/// A matrix that is solved at each place.
struct System {
  static constexpr int n = 30;
  Exec exec;
  Csr<double> matrix = random_matrix();
  Kokkos::View<double*, Memory> b{"b", n}, x{"x", n};
  System() { Kokkos::deep_copy(b, 1.0); }
  static Csr<double> random_matrix() {
    auto const entries = families::make(families::Family::random, n, 3);
    auto const rows = sorted_rows(entries);
    Kokkos::View<std::int64_t*, Kokkos::HostSpace> const offsets("offsets", n + 1);
    std::vector<std::int32_t> columns;
    std::vector<double> numbers;
    for (std::int32_t row = 0; row < n; ++row) {
      for (auto p = rows.offsets[row]; p < rows.offsets[row + 1]; ++p) {
        columns.push_back(rows.columns[p]);
        numbers.push_back(rows.columns[p] == row ? 40 + row : 1.0 / (1 + row + rows.columns[p]));
      }
      offsets(row + 1) = static_cast<std::int64_t>(columns.size());
    }
    Kokkos::View<std::int32_t*, Kokkos::HostSpace> const c("columns", columns.size());
    Kokkos::View<double*, Kokkos::HostSpace> const v("values", numbers.size());
    std::copy(columns.begin(), columns.end(), c.data());
    std::copy(numbers.begin(), numbers.end(), v.data());
    return {n, n, offsets, c, v};
  }
  /// Where the named part of a result ran.
  static Where at(std::vector<lu::PhaseReport> const& phases, std::string const& name) {
    auto const found = std::find_if(phases.begin(), phases.end(),
                                    [&](auto const& part) { return part.phase == name; });
    EXPECT_NE(found, phases.end()) << name;
    return found == phases.end() ? Where::automatic : found->place;
  }
  /// Analyses and factors; where the part ran, and all bits.
  auto analyze(lu::AnalyzeOptions const& options, std::string const& part) {
    auto const analysis = lu::analyze(exec, matrix, options);
    lu::Factorization<double, Exec> factors(exec, analysis.analysis);
    factors.factor(exec, matrix);
    return Ran{at(analysis.phases, part),
               std::tuple(items(factors.factor_values()), analysis.num_levels,
                          analysis.num_factor_entries)};
  }
  /// Factors, and perhaps again; where the last one ran, and all bits.
  auto factor(lu::PivotOptions const& options, bool again) {
    lu::Factorization<double, Exec> factors(exec, analysed.analysis);
    auto result = factors.factor(exec, matrix, options);
    if (again) result = factors.refactor(exec, matrix, options);
    return Ran{at(result.phases, "numeric"), items(factors.factor_values())};
  }
  lu::AnalyzeResult analysed = lu::analyze(exec, matrix);
};

/// The phases of an analysis by themselves obey every way (above); here that a rule for each
/// reaches them through an analysis.
TEST(PlacedPhases, analyses) {
  System system;
  auto const expected = system.analyze({}, "symbolic").value;
  for (auto const& [phase, part] :
       {std::pair("symbolic::factor", "symbolic"), std::pair("levels::levelize", "levels")}) {
    for (auto const where : {Where::host, Where::device}) {
      place::ContextOptions reporting;
      reporting.reports = true;
      place::Context context(system.exec, reporting);
      context.pin(phase, {where, {}});
      auto const ran = system.analyze({}, part);
      EXPECT_EQ(ran.at, where) << phase;
      EXPECT_EQ(last_run(phase).decided_by, place::DecidedBy::pin);
      EXPECT_TRUE(ran.value == expected) << phase;
    }
    lu::AnalyzeOptions options;
    options.place.where = Where::device;
    EXPECT_EQ(system.analyze(options, part).at, Where::device);
  }
}

TEST(PlacedPhases, factorizations_and_solves) {
  if (!is_host) GTEST_SKIP() << "factors of a device lie there, and so does the work";
  System system;
  for (bool const again : {false, true}) {
    expect_obeys(system.exec, again ? "lu::refactor" : "lu::numeric", [&](Policy const& policy) {
      lu::PivotOptions options;
      options.place = policy;
      return system.factor(options, again);
    });
  }
  lu::Factorization<double, Exec> factors(system.exec, system.analysed.analysis);
  factors.factor(system.exec, system.matrix);
  lu::SolveWorkspace<Exec> workspace;
  expect_obeys(system.exec, "lu::solve", [&](Policy const& policy) {
    lu::SolveOptions options;
    options.place = policy;
    auto const solved = factors.solve(system.exec, system.b, system.x, workspace, options);
    EXPECT_LE(solved.backward_error, 1e-14);
    return Ran{System::at(solved.phases, "solve"), items(system.x)};
  });
}

TEST(PlacedPhases, matrices_of_arrays_are_solved) {
  System system;
  place::Context const context(system.exec);
  auto const array = [&](char const* label, auto const& view) {
    using Item = typename std::decay_t<decltype(view)>::non_const_value_type;
    Kokkos::View<Item*, Kokkos::HostSpace> const own(std::string(label), view.extent(0));
    Kokkos::deep_copy(own, view);
    return place::Array<Item*>::adopt(system.exec, label, own, Where::host);
  };
  auto const& plain = system.matrix;
  place::CsrArrays<double> const matrix{
      plain.num_rows, plain.num_columns, array("offsets", plain.row_offsets),
      array("columns", plain.columns), array("values", plain.values)};
  auto const analysis = lu::analyze(system.exec, matrix);
  lu::Factorization<double, Exec> factors(system.exec, analysis.analysis),
      others(system.exec, lu::analyze(system.exec, plain).analysis);
  auto const before = context.transfers().count();
  EXPECT_EQ(lu::factor(system.exec, factors, matrix).status, lu::Status::success);
  EXPECT_EQ(context.transfers().count() - before, is_host ? 0 : 3);
  EXPECT_EQ(lu::refactor(system.exec, factors, matrix).status, lu::Status::success);
  EXPECT_EQ(context.transfers().count() - before, is_host ? 0 : 3);
  others.factor(system.exec, plain);
  others.refactor(system.exec, plain);
  EXPECT_EQ(items(factors.factor_values()), items(others.factor_values()));
}

/// The same factors at both places, moved where a phase is told to run. On OpenMP the host's part
/// is Serial's, so that factors move there, too.
using Placed = lu::PlacedFactorization<double, Exec, backends::ReferenceBackend>;

template <class Factors>
auto bits_of(Factors const* factors) {
  return factors ? items(factors->factor_values()) : std::vector<double>();
}
std::vector<double> bits_at(Placed const& factors, Where where) {
  return where == Where::device ? bits_of(factors.on_device()) : bits_of(factors.on_host());
}

TEST(PlacedPhases, factors_move_where_they_are_needed) {
  System system;
  for (bool const again : {false, true}) {
    expect_obeys(system.exec, again ? "lu::refactor" : "lu::numeric", [&](Policy const& policy) {
      Placed factors(system.exec, system.analysed);
      lu::PivotOptions options;
      if (!again) options.place = policy;
      auto result = factors.factor(system.exec, system.matrix, options);
      options.place = policy;
      if (again) result = factors.refactor(system.exec, system.matrix.values, options);
      auto const at = System::at(result.phases, "numeric");
      EXPECT_TRUE(factors.has_factors(at));
      return Ran{at, bits_at(factors, at)};
    });
  }
  Placed factors(system.exec, system.analysed);
  factors.factor(system.exec, system.matrix);
  expect_obeys(system.exec, "lu::solve", [&](Policy const& policy) {
    lu::SolveOptions options;
    options.place = policy;
    auto const solved = factors.solve(system.exec, system.b, system.x, options);
    EXPECT_LE(solved.backward_error, 1e-14);
    return Ran{System::at(solved.phases, "solve"), items(system.x)};
  });
}

TEST(PlacedPhases, factors_that_moved_are_the_same) {
  System system;
  Placed factors(system.exec, system.analysed);
  EXPECT_FALSE(factors.has_factors());
  EXPECT_THROW(factors.solve(system.exec, system.b, system.x), heddle::error);
  lu::PivotOptions pivot;
  lu::SolveOptions solve;
  for (auto const first : {Where::host, Where::device}) {
    auto const second = first == Where::host ? Where::device : Where::host;
    pivot.place.where = first;
    ASSERT_EQ(factors.factor(system.exec, system.matrix, pivot).status, lu::Status::success);
    std::vector<std::vector<double>> solutions;
    for (auto const where : {first, second, first}) {
      solve.place.where = where;
      ASSERT_EQ(factors.solve(system.exec, system.b, system.x, solve).status, lu::Status::success);
      solutions.push_back(items(system.x));
    }
    EXPECT_TRUE(factors.has_factors(first));
    EXPECT_TRUE(factors.has_factors(second));
    EXPECT_EQ(bits_at(factors, first), bits_at(factors, second));
    EXPECT_EQ(solutions[0], solutions[1]);
    EXPECT_EQ(solutions[0], solutions[2]);
  }
}

TEST(PlacedPhases, factors_move_once_and_go_stale) {
  if (std::is_same_v<Exec, backends::ReferenceBackend>) GTEST_SKIP() << "both places are one";
  System system;
  place::ContextOptions options;
  options.environment = false;
  place::Context context(system.exec, options);
  Placed factors(system.exec, system.analysed);
  lu::PivotOptions there;
  there.place.where = Where::device;
  factors.factor(system.exec, system.matrix, there);
  lu::SolveOptions here;
  here.place.where = Where::host;
  auto const copies = [&] {
    context.clear_transfers();
    factors.solve(system.exec, system.b, system.x, here);
    return context.transfers().count();
  };
  // Within one memory nothing is a transfer.
  EXPECT_FALSE(factors.has_factors(Where::host));
  EXPECT_EQ(copies(), is_host ? 0 : 3);  // factors, b, x
  EXPECT_TRUE(factors.has_factors(Where::host));
  EXPECT_EQ(copies(), is_host ? 0 : 2);
  factors.refactor(system.exec, system.matrix.values, there);
  EXPECT_FALSE(factors.has_factors(Where::host));
  EXPECT_EQ(copies(), is_host ? 0 : 3);
  if (is_host) return;
  place::Strict const strict(system.exec, {.copies = 1});
  EXPECT_THROW(factors.solve(system.exec, system.b, system.x, here), heddle::error);
}

TEST(PlacedPhases, failures_leave_the_factors_that_there_were) {
  System system;
  Placed factors(system.exec, system.analysed);
  factors.factor(system.exec, system.matrix);
  auto const wrong = [&](Where where) {
    lu::PivotOptions options;
    options.place.where = where;
    Kokkos::View<double*, Kokkos::HostSpace> const few("few", 3);
    EXPECT_THROW(factors.refactor(system.exec, few, options), heddle::error);
    auto other = system.matrix;
    other.num_rows -= 1;
    EXPECT_THROW(factors.factor(system.exec, other, options), heddle::error);
  };
  wrong(Where::host);
  wrong(Where::device);
  EXPECT_LE(factors.solve(system.exec, system.b, system.x).backward_error, 1e-14);
  Kokkos::View<double*, Memory> const longer("longer", System::n + 1);
  lu::SolveOptions here;
  here.place.where = Where::host;
  EXPECT_THROW(factors.solve(system.exec, system.b, longer, here), heddle::error);
}

TEST(PlacedPhases, of_a_device_keep_their_factors_there) {
  if (is_host) GTEST_SKIP() << "both places are the instance";
  System system;
  lu::PivotOptions options;
  options.place.where = Where::host;
  EXPECT_THROW(system.factor(options, false), heddle::error);
}

TEST(PlacedPhases, methods_of_one_place_have_names_of_their_own) {
  System system;
  place::ContextOptions reporting;
  reporting.reports = true;
  place::Context context(system.exec, reporting);
  context.pin("*", {Where::device, {}});
  lu::AnalyzeOptions options;
  options.symbolic = lu::Symbolic::row_merge;
  options.levelize = lu::Levelize::ascending;
  auto const analysis = lu::analyze(system.exec, system.matrix, options);
  EXPECT_EQ(analysis.status, lu::Status::success);
  EXPECT_EQ(last_run("symbolic::row_merge").place, Where::host);
  EXPECT_EQ(last_run("levels::levelize_serial").place, Where::host);
  EXPECT_EQ(context.rules().skipped.size(), 2u);
}

}  // namespace
}  // namespace heddle::test
