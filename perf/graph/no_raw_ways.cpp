// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without CUDA there is nothing to call directly.
#include "contenders.hpp"

namespace heddle::perf {

std::vector<Contender> raw_ways() { return {}; }

}  // namespace heddle::perf
