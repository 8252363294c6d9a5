// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Heddle's own forms beside those of the published GPU pipeline, phase by phase.
#pragma once

#include "problem.hpp"

#include <memory>

namespace heddle::perf {

/// Registers for one matrix, on each backend: the ways to the pattern of F, the ways to the levels,
/// and the numeric forms, dense columns at several shares of the workers.
void register_seed_forms(std::shared_ptr<Problem const> const& problem);

}  // namespace heddle::perf
