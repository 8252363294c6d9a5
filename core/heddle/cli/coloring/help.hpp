// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of `heddle color --help`. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::color_help {

inline constexpr char const* color =
    "Colour the columns, rows or vertices of a matrix file, and compare kinds, orders and methods";

inline constexpr char const* kinds = "Kinds; without it all that the pattern has";
inline constexpr char const* orders = "Orders of the vertices; automatic: the kind's usual one";
inline constexpr char const* methods = "How colours are found; exact is for small patterns";
inline constexpr char const* places = "Where greedy runs; the device is --backend";
inline constexpr char const* backend = "The device; without it the last backend of the build";
inline constexpr char const* runs = "Runs of each colouring; the median is told";
inline constexpr char const* drop_zeros = "Leave entries out whose value is zero";
inline constexpr char const* symmetrize =
    "Add mirrored entries where a kind needs a symmetric pattern";
inline constexpr char const* balance = "Even out class sizes without a further colour";
inline constexpr char const* seed = "Breaks ties of the speculative method";
inline constexpr char const* nodes = "Vertices that the exact method places at most";
inline constexpr char const* svg = "Draw the pattern, coloured by class, of the first colouring";

}  // namespace heddle::cli::color_help
