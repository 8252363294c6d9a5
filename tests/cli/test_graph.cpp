// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle graph: every way gives the right result, all output forms agree, bad options are refused.
#include "process.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace heddle::test {
namespace {

using nlohmann::json;

std::vector<std::string> const small = {"graph",  "--nodes", "1,6",       "--steps", "3",
                                        "--runs", "2",       "--backend", "serial"};

std::vector<std::string> with(std::vector<std::string> const& more) {
  auto all = small;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(CliGraph, EveryWayIsMeasuredAndRight) {
  auto const run = run_heddle(with({"--json"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("command"), "graph");
  EXPECT_EQ(report.at("backend"), "serial");
  EXPECT_EQ(report.at("native"), false);
  std::set<std::string> ways;
  std::set<std::pair<int, int>> sizes;
  for (auto const& row : report.at("rows")) {
    EXPECT_EQ(row.at("correct"), true) << row;
    for (auto const* time : {"host_seconds", "latency_seconds", "throughput_seconds"}) {
      EXPECT_GT(row.at(time).at("median").get<double>(), 0);
      EXPECT_LE(row.at(time).at("lowest"), row.at(time).at("highest"));
    }
    ways.insert(row.at("way"));
    sizes.emplace(row.at("kernels"), row.at("dynamic"));
  }
  EXPECT_EQ(ways, (std::set<std::string>{"stream", "record_anew", "typed_nodes", "parameters",
                                         "replay_only"}));
  EXPECT_EQ(sizes, (std::set<std::pair<int, int>>{{1, 1}, {6, 1}, {6, 6}}));
}

TEST(CliGraph, TextNamesTheWays) {
  auto const run = run_heddle(small);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("graphs on serial: replayed call by call"), std::string::npos);
  EXPECT_NE(run.out.find("typed_nodes"), std::string::npos);
  EXPECT_EQ(run.out.find("WRONG"), std::string::npos);
}

TEST(CliGraph, WritesAChart) {
  auto const path = testing::TempDir() + "heddle_graph.svg";
  auto const run = run_heddle(with({"--svg", path}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::ifstream file(path);
  std::string const svg(std::istreambuf_iterator<char>(file), {});
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_NE(svg.find("record_anew"), std::string::npos);
  std::remove(path.c_str());
}

TEST(CliGraph, RefusesWhatItCannotMeasure) {
  EXPECT_EQ(run_heddle({"graph", "--nodes", "0"}).exit_code, 2);
  EXPECT_EQ(run_heddle({"graph", "--steps", "0"}).exit_code, 2);
  EXPECT_EQ(run_heddle({"graph", "--backend", "abacus"}).exit_code, 2);
  EXPECT_NE(run_heddle(with({"--svg", "/no/such/folder/chart.svg"})).exit_code, 0);
}

}  // namespace
}  // namespace heddle::test
