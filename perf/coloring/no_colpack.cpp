// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contenders.hpp"

namespace heddle::perf {

std::vector<Contender> colpack_contenders(ProblemHandle const&) { return {}; }
std::string missing_colpack() { return "ColPack (Debian: libcolpack-dev)"; }

}  // namespace heddle::perf
