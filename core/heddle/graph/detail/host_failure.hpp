// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a host function of a graph threw, kept until somebody can be told. Knows no Kokkos.
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace heddle::graph::detail {

/// Host functions may run on a thread of the driver, where nothing may be thrown.
class HostFailure {
 public:
  template <class F>
  void guard(F& function) noexcept {
    try {
      function();
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!first_) first_ = std::current_exception();
    }
  }
  /// Throws the first failure since the last call, once.
  void rethrow() {
    std::exception_ptr first;
    {
      std::lock_guard const lock(mutex_);
      std::swap(first, first_);
    }
    if (first) std::rethrow_exception(first);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

}  // namespace heddle::graph::detail
