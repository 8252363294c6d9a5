// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the command that decide something, on values worked out by hand.
#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/measurement.hpp>
#include <heddle/cli/outcome.hpp>
#include <heddle/cli/placement.hpp>
#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace heddle::cli {
namespace {

TEST(CliText, ThreeDigitsAndUnits) {
  EXPECT_EQ(duration_text(0), "0 ns");
  EXPECT_EQ(duration_text(812e-9), "812 ns");
  EXPECT_EQ(duration_text(1.234e-5), "12.3 us");
  EXPECT_EQ(duration_text(4.5678e-3), "4.57 ms");
  EXPECT_EQ(duration_text(0.9996), "1.00 s");
  EXPECT_EQ(duration_text(1234), "1234 s");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1000), "1.00 kB");
  EXPECT_EQ(bytes_text(2'410'000), "2.41 MB");
  EXPECT_EQ(count_text(126150), "126 k");
  EXPECT_EQ(error_text(std::numeric_limits<double>::quiet_NaN()), "-");
  EXPECT_EQ(escaped("a<b> && \"c\""), "a&lt;b&gt; &amp;&amp; &quot;c&quot;");
  EXPECT_EQ(short_phase("heddle::lu::numeric"), "numeric");
  EXPECT_EQ(short_phase("numeric"), "numeric");
}

TEST(CliText, TablePadsColumnsAndLeavesNoSpacesAtTheEnd) {
  Table table;
  table.add_column("name", Align::left);
  table.add_column("n", Align::right);
  table.add_row({"a", "100"});
  table.add_rule();
  table.add_row({"b"});
  EXPECT_EQ(table.text(), "name    n\n---------\na     100\n---------\nb\n");
}

TEST(CliMeasurement, MedianAndRanking) {
  Measurements runs;
  for (double const seconds : {3.0, 1.0, 2.0}) {
    runs.add_run({{"numeric", "serial", seconds, 0}, {"numeric", "openmp", seconds / 2, 8}});
  }
  auto const* numeric = runs.find("numeric");
  ASSERT_NE(numeric, nullptr);
  EXPECT_EQ(numeric->at("serial")->median(), 2);
  EXPECT_EQ(numeric->at("serial")->fastest(), 1);
  EXPECT_EQ(numeric->at("serial")->slowest(), 3);
  EXPECT_EQ(numeric->at("cuda"), nullptr);
  auto const order = in_order(*numeric);
  ASSERT_EQ(order.size(), 2u);
  EXPECT_EQ(order[0]->place, "openmp");
  EXPECT_EQ(order[0]->bytes_moved, 8);
  EXPECT_EQ(order[1]->place, "serial");
}

TEST(CliMeasurement, RepeatedPhasesOfOneRunAreSummed) {
  Measurements runs;
  runs.add_run({{"order", "host", 1, 2}, {"numeric", "serial", 5, 0}, {"order", "host", 2, 3}});
  auto const* order = runs.find("order");
  ASSERT_NE(order, nullptr);
  EXPECT_EQ(order->at("host")->seconds, std::vector<double>{3});
  EXPECT_EQ(order->at("host")->bytes_moved, 5);
  EXPECT_EQ(in_order(*order).size(), 1u);
  EXPECT_EQ(runs.phases().front().phase, "order");
}

TEST(CliMeasurement, EvenCountsTakeTheMiddleAndTiesTheFirstPlace) {
  PhaseTimes const phase{"solve", {{"serial", {4, 1, 2, 3}, 0}, {"openmp", {2.5}, 0}}};
  EXPECT_EQ(phase.places.front().median(), 2.5);
  EXPECT_EQ(in_order(phase).front()->place, "serial");
}

std::vector<Backend> const hosts = {{"serial", true, 1}, {"openmp", true, 4}};
std::vector<Backend> const with_device = {
    {"serial", true, 1}, {"openmp", true, 4}, {"cuda", false, 100}};

TEST(CliPlacement, AutoTakesTheFirstHostWhereThereIsNoDevice) {
  EXPECT_EQ(place_analysis({}, hosts).backend, "serial");
  EXPECT_EQ(place_numeric({}, hosts, {}).backend, "serial");
  EXPECT_EQ(place_numeric({}, {{"openmp", true, 4}}, {}).backend, "openmp");
}

TEST(CliPlacement, AutoTakesTheDeviceForMuchWorkOnFewLevelsOnly) {
  EXPECT_EQ(place_analysis({}, with_device).backend, "serial");
  EXPECT_EQ(place_numeric({}, with_device, {1000, 1000, 10}).backend, "serial");
  EXPECT_EQ(place_numeric({}, with_device, {14'000'000'000, 1'000'000, 700}).backend, "cuda");
  EXPECT_EQ(place_numeric({}, with_device, {100'000, 100'000, 100'000}).backend, "serial");
}

TEST(CliPlacement, RefactoringManyMatricesOutweighsTheFirstSolves) {
  Work work{20'000'000, 500'000, 500};
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "serial");
  work.matrices = 100;
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "cuda");
}

TEST(CliPlacement, KernelsOfTheDevicesOwnMakeItWorthMore) {
  Work work{690'000, 126'000, 147, 11};  // memplus and ten refactorizations
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "serial");
  work.has_native_kernels = true;
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "cuda");
}

TEST(CliPlacement, HubColumnsMakeADeviceWorthLess) {
  Work work{850'000, 245'000, 82, 11, true};
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "cuda");
  work.longest_column = 40'000;
  EXPECT_EQ(place_numeric({}, with_device, work).backend, "serial");
}

TEST(CliPlacement, WhatIsAskedForWinsOrIsRefused) {
  SolveArguments arguments;
  arguments.backend = "serial";
  EXPECT_EQ(place_numeric(arguments, with_device, {}).backend, "serial");
  arguments.backend.reset();
  arguments.place = Place::device;
  EXPECT_EQ(place_numeric(arguments, with_device, {}).backend, "cuda");
  try {
    place_analysis(arguments, hosts);
    FAIL() << "there is no device";
  } catch (Failure const& failure) {
    EXPECT_EQ(failure.code(), ExitCode::not_available);
    EXPECT_STREQ(failure.what(), "no device backend in this build, which has serial, openmp");
  }
}

TEST(CliOutcome, EveryStatusHasItsExitCode) {
  using lu::Status;
  EXPECT_EQ(exit_code(Status::success), ExitCode::success);
  for (auto const status :
       {Status::ill_conditioned, Status::pivot_degraded, Status::not_converged}) {
    EXPECT_EQ(exit_code(status), ExitCode::reservation);
  }
  for (auto const status : {Status::structurally_singular, Status::numerically_singular,
                            Status::zero_pivot, Status::non_finite}) {
    EXPECT_EQ(exit_code(status), ExitCode::no_solution);
  }
  EXPECT_EQ(exit_code(Status::too_large), ExitCode::too_large);
  EXPECT_EQ(exit_code(Status::out_of_memory), ExitCode::too_large);
  EXPECT_EQ(exit_code(ErrorCode::bad_format), ExitCode::bad_input);
  EXPECT_EQ(exit_code(ErrorCode::internal), ExitCode::not_available);
}

TEST(CliOutcome, LinesNamePlacesFromOne) {
  AnalysisReport analysis;
  analysis.status = lu::Status::structurally_singular;
  analysis.structural_rank = 2;
  analysis.unmatched_rows = {1};
  analysis.unmatched_columns = {0, 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(describe(analysis, 9),
            "structurally_singular: rank 2 of 9; unmatched rows 2; unmatched columns 1, 2, 3, 4, 5 "
            "and 2 more (numbered from 1)");

  lu::FactorResult factor;
  factor.status = lu::Status::numerically_singular;
  factor.first_bad = lu::Position{1, 2, 3};
  EXPECT_EQ(describe(factor, {}),
            "numerically_singular at row 3, column 4, elimination step 2 (numbered from 1)");
}

TEST(CliOutcome, TheGraverOfFactorAndSolveCounts) {
  lu::FactorResult factor;
  lu::SolveResult solve;
  factor.status = lu::Status::ill_conditioned;
  EXPECT_EQ(combined_status(factor, solve), lu::Status::ill_conditioned);
  solve.status = lu::Status::not_converged;
  EXPECT_EQ(combined_status(factor, solve), lu::Status::not_converged);
  solve.status = lu::Status::non_finite;
  EXPECT_EQ(combined_status(factor, solve), lu::Status::non_finite);
  EXPECT_EQ(combined_status(factor, {}), lu::Status::ill_conditioned);
}

}  // namespace
}  // namespace heddle::cli
