// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which instances use a table, so that what has to be alone with it is: purges, clears, merges by
/// hash range, rehashes.
#pragma once

#include <heddle/hash/detail/native.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace heddle::hash::detail {

/// Calls hold a shared lock while they run or enqueue, exclusive ones the other. Exclusive work
/// that was enqueued and not waited for binds the next instance that comes: it waits for it once.
template <class Exec>
class Sharing {
 public:
  using Alone = std::unique_lock<std::shared_mutex>;
  using Shared = std::shared_lock<std::shared_mutex>;

  /// For the time of one call on `exec`. An instance that records a graph runs nothing itself and
  /// must not wait: what the graph does comes in the order of the instances that launch it.
  Shared enter(Exec const& exec) {
    while (true) {
      Shared shared(mutex_);
      if (is_capturing(exec)) {
        is_recorded_ = true;
        return shared;
      }
      if (knows(exec) && !must_wait(exec)) return shared;
      shared.unlock();
      Alone const alone(mutex_);
      admit(exec);
    }
  }

  /// Until the lock is gone, nobody but the caller uses the table, once work enqueued on `exec`
  /// reaches it. Waits for the other instances only; an instance that records waits for nobody.
  Alone enter_alone(Exec const& exec) {
    Alone alone(mutex_);
    if (is_capturing(exec)) return alone;
    admit(exec);
    for (auto const& user : users_) {
      if (user != exec) user.fence("heddle::hash::alone");
    }
    return alone;
  }
  /// The same if no other instance ever used the table, and no graph, which may be launched at any
  /// time; else no lock. Never waits for a device.
  Alone try_enter_alone(Exec const& exec) {
    Alone alone(mutex_);
    bool const is_only_user = users_.empty() || (users_.size() == 1 && users_.front() == exec);
    if (!is_only_user || is_recorded_ || is_capturing(exec)) alone.unlock();
    return alone;
  }

  /// Says, under the exclusive lock, that exclusive work was enqueued on `exec` and not waited for.
  void leave_pending(Exec const& exec) {
    if (!is_capturing(exec)) pending_ = exec;
  }

 private:
  bool knows(Exec const& exec) const {
    for (auto const& user : users_) {
      if (user == exec) return true;
    }
    return false;
  }
  bool must_wait(Exec const& exec) const { return pending_ && *pending_ != exec; }
  void admit(Exec const& exec) {
    if (must_wait(exec)) {
      pending_->fence("heddle::hash::alone");
      pending_.reset();
    }
    if (!knows(exec)) users_.push_back(exec);
  }

  std::shared_mutex mutex_;
  std::vector<Exec> users_;
  std::optional<Exec> pending_;
  std::atomic<bool> is_recorded_{false};
};

}  // namespace heddle::hash::detail
