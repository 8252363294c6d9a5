// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One line of progress on a terminal. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/base/timer.hpp>

#include <string>

namespace heddle::cli {

/// Rewrites one line of standard error: what runs, its phase, share, bytes and the time since the
/// start. Silent where standard error is no terminal. Wipes its line when it ends, so that results
/// and errors start on a clean one.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(ProgressLine const&) = delete;
  ProgressLine& operator=(ProgressLine const&) = delete;

  /// Says what the following reports belong to, such as "openmp, run 2 of 5", and shows it.
  void set_task(std::string task);
  /// An observer for calls of the library; empty where there is no terminal. Must not outlive this.
  Observer observer();

 private:
  void show(Progress const& progress);

  bool terminal_;
  bool shown_ = false;
  std::string task_;
  Timer since_start_;
  double last_shown_ = -1;
};

}  // namespace heddle::cli
