// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The part of Fortran's FORMAT that Harwell-Boeing files use, read as ISO/IEC 1539-1 says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::io::detail {

/// One number of a line: where it stands and how it is meant.
struct FortranField {
  std::uint32_t column = 0;   ///< of the line, from 0
  std::uint32_t width = 0;    ///< characters
  std::int32_t decimals = 0;  ///< digits behind the point if the field shows none
  std::int32_t scale = 0;     ///< kP: a field without exponent is divided by 10^k
  bool is_integer = false;    ///< I; otherwise D, E, F or G
};

/// The numbers of one line, from left to right. A line that is used up is followed by the next.
using FortranFormat = std::vector<FortranField>;

/// Parses a format such as "(16I5)", "(1P,4E20.12)", "(3D25.16)" or "(2(1X,F9.3))"; blanks and case
/// do not matter. Returns an empty format if the text is not one, describes no number, or
/// describes a line of more than 4096 characters.
FortranFormat parse_fortran_format(std::string_view text);

/// The field's characters in `line`, without blanks round them; a short line cuts them off.
std::string_view field_text(FortranField const& field, std::string_view line);

/// Reads an integer; false if the text is not one that fits 64 bits.
bool parse_fortran_integer(std::string_view text, std::int64_t& value);

/// Reads a real number, correctly rounded: exponents with E, D, Q or only a sign, the point that
/// the format implies, and the scale factor. False if the text is not a number.
bool parse_fortran_real(FortranField const& field, std::string_view text, double& value);

}  // namespace heddle::io::detail
