// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tables of ratios: what `heddle bench` measured, and its ways to the page. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/bench/arguments.hpp>
#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/placement.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

/// One form of doing something beside another, measured in the same run.
struct BenchRow {
  std::string subject;  ///< what was done: "insert at .80", a matrix
  std::string form;     ///< how, and where
  double seconds = 0;
  std::string over;  ///< what it is compared with
  double over_seconds = 0;
  std::string note = {};

  /// Below 1 the form is faster.
  double ratio() const { return seconds / over_seconds; }
};

struct BenchTable {
  std::string name;   ///< "hash_rates"; also that of its chart
  std::string title;  ///< with the sizes that matter
  std::vector<BenchRow> rows;
  bool has_means = true;  ///< whether means over the subjects make sense
};

/// A chart of times or rates beside those of the ratios.
struct BenchChart {
  std::string name;
  std::string svg;
};

struct BenchReport {
  BenchArguments arguments;
  std::string machine;  ///< processor, device and build
  std::vector<std::string> backends;
  std::vector<BenchTable> tables;
  std::vector<BenchChart> charts;
};

/// The measurements. Each adds its tables and charts, by the code of the commands that measure one
/// part; results are checked there.
/// @{
void bench_hash(BenchReport& report, std::vector<Backend> const& backends,
                Observer const& observer);
void bench_graph(BenchReport& report, std::vector<Backend> const& backends,
                 Observer const& observer);
void bench_lu(BenchReport& report, std::vector<Backend> const& backends, Observer const& observer);
void bench_color(BenchReport& report, std::vector<Backend> const& backends,
                 Observer const& observer);
/// @}

std::string text_of(BenchReport const& report);
std::string json_text_of(BenchReport const& report);
/// The ratios of a table as bars on a logarithmic axis.
std::string bars_of(BenchTable const& table);

}  // namespace heddle::cli
