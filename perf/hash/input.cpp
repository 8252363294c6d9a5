// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "input.hpp"

#include <cstdio>

namespace heddle::perf {

std::string name_of(InputSpec const& spec, int bytes, std::string const& backend) {
  char text[96];
  std::snprintf(text, sizeof text, "%d+%d_2^%d_%.2f_", bytes, bytes, spec.log2_slots, spec.load);
  std::string name = text + std::string(to_string(spec.distribution));
  if (spec.distribution == Distribution::zipf) {
    std::snprintf(text, sizeof text, "%.1f", spec.exponent);
    name += text;
  }
  return name + "_" + backend;
}

}  // namespace heddle::perf
