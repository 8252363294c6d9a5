// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reporter.hpp"

#include <algorithm>
#include <cstdio>

namespace heddle::perf {
namespace {

constexpr double giga = 1e-9;

/// "hash/<input>/<operation>/<table>/..." in parts.
std::vector<std::string> parts_of(std::string const& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = name.find('/', begin);
    parts.push_back(name.substr(begin, end - begin));
  }
  parts.resize(std::max<std::size_t>(parts.size(), 4));
  return parts;
}

double counter(benchmark::BenchmarkReporter::Run const& run, char const* name) {
  auto const found = run.counters.find(name);
  return found == run.counters.end() ? 0 : found->second.value;
}

void print_limits(std::string const& input, benchmark::BenchmarkReporter::Run const& run) {
  std::printf(
      "\n%s\n  limits of this memory: %.3g G reads of 16 B/s, %.3g G 64-bit CAS/s, "
      "copy %.3g GB/s\n",
      input.c_str(), giga * counter(run, "limit_reads_per_s"),
      giga * counter(run, "limit_cas_per_s"), giga * counter(run, "limit_copy_bytes_per_s"));
  std::printf("  %-10s %-20s %9s %9s %7s %9s %11s\n", "operation", "table", "G/s", "best", "limit",
              "bytes/key", "ms");
}

}  // namespace

bool RateReporter::ReportContext(Context const& context) {
  PrintBasicContext(&GetErrorStream(), context);
  return true;
}

void RateReporter::ReportRuns(std::vector<Run> const& runs) {
  std::vector<double> seconds;
  Run const* last = nullptr;
  for (auto const& run : runs) {
    auto const parts = parts_of(run.benchmark_name());
    if (run.error_occurred) {
      std::printf("  %-10s %-20s failed: %s\n", parts[2].c_str(), parts[3].c_str(),
                  run.error_message.c_str());
      return;
    }
    if (run.run_type != Run::RT_Iteration) continue;
    seconds.push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
    last = &run;
  }
  if (last == nullptr) return;
  auto const parts = parts_of(last->benchmark_name());
  if (parts[1] != last_input_) print_limits(parts[1], *last);
  last_input_ = parts[1];
  std::sort(seconds.begin(), seconds.end());
  double const median = seconds[seconds.size() / 2];
  double const keys = counter(*last, "keys");
  std::printf("  %-10s %-20s %9.4g %9.4g %6.0f%% %9.3g %11.4g\n", parts[2].c_str(),
              parts[3].c_str(), giga * keys / median, giga * keys / seconds.front(),
              100 * keys / median / counter(*last, "limit_per_s"), counter(*last, "bytes_per_key"),
              1e3 * median);
  std::fflush(stdout);
}

}  // namespace heddle::perf
