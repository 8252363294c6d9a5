// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "readers.hpp"

namespace heddle::perf {

std::vector<NamedReader> cholmod_reader() { return {}; }

}  // namespace heddle::perf
