// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Words of 8 and 16 bytes that are read and changed as a whole, on every backend.
///
/// `slot_atomics<Exec>::widest` is the size in bytes of the largest such word; it is the same in
/// the host and device passes of a compiler. Order is relaxed at the scope of the device: a word
/// carries all that its reader needs. The locks acquire and release.
#pragma once

#include <heddle/backends/hash_format.hpp>
#include <heddle/backends/host_words.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/cuda_native/hash/device_words.cuh>
#endif

namespace heddle::backends {

/// Host backends.
template <class Exec>
struct slot_atomics {
  static constexpr int widest = host_words::widest;
  /// Whether this machine keeps the promise of `widest`.
  static bool available() { return host_words::available(); }

  /// The word as it is now.
  template <class Word>
  KOKKOS_INLINE_FUNCTION static Word load(Word const* word) {
    KOKKOS_IF_ON_HOST((return host_words::load(word);))
    KOKKOS_IF_ON_DEVICE((return *word;))  // never called: a host table in device code
  }
  /// True and `desired` stored if the word held `expected`; else `expected` becomes what it held.
  template <class Word>
  KOKKOS_INLINE_FUNCTION static bool compare_exchange(Word* word, Word& expected, Word desired) {
    KOKKOS_IF_ON_HOST((return host_words::compare_exchange(word, expected, desired);))
    KOKKOS_IF_ON_DEVICE((return (void)word, (void)expected, (void)desired, false;))
  }
  /// Whether a bucket of 8-byte slots has nothing for a key, by a quick look that may miss that.
  KOKKOS_INLINE_FUNCTION static bool is_foreign(std::uint64_t const* bucket, std::uint32_t key) {
    KOKKOS_IF_ON_HOST((return host_words::is_foreign(bucket, key);))
    KOKKOS_IF_ON_DEVICE((return (void)bucket, (void)key, false;))
  }
  /// One attempt; what the last holder wrote is visible to the next.
  KOKKOS_INLINE_FUNCTION static bool try_lock(std::uint32_t* lock) {
    KOKKOS_IF_ON_HOST((return __atomic_exchange_n(lock, 1u, __ATOMIC_ACQUIRE) == 0;))
    KOKKOS_IF_ON_DEVICE((return (void)lock, false;))
  }
  /// By the holder alone.
  KOKKOS_INLINE_FUNCTION static void unlock(std::uint32_t* lock) {
    KOKKOS_IF_ON_HOST((__atomic_store_n(lock, 0u, __ATOMIC_RELEASE);))
    KOKKOS_IF_ON_DEVICE(((void)lock;))
  }
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
struct slot_atomics<Kokkos::Cuda> {
#if defined(KOKKOS_ARCH_HOPPER90) || defined(KOKKOS_ARCH_BLACKWELL100)
  static constexpr int widest = 16;
#else
  static constexpr int widest = 8;
#endif
  static bool available() { return true; }

  template <class Word>
  KOKKOS_INLINE_FUNCTION static Word load(Word const* word) {
    KOKKOS_IF_ON_DEVICE((return cuda_native::hash::load_word(word);))
    KOKKOS_IF_ON_HOST((return *word;))  // never called: device memory in host code
  }
  template <class Word>
  KOKKOS_INLINE_FUNCTION static bool compare_exchange(Word* word, Word& expected, Word desired) {
    KOKKOS_IF_ON_DEVICE((return cuda_native::hash::compare_exchange_word(word, expected, desired);))
    KOKKOS_IF_ON_HOST((return (void)word, (void)expected, (void)desired, false;))
  }
  /// After the `lost`th lost exchange of one word: the hosts' few threads need no such wait.
  KOKKOS_INLINE_FUNCTION static void back_off(std::uint32_t lost) {
    KOKKOS_IF_ON_DEVICE((cuda_native::hash::back_off(lost);))
    KOKKOS_IF_ON_HOST(((void)lost;))
  }
  KOKKOS_INLINE_FUNCTION static bool try_lock(std::uint32_t* lock) {
    KOKKOS_IF_ON_DEVICE((return cuda_native::hash::try_lock(lock);))
    KOKKOS_IF_ON_HOST((return (void)lock, false;))
  }
  KOKKOS_INLINE_FUNCTION static void unlock(std::uint32_t* lock) {
    KOKKOS_IF_ON_DEVICE((cuda_native::hash::unlock(lock);))
    KOKKOS_IF_ON_HOST(((void)lock;))
  }
};
#endif

}  // namespace heddle::backends
