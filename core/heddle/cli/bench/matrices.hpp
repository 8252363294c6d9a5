// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a bench takes where no files are named. Knows no Kokkos.
#pragma once

#include <heddle/io/matrix.hpp>

#include <string>

namespace heddle::cli {

/// Convection and diffusion on a grid of side x side cells: five entries a row, not symmetric.
io::Matrix grid(int side);
/// "grid 100 x 100".
std::string grid_name(int side);
/// The last part of a path.
std::string file_name(std::string const& path);

}  // namespace heddle::cli
