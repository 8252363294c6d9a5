// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Records what a piece of code asks of Kokkos, through the callbacks that Kokkos offers to tools.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::test {

/// One thing that happened.
struct KokkosEvent {
  enum class Kind { kernel, region, allocation, deallocation, copy, fence };
  Kind kind;
  std::string label;         ///< of the kernel, region, View or fence; of a copy: "to <- from"
  std::uint32_t device = 0;  ///< kernels and fences: the tool id of the instance
  std::string space;         ///< allocations: the memory space
  std::uint64_t bytes = 0;   ///< allocations and copies
};

/// "fence 'heddle::lu::wait'", for messages.
inline std::string to_string(KokkosEvent const& event) {
  constexpr char const* kinds[] = {"kernel",       "region", "allocation",
                                   "deallocation", "copy",   "fence"};
  return std::string(kinds[static_cast<int>(event.kind)]) + " '" + event.label + "'";
}

inline bool is_memory(KokkosEvent const& event) {
  return event.kind == KokkosEvent::Kind::allocation ||
         event.kind == KokkosEvent::Kind::deallocation;
}

/// What Kokkos keeps with an instance and enlarges on demand: scratch of teams and reductions.
inline bool is_scratch_of_kokkos(KokkosEvent const& event) {
  return is_memory(event) && event.label.starts_with("Kokkos::");
}

/// Whether the id says "all instances" rather than one.
inline bool is_global(std::uint32_t device) {
  namespace tools = Kokkos::Tools::Experimental;
  return tools::identifier_from_devid(device).instance_id ==
         tools::int_for_synchronization_reason(tools::GlobalDeviceSynchronization);
}

/// Records from construction to destruction; the callbacks of a real tool return afterwards.
/// One recorder at a time, as the callbacks are global.
class EventRecorder {
 public:
  EventRecorder() : saved_(Kokkos::Tools::Experimental::get_callbacks()) {
    active_ = this;
    set_kernel_callbacks();
    set_memory_callbacks();
  }
  ~EventRecorder() {
    Kokkos::Tools::Experimental::set_callbacks(saved_);
    active_ = nullptr;
  }
  EventRecorder(EventRecorder const&) = delete;
  EventRecorder& operator=(EventRecorder const&) = delete;

  std::vector<KokkosEvent> const& events() const { return events_; }
  std::vector<KokkosEvent> events(KokkosEvent::Kind kind) const {
    std::vector<KokkosEvent> chosen;
    for (auto const& event : events_) {
      if (event.kind == kind) chosen.push_back(event);
    }
    return chosen;
  }
  /// Bytes allocated since the recorder was made and not yet freed, without the scratch that Kokkos
  /// keeps with an instance.
  std::int64_t live_bytes() const {
    std::int64_t bytes = 0;
    for (auto const& [begin, size] : live_) bytes += std::int64_t(size);
    return bytes;
  }
  /// Forgets what happened, and still knows what is alive.
  void clear() { events_.clear(); }

 private:
  using Kind = KokkosEvent::Kind;

  static void add(KokkosEvent event, void const* begin = nullptr) {
    std::lock_guard const lock(active_->mutex_);
    // Known by where they begin: Kokkos frees scratch under other names than it takes it.
    if (event.kind == Kind::allocation && !is_scratch_of_kokkos(event)) {
      active_->live_[begin] = event.bytes;
    }
    if (event.kind == Kind::deallocation) active_->live_.erase(begin);
    active_->events_.push_back(std::move(event));
  }

  static void set_kernel_callbacks() {
    namespace tools = Kokkos::Tools::Experimental;
    auto const kernel = [](char const* label, std::uint32_t device, std::uint64_t*) {
      add({Kind::kernel, label, device, {}, 0});
    };
    tools::set_begin_parallel_for_callback(kernel);
    tools::set_begin_parallel_reduce_callback(kernel);
    tools::set_begin_parallel_scan_callback(kernel);
    tools::set_push_region_callback([](char const* label) {
      add({Kind::region, label, 0, {}, 0});
    });
    tools::set_begin_fence_callback([](char const* label, std::uint32_t device, std::uint64_t*) {
      // Kokkos fences around each callback so that tools read true times: no doing of the code.
      if (!std::string_view(label).starts_with("Kokkos::Tools::")) {
        add({Kind::fence, label, device, {}, 0});
      }
    });
  }

  static void set_memory_callbacks() {
    namespace tools = Kokkos::Tools::Experimental;
    using Space = Kokkos::Tools::SpaceHandle;
    tools::set_allocate_data_callback(
        [](Space space, char const* label, void const* begin, std::uint64_t bytes) {
          // Kokkos 4.7 reports one of nothing with each team kernel without scratch on CUDA.
          if (bytes > 0) add({Kind::allocation, label, 0, space.name, bytes}, begin);
        });
    tools::set_deallocate_data_callback(
        [](Space space, char const* label, void const* begin, std::uint64_t bytes) {
          add({Kind::deallocation, label, 0, space.name, bytes}, begin);
        });
    tools::set_begin_deep_copy_callback([](Space, char const* to, void const*, Space,
                                           char const* from, void const*, std::uint64_t bytes) {
      add({Kind::copy, std::string(to) + " <- " + from, 0, {}, bytes});
    });
  }

  inline static EventRecorder* active_ = nullptr;
  Kokkos::Tools::Experimental::EventSet saved_;
  std::mutex mutex_;
  std::vector<KokkosEvent> events_;
  std::unordered_map<void const*, std::uint64_t> live_;  ///< bytes, by where they begin
};

}  // namespace heddle::test
