// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer target of heddle::io::parse_power_case and to_network.
#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  heddle::fuzz::check_power_case(data, size);
  return 0;
}
