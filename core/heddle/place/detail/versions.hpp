// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The versions of arrays in a program: who writes them, who reads them, how often. Knows no
/// Kokkos.
#pragma once

#include <heddle/place/cost_model.hpp>

#include <vector>

namespace heddle::place::detail {

/// Versions of one array that have writer and readers in common.
struct VersionClass {
  int array = 0;
  int writer = -1;           ///< a step; -1: what was there before
  std::vector<int> readers;  ///< steps, each once
  double count = 0;          ///< how many there are
  bool is_last = false;      ///< valid at the end of the program
};

/// All of them. Steps with equal repeats run together; between two values of repeat the rounds are
/// alike, but for what the first one reads of the rounds before.
std::vector<VersionClass> versions_of(Program const& program);

}  // namespace heddle::place::detail
