// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What one call of the program measures. Knows no Kokkos.
#pragma once

#include <heddle/cli/hash/workload.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::perf {

using cli::Distribution;
using cli::Operation;

/// A distribution of keys as the command line names it: distinct, sequential, zipf1.0, zipf1.5,
/// equal.
struct KeyChoice {
  Distribution distribution = Distribution::distinct;
  double exponent = 1.0;
};

/// Every axis; what is left empty gets the defaults of axes.hpp, by backend.
struct Plan {
  std::vector<std::string> backends;
  std::vector<int> bytes;       ///< of a key and of a value: 4, 8
  std::vector<int> log2_slots;  ///< 13 ... 30
  std::vector<double> loads;
  std::vector<KeyChoice> keys;
  std::vector<Operation> operations;
  std::vector<std::string> tables;  ///< names of contenders
};

/// Takes the arguments of this program and leaves those of Google Benchmark and Kokkos. Throws
/// std::invalid_argument with one line.
Plan take_arguments(int& argc, char** argv);

/// Whether the list is empty (no choice was made) or has the item.
template <class T>
bool chosen(std::vector<T> const& list, T const& item) {
  for (auto const& wanted : list) {
    if (wanted == item) return true;
  }
  return list.empty();
}

/// Registers the cases for keys of 4 or 8 bytes. What they hold lives until `forget`.
void register_4(Plan const& plan);
void register_8(Plan const& plan);

/// Frees the table and keys in use. Call before Kokkos is finalised.
void forget_4();
void forget_8();

}  // namespace heddle::perf
