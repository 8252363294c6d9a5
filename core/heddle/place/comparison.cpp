// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/comparison.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace heddle::place {
namespace {

std::string number(char const* format, double value) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string milliseconds(double seconds) {
  return seconds < 0 ? "-" : number("%.3f", 1e3 * seconds);
}

std::string megabytes(double bytes) { return number("%.2f", 1e-6 * bytes); }

using Row = std::array<std::string, 9>;

Row row_of(ComparedPhase const& phase) {
  std::string second = "-";
  if (phase.second_best) {
    second =
        std::string(to_string(*phase.second_best)) + ", +" + number("%.1f", 100 * phase.loss) + "%";
  }
  std::string decided(to_string(phase.decided_by));
  if (phase.drifting) decided += ", drifting";
  return {phase.phase,
          milliseconds(phase.host),
          milliseconds(phase.device),
          megabytes(static_cast<double>(phase.bytes_in)),
          megabytes(static_cast<double>(phase.bytes_out)),
          milliseconds(phase.copy_seconds),
          std::string(to_string(phase.chosen)),
          decided,
          second};
}

}  // namespace

std::string to_text(Comparison const& comparison) {
  std::vector<Row> rows{{"phase", "host ms", "device ms", "in MB", "out MB", "copy ms", "chosen",
                         "decided by", "second best"}};
  for (auto const& phase : comparison.phases) rows.push_back(row_of(phase));
  std::array<std::size_t, 9> widths{};
  for (auto const& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      bool const is_number = i >= 1 && i <= 5;
      std::string const space(widths[i] - row[i].size(), ' ');
      if (i > 0) line += "  ";
      line += is_number ? space + row[i] : row[i] + space;
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  text += "total: all host " + milliseconds(comparison.all_host) + " ms   all device " +
          milliseconds(comparison.all_device) + " ms   chosen " + milliseconds(comparison.chosen) +
          " ms   copies " + number("%.0f", comparison.copies) + " (" +
          milliseconds(comparison.copy_seconds) + " ms, " + megabytes(comparison.bytes_copied) +
          " MB)   calibration " + milliseconds(comparison.calibration) + " ms   small transfers " +
          std::to_string(comparison.small) + "\n";
  return text;
}

}  // namespace heddle::place
