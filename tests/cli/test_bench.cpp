// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle bench: all tables come and say what they compare, forms and files agree, bad input is
// refused before anything is measured.
#include "process.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::test {
namespace {

using nlohmann::json;

std::map<std::string, json> tables_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"bench", "--quick", "--json"});
  auto const run = run_heddle(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("command"), "bench");
  EXPECT_NE(report.at("machine").get<std::string>().find("Kokkos"), std::string::npos);
  std::map<std::string, json> tables;
  for (auto const& table : report.at("tables")) {
    for (auto const& row : table.at("rows")) {
      double const ratio = row.at("ratio"), seconds = row.at("seconds"),
                   over = row.at("over_seconds");
      EXPECT_GT(ratio, 0) << row;
      EXPECT_NEAR(ratio, seconds / over, 1e-9 * ratio) << row;
    }
    tables[table.at("name")] = table.at("rows");
  }
  return tables;
}

std::set<std::string> values_of(json const& rows, char const* key) {
  std::set<std::string> values;
  for (auto const& row : rows) values.insert(row.at(key));
  return values;
}

TEST(CliBench, HashHasThePublishedTablesAndPeers) {
  auto const tables = tables_of({"--tables", "hash"});
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(values_of(tables.at("hash_published"), "subject"),
            (std::set<std::string>{"insert", "delete", "iterate", "all with copies"}));
  EXPECT_EQ(tables.at("hash_load").size(), 31u);
  auto const over = values_of(tables.at("hash_rates"), "over");
  EXPECT_TRUE(over.contains("SeedMap") && over.contains("FrozenMap") &&
              over.contains("Kokkos::UnorderedMap"));
  if (!has_backend("cuda")) {
    EXPECT_TRUE(over.contains("std::unordered_map, one thread"));
  }
}

TEST(CliBench, LuComparesFormsOnEveryBackend) {
  auto const tables = tables_of({"--tables", "lu"});
  ASSERT_EQ(tables.size(), 3u);
  auto const symbolic = values_of(tables.at("lu_symbolic"), "form");
  for (auto const* form : {"row_merge", "etree_filter", "fill2", "fill2_chunked, 8 MB"}) {
    EXPECT_TRUE(symbolic.contains(std::string(form) + " on serial")) << form;
  }
  EXPECT_EQ(values_of(tables.at("lu_symbolic"), "over"),
            std::set<std::string>{"row_merge on serial"});
  EXPECT_EQ(values_of(tables.at("lu_symbolic"), "note").size(), 1u) << "all find one pattern";
  EXPECT_EQ(values_of(tables.at("lu_levels"), "note").size(), 1u) << "all find the same levels";
  auto const numeric = values_of(tables.at("lu_numeric"), "form");
  EXPECT_TRUE(numeric.contains("right-looking, search on serial"));
  EXPECT_EQ(numeric.contains("left-looking on openmp"), has_backend("openmp"));
}

TEST(CliBench, TakesFilesAndDrawsEachTable) {
  Scratch const scratch;
  auto const file = scratch.write("small.mtx",
                                  "%%MatrixMarket matrix coordinate real general\n3 3 5\n"
                                  "1 1 4\n2 2 5\n3 3 6\n1 3 1\n3 1 2\n");
  auto const run = run_heddle(
      {"bench", "--quick", "--tables", "lu,color,graph", "--svg", scratch.path(""), file});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("small.mtx, distance2"), std::string::npos);
  EXPECT_NE(run.out.find("geometric mean of 3 ratios, record_anew over stream"), std::string::npos);
  EXPECT_EQ(run.out.find("grid"), std::string::npos);
  for (auto const* name :
       {"lu_symbolic", "lu_levels", "lu_numeric", "color", "graph", "graph_times"}) {
    auto const svg = text_of(scratch.path(std::string(name) + ".svg"));
    EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n")) << name;
  }
}

TEST(CliBench, RefusesInOneLine) {
  Scratch const scratch;
  auto const wide =
      scratch.write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 1 1\n");
  auto const singular = scratch.write(
      "singular.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 1 1\n");
  auto const refused = [](std::vector<std::string> const& more, int code) {
    std::vector<std::string> arguments = {"bench", "--quick"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const run = run_heddle(arguments);
    EXPECT_EQ(run.exit_code, code) << run.err;
    EXPECT_TRUE(is_one_line(run.err)) << run.err;
    EXPECT_EQ(run.out, "");
  };
  refused({"--tables", "hash,moon"}, 2);
  refused({"--svg", "/no/such/folder"}, 3);
  refused({"--tables", "lu", "/no/such/file.mtx"}, 3);
  refused({"--tables", "lu", wide}, 3);
  refused({"--tables", "lu", singular}, 4);
}

TEST(CliBench, PeersAreTablesOfHeddleHashToo) {
  for (auto const* mode : {"kokkos", "std"}) {
    auto const run = run_heddle({"hash", "--mode", mode, "--keys", "1000", "--load", ".5", "--runs",
                                 "1", "--backend", "serial", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    auto const report = json::parse(run.out);
    EXPECT_EQ(report.at("mode"), mode);
    EXPECT_TRUE(values_of(report.at("rates"), "operation").contains("erase"));
    EXPECT_EQ(run_heddle({"hash", "--mode", mode, "--bytes", "8"}).exit_code, 2);
  }
}

}  // namespace
}  // namespace heddle::test
