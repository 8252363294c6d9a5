// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <span>

namespace heddle::cli {
namespace {

/// Three significant digits, and four where the integer part has them: "1000", not "1e+03".
std::string three_digits(double value) {
  double const magnitude = std::abs(value);
  if (magnitude >= 99.95) return fmt::format("{:.0f}", value);
  if (magnitude >= 9.995) return fmt::format("{:.1f}", value);
  return fmt::format("{:.2f}", value);
}

/// Scales by 1000 until fewer than four digits stand before the point.
std::string scaled(double value, std::span<char const* const> units) {
  std::size_t unit = 0;
  while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  auto const digits =
      unit == 0 && value == std::floor(value) ? fmt::format("{:.0f}", value) : three_digits(value);
  return digits + units[unit];
}

}  // namespace

std::string duration_text(double seconds) {
  static constexpr char const* units[] = {" ns", " us", " ms", " s"};
  return scaled(seconds * 1e9, units);
}

std::string bytes_text(std::int64_t bytes) {
  static constexpr char const* units[] = {" B", " kB", " MB", " GB", " TB"};
  return scaled(static_cast<double>(bytes), units);
}

std::string count_text(double count) {
  static constexpr char const* units[] = {"", " k", " M", " G", " T"};
  return scaled(count, units);
}

std::string error_text(double error) {
  return std::isnan(error) ? "-" : fmt::format("{:.2e}", error);
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (char const c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

std::string_view short_phase(std::string_view phase) {
  auto const colons = phase.rfind("::");
  return colons == std::string_view::npos ? phase : phase.substr(colons + 2);
}

}  // namespace heddle::cli
