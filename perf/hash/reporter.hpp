// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One line per case on the console: what a reader compares. Knows no Kokkos.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace heddle::perf {

/// Prints 1e9 keys/s as median and best of the repetitions, the share of the memory's limit, and
/// bytes per key. The JSON of Google Benchmark has every repetition.
class RateReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(Context const& context) override;
  void ReportRuns(std::vector<Run> const& runs) override;

 private:
  std::string last_input_;
};

}  // namespace heddle::perf
