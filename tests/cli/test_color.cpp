// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle color: published counts, what is left out and refused, the JSON and the spy plot.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace heddle::test {
namespace {

using nlohmann::json;

json colored(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "color");
  arguments.push_back("--json");
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("command"), "color");
  for (auto const& coloring : report.at("colorings")) {
    EXPECT_EQ(coloring.at("verified"), true);
    EXPECT_GE(coloring.at("colors").get<int>() + coloring.at("row_colors").get<int>(),
              coloring.at("lower_bound").get<int>());
    EXPECT_GE(coloring.at("seconds").get<double>(), 0);
  }
  return report;
}

std::vector<int> counts(json const& report) {
  std::vector<int> colors;
  for (auto const& coloring : report.at("colorings")) colors.push_back(coloring.at("colors"));
  return colors;
}

constexpr char const* all_orders = "natural,largest_first,smallest_last,incidence";

TEST(CliColor, CountsOfTheTables) {
  auto const structural =
      colored({small_data("bcsstk01.rb"), "--kind", "columns", "--order", all_orders});
  EXPECT_EQ(counts(structural), (std::vector{15, 17, 15, 17}));
  EXPECT_EQ(structural.at("entries"), 400);
  EXPECT_EQ(structural.at("colorings").at(0).at("lower_bound"), 12);
  auto const hessian =
      colored({small_data("hess_pat.mtx"), "--kind", "columns", "--order", all_orders});
  EXPECT_EQ(counts(hessian), (std::vector{12, 12, 12, 12}));
  auto const jacobian =
      colored({small_data("jac_pat.mtx"), "--kind", "columns,rows", "--order", all_orders});
  EXPECT_EQ(counts(jacobian), (std::vector{11, 11, 11, 11, 6, 6, 6, 6}));
}

TEST(CliColor, EveryKindOfASquareSymmetricPattern) {
  auto const report = colored({small_data("bcsstk01.rb")});
  std::vector<std::string> kinds;
  for (auto const& coloring : report.at("colorings")) kinds.push_back(coloring.at("kind"));
  EXPECT_EQ(kinds, (std::vector<std::string>{"columns", "rows", "bidirectional", "distance1",
                                             "distance2", "star", "acyclic"}));
  EXPECT_EQ(report.at("left_out"), json::array());
}

TEST(CliColor, KindsThatDoNotApplyAreNamed) {
  auto const rectangular = colored({small_data("jac_pat.mtx")});
  EXPECT_EQ(rectangular.at("colorings").size(), 3u);
  EXPECT_EQ(rectangular.at("left_out").size(), 4u);
  auto const unsymmetric = colored({small_data("west0479.mtx"), "--symmetrize"});
  EXPECT_EQ(unsymmetric.at("colorings").size(), 7u);
}

TEST(CliColor, ArrowByHand) {
  auto const arrow = colored({small_data("arrow_klu.mtx"), "--kind", "columns,bidirectional,star"});
  auto const& both = arrow.at("colorings").at(1);
  EXPECT_EQ(both.at("colors").get<int>() + both.at("row_colors").get<int>(), 3);
  EXPECT_EQ(arrow.at("colorings").at(0).at("colors"), 100);
  EXPECT_EQ(arrow.at("colorings").at(2).at("colors"), 2);
}

TEST(CliColor, GreedyIsTheSameAtEveryPlaceAndOnEveryBackend) {
  for (auto const* backend : {"serial", "openmp", "cuda"}) {
    if (!has_backend(backend)) continue;
    auto const report = colored({small_data("add32.mtx.gz"), "--kind", "columns,rows", "--place",
                                 "host,device", "--backend", backend});
    ASSERT_EQ(report.at("colorings").size(), 4u);
    for (int kind : {0, 2}) {
      auto const &host = report.at("colorings").at(kind),
                 &device = report.at("colorings").at(kind + 1);
      EXPECT_EQ(host.at("place"), "host");
      EXPECT_EQ(device.at("place"), "device");
      EXPECT_EQ(device.at("backend"), backend);
      EXPECT_GT(device.at("rounds").get<int>(), 0);
      for (auto const* field : {"colors", "largest_class", "smallest_class", "lower_bound"}) {
        EXPECT_EQ(host.at(field), device.at(field)) << field;
      }
    }
  }
}

TEST(CliColor, OtherMethods) {
  auto const report = colored({small_data("bcsstk01.rb"), "--kind", "columns", "--method",
                               "greedy,speculative,exact", "--runs", "3", "--nodes", "10000000"});
  ASSERT_EQ(report.at("colorings").size(), 3u);
  EXPECT_EQ(report.at("colorings").at(1).at("method"), "speculative");
  EXPECT_EQ(report.at("colorings").at(2).at("status"), "optimal");
  EXPECT_EQ(report.at("colorings").at(2).at("colors"), 13);  // the proved optimum
}

TEST(CliColor, ZerosMayBeDropped) {
  Scratch const scratch;
  auto const file = scratch.write("A.mtx",
                                  "%%MatrixMarket matrix coordinate real general\n2 3 4\n"
                                  "1 1 1\n1 2 0\n2 2 5\n2 2 1\n");
  EXPECT_EQ(colored({file}).at("entries"), 3);  // a repeated entry counts once
  auto const dropped = colored({file, "--drop-zeros", "--kind", "columns"});
  EXPECT_EQ(dropped.at("entries"), 2);
  EXPECT_EQ(counts(dropped), std::vector{1});
}

TEST(CliColor, NothingToColor) {
  Scratch const scratch;
  auto const head = std::string("%%MatrixMarket matrix coordinate real general\n");
  auto const empty = scratch.write("empty.mtx", head + "0 0 0\n");
  EXPECT_EQ(counts(colored({empty, "--kind", "columns", "--svg", scratch.path("e.svg")})),
            std::vector{0});
  auto const blank = scratch.write("blank.mtx", head + "3 4 0\n");
  EXPECT_EQ(counts(colored({blank, "--kind", "columns"})), std::vector{1});
}

int occurrences(std::string const& text, std::string const& word) {
  int count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(CliColor, SpyPlot) {
  Scratch const scratch;
  auto const file = scratch.path("plot.svg");
  colored({small_data("bcsstk01.rb"), "--kind", "columns", "--svg", file});
  auto const plot = text_of(file);
  EXPECT_EQ(plot.rfind("<svg ", 0), 0u);
  EXPECT_EQ(occurrences(plot, "<path "), 15);  // one a class
  EXPECT_NE(plot.find("15 colours, at least 12"), std::string::npos);
  colored({small_data("arrow_klu.mtx"), "--kind", "bidirectional", "--svg", file});
  EXPECT_EQ(occurrences(text_of(file), "<path "), 3);
  EXPECT_NE(text_of(file).find("row colour 0"), std::string::npos);
  colored({small_data("add32.mtx.gz"), "--kind", "rows", "--svg", file});
  EXPECT_LT(text_of(file).size(), std::size_t(2'000'000));  // 4960 rows in 240 cells
}

void expect_refusal(std::vector<std::string> const& arguments, int exit_code,
                    std::string const& word) {
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, exit_code) << testing::PrintToString(arguments) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
}

TEST(CliColorRefusals, Usage) {
  auto const file = small_data("bcsstk01.rb");
  expect_refusal({"color"}, 2, "matrix");
  expect_refusal({"color", file, "--kind", "diagonal"}, 2, "'diagonal'");
  expect_refusal({"color", file, "--order", "given"}, 2, "'given'");
  expect_refusal({"color", file, "--method", "magic"}, 2, "'magic'");
  expect_refusal({"color", file, "--place", "cloud"}, 2, "'cloud'");
  expect_refusal({"color", file, "--runs", "0"}, 2, "--runs");
  expect_refusal({"color", file, "--backend", "sycl"}, 2, "'sycl'");
}

TEST(CliColorRefusals, Input) {
  Scratch const scratch;
  for (auto const* file :
       {"bad_empty_file.mtx", "bad_many_lines.mtx", "bad_missing_data.mtx",
        "bad_symmetric_rectangular.mtx", "bad_wrong_dims.mtx", "bad_wrong_header.mtx"}) {
    expect_refusal({"color", small_data(file)}, 3, file);
  }
  expect_refusal({"color", "no/such/file.mtx"}, 3, "no/such/file.mtx");
  expect_refusal({"color", small_data("west0479.mtx"), "--kind", "star"}, 3, "not symmetric");
  expect_refusal({"color", small_data("jac_pat.mtx"), "--kind", "distance2"}, 3, "square");
  expect_refusal({"color", small_data("bcsstk01.rb"), "--svg", "/no/such/folder/x.svg"}, 3,
                 "/no/such/folder/x.svg");
  auto const huge = scratch.write("huge.mtx",
                                  "%%MatrixMarket matrix coordinate pattern general\n"
                                  "2000000000 2000000000 1\n1 1\n");
  expect_refusal({"color", huge}, 3, "nearly all empty");
}

TEST(CliColorRefusals, Place) {
  expect_refusal({"color", small_data("bcsstk01.rb"), "--kind", "star", "--place", "device"}, 6,
                 "star");
  expect_refusal({"color", small_data("bcsstk01.rb"), "--kind", "star", "--method", "exact"}, 3,
                 "exact");
}

}  // namespace
}  // namespace heddle::test
