// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Wall-clock time. Fence the instance before reading it: kernels run asynchronously.
#pragma once

#include <chrono>

namespace heddle {

/// Starts when it is made.
class Timer {
 public:
  Timer() : start_(std::chrono::steady_clock::now()) {}
  /// Seconds since construction or the last reset.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  /// Starts again.
  void reset() { start_ = std::chrono::steady_clock::now(); }

 private:
  std::chrono::steady_clock::time_point start_;
};

}  // namespace heddle
