// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The state word of a slot whose key and value lie beside it: what every access begins with.
#pragma once

#include <heddle/backends/payload_words.hpp>
#include <heddle/backends/slot_atomics.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// 3 bits of state, 29 bits of the key's hash, 32 bits of version. The version grows whenever key
/// or value were written, so two equal words with `live` or `dead` stand for the same key, and with
/// `live` for the same value. (A reader would have to sleep for 2^32 updates of one slot to be
/// deceived.)
struct StateWord {
  using Word = std::uint64_t;
  enum State : std::uint32_t {
    empty = 0,    ///< no key
    claimed = 1,  ///< key and value are being written; no entry yet
    live = 2,     ///< an entry
    locked = 3,   ///< an entry whose value is being written
    dead = 4      ///< its key is there, erased
  };

  KOKKOS_INLINE_FUNCTION static State state(Word word) { return static_cast<State>(word & 7u); }
  KOKKOS_INLINE_FUNCTION static std::uint32_t tag(Word word) {
    return static_cast<std::uint32_t>(word) >> 3;
  }
  /// The low bits: which bucket a key begins in depends on the high ones.
  template <class Hash>
  KOKKOS_INLINE_FUNCTION static std::uint32_t tag_of(Hash hash) {
    return static_cast<std::uint32_t>(hash) & 0x1fffffffu;
  }
  KOKKOS_INLINE_FUNCTION static Word with_state(Word word, State state) {
    return (word & ~Word{7}) | state;
  }
  KOKKOS_INLINE_FUNCTION static Word claim(Word word, std::uint32_t tag) {
    return (word & ~Word{0xffffffffu}) | static_cast<Word>(tag) << 3 | claimed;
  }
  /// What a claimed or locked slot becomes once key and value are written.
  KOKKOS_INLINE_FUNCTION static Word publish(Word word) {
    return with_state(word + (Word{1} << 32), live);
  }
};

/// What the protocol asks of memory, for the tables of `Exec`. A stand-in that steps through
/// interleavings has the same members.
template <class Exec>
struct StatefulAtomics : backends::slot_atomics<Exec> {
  KOKKOS_INLINE_FUNCTION static void store(std::uint64_t* word, std::uint64_t value) {
    backends::payload_words<Exec>::store(word, value);
  }
  KOKKOS_INLINE_FUNCTION static void fence() { backends::payload_words<Exec>::fence(); }

  KOKKOS_INLINE_FUNCTION static void wait() { backends::payload_words<Exec>::wait(); }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T read(T const* from) {
    return backends::read_payload<Exec>(from);
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static void write(T* to, T const& item) {
    backends::write_payload<Exec>(to, item);
  }
};

}  // namespace heddle::hash::detail
