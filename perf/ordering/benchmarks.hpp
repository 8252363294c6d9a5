// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

#include <memory>

namespace heddle::perf {

/// Registers every algorithm of ordering and its peer on one matrix. `heavy` leaves out what takes
/// seconds.
void register_orderings(std::shared_ptr<OrderingProblem const> const& problem, bool heavy);

}  // namespace heddle::perf
