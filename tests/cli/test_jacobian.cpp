// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle jacobian: known patterns and colours, the checks, a published power-flow Jacobian, and
// cases that are refused.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace heddle::test {
namespace {

using nlohmann::json;

json evaluated(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "jacobian");
  arguments.insert(arguments.end(), {"--json", "--runs", "1"});
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("command"), "jacobian");
  EXPECT_FALSE(report.at("checks").empty());
  for (auto const& check : report.at("checks")) {
    EXPECT_EQ(check.at("passed"), true) << check;
    EXPECT_LE(check.at("relative_difference").get<double>(), check.at("tolerance").get<double>());
  }
  return report;
}

TEST(CliJacobian, BrusselatorHasThePatternAndColorsOfTheTable) {
  auto const report = evaluated({"brusselator", "--n", "6", "--direction", "columns"});
  EXPECT_EQ(report.at("rows"), 72);
  EXPECT_EQ(report.at("nonzeros"), 432);
  EXPECT_EQ(report.at("lower_bound"), 6);
  EXPECT_EQ(report.at("colors"), 9);
  EXPECT_EQ(report.at("sweeps"), 1);
  EXPECT_EQ(report.at("lanes"), 16);
  EXPECT_EQ(report.at("checks").size(), 2u);
  EXPECT_EQ(report.at("checks").at(1).at("against"), "dense_ad");
  EXPECT_EQ(report.at("checks").at(1).at("entries"), 72 * 72);
  EXPECT_GT(report.at("sweep_seconds").get<double>(), 0);
  EXPECT_GT(report.at("whole_over_residual").get<double>(), 0);
  EXPECT_EQ(report.at("in_groups"), true);
  EXPECT_TRUE(report.at("gather_seconds").is_null());
  auto const by_rows = evaluated({"brusselator", "--n", "6", "--direction", "rows"});
  EXPECT_EQ(by_rows.at("in_groups"), false);
  EXPECT_TRUE(by_rows.at("gather_seconds").is_number());
}

TEST(CliJacobian, EveryDirectionAndWidthGivesTheSameJacobian) {
  for (auto const* direction : {"columns", "rows", "bidirectional", "dense", "automatic"}) {
    for (auto const* lanes : {"0", "1", "4", "8", "16", "-1"}) {
      for (auto const* problem : {"brusselator", "rosenbrock"}) {
        auto const report =
            evaluated({problem, "--n", "5", "--direction", direction, "--lanes", lanes});
        bool const chosen = direction == std::string("automatic");
        EXPECT_TRUE(chosen || report.at("direction") == direction) << report;
      }
    }
  }
  evaluated({"brusselator", "--n", "5", "--bounded-memory", "--lanes", "4"});
}

TEST(CliJacobian, RosenbrockByHand) {
  auto const report = evaluated({"rosenbrock", "--n", "10", "--direction", "columns"});
  EXPECT_EQ(report.at("rows"), 18);
  EXPECT_EQ(report.at("nonzeros"), 27);
  EXPECT_EQ(report.at("colors"), 2);
  EXPECT_EQ(evaluated({"rosenbrock", "--n", "10", "--direction", "rows"}).at("colors"), 3);
  EXPECT_EQ(evaluated({"rosenbrock", "--n", "1"}).at("nonzeros"), 0);
  EXPECT_EQ(evaluated({"brusselator", "--n", "1"}).at("nonzeros"), 4);
}

TEST(CliJacobian, BackendsAndPlaces) {
  for (auto const* backend : {"serial", "openmp", "cuda"}) {
    if (!has_backend(backend)) continue;
    for (auto const* place : {"host", "device"}) {
      auto const report = evaluated({"powerflow", small_data("powergrid/case118.txt"), "--backend",
                                     backend, "--place", place, "--order", "largest_first"});
      EXPECT_EQ(report.at("backend"), backend);
      EXPECT_EQ(report.at("coloring_verified"), true);
    }
  }
}

TEST(CliJacobian, PowerFlowEqualsThePublishedMatrixInEveryDirection) {
  for (auto const* direction : {"automatic", "columns", "rows", "bidirectional", "dense"}) {
    auto const report = evaluated({"powerflow", small_data("powergrid/case118.txt"), "--reference",
                                   small_data("pf_case118.mtx"), "--direction", direction});
    EXPECT_EQ(report.at("rows"), 181);
    EXPECT_EQ(report.at("nonzeros"), 1051);  // that of the matrix: nothing more, nothing less
    EXPECT_EQ(report.at("checks").size(), 3u);
    EXPECT_EQ(report.at("checks").at(2).at("entries"), 1051);
    bool const chosen = direction == std::string("automatic");
    EXPECT_TRUE(chosen || report.at("direction") == direction) << report;
  }
}

TEST(CliJacobian, ADifferenceFromAReferenceIsAReservation) {
  auto const run = run_heddle({"jacobian", "powerflow", small_data("powergrid/case118.txt"),
                               "--flat", "--reference", small_data("pf_case118.mtx"), "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_NE(run.err.find("pf_case118.mtx"), std::string::npos) << run.err;
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("checks").at(1).at("passed"), true);
  EXPECT_EQ(report.at("checks").at(2).at("passed"), false);
}

/// Two buses and a line of impedance j0.1: by hand, J = [V2 cos(a2)/0.1, sin(a2)/0.1; V2
/// sin(a2)/0.1, (2 V2 - cos(a2))/0.1] with V1 = 1, a1 = 0; at a2 = 0, V2 = 1 it is diag(10, 10).
constexpr char const* two_buses =
    "function mpc = case2\nmpc.version = '2';\nmpc.baseMVA = 100;\n"
    "%% id type Pd Qd Gs Bs area Vm Va kV zone Vmax Vmin\n"
    "mpc.bus = [\n 1 3 0 0 0 0 1 1 0 230 1 1.1 0.9;\n 2\t1 50 20 0 0 1 1 0 230 1 1.1 0.9;\n];\n"
    "mpc.gen = [\n 1 50 0 Inf -Inf 1 100 1 100 0;\n];\n"
    "mpc.branch = [ 1 2 0 0.1 0 0 0 0 0 0 1 -360 360; 1 2 0 0.1 0 0 0 0 0 0 0 -360 360 ];\n"
    "mpc.gencost = [ 2 0 0 3 0.1 5 0 ];\nmpc.bus_name = {\n 'one'; 'two';\n};\n";

TEST(CliJacobian, MatpowerCaseByHand) {
  Scratch const scratch;
  auto const file = scratch.write("case2.m", two_buses);
  auto const reference = scratch.write("J.mtx",
                                       "%%MatrixMarket matrix coordinate real general\n2 2 2\n"
                                       "1 1 10\n2 2 10\n");
  auto const report = evaluated({"powerflow", file, "--reference", reference});
  EXPECT_EQ(report.at("rows"), 2);
  EXPECT_EQ(report.at("nonzeros"), 4);
}

void expect_refusal(std::vector<std::string> const& arguments, int exit_code,
                    std::string const& word) {
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, exit_code) << testing::PrintToString(arguments) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
}

TEST(CliJacobianRefusals, Usage) {
  expect_refusal({"jacobian"}, 2, "subcommand");
  expect_refusal({"jacobian", "brusselator", "--n", "0"}, 2, "--n");
  expect_refusal({"jacobian", "brusselator", "--lanes", "3"}, 2, "--lanes");
  expect_refusal({"jacobian", "rosenbrock", "--direction", "up"}, 2, "'up'");
  expect_refusal({"jacobian", "powerflow"}, 2, "case");
}

TEST(CliJacobianRefusals, CasesAreNamedWithTheirLine) {
  Scratch const scratch;
  auto const head = std::string("baseMVA 100\nbus 2\n1 3 0 0 0 0 1 0\n2 1 9 3 0 0 1 0\n");
  auto const tail = std::string("gen 1\n1 9 3 1 1\n");
  struct Bad {
    std::string text, word;
  };
  std::vector<Bad> const cases = {
      {"", "no bus"},
      {"baseMVA 0\n", "bad.txt:1: baseMVA"},
      {"baseMVA 100\nbus 2\n1 3 0 0 0 0 1 0\n", "ends within a table"},
      {"baseMVA 100\nbus 1\n1 3 0 0 0 0 1\n", "bad.txt:3: 7 numbers"},
      {"baseMVA 100\nbus 1\n1 3 0 zero 0 0 1 0\n", "bad.txt:3: expected a number"},
      {"baseMVA 100\nbus 1\n1 3 0 nan 0 0 1 0\n", "bad.txt:3: a number is not finite"},
      {"baseMVA 100\nbus 1\n1 5 0 0 0 0 1 0\n", "bad.txt:3: the type"},
      {"baseMVA 100\nbus 1\n1 3 0 0 0 0 1 0\n2 3 0 0 0 0 1 0\n", "bad.txt:4: a line of numbers"},
      {"baseMVA 100\nbus 1\n1 1 0 0 0 0 1 0\n", "no reference bus"},
      {head + tail + "branch 1\n1 7 0 0.1 0 0 0 1\n", "no bus 7"},
      {head + tail + "branch 1\n1 2 0 0 0 0 0 1\n", "no impedance"},
      {"baseMVA 100\nbus 2\n1 3 0 0 0 0 1 0\n1 1 9 3 0 0 1 0\n", "stands twice"},
      {"baseMVA 100\ntrain 2\n", "bad.txt:2: expected 'bus N'"}};
  for (auto const& bad : cases) {
    expect_refusal({"jacobian", "powerflow", scratch.write("bad.txt", bad.text)}, 3, bad.word);
  }
  expect_refusal({"jacobian", "powerflow", "no/such/case"}, 3, "no/such/case");
  expect_refusal(
      {"jacobian", "brusselator", "--n", "3", "--reference", small_data("pf_case118.mtx")}, 3,
      "the Jacobian is 18 x 18");
}

}  // namespace
}  // namespace heddle::test
