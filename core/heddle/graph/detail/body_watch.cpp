// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/native.hpp>
#include <heddle/graph/detail/body_watch.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <mutex>
#include <string_view>

namespace heddle::graph::detail {
namespace {

namespace tools = Kokkos::Tools::Experimental;

thread_local BodyWatch* innermost = nullptr;

std::mutex mutex;
int open_watches = 0;
tools::EventSet saved;

}  // namespace

/// Called by Kokkos on the thread that does what they report.
struct WatchCallbacks {
  static void allocated(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
    if (innermost) innermost->notice("allocated", label);
  }
  static void freed(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
    if (innermost) innermost->notice("freed", label);
  }
  static void fenced(char const* label, std::uint32_t, std::uint64_t*) {
    if (innermost) innermost->notice("fenced", label);
  }
  static void launched(char const* label, std::uint32_t, std::uint64_t*) {
    if (innermost && innermost->what_ == BodyWatch::Of::recording) {
      innermost->notice("launched outside of a node", label);
    }
  }

  static void install() {
    tools::EventSet none{};
    saved = tools::get_callbacks();
    tools::set_callbacks(none);
    tools::set_allocate_data_callback(allocated);
    tools::set_deallocate_data_callback(freed);
    tools::set_begin_fence_callback(fenced);
    // Kokkos fences everything around these for a tool's sake, which would spoil the capture of
    // another thread: only where nothing can be captured. Elsewhere the count of new nodes tells.
    if constexpr (!backends::has_cuda_native) {
      tools::set_begin_parallel_for_callback(launched);
      tools::set_begin_parallel_reduce_callback(launched);
      tools::set_begin_parallel_scan_callback(launched);
    }
  }
};

BodyWatch::BodyWatch(Of what) : what_(what), outer_(innermost) {
  std::lock_guard const lock(mutex);
  if (open_watches++ == 0) WatchCallbacks::install();
  innermost = this;
}

BodyWatch::~BodyWatch() {
  innermost = outer_;
  std::lock_guard const lock(mutex);
  if (--open_watches == 0) tools::set_callbacks(saved);
}

void BodyWatch::notice(char const* what, std::string const& label) {
  if (paused_ > 0 || !complaint_.empty()) return;
  std::string_view const text = label;
  if (text.starts_with("Kokkos::Tools::")) return;
  if (text.find("impl_deallocate") != text.npos) return;  // the free that it is for comes next
  bool const inside_kokkos = text.starts_with("Kokkos::") && std::string_view(what) != "fenced";
  if (what_ == Of::replay && inside_kokkos) return;
  complaint_ = std::string(what) + " '" + label + "'";
}

}  // namespace heddle::graph::detail
