// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colourings of patterns whose arrays host and device share: what is valid where the colouring
/// runs is not copied again.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/detail/question.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/place/sparse_arrays.hpp>

#include <cstdint>

namespace heddle::coloring {

/// Colours a pattern of Arrays where `options`, rules and decisions say. As `color` of plain Views,
/// and the errors of Array::open.
template <CompiledBackend Exec, class Offset>
ResultOn<Exec> color(Exec const& exec, place::PatternArrays<Offset, DefaultIndex> const& pattern,
                     ColoringOptions const& options = {}) {
  auto const entries = static_cast<std::int64_t>(pattern.columns.size());
  auto const bytes = entries * static_cast<std::int64_t>(sizeof(DefaultIndex));
  auto const run = [&](auto const& plain) { return color(exec, plain, options); };
  auto const phase = place::decide(detail::question_of(options, bytes, entries));
  return phase.place == Place::host
             ? place::with_views<Place::host>(exec, pattern, phase.phase, run)
             : place::with_views<Place::device>(exec, pattern, phase.phase, run);
}

}  // namespace heddle::coloring
