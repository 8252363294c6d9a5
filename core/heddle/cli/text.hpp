// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Numbers as people read them. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::cli {

/// "812 ns", "12.3 us", "4.56 ms", "7.89 s": three digits.
std::string duration_text(double seconds);
/// "0 B", "812 B", "12.3 kB", "4.56 MB": three digits, powers of 1000.
std::string bytes_text(std::int64_t bytes);
/// "812", "12.3 k", "4.56 M": three digits.
std::string count_text(double count);
/// "1.23e-16", or "-" for NaN.
std::string error_text(double error);
/// Text that may stand anywhere in HTML and SVG.
std::string escaped(std::string_view text);
/// The last part of a phase: "heddle::lu::numeric" becomes "numeric".
std::string_view short_phase(std::string_view phase);

}  // namespace heddle::cli
