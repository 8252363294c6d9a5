// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Pieces of one block of memory. Knows no Kokkos.
#pragma once

#include <cstddef>

namespace heddle::hash::detail {

/// Hands out pieces one after the other; without memory it only adds up what they take.
class Carver {
 public:
  explicit Carver(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  /// Room for `count` items, aligned to 64 bytes.
  template <class T>
  T* take(std::size_t count) {
    static_assert(alignof(T) <= alignment);
    auto* const piece = memory_ == nullptr ? nullptr : memory_ + taken_;
    taken_ += (count * sizeof(T) + alignment - 1) / alignment * alignment;
    return reinterpret_cast<T*>(piece);
  }
  std::size_t taken() const { return taken_; }

 private:
  static constexpr std::size_t alignment = 64;
  unsigned char* memory_;
  std::size_t taken_ = 0;
};

}  // namespace heddle::hash::detail
