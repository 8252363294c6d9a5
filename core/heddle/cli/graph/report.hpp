// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle graph` found, behind an interface that knows no Kokkos.
#pragma once

#include <heddle/cli/graph/arguments.hpp>

#include <heddle/base/observer.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// Seconds of a step: median, and the spread of the runs' medians.
struct GraphTime {
  double median = 0, lowest = 0, highest = 0;
};

/// One way to run the chain, measured.
struct GraphRow {
  std::string way;  ///< "stream", "record_anew", "typed_nodes", "parameters", "replay_only"
  int nodes = 0, dynamic = 0;
  GraphTime host;        ///< until the step's last call returned
  GraphTime latency;     ///< until its work was done
  GraphTime throughput;  ///< a step of many that nobody waits for
  bool correct = false;  ///< the result is that of plain code
};

struct GraphReport {
  GraphArguments arguments;
  std::string backend;
  bool native = false;  ///< by graphs of the backend's own
  std::vector<GraphRow> rows;
};

/// Measures on the backend of that name, which must be one of this build.
GraphReport measure_graphs(std::string_view backend, GraphArguments const& arguments,
                           Observer const& observer);

std::string text_of(GraphReport const& report);
std::string json_text_of(GraphReport const& report);
/// Latency by number of nodes, a line for each way, where all are dynamic.
std::string svg_of(GraphReport const& report);

}  // namespace heddle::cli
