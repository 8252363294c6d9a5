// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of `heddle graph --help`. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::graph_help {

inline constexpr char const* graph =
    "Launches, recordings and updates of graphs with dynamic parameters, compared here";
inline constexpr char const* nodes = "Kernels in the chain; 1, a quarter and all of them dynamic";
inline constexpr char const* steps = "Steps of each measurement";
inline constexpr char const* runs = "Runs of each measurement; the median is told";
inline constexpr char const* backend = "Measure here; without it on the last backend of the build";
inline constexpr char const* chart = "Write a chart of the latencies as SVG, all kernels dynamic";

}  // namespace heddle::cli::graph_help
