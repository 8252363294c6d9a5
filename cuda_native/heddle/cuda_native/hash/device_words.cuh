// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Words of device memory that are read and changed as a whole: relaxed order, device scope.
/// 16 bytes need compute capability 7.0 to be read and 9.0 to be changed (PTX ISA 8.3).
#pragma once

#include <heddle/cuda_native/hash/format.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

__device__ inline std::uint64_t load_word(std::uint64_t const* word) {
  std::uint64_t held;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(held) : "l"(word) : "memory");
  return held;
}

__device__ inline bool compare_exchange_word(std::uint64_t* word, std::uint64_t& expected,
                                             std::uint64_t desired) {
  auto const held = atomicCAS(reinterpret_cast<unsigned long long*>(word),
                              static_cast<unsigned long long>(expected),
                              static_cast<unsigned long long>(desired));
  bool const won = held == expected;
  expected = held;
  return won;
}

__device__ inline Word128 load_word(Word128 const* word) {
  Word128 held{};
#if __CUDA_ARCH__ >= 700
  asm volatile(
      "{ .reg .b128 held; ld.relaxed.gpu.global.b128 held, [%2]; mov.b128 {%0, %1}, held; }"
      : "=l"(held.key), "=l"(held.value)
      : "l"(word)
      : "memory");
#endif
  return held;
}

__device__ inline void store_word(Word128* word, Word128 desired) {
#if __CUDA_ARCH__ >= 700
  asm volatile(
      "{ .reg .b128 next; mov.b128 next, {%1, %2}; st.relaxed.gpu.global.b128 [%0], next; }"
      :
      : "l"(word), "l"(desired.key), "l"(desired.value)
      : "memory");
#endif
}

__device__ inline bool compare_exchange_word(Word128* word, Word128& expected, Word128 desired) {
  Word128 held{};
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{ .reg .b128 old, next, held; mov.b128 old, {%2, %3}; mov.b128 next, {%4, %5};\n"
      "  atom.relaxed.gpu.global.cas.b128 held, [%6], old, next; mov.b128 {%0, %1}, held; }"
      : "=l"(held.key), "=l"(held.value)
      : "l"(expected.key), "l"(expected.value), "l"(desired.key), "l"(desired.value), "l"(word)
      : "memory");
#endif
  bool const won = held == expected;
  expected = held;
  return won;
}

/// Waits after the `lost`th lost exchange of a word, longer each time and threads unlike: of the
/// exchanges that reach a word together one wins, and the others only delay the next winner.
__device__ inline void back_off(std::uint32_t lost) {
  auto const most = 32u << (lost < 11 ? lost : 11);  // 64 ns to 64 us
  auto const thread = blockIdx.x * blockDim.x + threadIdx.x;
  __nanosleep((thread * 0x9E3779B9u >> 8) % most);
}

__device__ inline bool try_lock(std::uint32_t* lock) {
  bool const won = atomicCAS(lock, 0u, 1u) == 0u;
  __threadfence();
  return won;
}
__device__ inline void unlock(std::uint32_t* lock) {
  __threadfence();
  atomicExch(lock, 0u);
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
