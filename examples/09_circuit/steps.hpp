// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a time step is, by which rule, and from which points it is predicted. Plain C++.
#pragma once

#include "netlist.hpp"

#include <vector>

namespace circuit {

/// Walks from 0 to the end of .tran. A step that ends at a corner of a source ends what is known:
/// the next one is a short one by backward Euler, which damps what the trapezoidal rule would let
/// ring.
class StepControl {
 public:
  StepControl(Netlist const& netlist, std::vector<double> corners, bool fixed);

  bool done() const;
  double time() const { return time_; }
  /// Sets the length of the next step.
  void propose();
  double step() const { return step_; }
  double next_time() const { return next_time_; }
  bool is_euler() const { return points_ < 2 || method_ == Method::euler; }
  /// Of the last three points in the extrapolation to next_time.
  void weights(double (&weights)[3]) const;
  /// What share of (solution - prediction) is the error of the step; 0: not known.
  double error_fraction() const;

  /// Newton's method did not settle. False: the step cannot be made shorter.
  bool shorten();
  bool can_shorten() const;
  /// Whether a step with this error, in tolerances, is accepted; chooses the next length.
  bool accepts(double error);
  /// The step is taken.
  void advance();

 private:
  int predicting_points() const;
  double restart_step() const;

  Span span_;
  Method method_;
  std::vector<double> corners_;
  std::size_t next_corner_ = 0;
  bool fixed_, at_corner_ = false;
  double time_ = 0, next_time_ = 0, step_ = 0, wanted_ = 0;
  double before_ = 0, before_that_ = 0;  ///< the last two steps
  int points_ = 1;                       ///< since the last corner, at most 3
  long taken_ = 0;
};

}  // namespace circuit
