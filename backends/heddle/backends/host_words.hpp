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
/// Every CPU does.
inline bool available() { return true; }
/// No quick look here.
inline bool is_foreign(std::uint64_t const*, std::uint32_t) { return false; }
#endif

/// The word as it is now; relaxed.
inline std::uint64_t load(std::uint64_t const* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
/// True and `desired` stored if the word held `expected`; else `expected` becomes what it held.
inline bool compare_exchange(std::uint64_t* word, std::uint64_t& expected, std::uint64_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

#if defined(__x86_64__)
/// Whether a bucket of 8-byte slots has nothing for a key: neither the key nor an empty or dead
/// slot. Each 16-byte load sees its two slots whole, and what is foreign to a key stays so.
inline bool is_foreign(std::uint64_t const* bucket, std::uint32_t key) {
  auto const own = _mm_set1_epi32(static_cast<int>(key));
  auto const marks = _mm_set1_epi32(static_cast<int>(hash_format::Packed8::erased));
  auto any = _mm_setzero_si128();
  for (int i = 0; i < 8; i += 2) {
    __m128i both;
    asm volatile("movdqa %1, %0" : "=x"(both) : "m"(*reinterpret_cast<__m128i const*>(bucket + i)));
    // Both marks have all bits but the lowest, which the erased one lacks.
    auto const marked = _mm_and_si128(both, marks);
    any =
        _mm_or_si128(any, _mm_or_si128(_mm_cmpeq_epi32(both, own), _mm_cmpeq_epi32(marked, marks)));
  }
  // Keys are the low halves of the slots: 32-bit lanes 0 and 2.
  return (_mm_movemask_ps(_mm_castsi128_ps(any)) & 0b0101) == 0;
}

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
