// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The question where a colouring runs. Knows no Kokkos.
#pragma once

#include <heddle/coloring/options.hpp>
#include <heddle/place/library_phase.hpp>

#include <cstdint>

namespace heddle::coloring::detail {

/// Asks where a colouring runs. What only one place can do has a phase of its own, so that a rule
/// about `coloring::color` never asks for the impossible.
inline place::PhaseQuestion question_of(ColoringOptions const& options, std::int64_t const bytes,
                                        std::int64_t const entries) {
  place::PhaseQuestion question{"coloring::color"};
  question.usual = {Place::host, place::Results::eager};
  question.call = {options.place, {}};
  question.bytes = bytes;
  question.nnz = entries;
  if (options.method == Method::speculative) {
    question.name = "coloring::speculative";
    question.has_host = false;
    question.call = {};  // it says itself where it runs
    return question;
  }
  question.has_device = false;
  if (options.kind == Kind::star) {
    question.name = "coloring::star";
  } else if (options.kind == Kind::acyclic) {
    question.name = "coloring::acyclic";
  } else if (options.kind == Kind::bidirectional) {
    question.name = "coloring::bidirectional";
  } else if (options.method == Method::exact) {
    question.name = "coloring::exact";
  } else {
    question.has_device = true;
  }
  return question;
}

}  // namespace heddle::coloring::detail
