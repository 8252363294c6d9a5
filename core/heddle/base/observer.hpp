// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Progress of long phases, for whoever wants to show it. Silence is the default. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace heddle {

/// One report of a running phase.
struct Progress {
  std::string_view phase;  ///< such as "heddle::lu::numeric"; valid during the call only
  std::int64_t done = 0;   ///< items finished
  std::int64_t total = 0;  ///< items in all; 0 if unknown
  std::int64_t bytes = 0;  ///< bytes read or moved so far; 0 if it does not apply
};

/// Called from the thread that called Heddle, never from a kernel. It must not throw.
using Observer = std::function<void(Progress const&)>;

/// Reports if there is somebody to report to.
inline void report(Observer const& observer, std::string_view phase, std::int64_t done,
                   std::int64_t total, std::int64_t bytes = 0) {
  if (observer) observer(Progress{phase, done, total, bytes});
}

}  // namespace heddle
