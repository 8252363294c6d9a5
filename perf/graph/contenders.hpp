// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The ways that are compared, Heddle's and its peers', by name.
#pragma once

#include <heddle/cli/graph/chain.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::perf {

using Exec = Kokkos::DefaultExecutionSpace;
using cli::graph_chain::Plan;
using cli::graph_chain::Way;

struct Contender {
  std::string name;
  bool follows;            ///< every step's values; else those of the first
  bool needs_all = false;  ///< measured only where all kernels are dynamic
  std::function<std::unique_ptr<Way>(Exec const&, Plan const&)> make;
};

/// Plain launches, Heddle's graphs, graphs of Kokkos' own.
std::vector<Contender> kokkos_ways();
/// CUDA's functions called directly; none without CUDA.
std::vector<Contender> raw_ways();

/// A loop of unknown length, seconds of one run of `rounds` rounds: by a while node, and by plain
/// launches with a copy of the flag to the host after each round.
double while_node_seconds(Exec const& exec, int rounds);
double host_checked_seconds(Exec const& exec, int rounds);

}  // namespace heddle::perf
