// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Words of 1 to 8 bytes of device memory that are read beside their writer, and the fence that
/// orders them with the word that says whether they may be trusted.
#pragma once

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

template <class Word>
__device__ inline Word load_payload(Word const* word) {
  return *static_cast<Word const volatile*>(word);
}

template <class Word>
__device__ inline void store_payload(Word* word, Word value) {
  *static_cast<Word volatile*>(word) = value;
}

/// Acquires and releases at device scope: __threadfence() is a stronger and slower one.
__device__ inline void payload_fence() {
#if __CUDA_ARCH__ >= 700
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
  __threadfence();
#endif
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
