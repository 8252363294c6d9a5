// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/graph/detail/body_watch.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

namespace heddle::graph::detail {
namespace {

namespace tools = Kokkos::Tools::Experimental;

thread_local BodyWatch* innermost = nullptr;

std::mutex mutex;
int open_watches = 0;
bool is_tool_away = false;
tools::EventSet tool;

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

  /// Kokkos looks at a callback and then calls it, on any thread, without a lock: one that was
  /// there may be replaced, but never taken away. So ours stay where no tool is; without a watch
  /// they do nothing. A tool's are put back, and are away meanwhile: Kokkos fences around most of
  /// them.
  static void install() {
    auto const present = tools::get_callbacks();
    tools::EventSet ours{}, nobody{};
    ours.allocate_data = &allocated;
    ours.deallocate_data = &freed;
    ours.begin_fence = &fenced;
    if (std::memcmp(&present, &ours, sizeof(ours)) == 0) return;
    is_tool_away = std::memcmp(&present, &nobody, sizeof(nobody)) != 0;
    tool = present;
    tools::set_callbacks(ours);
  }
  static void remove() {
    if (is_tool_away) tools::set_callbacks(tool);
    is_tool_away = false;
  }
};

BodyWatch::BodyWatch(Of what, std::function<void()> at_first)
    : what_(what), at_first_(std::move(at_first)), outer_(innermost) {
  std::lock_guard const lock(mutex);
  if (open_watches++ == 0) WatchCallbacks::install();
  innermost = this;
}

BodyWatch::~BodyWatch() {
  innermost = outer_;
  std::lock_guard const lock(mutex);
  if (--open_watches == 0) WatchCallbacks::remove();
}

void BodyWatch::notice(char const* what, std::string const& label) {
  if (paused_ > 0 || !complaint_.empty()) return;
  std::string_view const text = label;
  if (text.starts_with("Kokkos::Tools::")) return;
  if (text.find("impl_deallocate") != text.npos) return;  // the free that it is for comes next
  bool const inside_kokkos = text.starts_with("Kokkos::") && std::string_view(what) != "fenced";
  if (what_ == Of::replay && inside_kokkos) return;
  complaint_ = std::string(what) + " '" + label + "'";
  if (at_first_) at_first_();
}

}  // namespace heddle::graph::detail
