// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colouring and verification on the host, from a problem to plain vectors. Knows no Kokkos.
#pragma once

#include <heddle/coloring/detail/host_problem.hpp>
#include <heddle/coloring/options.hpp>
#include <heddle/coloring/verification.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::coloring::detail {

/// What a host colouring makes; the members mean what those of ColoringResult mean.
struct HostColoring {
  std::vector<std::int32_t> colors, row_colors;
  std::int32_t num_colors = 0, num_row_colors = 0, lower_bound = 0;
  int windows = 0;
  Status status = Status::ok;
};

/// Throws invalid_argument, unsupported and unsupported_place for options that cannot be met.
void check_options(ColoringOptions const& options, bool has_given_order);

/// Throws size_mismatch and invalid_argument unless `order` is a permutation of 0 ... n - 1.
void check_order(std::span<std::int32_t const> order, std::int32_t n);

/// Greedy or exact. `given` is a checked order that replaces that of the options, or null.
HostColoring color_on_host(HostProblem& problem, ColoringOptions const& options,
                           std::vector<std::int32_t> const* given);

/// Even class sizes; on colours that are legal already.
void balance_on_host(HostProblem& problem, ColoringOptions const& options,
                     std::vector<std::int32_t> const* given, HostColoring& coloring);

/// Vertices without entries become neutral.
void set_empty_neutral(HostProblem& problem, HostColoring& coloring);

/// Vertices of each colour, then of each row colour.
std::vector<std::int64_t> class_sizes(HostColoring const& coloring, Verification& defect);

/// By the definitions; `defect` is what counting the classes found.
Verification verify_on_host(HostProblem& problem, HostColoring const& coloring,
                            Verification const& defect);

}  // namespace heddle::coloring::detail
