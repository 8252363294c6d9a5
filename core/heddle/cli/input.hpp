// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Files as the commands need them, refused in one line where sparse LU cannot use them.
/// Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/solver.hpp>
#include <heddle/io/matrix.hpp>
#include <heddle/lu/result.hpp>

#include <cstdint>
#include <string>

namespace heddle::cli {

/// A square matrix from a file.
struct System {
  std::string file;
  std::int64_t size = 0;            ///< rows and columns
  std::int64_t stored_entries = 0;  ///< in the file
  std::int64_t entries = 0;         ///< with both triangles
  io::Field field = io::Field::real;
  io::Symmetry symmetry = io::Symmetry::general;
  HostMatrixHandle rows;
  lu::PhaseReport read;  ///< from the file to rows in memory
};

/// Throws Failure (bad_input) for rectangular matrices, and what read_matrix throws.
System read_system(std::string const& file, Observer const& observer);
bool is_complex(System const& system);

/// Right-hand sides for a system. Throws like read_system, also for wrong sizes and for complex
/// ones of a real system.
Vectors read_right_hand_sides(std::string const& file, System const& system,
                              Observer const& observer);

/// Writes vectors as a Matrix Market array.
void write_vectors(std::string const& file, Vectors const& vectors);

/// "memplus.mtx: 17758 x 17758, 126150 entries, real general".
std::string system_text(System const& system);
std::string field_text(io::Field field);
std::string symmetry_text(io::Symmetry symmetry);

}  // namespace heddle::cli
