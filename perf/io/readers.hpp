// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The peers of Heddle's reader: each reads a real coordinate file into index and value arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::perf {

/// What a reader found, so that nobody is quick by being wrong.
struct Found {
  std::int64_t num_entries = 0;
  double sum = 0;  ///< of the values, in the order of the file
};

struct Triplets {
  std::vector<int> rows;
  std::vector<int> columns;
  std::vector<double> values;
};

using Reader = Found (*)(std::string const& path);

struct NamedReader {
  char const* name;
  Reader read;
};

/// The reader everybody writes first, with C's fscanf.
Found read_with_fscanf(std::string const& path);

/// The same with C++ streams.
Found read_with_iostream(std::string const& path);

/// SuiteSparse's reader if this build has it: name "cholmod", otherwise none.
std::vector<NamedReader> cholmod_reader();

}  // namespace heddle::perf
