// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The four or five lines that open a Harwell-Boeing or Rutherford-Boeing file.
#pragma once

#include <heddle/io/detail/fortran_format.hpp>
#include <heddle/io/detail/text.hpp>
#include <heddle/io/matrix.hpp>

#include <cstdint>

namespace heddle::io::detail {

/// What the head says beyond the kind and the size of the matrix.
struct HarwellBoeingHead {
  std::int64_t num_entries = 0;  ///< as claimed; not yet borne out by the size of the text
  FortranFormat pointers;
  FortranFormat indices;
  FortranFormat values;  ///< empty for a pattern
};

/// Reads the head and leaves the cursor before the column pointers. Sets title, sizes, field and
/// symmetry of `matrix`. The numbers of lines are read but not believed: files exist whose numbers
/// are wrong, and the formats say where each section ends.
HarwellBoeingHead parse_harwell_boeing_head(LineReader& lines, Matrix& matrix);

}  // namespace heddle::io::detail
