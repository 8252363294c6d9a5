// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Atomic words of 8 and 16 bytes of host memory.
///
/// 16 bytes need an x86-64 CPU with AVX: there an aligned 16-byte load or store is atomic (Intel
/// SDM vol. 3, 9.1.1; AMD states the same) and cmpxchg16b exists. Elsewhere `widest` is 8.
#pragma once

#include <heddle/backends/hash_format.hpp>

#include <cstdint>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace heddle::backends::host_words {

#if defined(__x86_64__)
inline constexpr int widest = 16;
/// Whether this CPU keeps the promise of `widest`.
inline bool available() { return __builtin_cpu_supports("avx") != 0; }
#else
inline constexpr int widest = 8;
inline bool available() { return true; }
#endif

inline std::uint64_t load(std::uint64_t const* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
inline bool compare_exchange(std::uint64_t* word, std::uint64_t& expected, std::uint64_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

#if defined(__x86_64__)
inline hash_format::Word128 load(hash_format::Word128 const* word) {
  __m128i both;
  // As assembly, so that the compiler neither splits nor repeats the load.
  asm volatile("movdqa %1, %0" : "=x"(both) : "m"(*word));
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(both)),
          static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both)))};
}
inline bool compare_exchange(hash_format::Word128* word, hash_format::Word128& expected,
                             hash_format::Word128 desired) {
  bool won;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(won), "+m"(*word), "+a"(expected.key), "+d"(expected.value)
               : "b"(desired.key), "c"(desired.value)
               : "memory");
  return won;
}
#endif

}  // namespace heddle::backends::host_words
