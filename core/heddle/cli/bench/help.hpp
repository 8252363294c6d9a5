// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of `heddle bench --help`. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::bench_help {

inline constexpr char const* bench =
    "The published tables of the parts on this machine: ratios to their peers, within one run";
inline constexpr char const* matrices =
    "Matrices for LU and colourings; without any, generated grids";
inline constexpr char const* tables = "Tables to make; without it all";
inline constexpr char const* quick = "Small sizes: whether everything works, in seconds";
inline constexpr char const* svg = "A folder for one chart a table; it must exist";

}  // namespace heddle::cli::bench_help
