// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace circuit {
namespace {

constexpr double close = 1e-9;  // share of a step that is no distance

}  // namespace

StepControl::StepControl(Netlist const& netlist, std::vector<double> corners, bool fixed)
    : span_(netlist.span), method_(netlist.method), corners_(std::move(corners)), fixed_(fixed) {
  if (span_.largest_step == 0) span_.largest_step = span_.stop / 50;
  while (next_corner_ < corners_.size() && corners_[next_corner_] <= 0) ++next_corner_;
  wanted_ = fixed_ ? span_.step : restart_step();
}

bool StepControl::done() const { return time_ >= span_.stop * (1 - close); }

double StepControl::restart_step() const {
  double const corner = next_corner_ < corners_.size() ? corners_[next_corner_] : span_.stop;
  return std::min({span_.step, span_.largest_step, corner - time_}) / 10;
}

void StepControl::propose() {
  if (fixed_) {  // multiples, so that no rounding adds up
    next_time_ = std::min(span_.stop, span_.step * static_cast<double>(taken_ + 1));
    step_ = next_time_ - time_;
    return;
  }
  at_corner_ = false;
  next_time_ = std::min(span_.stop, time_ + std::min(wanted_, span_.largest_step));
  if (next_corner_ < corners_.size()) {
    double const corner = corners_[next_corner_], left = corner - time_;
    if (next_time_ > corner - close * left) {
      next_time_ = corner;
      at_corner_ = true;
    } else if (next_time_ > time_ + left / 2) {
      next_time_ = time_ + left / 2;  // rather two steps of a length than a tiny one
    }
  }
  step_ = next_time_ - time_;
}

int StepControl::predicting_points() const {
  return std::min(points_, method_ == Method::euler ? 2 : 3);
}

void StepControl::weights(double (&weights)[3]) const {
  double const h = step_, h1 = before_, h2 = before_that_;
  weights[0] = 1;
  weights[1] = weights[2] = 0;
  if (predicting_points() == 2) {
    weights[0] = 1 + h / h1;
    weights[1] = -h / h1;
  } else if (predicting_points() == 3) {
    weights[0] = (h + h1) * (h + h1 + h2) / (h1 * (h1 + h2));
    weights[1] = -h * (h + h1 + h2) / (h1 * h2);
    weights[2] = h * (h + h1) / ((h1 + h2) * h2);
  }
}

// The rule errs by h^2 x'' / 2 (Euler) or h^3 x''' / 12, the extrapolation by -h (h + h1) x'' / 2
// or -h (h + h1) (h + h1 + h2) x''' / 6.
double StepControl::error_fraction() const {
  double const h = step_, h1 = before_, h2 = before_that_;
  if (is_euler()) return points_ < 2 ? 0 : h / (2 * h + h1);
  return points_ < 3 ? 0 : h * h / (h * h + 2 * (h + h1) * (h + h1 + h2));
}

bool StepControl::shorten() {
  if (fixed_) return false;
  wanted_ = step_ / 8;
  points_ = 1;  // where the method fails, what was extrapolated is of no use
  return can_shorten();
}

bool StepControl::can_shorten() const { return !fixed_ && step_ > 1e-12 * span_.stop; }

bool StepControl::accepts(double error) {
  if (fixed_ || error_fraction() == 0) return true;
  double const power = is_euler() ? 1.0 / 2 : 1.0 / 3;
  double const factor = 0.9 * std::pow(std::max(error, 1e-10), -power);
  bool const good = error <= 1;
  wanted_ = step_ * std::clamp(factor, 0.2, good ? 2.0 : 0.9);
  return good;
}

void StepControl::advance() {
  before_that_ = before_;
  before_ = step_;
  time_ = next_time_;
  ++taken_;
  points_ = std::min(points_ + 1, 3);
  if (!at_corner_) return;
  at_corner_ = false;
  points_ = 1;
  while (next_corner_ < corners_.size() && corners_[next_corner_] <= time_) ++next_corner_;
  wanted_ = std::min(wanted_, restart_step());
}

}  // namespace circuit
