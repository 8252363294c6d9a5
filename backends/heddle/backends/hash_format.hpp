// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The format of hash tables, for core: written once, beside the CUDA kernels that share it.
#pragma once

#include <heddle/cuda_native/hash/format.h>
#include <heddle/cuda_native/hash/frozen_format.h>
#include <heddle/cuda_native/hash/packed_table.h>

namespace heddle::backends::hash_format {

using namespace cuda_native::hash;  // NOLINT: the point of this header

}  // namespace heddle::backends::hash_format
