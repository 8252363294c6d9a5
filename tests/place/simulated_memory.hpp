// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A device for tests on hosts: memory of its own, and queues on which transfers and kernels wait
/// until somebody waits for them. What the library forgets to wait for is seen as old data.
#pragma once

#include <heddle/backends/place_memory.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

class SimulatedMemory final : public backends::PlaceMemory {
 public:
  using MemoryKind = backends::MemoryKind;
  using HostSide = backends::HostSide;
  using WorkQueue = backends::WorkQueue;

  /// What was asked of the memory.
  struct Counts {
    int to_device = 0, to_host = 0, orders = 0, waits = 0, allocations = 0;
    std::int64_t bytes = 0;
  };
  Counts counts;
  std::map<MemoryKind, std::int64_t> live;  ///< bytes
  int allocations_left = 1 << 30;           ///< then there is no memory
  std::string fault;                        ///< told by the next wait
  bool capturing = false;
  /// Where work goes while something is recorded, instead of its queue.
  std::vector<std::function<void()>>* recorded = nullptr;

  std::string name() const override { return "simulated"; }
  bool is_shared() const override { return false; }

  void* allocate(MemoryKind kind, std::size_t bytes, std::string const&) override {
    std::lock_guard const lock(mutex_);
    if (allocations_left == 0) return nullptr;
    --allocations_left;
    ++counts.allocations;
    live[kind] += std::int64_t(bytes);
    void* const data = std::malloc(bytes);
    std::memset(data, 0xee, bytes);
    return data;
  }
  void deallocate(MemoryKind kind, void* memory, std::size_t bytes) noexcept override {
    std::lock_guard const lock(mutex_);
    for (auto& [identity, queue] : queues_) run(identity, queue.first + queue.work.size());
    live[kind] -= std::int64_t(bytes);
    std::memset(memory, 0xdd, bytes);
    std::free(memory);
  }

  /// Pageable sources are staged at once, pinned ones when the queue comes to them.
  HostSide to_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                     bool pinned) override {
    std::lock_guard const lock(mutex_);
    ++counts.to_device;
    counts.bytes += std::int64_t(bytes);
    if (pinned) {
      push(queue, [=] { std::memcpy(to, from, bytes); });
      return HostSide::pending;
    }
    std::string staged(static_cast<char const*>(from), bytes);
    push(queue, [=] { std::memcpy(to, staged.data(), bytes); });
    return HostSide::done;
  }
  /// Pageable targets are filled before this returns.
  HostSide to_host(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                   bool pinned) override {
    std::lock_guard const lock(mutex_);
    ++counts.to_host;
    counts.bytes += std::int64_t(bytes);
    push(queue, [=] { std::memcpy(to, from, bytes); });
    if (pinned) return HostSide::pending;
    run_all(queue);
    return HostSide::done;
  }
  void within_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes) override {
    std::lock_guard const lock(mutex_);
    push(queue, [=] { std::memcpy(to, from, bytes); });
  }
  void fill_device(WorkQueue& queue, void* to, unsigned char byte, std::size_t bytes) override {
    std::lock_guard const lock(mutex_);
    push(queue, [=] { std::memset(to, byte, bytes); });
  }

  void call_on_host(WorkQueue& queue, void (*function)(void*), void* data) override {
    std::lock_guard const lock(mutex_);
    push(queue, [=] { function(data); });
  }

  void order(WorkQueue& later, WorkQueue& earlier) override {
    std::lock_guard const lock(mutex_);
    ++counts.orders;
    auto const identity = earlier.identity;
    auto const until = queues_[identity].first + queues_[identity].work.size();
    push(later, [this, identity, until] { run(identity, until); });
  }
  std::string wait(WorkQueue& queue) override {
    std::lock_guard const lock(mutex_);
    ++counts.waits;
    run_all(queue);
    return std::exchange(fault, {});
  }
  bool is_idle(WorkQueue& queue) override {
    std::lock_guard const lock(mutex_);
    return queues_[queue.identity].work.empty();
  }
  bool is_capturing(WorkQueue&) override { return capturing; }

  /// A kernel.
  void launch(void const* identity, std::function<void()> kernel) {
    std::lock_guard const lock(mutex_);
    queues_[identity].work.push_back(std::move(kernel));
  }
  int copies() const { return counts.to_device + counts.to_host; }

 private:
  struct Queue {
    std::deque<std::function<void()>> work;
    std::size_t first = 0;  ///< how many have run
  };

  void push(WorkQueue& queue, std::function<void()> item) {
    if (recorded) return recorded->push_back(std::move(item));
    queues_[queue.identity].work.push_back(std::move(item));
  }
  void run(void const* identity, std::size_t until) {
    auto& queue = queues_[identity];
    while (queue.first < until && !queue.work.empty()) {
      auto const item = std::move(queue.work.front());
      queue.work.pop_front();
      ++queue.first;
      item();
    }
  }
  void run_all(WorkQueue& queue) {
    auto& work = queues_[queue.identity];
    run(queue.identity, work.first + work.work.size());
  }

  std::recursive_mutex mutex_;
  std::map<void const*, Queue> queues_;
};

}  // namespace heddle::test
