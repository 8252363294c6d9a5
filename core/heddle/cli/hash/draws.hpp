// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The draws of the published measurements, for the host. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::cli {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t state) : state_(state) {}
  std::uint64_t operator()() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

/// The high halves of the outputs from state 0; 0xffffffff, which SeedMap refuses, becomes 0.
inline std::vector<std::uint32_t> draw_keys(std::size_t count) {
  SplitMix64 next(0);
  std::vector<std::uint32_t> keys(count);
  for (auto& key : keys) {
    key = static_cast<std::uint32_t>(next() >> 32);
    if (key == 0xffffffffu) key = 0;
  }
  return keys;
}

}  // namespace heddle::cli
