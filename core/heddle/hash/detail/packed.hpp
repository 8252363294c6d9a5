// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The protocol of packed slots, for core: written once, beside the CUDA kernels that share it.
#pragma once

#include <heddle/backends/hash_format.hpp>

namespace heddle::hash::detail {

namespace format = backends::hash_format;
using format::Outcome;
using format::PackedTable;

}  // namespace heddle::hash::detail
