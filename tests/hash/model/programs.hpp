// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Short names for programs.
#pragma once

#include <tests/hash/model/history.hpp>

#include <cstdint>
#include <set>
#include <vector>

namespace heddle::test::model {

inline Operation insert(std::uint32_t key, std::uint32_t value) {
  return {Kind::insert, key, value};
}
inline Operation assign(std::uint32_t key, std::uint32_t value) {
  return {Kind::assign, key, value};
}
inline Operation add(std::uint32_t key, std::uint32_t value) { return {Kind::add, key, value}; }
inline Operation erase(std::uint32_t key) { return {Kind::erase, key}; }
inline Operation find(std::uint32_t key) { return {Kind::find, key}; }

inline std::set<std::uint32_t> keys_of(std::vector<Program> const& programs) {
  std::set<std::uint32_t> keys;
  for (auto const& program : programs) {
    for (auto const& operation : program) keys.insert(operation.key);
  }
  return keys;
}

}  // namespace heddle::test::model
