// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Options and reports of recorded graphs. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::graph {

/// How a graph runs: by the graphs of the backend's own where there are any, or by replaying the
/// recorded calls in order, which every backend can.
enum class Mode { automatic, replay };

#ifdef NDEBUG
inline constexpr bool check_buffers_by_default = false;
#else
inline constexpr bool check_buffers_by_default = true;
#endif

/// What a caller of `record` can choose. The reserves are taken before the body runs, as nothing
/// can be allocated while a stream is captured; what exceeds them throws invalid_argument or
/// capture_failed.
struct RecordOptions {
  std::string name = "heddle::graph";  ///< of ranges, DOT output and messages
  Mode mode = Mode::automatic;
  std::size_t parameter_bytes = 16384;   ///< of all parameters and conditions together
  std::size_t max_reduction_bytes = 32;  ///< of the largest value that a reduction reduces
  std::size_t team_scratch_bytes = 0;  ///< level-1 scratch of all teams that run at once: bytes of
                                       ///< a team x min(teams, threads at once / threads of a team)
  bool early_kernels = true;  ///< a typed kernel right behind another is launched before that has
                              ///< ended, and waits for it on the device, where the device can
  bool check_buffers = check_buffers_by_default;  ///< each launch looks for stale kept views
};

/// What a caller of `update_from` can choose.
struct UpdateOptions {
  bool strict = false;      ///< refuse what cannot be updated in place instead of rebuilding
  bool low_memory = false;  ///< destroy the old executable before the new one is instantiated
};

/// What became of an update.
enum class UpdateStatus { updated, rebuilt, refused };

/// Why a graph could not be updated in place.
enum class UpdateReason {
  none,                ///< it was updated in place
  topology_changed,    ///< another number of nodes, or other dependencies
  node_type_changed,   ///< a node of another kind
  parameters_changed,  ///< parameters that the backend cannot change in place
  not_supported,       ///< a node that the backend cannot update
  backend              ///< the backend refused without saying more
};

/// The name of a status as it is spelled in C++.
std::string_view to_string(UpdateStatus status);
/// The name of a reason as it is spelled in C++.
std::string_view to_string(UpdateReason reason);

/// What `update_from` did, and the first node that stood in the way of an update in place.
struct UpdateReport {
  UpdateStatus status = UpdateStatus::updated;
  UpdateReason reason = UpdateReason::none;
  std::string node;  ///< name of the first node that differs; empty if none does
  std::string file;  ///< where the new recording made that node
  int line = 0;
  std::string was, now;  ///< what differs, in words
  int nodes_before = 0, nodes_after = 0;
  double seconds = 0;  ///< of the whole call
};

/// Counts over the life of an executable.
struct GraphStatistics {
  int nodes = 0;  ///< recorded, those in loops and branches among them
  std::int64_t launches = 0;
  std::int64_t updates = 0;   ///< of single nodes by their handles
  std::int64_t in_place = 0;  ///< update_from without a rebuild
  std::int64_t rebuilds = 0;
  std::int64_t instantiations = 0;    ///< 1 + rebuilds
  std::int64_t parameter_copies = 0;  ///< launches that copied the parameter block first
  std::size_t bytes = 0;              ///< estimate: nodes and buffers that the graph owns
  bool native = false;                ///< by graphs of the backend's own
};

/// How `to_dot` writes.
struct DotOptions {
  bool native = false;  ///< adds what the backend itself says of the graph, if it has one
};

}  // namespace heddle::graph
