// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// fill2 with its search states in unified memory, which the driver moves page by page, against
/// chunks that fit: the published comparison. Nothing of it is part of the library.
#pragma once

#include "problem.hpp"

#include <memory>

namespace heddle::perf {

/// Registers for one matrix, where there is CUDA: chunks, and a state for every row in unified
/// memory with and without prefetch. All three run while other memory is taken, so that the device
/// has a fifth left of what the states take together. Matrices whose states take less than 1 GB or
/// over 48 GB are left out.
void register_unified_memory(std::shared_ptr<Problem const> const& problem);

}  // namespace heddle::perf
