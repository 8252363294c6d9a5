// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HEDDLE_PLACE as the command obeys it, and the time lines of heddle compare.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <heddle/cli/timeline.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

namespace heddle::test {
namespace {

using nlohmann::json;

/// HEDDLE_PLACE of the runs that follow.
class Rules {
 public:
  explicit Rules(char const* rules) { setenv("HEDDLE_PLACE", rules, 1); }
  ~Rules() { unsetenv("HEDDLE_PLACE"); }
  Rules(Rules const&) = delete;
  Rules& operator=(Rules const&) = delete;
};

Run solve(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"solve", small_data("pf_case118.mtx")});
  return run_heddle(more);
}

TEST(CliPlace, HeddlePlaceWinsOverTheEstimate) {
  Rules const rules("lu::numeric=host");
  auto const run = solve();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // Without a device there is nothing to decide, and the command says that instead.
  auto const* reason = has_backend("cuda") ? "HEDDLE_PLACE says so for lu::numeric"
                                           : "this build has no device backend";
  EXPECT_NE(run.out.find(reason), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("HEDDLE_PLACE says so for lu::analyze"), std::string::npos) << run.out;
}

TEST(CliPlace, WhatIsNotInTheBuildIsRefusedByNameAndSkippedByStar) {
  if (has_backend("cuda")) GTEST_SKIP() << "this build has a device";
  {
    Rules const rules("lu::numeric=device");
    auto const run = solve();
    EXPECT_EQ(run.exit_code, 6) << run.out;
    EXPECT_TRUE(is_one_line(run.err)) << run.err;
    EXPECT_NE(run.err.find("lu::numeric"), std::string::npos) << run.err;
  }
  Rules const rules("lu::*=device");
  auto const run = solve();
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(CliPlace, ABackendByNameIsNotOverruled) {
  if (!has_backend("serial")) GTEST_SKIP() << "no serial backend in this build";
  Rules const rules("lu::*=device");
  auto const run = solve({"--backend", "serial"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("asked for with --backend"), std::string::npos) << run.out;
}

TEST(CliPlace, ASyntaxErrorIsOneLineWithThePosition) {
  Rules const rules("lu::numeric=gpu");
  auto const run = solve();
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_NE(run.err.find("position 13: 'gpu'"), std::string::npos) << run.err;
}

TEST(CliPlace, ComparisonsHaveATimelineInTextJsonAndHtml) {
  Scratch const folder;
  auto const page = folder.path("report.html");
  auto const run = run_heddle(
      {"compare", small_data("pf_case118.mtx"), "--runs", "1", "--json", "--html", page});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  auto const report = json::parse(run.out);
  double end = 0;
  std::string lane;
  for (auto const& bar : report.at("timeline")) {
    if (bar.at("place") != lane) end = 0;
    lane = bar.at("place");
    EXPECT_DOUBLE_EQ(bar.at("start_seconds").get<double>(), end);  // one behind the other
    end += bar.at("seconds").get<double>();
  }
  auto const html = text_of(page);
  for (auto const* part : {"<!DOCTYPE html>", "<svg", "numeric", "refine", "</html>"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("http", html.find("http") + 1), std::string::npos);  // the SVG namespace
  auto const text = run_heddle({"compare", small_data("pf_case118.mtx"), "--runs", "1"});
  EXPECT_NE(text.out.find("timeline of each place"), std::string::npos) << text.out;
}

TEST(CliPlace, APageThatCannotBeWrittenIsAnError) {
  auto const run = run_heddle({"compare", small_data("arrow_klu.mtx"), "--runs", "1", "--html",
                               "no/such/folder/report.html"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.err.find("no/such/folder/report.html"), std::string::npos) << run.err;
}

/// Two places; the second is twice as fast, but in what only the host can do.
cli::CompareReport two_places() {
  cli::CompareReport report;
  report.places.resize(2);
  report.places[0].backend.name = "serial";
  report.places[1].backend.name = "cuda";
  report.measurements.add_run({{"read", "host", 1, 0}});
  report.measurements.add_run({{"numeric", "serial", 3, 0}, {"numeric", "cuda", 1, 0}});
  report.measurements.add_run({{"whole", "serial", 4, 0}, {"whole", "cuda", 2, 0}});
  report.measurements.add_run({{"refactor", "serial", 9, 0}});
  return report;
}

TEST(CliPlace, RulesOverruleMeasurementsInComparisons) {
  auto report = two_places();
  report.places[1].backend.is_host = false;
  auto const& numeric = *report.measurements.find("numeric");
  EXPECT_EQ(report.choice(numeric).chosen->place, "cuda");
  EXPECT_EQ(report.choice(numeric).decided_by, place::DecidedBy::measured);
  EXPECT_EQ(report.choice(*report.measurements.find("read")).decided_by,
            place::DecidedBy::only_place);
  report.rulings.push_back({"numeric", true, place::DecidedBy::environment});
  auto const choice = report.choice(numeric);
  EXPECT_EQ(choice.chosen->place, "serial");
  EXPECT_EQ(choice.second->place, "cuda");
  EXPECT_DOUBLE_EQ(choice.ratio(), 1.0 / 3);
  EXPECT_NE(cli::compare_html(report).find("HEDDLE_PLACE; cuda takes 0.33 times as long"),
            std::string::npos);
}

TEST(CliPlace, EveryPhaseSaysWhoDecided) {
  Rules const rules("lu::numeric=host");
  auto const solved = solve({"--json"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  auto const report = json::parse(solved.out);
  auto const who = [](json const& phases, std::string const& name) {
    for (auto const& part : phases) {
      if (part.at("phase") == name) return part.at("decided_by").get<std::string>();
    }
    return std::string("nobody");
  };
  EXPECT_EQ(who(report.at("analysis").at("phases"), "order"), "only place");
  EXPECT_EQ(who(report.at("steps").at(0).at("phases"), "numeric"), "HEDDLE_PLACE");
  auto const compared =
      run_heddle({"compare", small_data("pf_case118.mtx"), "--runs", "1", "--json"});
  ASSERT_EQ(compared.exit_code, 0) << compared.err;
  for (auto const& phase : json::parse(compared.out).at("phases")) {
    auto const expected = phase.at("second_best").is_null()                       ? "only place"
                          : has_backend("cuda") && phase.at("phase") == "numeric" ? "HEDDLE_PLACE"
                                                                                  : "measured";
    EXPECT_EQ(phase.at("decided_by"), expected) << phase;
  }
}

TEST(CliTimeline, LanesHoldTheChainAndNothingElse) {
  auto const lanes = cli::timeline_of(two_places());
  ASSERT_EQ(lanes.size(), 2u);
  EXPECT_EQ(lanes[0].end(), 4);
  EXPECT_EQ(lanes[1].end(), 2);
  ASSERT_EQ(lanes[1].bars.size(), 2u);
  EXPECT_EQ(lanes[1].bars[0].ran_at, "host");
  EXPECT_EQ(lanes[1].bars[1].ran_at, "cuda");
  EXPECT_EQ(lanes[1].bars[1].start, 1);
}

TEST(CliTimeline, TextIsDrawnToOneScale) {
  auto const text = cli::timeline_text(cli::timeline_of(two_places()));
  EXPECT_NE(text.find("serial |" + std::string(16, 'a') + std::string(48, 'b') + "| 4.00 s\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("cuda   |" + std::string(16, 'a') + std::string(16, 'b') + "| 2.00 s\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("a read, b numeric\n"), std::string::npos) << text;
  EXPECT_EQ(cli::timeline_text({}), "");
}

TEST(CliTimeline, APlaceThatFailedHasNoLane) {
  auto report = two_places();
  report.places.emplace_back().backend.name = "openmp";
  EXPECT_EQ(cli::timeline_of(report).size(), 2u);
}

}  // namespace
}  // namespace heddle::test
