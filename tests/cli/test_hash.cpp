// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle hash: real input against std::unordered_map and std::set over the same bytes, the
// published figures at a small size, and what is refused.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::test {
namespace {

using nlohmann::json;

json json_of(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("command"), "hash");
  return report;
}

std::vector<std::string> host_backends() {
  std::vector<std::string> names;
  for (auto const* name : {"serial", "openmp"}) {
    if (has_backend(name)) names.emplace_back(name);
  }
  return names;
}

/// Words of all kinds: frequent, rare, long, prefixes of each other, bytes that are no letters.
std::string some_text() {
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    auto const kind = random() % 10;
    std::string word;
    if (kind < 5) word = "w" + std::to_string(random() % 20);
    if (kind == 5) word = std::string(1 + random() % 300, 'a');
    if (kind == 6) word = "\xc3\xa9" + std::to_string(random() % 500);
    if (kind > 6) word = std::to_string(random() % 3000);
    text += word;
    text += "\n \t\r\n"[random() % 5];
  }
  return text;
}

std::map<std::string, std::uint64_t> counted(std::string const& text) {
  std::map<std::string, std::uint64_t> counts;
  std::istringstream words(text);
  for (std::string word; words >> word;) ++counts[word];
  return counts;
}

/// "word<TAB>count" lines.
std::map<std::string, std::uint64_t> read_counts(std::string const& path) {
  std::map<std::string, std::uint64_t> counts;
  std::istringstream lines(text_of(path));
  for (std::string line; std::getline(lines, line);) {
    auto const tab = line.find('\t');
    EXPECT_TRUE(counts.emplace(line.substr(0, tab), std::stoull(line.substr(tab + 1))).second)
        << line << " stands twice";
  }
  return counts;
}

TEST(CliHashCount, EqualsAMapOnEveryHostBackend) {
  Scratch const scratch;
  auto const text = some_text();
  auto const file = scratch.write("text", text);
  auto const expected = counted(text);
  std::uint64_t words = 0;
  for (auto const& [word, count] : expected) words += count;
  for (auto const& backend : host_backends()) {
    auto const report = json_of(
        {"hash", "count", file, "--backend", backend, "-o", scratch.path("counts"), "--top", "3"});
    EXPECT_EQ(report.at("backend"), backend);
    EXPECT_EQ(report.at("words"), words);
    EXPECT_EQ(report.at("distinct"), expected.size());
    EXPECT_EQ(report.at("top").size(), 3u);
    EXPECT_EQ(read_counts(scratch.path("counts")), expected);
  }
}

TEST(CliHashCount, ByHand) {
  Scratch const scratch;
  auto const file = scratch.write("text", "b a\tb\n\n  c a b");
  auto const report = json_of({"hash", "count", file});
  EXPECT_EQ(report.at("words"), 6);
  EXPECT_EQ(report.at("top"), json::parse(R"([{"word":"b","count":3},{"word":"a","count":2},
                                              {"word":"c","count":1}])"));
  auto const empty = json_of({"hash", "count", scratch.write("empty", "")});
  EXPECT_EQ(empty.at("words"), 0);
  EXPECT_EQ(empty.at("distinct"), 0);
  auto const blank = json_of({"hash", "count", scratch.write("blank", " \n\t ")});
  EXPECT_EQ(blank.at("words"), 0);
  auto const text = run_heddle({"hash", "count", file});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("6 in "), std::string::npos) << text.out;
}

constexpr char const* small_graph =
    "%%MatrixMarket matrix coordinate pattern general\n4 4 7\n"
    "1 2\n2 1\n1 2\n3 3\n4 1\n2 4\n1 4\n";

TEST(CliHashEdges, ByHand) {
  Scratch const scratch;
  auto const file = scratch.write("A.mtx", small_graph);
  auto const undirected = json_of({"hash", "edges", file, "-o", scratch.path("U.mtx")});
  EXPECT_EQ(undirected.at("vertices"), 4);
  EXPECT_EQ(undirected.at("entries"), 7);
  EXPECT_EQ(undirected.at("loops"), 1);
  EXPECT_EQ(undirected.at("edges"), 3);  // 12, 14, 24
  EXPECT_EQ(undirected.at("most_listed"), 3);
  EXPECT_NE(text_of(scratch.path("U.mtx")).find("4 4 3\n1 2\n1 4\n2 4\n"), std::string::npos)
      << text_of(scratch.path("U.mtx"));
  auto const directed = json_of({"hash", "edges", file, "--directed"});
  EXPECT_EQ(directed.at("edges"), 5);  // 12, 21, 41, 24, 14
  EXPECT_EQ(directed.at("most_listed"), 2);
}

TEST(CliHashEdges, EqualsASetOnARealGraph) {
  auto const file = small_data("USAir97.mtx");
  std::istringstream lines(text_of(file));
  std::set<std::pair<long, long>> expected;
  std::string line;
  while (std::getline(lines, line) && line.rfind('%', 0) == 0) continue;  // leaves the size line
  while (std::getline(lines, line)) {
    std::istringstream numbers(line);
    long i = 0, j = 0;
    if (numbers >> i >> j && i != j) expected.emplace(std::min(i, j), std::max(i, j));
  }
  ASSERT_FALSE(expected.empty());
  for (auto const& backend : host_backends()) {
    EXPECT_EQ(json_of({"hash", "edges", file, "--backend", backend}).at("edges"), expected.size());
  }
}

/// Rows of two columns with keys that repeat on both sides.
std::vector<std::pair<std::string, std::string>> some_rows(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<std::pair<std::string, std::string>> rows;
  for (int i = 0; i < count; ++i) {
    rows.emplace_back("k" + std::to_string(random() % 400), "row" + std::to_string(i));
  }
  return rows;
}

TEST(CliHashJoin, EqualsANestedLoop) {
  Scratch const scratch;
  auto const left = some_rows(1, 700), right = some_rows(2, 300);
  std::string left_text, right_text;
  for (auto const& [key, name] : left) left_text += key + "," + name + "\n";
  for (auto const& [key, name] : right) right_text += name + " , " + key + "\r\n";
  std::vector<std::string> expected;
  std::set<std::string> keys, matched;
  for (auto const& [key, name] : left)
    for (auto const& [other_key, other_name] : right) {
      keys.insert(other_key);
      if (key != other_key) continue;
      matched.insert(name);
      expected.push_back(key + "," + name + "\t" + other_name + " , " + other_key);
    }
  std::sort(expected.begin(), expected.end());
  for (auto const& backend : host_backends()) {
    auto const report =
        json_of({"hash", "join", scratch.write("left", left_text),
                 scratch.write("right", right_text), "--right-column", "2", "--separator", ",",
                 "-o", scratch.path("out"), "--backend", backend});
    EXPECT_EQ(report.at("left_rows"), left.size());
    EXPECT_EQ(report.at("right_rows"), right.size());
    EXPECT_EQ(report.at("right_keys"), keys.size());
    EXPECT_EQ(report.at("matched_left_rows"), matched.size());
    EXPECT_EQ(report.at("joined_rows"), expected.size());
    std::vector<std::string> got;
    std::istringstream lines(text_of(scratch.path("out")));
    for (std::string line; std::getline(lines, line);) got.push_back(line);
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, expected);
  }
}

TEST(CliHashJoin, OfNothing) {
  Scratch const scratch;
  auto const none = scratch.write("none", "\n\n");
  auto const some = scratch.write("some", "a 1\nb 2\n");
  EXPECT_EQ(json_of({"hash", "join", none, some}).at("joined_rows"), 0);
  EXPECT_EQ(json_of({"hash", "join", some, none}).at("joined_rows"), 0);
  EXPECT_EQ(json_of({"hash", "join", some, some}).at("joined_rows"), 2);
}

TEST(CliHashSeed, LoadFigureReproducesTheProbeLengths) {
  Scratch const scratch;
  auto const chart = scratch.path("load.svg");
  auto const report = json_of({"hash", "seed-load", "--slots", "1048576", "--chart", chart});
  EXPECT_EQ(report.at("batches").size(), 31u);
  EXPECT_EQ(report.at("keys"), 1015687);  // computed apart from this library
  EXPECT_EQ(report.at("probes").at("sum"), 15455253);
  EXPECT_EQ(text_of(chart).rfind("<svg ", 0), 0u);
  EXPECT_NE(text_of(chart).find("HashMap"), std::string::npos);
}

TEST(CliHashSeed, TimingChecksItselfAgainstTheStandardLibrary) {
  auto const report = json_of({"hash", "seed-timing", "--pairs", "65536"});
  EXPECT_EQ(report.at("checked"), true);
  EXPECT_EQ(report.at("slots"), 131072);
  EXPECT_GT(report.at("live").get<int>(), 0);
  EXPECT_LT(report.at("live").get<int>(), 40000);
  auto const alone = json_of({"hash", "seed-timing", "--pairs", "1000", "--no-compare"});
  EXPECT_EQ(alone.at("checked"), false);
  EXPECT_TRUE(alone.at("std_unordered_map_seconds").is_null());
}

TEST(CliHashRates, MeasuresEveryOperationAskedFor) {
  Scratch const scratch;
  for (auto const* mode : {"map", "seed"}) {
    auto const report =
        json_of({"hash", "--mode", mode, "--keys", "1000", "--load", "0.5,0.9", "--op",
                 "insert,hit,miss,erase", "--runs", "1", "--chart", scratch.path("rates.svg")});
    EXPECT_EQ(report.at("mode"), mode);
    EXPECT_EQ(report.at("rates").size(), 8u);
    for (auto const& rate : report.at("rates")) EXPECT_EQ(rate.at("keys"), 1000);
    EXPECT_NE(text_of(scratch.path("rates.svg")).find("miss"), std::string::npos);
  }
  auto const frozen =
      json_of({"hash", "--mode", "frozen", "--keys", "3000", "--load", "0.95", "--runs", "2"});
  EXPECT_EQ(frozen.at("rates").size(), 3u);  // hit, miss, freeze
  auto const zipf = json_of(
      {"hash", "--keys", "2000", "--zipf", "1.5", "--load", "0.8", "--runs", "1", "--bytes", "8"});
  EXPECT_EQ(zipf.at("zipf_exponent"), 1.5);
  EXPECT_GE(zipf.at("rates").size(), 4u);
}

void expect_refusal(std::vector<std::string> const& arguments, int exit_code,
                    std::string const& word) {
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, exit_code) << testing::PrintToString(arguments) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
}

TEST(CliHashRefusals, Usage) {
  for (auto const& arguments :
       std::vector<std::vector<std::string>>{{"hash", "dissolve"},
                                             {"hash", "count"},
                                             {"hash", "join", "a"},
                                             {"hash", "--mode", "moon"},
                                             {"hash", "--keys", "0"},
                                             {"hash", "--load", "1.5"},
                                             {"hash", "--load", "0"},
                                             {"hash", "--op", "insert,dance"},
                                             {"hash", "--zipf", "-1"},
                                             {"hash", "--bytes", "5"},
                                             {"hash", "--mode", "seed", "--bytes", "8"},
                                             {"hash", "--backend", "moon"},
                                             {"hash", "seed-load", "--slots", "1000"},
                                             {"hash", "seed-load", "--slots", "16"},
                                             {"hash", "seed-timing", "--pairs", "0"},
                                             {"hash", "join", "a", "b", "--separator", "ab"},
                                             {"hash", "join", "a", "b", "--left-column", "0"}}) {
    expect_refusal(arguments, 2, "heddle: ");
  }
}

TEST(CliHashRefusals, Files) {
  Scratch const scratch;
  expect_refusal({"hash", "count", "no/such/file"}, 3, "no/such/file");
  expect_refusal({"hash", "count", scratch.path("")}, 3, "folder");
  auto const ragged = scratch.write("ragged", "a 1\nb\n");
  expect_refusal({"hash", "join", ragged, ragged, "--left-column", "2"}, 3, "ragged:2:");
  expect_refusal({"hash", "edges", "no/such.mtx"}, 3, "no/such.mtx");
  expect_refusal({"hash", "edges", small_data("lp_afiro.mtx")}, 3, "rectangular");
  expect_refusal({"hash", "edges", small_data("bad_wrong_header.mtx")}, 3, "bad_wrong_header");
  auto const good = scratch.write("good", "a b\n");
  expect_refusal({"hash", "count", good, "-o", "/no/such/folder/x"}, 3, "/no/such/folder/x");
  expect_refusal({"hash", "seed-load", "--slots", "1024", "--chart", "/no/such/folder/x.svg"}, 3,
                 "/no/such/folder/x.svg");
}

TEST(CliHashRefusals, AnAbsentBackend) {
  if (has_backend("cuda")) GTEST_SKIP() << "this build has every backend";
  expect_refusal({"hash", "--backend", "cuda"}, 6, "cuda");
}

}  // namespace
}  // namespace heddle::test
