// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Words of shared memory, by their own addresses: through generic ones exchanges are several times
/// slower.
#pragma once

#include <heddle/cuda_native/hash/format.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// 16 bytes of shared memory at once, as they are now.
__device__ inline Word128 load_shared(Word128 const* words) {
  Word128 held;
  asm volatile("ld.volatile.shared.v2.u64 {%0, %1}, [%2];"
               : "=l"(held.key), "=l"(held.value)
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(words)))
               : "memory");
  return held;
}

/// Exchange; what the word held.
__device__ inline std::uint64_t exchange_shared(std::uint64_t* word, std::uint64_t expected,
                                                std::uint64_t desired) {
  std::uint64_t held;
  asm volatile("atom.relaxed.cta.shared.cas.b64 %0, [%1], %2, %3;"
               : "=l"(held)
               : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(word))), "l"(expected),
                 "l"(desired)
               : "memory");
  return held;
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
