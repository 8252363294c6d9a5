// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Keys of cached graphs, as bytes. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::graph {

/// The bytes of a key, in the order in which they were appended.
class KeyBytes {
 public:
  /// Appends a value whose bytes say all of it: an integer, an enumeration, a pointer, a struct of
  /// such without padding. A floating-point number does not compile: NaN and the two zeros make it
  /// a bad key, and its many values a bad cache; make it a parameter.
  template <class T>
  void append(T const& value) {
    static_assert(std::has_unique_object_representations_v<T>,
                  "heddle::graph: this type cannot be a cache key by its bytes (floating point or "
                  "padding); make numbers parameters, or overload append_key");
    append_bytes(&value, sizeof(T));
  }
  /// Appends text with its length.
  void append(std::string const& text) {
    append(text.size());
    append_bytes(text.data(), text.size());
  }

  /// All of them.
  std::vector<unsigned char> const& bytes() const { return bytes_; }
  bool operator==(KeyBytes const&) const = default;  ///< in full, never by hash alone

 private:
  void append_bytes(void const* from, std::size_t count);
  std::vector<unsigned char> bytes_;
};

/// How a key becomes bytes. Overload it beside a key type of your own that holds what has no unique
/// bytes, such as strings.
template <class Key>
void append_key(KeyBytes& bytes, Key const& key) {
  bytes.append(key);
}

/// 128 bits.
struct KeyHash {
  std::uint64_t low = 0, high = 0;
  bool operator==(KeyHash const&) const = default;  ///< both halves
};
/// The hash of a key's bytes: two chains of multiplications of 64 bits, mixed at the end.
KeyHash hash_key(KeyBytes const& key);

}  // namespace heddle::graph
