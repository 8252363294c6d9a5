// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which instances use a table, so that a purge can be alone with it.
#pragma once

#include <Kokkos_Core.hpp>

#include <mutex>
#include <shared_mutex>
#include <vector>

namespace heddle::hash::detail {

/// Calls hold a shared lock while they run or enqueue; a purge holds the exclusive one, after the
/// other instances that ever used the table are done.
template <class Exec>
class Sharing {
 public:
  /// For the time of one call on `exec`.
  std::shared_lock<std::shared_mutex> enter(Exec const& exec) {
    std::shared_lock shared(mutex_);
    if (!knows(exec)) {
      shared.unlock();
      {
        std::unique_lock const alone(mutex_);
        if (!knows(exec)) users_.push_back(exec);
      }
      shared.lock();
    }
    return shared;
  }

  /// Until the lock is gone, nobody but the caller uses the table, once work enqueued on `exec`
  /// reaches it. Waits for the other instances only.
  std::unique_lock<std::shared_mutex> enter_alone(Exec const& exec) {
    std::unique_lock alone(mutex_);
    for (auto const& user : users_) {
      if (user != exec) user.fence("heddle::hash::alone");
    }
    return alone;
  }

  /// Whether `exec` is the only instance that ever used the table.
  bool is_only_user(Exec const& exec) {
    std::shared_lock const shared(mutex_);
    return users_.empty() || (users_.size() == 1 && users_.front() == exec);
  }

 private:
  bool knows(Exec const& exec) const {
    for (auto const& user : users_) {
      if (user == exec) return true;
    }
    return false;
  }

  std::shared_mutex mutex_;
  std::vector<Exec> users_;
};

}  // namespace heddle::hash::detail
