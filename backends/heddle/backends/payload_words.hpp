// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Items of any trivially copyable type that are read while another thread may write them.
///
/// They are copied word by word with relaxed atomic accesses, so that no access is a data race; a
/// copy may mix two items, and whoever makes one asks a state word before and after, with a fence
/// between, whether it did.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>
#include <thread>
#include <type_traits>

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/cuda_native/hash/device_payload.cuh>
#endif

namespace heddle::backends {

/// Host backends: one word, a fence that acquires and releases, and what a thread does between two
/// attempts while another has the item: hosts may have taken that one off its core.
template <class Exec>
struct payload_words {
  /// One word, relaxed.
  template <class Word>
  KOKKOS_INLINE_FUNCTION static Word load(Word const* word) {
    KOKKOS_IF_ON_HOST((return __atomic_load_n(word, __ATOMIC_RELAXED);))
    KOKKOS_IF_ON_DEVICE((return *word;))  // never called: a host table in device code
  }
  /// Overwrites one word, relaxed.
  template <class Word>
  KOKKOS_INLINE_FUNCTION static void store(Word* word, Word value) {
    KOKKOS_IF_ON_HOST((__atomic_store_n(word, value, __ATOMIC_RELAXED);))
    KOKKOS_IF_ON_DEVICE(((void)word, (void)value;))
  }
  /// Acquires and releases, at the scope of the device.
  KOKKOS_INLINE_FUNCTION static void fence() {
    KOKKOS_IF_ON_HOST((__atomic_thread_fence(__ATOMIC_ACQ_REL);))
  }
  /// Between two attempts, while another thread has the item.
  KOKKOS_INLINE_FUNCTION static void wait() { KOKKOS_IF_ON_HOST((std::this_thread::yield();)) }
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
struct payload_words<Kokkos::Cuda> {
  template <class Word>
  KOKKOS_INLINE_FUNCTION static Word load(Word const* word) {
    KOKKOS_IF_ON_DEVICE((return cuda_native::hash::load_payload(word);))
    KOKKOS_IF_ON_HOST((return *word;))  // never called: device memory in host code
  }
  template <class Word>
  KOKKOS_INLINE_FUNCTION static void store(Word* word, Word value) {
    KOKKOS_IF_ON_DEVICE((cuda_native::hash::store_payload(word, value);))
    KOKKOS_IF_ON_HOST(((void)word, (void)value;))
  }
  KOKKOS_INLINE_FUNCTION static void fence() {
    KOKKOS_IF_ON_DEVICE((cuda_native::hash::payload_fence();))
  }
  KOKKOS_INLINE_FUNCTION static void wait() {}
};
#endif

namespace detail {

/// The widest word that divides `bytes`. Items lie in arrays that begin at a multiple of 8, so
/// every item is aligned for it, whatever its own type asks for.
template <std::size_t bytes>
using PayloadWord = std::conditional_t<
    bytes % 8 == 0, std::uint64_t,
    std::conditional_t<bytes % 4 == 0, std::uint32_t,
                       std::conditional_t<bytes % 2 == 0, std::uint16_t, std::uint8_t>>>;

}  // namespace detail

/// A copy of an item of an array that begins at a multiple of 8 bytes.
template <class Exec, class T>
KOKKOS_INLINE_FUNCTION T read_payload(T const* from) {
  static_assert(std::is_trivially_copyable_v<T>, "tables hold trivially copyable types");
  using Word = detail::PayloadWord<sizeof(T)>;
  Word words[sizeof(T) / sizeof(Word)];
  for (std::size_t i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    words[i] = payload_words<Exec>::load(reinterpret_cast<Word const*>(from) + i);
  }
  T item;
  memcpy(&item, words, sizeof(T));
  return item;
}

/// Overwrites such an item. One writer at a time.
template <class Exec, class T>
KOKKOS_INLINE_FUNCTION void write_payload(T* to, T const& item) {
  using Word = detail::PayloadWord<sizeof(T)>;
  Word words[sizeof(T) / sizeof(Word)];
  memcpy(words, &item, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    payload_words<Exec>::store(reinterpret_cast<Word*>(to) + i, words[i]);
  }
}

}  // namespace heddle::backends
