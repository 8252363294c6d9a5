// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/graph/cache_key.hpp>

namespace heddle::graph {
namespace {

std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 29;
  word *= 0xa0761d6478bd642fu;
  return word ^ (word >> 32);
}

}  // namespace

void KeyBytes::append_bytes(void const* from, std::size_t count) {
  auto const* const first = static_cast<unsigned char const*>(from);
  bytes_.insert(bytes_.end(), first, first + count);
}

KeyHash hash_key(KeyBytes const& key) {
  KeyHash hash{0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
  auto const& bytes = key.bytes();
  for (std::size_t start = 0; start < bytes.size(); start += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = start; i < start + 8 && i < bytes.size(); ++i) {
      word |= static_cast<std::uint64_t>(bytes[i]) << (8 * (i - start));
    }
    hash.low = (hash.low ^ word) * 0x9fb21c651e98df25u;
    hash.low ^= hash.low >> 31;
    hash.high = mixed(hash.high + word) ^ hash.low;
  }
  hash.low = mixed(hash.low ^ bytes.size());
  hash.high = mixed(hash.high + hash.low);
  return hash;
}

}  // namespace heddle::graph
