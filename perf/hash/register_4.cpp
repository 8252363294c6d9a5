// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register.hpp"

namespace heddle::perf {

void register_4(Plan const& plan) { register_all<std::uint32_t>(plan); }
void forget_4() { forget_all<std::uint32_t>(); }

}  // namespace heddle::perf
