// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Every way to say where a phase of the library runs: the options of the call, a pin, HEDDLE_PLACE
/// by name and by star, a file. Each of them changes where it runs, and nothing else.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <unistd.h>

namespace heddle::test {

/// Where a phase ran, and what came of it: anything that can be compared.
template <class Value>
struct Ran {
  place::Where at;
  Value value;
};

/// The last run of a phase in the current context.
inline place::PhaseReport last_run(std::string const& phase) {
  auto const& reports = place::Context::current().reports();
  auto const found =
      std::find_if(reports.rbegin(), reports.rend(),
                   [&](place::PhaseReport const& report) { return report.phase == phase; });
  EXPECT_NE(found, reports.rend()) << phase << " did not run";
  return found == reports.rend() ? place::PhaseReport{} : *found;
}

/// A file that says where a phase runs, whatever its size and the hardware.
class DecisionsOnDisk {
 public:
  DecisionsOnDisk(std::string const& phase, place::Where where)
      : path_(std::filesystem::temp_directory_path() /
              ("heddle_ways_" + std::to_string(getpid()) + ".json")) {
    std::ofstream file(path_);
    file << R"({"heddle_place": 1, "device": "any", "host": "any", "threads": 1, "decisions": [)";
    for (int bytes = 0; bytes < 40; ++bytes) {
      for (int nnz = 0; nnz < 32; ++nnz) {
        file << (bytes + nnz ? "," : "") << R"({"phase": ")" << phase << R"(", "bytes_log2": )"
             << bytes << R"(, "nnz_log2": )" << nnz << R"(, "place": ")" << to_string(where)
             << R"(", "host_us": 1, "device_us": 1, "runs": 3, "pinned": true})";
      }
    }
    file << "]}";
  }
  ~DecisionsOnDisk() { std::filesystem::remove(path_); }
  DecisionsOnDisk(DecisionsOnDisk const&) = delete;
  DecisionsOnDisk& operator=(DecisionsOnDisk const&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// `run(policy)` runs the phase with that policy in its options and returns a Ran.
template <class Exec, class Run>
class PlacedWays {
 public:
  PlacedWays(Exec const& exec, std::string phase, Run run)
      : exec_(exec), phase_(std::move(phase)), run_(std::move(run)) {}

  void expect_all_obeyed() {
    unsetenv("HEDDLE_PLACE");
    options_.reports = true;
    {
      place::Context const context(exec_, options_);
      expected_ = run_({}).value;
    }
    for (auto const where : {place::Where::host, place::Where::device}) {
      by_call(where);
      by_pin(where);
      by_environment(where, phase_);
      by_environment(where, phase_.substr(0, phase_.find(':') + 2) + "*");
      by_file(where);
    }
    unsetenv("HEDDLE_PLACE");
  }

 private:
  void expect_here(place::Where where, place::DecidedBy by, place::Policy const& policy = {}) {
    auto const ran = run_(policy);
    auto const report = last_run(phase_);
    auto const what =
        phase_ + " at the " + std::string(to_string(where)) + " by " + std::string(to_string(by));
    EXPECT_EQ(to_string(ran.at), to_string(where)) << what;
    EXPECT_EQ(to_string(report.place), to_string(where)) << what;
    EXPECT_EQ(to_string(report.decided_by), to_string(by)) << what;
    EXPECT_GE(report.seconds, 0);
    EXPECT_FALSE(report.backend.empty());
    EXPECT_TRUE(ran.value == expected_) << what << ": another result";
    if (place::Context::current().has_one_memory()) {
      EXPECT_EQ(place::Context::current().transfers().count(), 0) << what;
    }
  }
  void by_call(place::Where where) {
    place::Context context(exec_, options_);
    context.pin(phase_, {other(where), {}});  // the call is stronger
    expect_here(where, place::DecidedBy::call, {where, {}});
  }
  void by_pin(place::Where where) {
    place::Context context(exec_, options_);
    context.pin(phase_, {where, {}});
    expect_here(where, place::DecidedBy::pin);
  }
  void by_environment(place::Where where, std::string const& pattern) {
    setenv("HEDDLE_PLACE", (pattern + "=" + std::string(to_string(where))).c_str(), 1);
    place::Context const context(exec_, options_);
    unsetenv("HEDDLE_PLACE");
    expect_here(where, place::DecidedBy::environment, {other(where), {}});  // stronger than that
  }
  void by_file(place::Where where) {
    DecisionsOnDisk const file(phase_, where);
    place::Context context(exec_, options_);
    context.load(file.path());
    expect_here(where, place::DecidedBy::file);
  }
  static place::Where other(place::Where where) {
    return where == place::Where::host ? place::Where::device : place::Where::host;
  }

  Exec exec_;
  std::string phase_;
  Run run_;
  place::ContextOptions options_;
  decltype(std::declval<Run const&>()(place::Policy{}).value) expected_;
};

/// Expects that a phase obeys each way, and changes nothing but its place.
template <class Exec, class Run>
void expect_obeys(Exec const& exec, std::string const& phase, Run run) {
  PlacedWays<Exec, Run>(exec, phase, std::move(run)).expect_all_obeyed();
}

}  // namespace heddle::test
