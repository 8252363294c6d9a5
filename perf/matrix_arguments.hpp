// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What benchmarks on real matrices take: --data=<folder>, --matrices=<name>,... and the files that
/// these lead to. Wants HEDDLE_EXAMPLE_DATA, the folder of the matrix that is in the repository.
#pragma once

#include "axes.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::perf {

struct MatrixArguments {
  std::string data;                   ///< HEDDLE_DATA unless it was given
  std::vector<std::string> matrices;  ///< names; empty: the program chooses
};

inline std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names;
  std::istringstream words{std::string(list)};
  for (std::string name; std::getline(words, name, ',');) names.push_back(name);
  return names;
}

template <class List>
void append_names(std::vector<std::string>& names, List const& list) {
  names.insert(names.end(), list.begin(), list.end());
}

/// Takes both, and what `take(argument)` accepts by returning true; leaves the arguments of Google
/// Benchmark and Kokkos.
template <class Take>
MatrixArguments take_matrix_arguments(int& argc, char** argv, Take const& take) {
  MatrixArguments arguments;
  if (char const* folder = std::getenv("HEDDLE_DATA")) arguments.data = folder;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const text = argv[i];
    if (text.starts_with("--data=")) {
      arguments.data = text.substr(7);
    } else if (text.starts_with("--matrices=")) {
      append_names(arguments.matrices, split_names(text.substr(11)));
    } else if (!take(text)) {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  return arguments;
}

/// The file of that name in the data folder, or of the bundled matrix; empty if there is none.
inline std::string find_matrix(std::string const& name, std::string const& data) {
  std::vector<std::string> folders;
  if (!data.empty()) folders = {data, data + "/matrices"};
  if (name == bundled_matrix) {
    char const* root = std::getenv("HEDDLE_TEST_ROOT");  // the source tree, where a build was moved
    folders.push_back(root ? std::string(root) + "/examples/data" : HEDDLE_EXAMPLE_DATA);
  }
  for (auto const& folder : folders) {
    for (auto const* ending : {".mtx.gz", ".mtx", ".rb", ".rua"}) {
      auto const path = std::filesystem::path(folder) / (name + ending);
      if (std::filesystem::exists(path)) return path.string();
    }
  }
  return {};
}

}  // namespace heddle::perf
