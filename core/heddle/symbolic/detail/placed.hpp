// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where the pattern of the factors is found, and in which memories it is there afterwards.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/place/estimate.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::symbolic::detail {

/// A pattern where it was found. On host backends both are the same.
template <class Exec>
struct PlacedPattern {
  FactorPattern<Kokkos::HostSpace> on_host;  ///< if the phase ran at the host
  FactorPattern<typename Exec::memory_space> on_device;
  place::PhaseReport phase;
};

/// The pattern of a matrix of the host or of the device, at the place that is decided; the other
/// memory gets nothing. For `lu`, which wants it on the host. Compiled for `Exec`.
template <class Exec, class Source>
PlacedPattern<Exec> factor_pattern_where_found(
    Exec const& exec, Pattern<DefaultOffset, DefaultIndex, Source> const& matrix,
    EliminationTree const& tree, SymbolicOptions const& options);

/// A method that one place alone has is a phase of its own, so that a rule about symbolic::factor
/// never asks for the impossible. Hosts are fast where the factors are small or their tree is a
/// chain; devices have many rows to do at a time.
template <class Exec>
place::PhaseQuestion question(std::int64_t matrix_entries, EliminationTree const& tree,
                              SymbolicOptions const& options) {
  namespace estimate = place::estimate;
  constexpr bool is_host = backends::traits<Exec>::is_host;
  auto const n = static_cast<std::int64_t>(tree.parent.size());
  place::PhaseQuestion question{"symbolic::factor"};
  question.call = options.place;
  question.nnz = tree.num_factor_entries;
  question.bytes = 4 * matrix_entries + 16 * tree.num_factor_entries;
  question.device_backend = backends::traits<Exec>::name;
  if (is_host) question.host_backend = question.device_backend;
  if (options.method == Method::row_merge) {
    question.name = "symbolic::row_merge";
    question.has_device = false;
  } else if (options.method != Method::automatic) {
    question.name = options.method == Method::etree_filter ? "symbolic::etree_filter"
                    : options.method == Method::fill2      ? "symbolic::fill2"
                                                           : "symbolic::fill2_chunked";
    question.has_host = false;
    question.call = {};  // the method says where it runs
  } else if (is_host) {
    question.usual.where = place::Where::host;
  } else {
    question.predicted_host =
        estimate::host_steps(question.nnz, 10e-9) + estimate::host_steps(n, 20e-9);
    question.predicted_device = 1e-3 + 2 * estimate::hops(tree.height) +
                                static_cast<double>(question.nnz) / 2e9 +
                                estimate::copy(16 * question.nnz);
  }
  return question;
}

}  // namespace heddle::symbolic::detail
