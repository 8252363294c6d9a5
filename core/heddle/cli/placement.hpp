// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where `heddle solve` runs, and why. Knows no Kokkos.
#pragma once

#include <heddle/cli/arguments.hpp>
#include <heddle/lu/work_estimate.hpp>
#include <heddle/place/report.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// A backend of this build.
struct Backend {
  std::string name;            ///< "serial", "openmp", "cuda"
  bool is_host = true;         ///< its memory is the host's
  int concurrency = 1;         ///< threads of a host backend; what Kokkos says of a device
  bool has_native_lu = false;  ///< kernels of its own for real matrices
};

/// The backend of that name. Throws Failure (not_available), naming those of this build.
Backend const& find_backend(std::vector<Backend> const& backends, std::string_view name);

/// "openmp with 2 threads", "serial", "cuda".
std::string backend_text(Backend const& backend);

using lu::Work;

/// A backend, the reason for it in words, and who decided.
struct Placement {
  std::string backend;
  std::string reason;
  place::DecidedBy decided_by = place::DecidedBy::only_place;
};

/// Where the analysis runs. Throws Failure (not_available) if the place asked for is not there.
Placement place_analysis(SolveArguments const& arguments, std::vector<Backend> const& backends);

/// Where factors and solves run: as asked, else by a coarse estimate of all factorizations and
/// solves on either side, which the reason states. The host wins unless the device is predicted 10
/// % faster.
Placement place_numeric(SolveArguments const& arguments, std::vector<Backend> const& backends,
                        Work const& work);

/// A placement after the rules of heddle/place had their say about the phase of the library that it
/// is for: HEDDLE_PLACE and files win over --place and estimates; --backend is never overruled.
/// Throws heddle::error: bad_option, unsupported_place.
Placement ruled(Placement const& placement, std::string_view phase, SolveArguments const& arguments,
                std::vector<Backend> const& backends);

/// What HEDDLE_PLACE, or a file that it names, says about a row of the tables ("numeric" is the
/// phase "lu::numeric"); nothing if no rule does. Throws as `ruled`.
std::optional<place::PhaseReport> decide_by_rules(std::string_view row, bool has_host,
                                                  bool has_device, place::Where usual);

/// Tells parts of phases that ran on the backend of a placement who decided, where the library
/// itself had no choice.
void note_decision(std::vector<place::PhaseReport>& phases, Placement const& placement);

}  // namespace heddle::cli
