// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle compare: what its table and its JSON hold. Times are read, never judged.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace heddle::test {
namespace {

using nlohmann::json;

std::vector<std::string> const chain = {"read",   "match",   "order", "symbolic",
                                        "levels", "numeric", "solve", "refine"};

json const& phase_of(json const& report, std::string const& name) {
  auto const& phases = report.at("phases");
  return *std::find_if(phases.begin(), phases.end(),
                       [&](json const& phase) { return phase.at("phase") == name; });
}

/// Chosen and second best must be the two places with the smallest medians.
void expect_right_ranking(json const& phase) {
  std::vector<std::pair<double, std::string>> places;
  for (auto const& place : phase.at("places")) {
    EXPECT_GE(place.at("median_seconds").get<double>(), 0);
    EXPECT_GE(place.at("bytes_moved").get<std::int64_t>(), 0);
    places.emplace_back(place.at("median_seconds"), place.at("place"));
  }
  std::sort(places.begin(), places.end());
  EXPECT_EQ(phase.at("chosen"), places.at(0).second) << phase;
  if (places.size() == 1) {
    EXPECT_TRUE(phase.at("second_best").is_null());
  } else {
    EXPECT_EQ(phase.at("second_best"), places.at(1).second) << phase;
  }
}

void expect_whole_table(std::string const& text) {
  for (auto const& phase : chain) {
    EXPECT_NE(text.find("\n" + phase + " "), std::string::npos) << phase << " in\n" << text;
  }
  for (auto const* word : {"chosen", "second best", "moved", "host", "\nwhole: chosen "}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  }
  if (!has_backend("cuda")) {
    EXPECT_NE(text.find("\nGPU: none"), std::string::npos) << text;
  }
}

TEST(CliCompare, JsonHoldsEveryPhaseAtEveryPlace) {
  Threads const two(2);
  auto const run = run_heddle({"compare", small_data("pf_case118.mtx"), "--runs", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("command"), "compare");
  EXPECT_EQ(report.at("matrix").at("rows"), 181);
  EXPECT_EQ(report.at("runs"), 2);
  EXPECT_TRUE(report.at("solutions_equal_bitwise").get<bool>());

  std::set<std::string> backends;
  for (auto const& place : report.at("places")) {
    backends.insert(place.at("place"));
    EXPECT_EQ(place.at("status"), "success");
    EXPECT_LE(place.at("backward_error").get<double>(), 1e-12);
  }
  for (auto const& phase : report.at("phases")) expect_right_ranking(phase);
  for (auto const* host_phase : {"read", "match", "order"}) {
    EXPECT_EQ(phase_of(report, host_phase).at("chosen"), "host");
  }
  for (auto const* phase : {"symbolic", "levels", "numeric", "solve", "whole", "refactor"}) {
    std::set<std::string> places;
    for (auto const& place : phase_of(report, phase).at("places")) {
      places.insert(place.at("place"));
      EXPECT_EQ(place.at("runs"), 2) << phase;
    }
    EXPECT_EQ(places, backends) << phase;
  }
}

TEST(CliCompare, TextIsATable) {
  auto const run = run_heddle({"compare", small_data("pf_case118.mtx"), "--runs", "1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("181 x 181, 1051 entries"), std::string::npos) << run.out;
  expect_whole_table(run.out);
}

TEST(CliCompare, BackendsCanBeChosen) {
  if (!has_backend("serial")) GTEST_SKIP() << "no serial backend in this build";
  auto const run = run_heddle(
      {"compare", small_data("arrow_klu.mtx"), "--runs", "1", "--backends", "serial", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  auto const report = json::parse(run.out);
  ASSERT_EQ(report.at("places").size(), 1u);
  EXPECT_TRUE(phase_of(report, "whole").at("second_best").is_null());
}

TEST(CliCompareData, Memplus) {
  auto const run = run_heddle({"compare", example_data("memplus.mtx.gz"), "--runs", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("17758 x 17758, 126150 entries"), std::string::npos) << run.out;
  expect_whole_table(run.out);
}

}  // namespace
}  // namespace heddle::test
