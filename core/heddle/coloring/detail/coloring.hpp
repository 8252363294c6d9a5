// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The bodies of color, adopt and verify: where a pattern goes, and how a result comes back.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/detail/device_coloring.hpp>
#include <heddle/coloring/detail/host_coloring.hpp>
#include <heddle/coloring/detail/input.hpp>
#include <heddle/coloring/detail/placed_verify.hpp>
#include <heddle/coloring/detail/question.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::coloring {
namespace detail {

/// What the host found out about a colouring, as a result. Colours are copied unless the device
/// has them already.
template <class Exec>
void write_result(Exec const& exec, HostColoring const& coloring, ResultOn<Exec>& result) {
  result.colors =
      to_exec(exec, "heddle::coloring::colors", coloring.colors.data(), coloring.colors.size());
  result.row_colors = to_exec(exec, "heddle::coloring::row_colors", coloring.row_colors.data(),
                              coloring.row_colors.size());
  result.num_colors = coloring.num_colors;
  result.num_row_colors = coloring.num_row_colors;
  result.lower_bound = coloring.lower_bound;
  result.windows = coloring.windows;
  result.status = coloring.status;
}

/// Neutral vertices, class sizes and verification. Returns what is wrong.
template <class Exec>
Verification complete(HostProblem& problem, ColoringOptions const& options, HostColoring& coloring,
                      ResultOn<Exec>& result) {
  if (options.neutral_empty && options.kind != Kind::bidirectional) {
    set_empty_neutral(problem, coloring);
  }
  Verification found;
  result.set_sizes = class_sizes(coloring, found);
  if (!options.verify) return {};
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::verify_on_host");
  found = verify_on_host(problem, coloring, found);
  result.verified = found.valid();
  return found;
}

/// Colours rows that lie on the host, at the place of the options.
template <class Exec>
ResultOn<Exec> color_host_rows(Exec const& exec, Rows<Kokkos::HostSpace> const& rows,
                               std::vector<DefaultIndex> const* const given,
                               ColoringOptions const& options) {
  ResultOn<Exec> result;
  CleanPattern clean(given_pattern(rows), options.ignore_ghosts);
  result.pattern_hash = hash_on_host(clean.rows());
  HostProblem problem(std::move(clean), options.kind, options.symmetrize);
  if (given) check_order(*given, problem.num_vertices());
  bool const speculative = options.method == Method::speculative;
  bool const on_device = speculative || options.place == Place::device;
  auto coloring = on_device ? color_problem_on_device(exec, problem, options, given, result)
                            : color_on_host(problem, options, given);
  if (options.balance) balance_on_host(problem, options, given, coloring);
  auto found = complete<Exec>(problem, options, coloring, result);
  if (!found.valid() && speculative) {
    coloring = color_on_host(problem, options, given);
    found = complete<Exec>(problem, options, coloring, result);
    result.replaced = true;
    result.ran_at = Place::host;
    result.rounds = 0;
  }
  HEDDLE_EXPECTS(found.valid(), internal, "a colouring failed verification: " + to_string(found));
  write_result(exec, coloring, result);
  return result;
}

/// Tells that a pattern goes to other memory than its own.
template <class Memory, class P>
void note_pattern_copy(place::LibraryPhase& phase, P const& pattern) {
  if constexpr (!std::is_same_v<typename P::memory_space, Memory>) {
    constexpr auto direction = std::is_same_v<Memory, Kokkos::HostSpace>
                                   ? place::Direction::to_host
                                   : place::Direction::to_device;
    phase.copies("row offsets", direction,
                 std::int64_t(pattern.row_offsets.extent(0) * sizeof(typename P::offset_type)));
    phase.copies("columns", direction,
                 std::int64_t(pattern.columns.extent(0) * sizeof(typename P::index_type)));
  }
}

template <class Exec, class P>
ResultOn<Exec> color_pattern(Exec const& exec, P const& pattern,
                             std::vector<DefaultIndex> const* const given,
                             ColoringOptions const& wanted) {
  constexpr auto phase = "heddle::coloring::color";
  Kokkos::Profiling::ScopedRegion const region(phase);
  check_options(wanted, given != nullptr);
  auto const entries = std::int64_t(pattern.columns.extent(0));
  auto const bytes = entries * std::int64_t(sizeof(typename P::index_type));
  place::LibraryPhase run(question_of(wanted, bytes, entries));
  ColoringOptions options = wanted;
  options.place = run.where();
  bool const on_device = options.place == Place::device;
  std::optional<ResultOn<Exec>> result;
  if (on_device && !given && suits_device_rows(options)) {
    note_pattern_copy<typename Exec::memory_space>(run, pattern);
    result = color_device_rows(exec, rows_in<typename Exec::memory_space>(exec, pattern), options);
  }
  if (!result) {
    note_pattern_copy<Kokkos::HostSpace>(run, pattern);
    result = color_host_rows(exec, rows_in<Kokkos::HostSpace>(exec, pattern), given, options);
  }
  if (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace> && !on_device) {
    auto const colors = result->colors.extent(0) + result->row_colors.extent(0);
    run.copies("colors", place::Direction::to_device, std::int64_t(colors * sizeof(DefaultIndex)));
  }
  result->kind = options.kind;
  result->method = result->replaced ? Method::greedy : options.method;
  auto const n = static_cast<std::int64_t>(result->colors.extent(0) + result->row_colors.extent(0));
  report(options.observer, phase, n, n);
  return std::move(*result);
}

template <class Exec, class P, class Memory>
ResultOn<Exec> color_given(Exec const& exec, P const& pattern, Given<Memory> const& order,
                           ColoringOptions const& options) {
  require_initialized("heddle::coloring::color");
  auto const steps = to_vector(exec, order);
  return color_pattern(exec, pattern, &steps, options);
}

/// Throws size_mismatch unless a colouring has one item a vertex.
inline void check_sizes(HostProblem& problem, HostColoring const& coloring) {
  auto const expect = [](std::size_t const given, DefaultIndex const expected,
                         std::string const& what) {
    HEDDLE_EXPECTS(given == static_cast<std::size_t>(expected), size_mismatch,
                   "there are " + std::to_string(given) + " colours of " + what + ", expected " +
                       std::to_string(expected));
  };
  bool const two_sides = problem.kind() == Kind::bidirectional;
  expect(coloring.colors.size(), problem.num_vertices(), two_sides ? "columns" : "vertices");
  expect(coloring.row_colors.size(), two_sides ? problem.rows().count : 0, "rows");
}

/// The number of colours of a user's array. More than there are vertices cannot all be in use, and
/// nothing is allocated for them.
inline DefaultIndex number_of_colors(std::vector<DefaultIndex> const& colors) {
  auto const highest = std::max_element(colors.begin(), colors.end());
  if (highest == colors.end() || *highest < 0) return 0;
  auto const n = static_cast<DefaultIndex>(colors.size());
  return *highest < n ? *highest + 1 : n;
}

template <class Exec, class P, class Memory>
ResultOn<Exec> adopt_given(Exec const& exec, P const& pattern, Kind const kind,
                           Given<Memory> const& colors, Given<Memory> const& row_colors,
                           ColoringOptions const& options) {
  require_initialized("heddle::coloring::adopt");
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::adopt");
  auto const rows = rows_in<Kokkos::HostSpace>(exec, pattern);
  CleanPattern clean(given_pattern(rows), options.ignore_ghosts);
  ResultOn<Exec> result;
  result.pattern_hash = hash_on_host(clean.rows());
  HostProblem problem(std::move(clean), kind, options.symmetrize);
  HostColoring coloring;
  coloring.colors = to_vector(exec, colors);
  coloring.row_colors = to_vector(exec, row_colors);
  check_sizes(problem, coloring);
  coloring.num_colors = number_of_colors(coloring.colors);
  coloring.num_row_colors = number_of_colors(coloring.row_colors);
  coloring.lower_bound = problem.lower_bound();
  Verification found;
  result.set_sizes = class_sizes(coloring, found);
  found = verify_on_host(problem, coloring, found);
  HEDDLE_EXPECTS(found.valid(), invalid_coloring, to_string(found));
  write_result(exec, coloring, result);
  result.kind = kind;
  result.verified = result.adopted = true;
  return result;
}

}  // namespace detail

template <CompiledBackend Exec, CompiledPattern<Exec> P>
ResultOn<Exec> color(Exec const& exec, P const& pattern, ColoringOptions const& options) {
  require_initialized("heddle::coloring::color");
  return detail::color_pattern(exec, pattern, nullptr, options);
}

namespace detail {

/// Verification by the host, which names what is wrong.
template <class Exec, class P>
Verification verify_by_host(Exec const& exec, P const& pattern, ResultOn<Exec> const& result,
                            ColoringOptions const& options) {
  using Colors = Given<typename Exec::memory_space>;
  auto const rows = rows_in<Kokkos::HostSpace>(exec, pattern);
  CleanPattern clean(given_pattern(rows), options.ignore_ghosts);
  HostProblem problem(std::move(clean), result.kind, options.symmetrize);
  HostColoring coloring;
  coloring.colors = to_vector(exec, Colors(result.colors));
  coloring.row_colors = to_vector(exec, Colors(result.row_colors));
  check_sizes(problem, coloring);
  // One colour more than there are vertices is unused already.
  auto const most = [](std::vector<DefaultIndex> const& colors) {
    return static_cast<DefaultIndex>(colors.size()) + 1;
  };
  coloring.num_colors = std::clamp(result.num_colors, 0, most(coloring.colors));
  coloring.num_row_colors = std::clamp(result.num_row_colors, 0, most(coloring.row_colors));
  coloring.lower_bound = problem.lower_bound();
  Verification found;
  class_sizes(coloring, found);
  return verify_on_host(problem, coloring, found);
}

/// Tells of colours that go to the host.
template <class Exec>
void note_color_copy(place::LibraryPhase& phase, ResultOn<Exec> const& result) {
  if constexpr (!std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) {
    auto const colors = result.colors.extent(0) + result.row_colors.extent(0);
    phase.copies("colors", place::Direction::to_host, std::int64_t(colors * sizeof(DefaultIndex)));
  }
}

}  // namespace detail

template <CompiledBackend Exec, CompiledPattern<Exec> P>
Verification verify(Exec const& exec, P const& pattern, ResultOn<Exec> const& result,
                    ColoringOptions const& options) {
  require_initialized("heddle::coloring::verify");
  Kokkos::Profiling::ScopedRegion const region("heddle::coloring::verify");
  auto const entries = std::int64_t(pattern.columns.extent(0));
  auto const bytes = entries * std::int64_t(sizeof(typename P::index_type));
  place::LibraryPhase run(detail::verify_question<Exec>(result.kind, options, bytes, entries));
  Verification found;
  bool holds = false;
  if (run.where() == Place::device) {
    using Memory = typename Exec::memory_space;
    detail::note_pattern_copy<Memory>(run, pattern);
    holds = detail::holds_by_kernels(exec, detail::rows_in<Memory>(exec, pattern), result);
  }
  if (!holds) {
    detail::note_pattern_copy<Kokkos::HostSpace>(run, pattern);
    detail::note_color_copy<Exec>(run, result);
    found = detail::verify_by_host(exec, pattern, result, options);
  }
  found.ran_at = run.where();
  return found;
}

}  // namespace heddle::coloring
