// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Results of `heddle hash` as text for people, as JSON and as charts. Knows no Kokkos.
#pragma once

#include <heddle/cli/hash/arguments.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/hash/reports.hpp>
#include <heddle/cli/hash/words.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

/// What `heddle hash count` found.
struct CountOutcome {
  std::string file, backend;
  std::uint64_t words = 0, distinct = 0;
  std::vector<std::pair<std::string, std::uint64_t>> top;  ///< most frequent first, then by bytes
  double seconds = 0;
  std::uint64_t table_bytes = 0;
};
/// What `heddle hash edges` found.
struct EdgesOutcome {
  std::string file, backend;
  std::uint64_t vertices = 0, entries = 0, loops = 0, distinct = 0, most_listed = 0;
  bool directed = false;
  double seconds = 0;
  std::uint64_t table_bytes = 0;
};
/// What `heddle hash join` found.
struct JoinOutcome {
  std::string left, right, backend;
  std::uint64_t left_rows = 0, right_rows = 0, right_keys = 0;
  std::uint64_t matched_left_rows = 0, joined_rows = 0;
  double seconds = 0;
  std::uint64_t table_bytes = 0;
};

std::string text_of(CountOutcome const& outcome);
std::string text_of(EdgesOutcome const& outcome);
std::string text_of(JoinOutcome const& outcome);
std::string text_of(SeedTimingReport const& report);
std::string text_of(SeedLoadReport const& report);
std::string text_of(RateReport const& report);

std::string json_text_of(CountOutcome const& outcome);
std::string json_text_of(EdgesOutcome const& outcome);
std::string json_text_of(JoinOutcome const& outcome);
std::string json_text_of(SeedTimingReport const& report);
std::string json_text_of(SeedLoadReport const& report);
std::string json_text_of(RateReport const& report);

Chart chart_of(SeedLoadReport const& report);
Chart chart_of(RateReport const& report);

}  // namespace heddle::cli
