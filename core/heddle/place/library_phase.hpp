// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Phases on plain arrays, such as those of Heddle's own algorithms: they ask where to run, tell
/// what they copy, and are reported. Knows no Kokkos.
#pragma once

#include <heddle/base/timer.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::place {

/// A phase that wants to run.
struct PhaseQuestion {
  std::string_view name;
  bool has_host = true, has_device = true;  ///< the bodies it has
  Policy usual = {};                        ///< its default
  Policy call = {};                         ///< what the caller's options say
  std::int64_t bytes = 0;                   ///< of the arrays it touches
  std::int64_t nnz = 0;                     ///< elements of the largest
  /// Estimates of both places in seconds, copies included. If both are given and `usual` says
  /// automatic, the least decides: the host wins unless the device gains 10 %.
  double predicted_host = -1, predicted_device = -1;
  char const* host_backend = "host";  ///< that runs the body for the host
  char const* device_backend = "";    ///< that runs the one for the device; empty: the context's
};

/// Where a phase of the library would run, and who says so. Throws unsupported_place.
PhaseReport decide(PhaseQuestion const& question);

/// One run of such a phase in the current context of the thread. The caller moves the data. A run
/// within a run of the same name is the same run: it goes where the outer one goes, is not reported
/// by itself, and its copies count there.
class LibraryPhase {
 public:
  /// Decides by the order of core/docs/placement.md. Throws unsupported_place.
  explicit LibraryPhase(PhaseQuestion const& question);
  /// Ends the run, if `end` has not. Runs end in turn, the inner ones first.
  ~LibraryPhase();
  LibraryPhase(LibraryPhase const&) = delete;
  LibraryPhase& operator=(LibraryPhase const&) = delete;

  /// What runs.
  std::string_view name() const { return report_.phase; }
  /// Where it runs.
  Where where() const { return report_.place; }
  /// Who decided.
  DecidedBy decided_by() const { return report_.decided_by; }
  /// A copy that is about to be made: logged with the cause first_use, as nothing is known about
  /// plain arrays. Copies of no bytes do not count. Throws copy_refused.
  void copies(std::string_view array, Direction direction, std::int64_t bytes);
  /// Adds the run to the reports of the context, if it keeps them, and returns its report. What
  /// comes later is no part of it.
  PhaseReport const& end();

 private:
  PhaseReport report_;
  LibraryPhase* outer_ = nullptr;  ///< the run that this one belongs to
  Timer timer_;
  bool has_ended_ = false;
};

}  // namespace heddle::place
