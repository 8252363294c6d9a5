// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Watches a thread that records: allocations, frees and fences do not belong into a graph.
#pragma once

#include <functional>
#include <string>

namespace heddle::graph::detail {

/// While one is alive, the tool callbacks of Kokkos are ours: tools see nothing, of no thread. The
/// last one puts a tool's callbacks back; without a tool ours stay and do nothing, as no callback
/// can be taken away beside other threads. What other threads do is not looked at. Watches of one
/// thread nest; each sees what happens while it is the innermost.
class BodyWatch {
 public:
  /// What is watched. On hosts a body that is replayed may do what Kokkos itself does there and
  /// not on devices: take scratch memory for reductions.
  enum class Of { recording, replay };
  /// `at_first` is called at the first thing that should not have happened, before Kokkos does it
  /// (frees, fences) or after (allocations).
  explicit BodyWatch(Of what, std::function<void()> at_first = {});
  ~BodyWatch();
  BodyWatch(BodyWatch const&) = delete;
  BodyWatch& operator=(BodyWatch const&) = delete;

  /// The first thing that should not have happened, such as "allocated 'x'"; empty if all is well.
  std::string const& complaint() const { return complaint_; }
  /// Looks away until the matching resume.
  void pause() { ++paused_; }
  void resume() { --paused_; }

 private:
  friend struct WatchCallbacks;
  void notice(char const* what, std::string const& label);

  Of what_;
  std::function<void()> at_first_;
  int paused_ = 0;
  BodyWatch* outer_;
  std::string complaint_;
};

}  // namespace heddle::graph::detail
