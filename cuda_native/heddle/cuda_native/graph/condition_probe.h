// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Whether this driver lets a graph with conditions be updated as a whole. CUDA's documentation
/// leaves open which handle counts afterwards: that of the graph that was instantiated, or that of
/// the one it was updated from. So a small graph is asked.
#pragma once

namespace heddle::cuda_native::graph {

/// Updates an executable with a condition from a second recording, and sets the condition by the
/// first one's handle. True if that still counts. False, too, if CUDA refuses any step. Waits for a
/// stream of its own; 0.3 ms or so. No stream of this thread may be captured.
bool updates_keep_conditions();

}  // namespace heddle::cuda_native::graph
