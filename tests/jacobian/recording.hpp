// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Work that is recorded once and replayed, as an application would put it into a graph. One source
/// per kind of backend defines it: recording_cuda.cpp captures a stream, recording_host.cpp runs
/// the work again, as hosts have no graphs.
#pragma once

#include <Kokkos_Core.hpp>

#include <functional>
#include <memory>

namespace heddle::test {

class Recording {
 public:
  /// `work` may only enqueue on `exec`, which comes from recordable_instance. Throws
  /// std::runtime_error if it did something that cannot be recorded.
  Recording(TEST_EXECSPACE const& exec, std::function<void()> const& work);
  ~Recording();
  /// Enqueues the work on the instance that it was recorded on.
  void replay() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// An instance whose work can be recorded: not the default one.
TEST_EXECSPACE recordable_instance();

}  // namespace heddle::test
