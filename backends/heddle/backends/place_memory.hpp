// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What placement needs of a backend: memory, transfers between the device and the host, and the
/// order of work on queues. No type of a backend shows, so that the state machine of placement is
/// compiled once, and tests bring a second memory of their own. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace heddle::backends {

/// Work that runs in order: an execution-space instance without its type. Holding one keeps the
/// instance alive.
class WorkQueue {
 public:
  virtual ~WorkQueue() = default;
  /// The same for all handles of one instance.
  void const* identity = nullptr;
};

/// Kinds of memory. Pinned memory is the host's, and transfers need no staging.
enum class MemoryKind { host, pinned, device };

/// What a transfer still needs on the host when its call returns.
enum class HostSide {
  done,    ///< nothing: a source may be changed, a target holds the data
  pending  ///< the host's bytes are in use until the queue has come so far
};

/// The memory of a device beside that of the host. Calls that enqueue do so on the given queue and
/// nowhere else. Allocations may come from several threads at once.
class PlaceMemory {
 public:
  virtual ~PlaceMemory() = default;
  /// The same for memories that can exchange arrays: "cuda", "host".
  virtual std::string name() const = 0;
  /// The device by the name of its maker, as decisions depend on it.
  virtual std::string hardware() const { return name(); }
  /// Whether host and device use one memory, so that nothing is ever copied.
  virtual bool is_shared() const = 0;

  /// Memory for `bytes` > 0 bytes, aligned for every type; null if there is none.
  virtual void* allocate(MemoryKind kind, std::size_t bytes, std::string const& label) = 0;
  /// Gives it back. Work that uses it may still be queued.
  virtual void deallocate(MemoryKind kind, void* memory, std::size_t bytes) noexcept = 0;

  /// Enqueues a copy to the device.
  virtual HostSide to_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                             bool pinned) = 0;
  /// Enqueues a copy to the host, and may wait for it.
  virtual HostSide to_host(WorkQueue& queue, void* to, void const* from, std::size_t bytes,
                           bool pinned) = 0;
  /// Enqueues a copy inside the device's memory.
  virtual void within_device(WorkQueue& queue, void* to, void const* from, std::size_t bytes) = 0;
  /// Enqueues setting bytes of the device's memory.
  virtual void fill_device(WorkQueue& queue, void* to, unsigned char byte, std::size_t bytes) = 0;

  /// Enqueues a call of function(data) on the host, which must not call the backend.
  virtual void call_on_host(WorkQueue& queue, void (*function)(void*), void* data) = 0;

  /// What is enqueued on `later` from now on runs after what is on `earlier` now.
  virtual void order(WorkQueue& later, WorkQueue& earlier) = 0;
  /// Waits until what is on the queue now has run. Returns a fault that the device reports, or "".
  virtual std::string wait(WorkQueue& queue) = 0;
  /// Whether everything on the queue has run; never waits.
  virtual bool is_idle(WorkQueue& queue) = 0;
  /// Whether work that is enqueued now becomes part of a graph instead of running.
  virtual bool is_capturing(WorkQueue& queue) = 0;
};

}  // namespace heddle::backends
