// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer target of heddle::io::parse_matrix.
#include "readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  heddle::fuzz::check_reader(heddle::io::parse_matrix, data, size);
  return 0;
}
