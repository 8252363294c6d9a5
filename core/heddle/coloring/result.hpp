// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What colourings and their verification return.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/coloring/options.hpp>
#include <heddle/coloring/verification.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::coloring {

/// A colouring. Colours are dense in 0 ... k - 1; copying copies handles of views.
template <class Index = DefaultIndex, class Memory = Kokkos::HostSpace>
struct ColoringResult {
  using index_type = Index;
  using memory_space = Memory;

  /// One per vertex: num_columns (columns, bidirectional), num_rows (rows), n (symmetric kinds).
  Kokkos::View<Index*, Memory> colors;
  Kokkos::View<Index*, Memory> row_colors;  ///< bidirectional: num_rows; else empty
  Index num_colors = 0;                     ///< of `colors`
  Index num_row_colors = 0;                 ///< of `row_colors`
  Index lower_bound = 0;  ///< no colouring of this kind has fewer colours (both sides together)
  int rounds = 0;         ///< parallel rounds on the device; 0 on the host
  int windows = 0;        ///< passes over windows of 64 colours; 0 where there are none
  std::vector<std::int64_t> set_sizes;  ///< vertices of each colour, then of each row colour; host
  Status status = Status::ok;
  Kind kind = Kind::columns;
  Method method = Method::greedy;  ///< that made the colours
  Place ran_at = Place::host;
  bool verified = false;
  bool adopted = false;            ///< the colours are the user's; method and ran_at mean nothing
  bool replaced = false;           ///< speculative failed verification and greedy took its place
  std::uint64_t pattern_hash = 0;  ///< pattern_hash of the given pattern, ghosts dropped
};

}  // namespace heddle::coloring
