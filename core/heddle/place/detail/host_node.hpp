// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bodies of host phases that are part of a recorded graph. Knows no Kokkos.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace heddle::place::detail {

/// The bodies of a recording, which outlive its launches, and what they threw: they run on a thread
/// of the backend, where nothing may be thrown.
class HostNodes {
  struct Node {
    std::function<void()> body;
    HostNodes* all;
  };

 public:
  HostNodes() = default;
  HostNodes(HostNodes const&) = delete;
  HostNodes& operator=(HostNodes const&) = delete;

  bool empty() const { return nodes_.empty(); }
  /// Keeps a body; `call` with the address that comes back runs it.
  void* add(std::function<void()> body) {
    nodes_.push_back(std::make_unique<Node>(Node{std::move(body), this}));
    return nodes_.back().get();
  }
  static void call(void* data) noexcept {
    auto& node = *static_cast<Node*>(data);
    try {
      node.body();
    } catch (...) {
      std::lock_guard const lock(node.all->mutex_);
      if (!node.all->failure_) node.all->failure_ = std::current_exception();
    }
  }
  /// Throws the first failure since the last call, once.
  void rethrow() {
    std::exception_ptr failure;
    {
      std::lock_guard const lock(mutex_);
      std::swap(failure, failure_);
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace heddle::place::detail
