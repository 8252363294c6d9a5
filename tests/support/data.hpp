// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where the tests find their files. Knows no Kokkos.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace heddle::test {

/// A file of the small set that is part of the repository. HEDDLE_TEST_ROOT replaces the source
/// tree's place after a build tree was moved to another machine.
inline std::string small_data(std::string const& name) {
  char const* root = std::getenv("HEDDLE_TEST_ROOT");
  return (root ? std::string(root) + "/tests/data" : std::string(HEDDLE_TEST_DATA)) + "/" + name;
}

/// A file of the large set, which HEDDLE_DATA points to; empty if it is not there.
inline std::string large_data(std::string const& name) {
  char const* folder = std::getenv("HEDDLE_DATA");
  if (!folder) return {};
  for (auto const* below : {"", "matrices/", "powergrid/"}) {
    auto path = std::filesystem::path(folder) / below / name;
    if (std::filesystem::exists(path)) return path.string();
  }
  return {};
}

}  // namespace heddle::test
