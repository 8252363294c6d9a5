// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of `heddle jacobian --help`. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::jacobian_help {

inline constexpr char const* jacobian =
    "The sparse Jacobian of a named problem: pattern, colours, directions, times, checks";
inline constexpr char const* brusselator = "Reaction and diffusion on a periodic square grid";
inline constexpr char const* rosenbrock = "The chained Rosenbrock function as least squares";
inline constexpr char const* powerflow =
    "The mismatch of an electrical network (MATPOWER case, or its plain tables)";

inline constexpr char const* side = "Points on a side of the grid; 2 N^2 unknowns";
inline constexpr char const* variables = "Variables; 2 (N - 1) residuals";
inline constexpr char const* case_file = "Case file, gzip-compressed or not";
inline constexpr char const* flat = "Differentiate at angles 0 and magnitudes 1";
inline constexpr char const* direction =
    "What is computed; automatic compares all that is possible";
inline constexpr char const* lanes = "Directions a sweep; 0: by the colours, -1: measured";
inline constexpr char const* order = "Order of the colouring";
inline constexpr char const* place = "Where the colouring runs; the rest runs on --backend";
inline constexpr char const* bounded = "Keep one sweep at a time: less memory, the same values";
inline constexpr char const* backend = "Evaluate here; without it on the last backend of the build";
inline constexpr char const* runs = "Runs of each step; the median is told";
inline constexpr char const* reference = "Compare with this matrix, too";

}  // namespace heddle::cli::jacobian_help
