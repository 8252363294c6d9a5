// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Real matrices as entry lists, both triangles of symmetric kinds. The expansion is written here
/// anew, so that a wrong one in the library does not hide itself.
#pragma once

#include <tests/reference/entries.hpp>
#include <tests/support/data.hpp>

#include <heddle/io/read.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::test {

/// Square real matrices of the small set, which is part of the repository.
inline std::string const small_files[] = {"umfpack_di_demo.mtx",
                                          "tacho_test.mtx",
                                          "pores_1.mtx",
                                          "cage5.mtx",
                                          "bfwa62.mtx",
                                          "west0067.mtx",
                                          "arrow_klu.mtx",
                                          "gre__115.mtx",
                                          "arc130.rua",
                                          "rajat11.mtx",
                                          "bcsstk01.rb",
                                          "pf_case118.mtx",
                                          "g20.rua",
                                          "494_bus.mtx",
                                          "west0479.mtx",
                                          "resolve_asymmetric01.mtx.gz",
                                          "jpwh_991.mtx.gz",
                                          "nnc1374.mtx.gz",
                                          "qh1484.mtx",
                                          "mc64_example.mtx.gz",
                                          "adder_dcop_05.mtx.gz"};

inline reference::Entries entries_of(io::Matrix const& matrix) {
  reference::Entries entries{matrix.num_rows, matrix.num_columns, {}};
  double const mirror = matrix.symmetry == io::Symmetry::skew_symmetric ? -1 : 1;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    double const value = matrix.field == io::Field::pattern ? 1.0 : matrix.values[k];
    entries.add(matrix.rows[k], matrix.columns[k], value);
    if (matrix.symmetry != io::Symmetry::general && matrix.rows[k] != matrix.columns[k])
      entries.add(matrix.columns[k], matrix.rows[k], mirror * value);
  }
  return entries;
}

/// A file of the small set; nothing if it is not there.
inline std::optional<reference::Entries> small_file(std::string const& name) {
  auto const path = small_data(name);
  if (!std::filesystem::exists(path)) return {};
  return entries_of(io::read_matrix(path));
}

/// A file of the large set; nothing if HEDDLE_DATA does not lead to it.
inline std::optional<reference::Entries> large_file(std::string const& name) {
  auto const path = large_data(name);
  if (path.empty()) return {};
  return entries_of(io::read_matrix(path));
}

}  // namespace heddle::test
