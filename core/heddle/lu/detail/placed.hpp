// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The phases of sparse LU as heddle/place knows them: where pattern and levels are found for an
/// analysis, which lies on the host, and where factorizations and solves run.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/levels/detail/placed.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/result.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/symbolic/detail/placed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::lu::detail {

/// The report of a placed phase under the name that it has in results; the time is that of all that
/// was done for it, and so are the bytes.
inline PhaseReport renamed(place::PhaseReport report, std::string_view name, double seconds,
                           std::int64_t bytes_besides) {
  report.phase = name;
  report.seconds = seconds;
  report.bytes_moved += bytes_besides;
  return report;
}

/// The pattern of the factors of a permuted matrix, found at the place that is decided.
template <class Exec>
symbolic::detail::PlacedPattern<Exec> find_factors(
    Exec const& exec, Pattern<DefaultOffset, DefaultIndex, Kokkos::HostSpace> const& matrix,
    symbolic::EliminationTree const& tree, AnalyzeOptions const& options) {
  symbolic::SymbolicOptions of_phase;
  static_assert(static_cast<int>(Symbolic::fill2_chunked) ==
                static_cast<int>(symbolic::Method::fill2_chunked));
  of_phase.method = static_cast<symbolic::Method>(options.symbolic);
  of_phase.exact = false;
  of_phase.memory_limit = options.symbolic_memory_limit;
  of_phase.observer = options.observer;
  of_phase.place = options.place;
  return symbolic::detail::factor_pattern_where_found(exec, matrix, tree, of_phase);
}

/// Levels on the host. `on_host` is the pattern there; one that was found on the device is still
/// there as well.
template <class Exec>
levels::Levels<Kokkos::HostSpace> find_levels(
    Exec const& exec, symbolic::detail::PlacedPattern<Exec> const& found,
    symbolic::FactorPattern<Kokkos::HostSpace> const& on_host,
    symbolic::EliminationTree const& tree, AnalyzeOptions const& options) {
  levels::LevelsOptions of_phase;
  static_assert(static_cast<int>(Levelize::kahn) == static_cast<int>(levels::Method::kahn));
  of_phase.method = static_cast<levels::Method>(options.levelize);
  if (options.numeric == Numeric::right_looking) of_phase.rule = levels::Rule::right_looking;
  of_phase.place = options.place;
  of_phase.expected_levels = tree.height;
  return levels::detail::levelize_for_host(exec, on_host, found.on_device, of_phase);
}

/// A factorization or a solve. On host backends both places are the instance; of a device, the
/// factors lie there, and so does the work.
template <class Exec>
place::PhaseQuestion numeric_question(std::string_view name, DefaultIndex n,
                                      DefaultOffset factor_entries, place::Policy const& call) {
  constexpr bool is_host = backends::traits<Exec>::is_host;
  place::PhaseQuestion question{name};
  question.has_host = is_host;
  question.usual.where = is_host ? place::Where::host : place::Where::device;
  question.call = call;
  question.nnz = factor_entries;
  question.bytes = 16 * factor_entries + 16 * std::int64_t{n};
  question.device_backend = backends::traits<Exec>::name;
  if (is_host) question.host_backend = backends::traits<Exec>::name;
  return question;
}

/// Says of the parts of a phase where it ran.
inline void note_place(std::vector<PhaseReport>& phases, place::PhaseReport const& ran) {
  for (auto& part : phases) {
    if (part.backend != ran.backend) continue;
    part.place = ran.place;
    part.decided_by = ran.decided_by;
    part.start = ran.start;
  }
}

}  // namespace heddle::lu::detail
