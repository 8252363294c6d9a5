// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Execution-space instances as users of a context.
#pragma once

#include <heddle/place/context.hpp>
#include <heddle/place/detail/core.hpp>
#include <heddle/place/detail/transfers.hpp>

#include <cstddef>

namespace heddle::place::detail {

/// The queue of an instance: one of those seen last, or a new one.
template <class Exec>
QueuePtr queue_of(ContextCore& core, Exec const& exec) {
  constexpr std::size_t most = 8;
  auto const identity = queue_identity(exec);
  for (auto const& queue : core.queues) {
    if (queue->identity == identity) return queue;
  }
  if (core.queues.size() == most) core.queues.pop_back();
  return *core.queues.insert(core.queues.begin(), make_queue(exec));
}

/// The caller on `exec` under the current context.
template <class Exec>
User user_of(Exec const& exec, Name phase) {
  auto& core = Context::current(exec).core();
  return {core, queue_of(core, exec), phase};
}

}  // namespace heddle::place::detail
