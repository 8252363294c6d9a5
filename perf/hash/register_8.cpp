// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register.hpp"

namespace heddle::perf {

void register_8(Plan const& plan) { register_all<std::uint64_t>(plan); }
void forget_8() { forget_all<std::uint64_t>(); }

}  // namespace heddle::perf
