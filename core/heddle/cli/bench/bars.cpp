// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heddle::cli {
namespace {

constexpr double row_height = 18, top = 56, text_width = 470, bar_width = 360, margin = 10;

std::string text_at(double x, double y, char const* anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

/// Whole powers of ten around 1 that hold all ratios.
int decades_of(BenchTable const& table) {
  double most = 1;
  for (auto const& row : table.rows) {
    double const size = std::abs(std::log10(row.ratio()));
    if (std::isfinite(size)) most = std::max(most, size);
  }
  return std::min(6, static_cast<int>(std::ceil(most - 1e-9)));
}

struct LogAxis {
  int decades;
  double x_of(double ratio) const {
    double const at = std::clamp(std::log10(ratio), -double(decades), double(decades));
    return text_width + bar_width * (at + decades) / (2 * decades);
  }
};

std::string bar(BenchRow const& row, LogAxis const& axis, double y) {
  auto svg = text_at(text_width - 8, y + 13, "end",
                     fmt::format("{}: {} / {}", row.subject, row.form, row.over));
  if (!(row.ratio() > 0) || !std::isfinite(row.ratio())) return svg;
  double const one = axis.x_of(1), end = axis.x_of(row.ratio());
  svg +=
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"12\" fill=\"{}\"/>\n",
                  std::min(one, end), y + 3, std::max(1.0, std::abs(end - one)),
                  row.ratio() < 1 ? "#2e8b57" : "#d1495b");
  return svg +
         text_at(text_width + bar_width + 8, y + 13, "start", fmt::format("{:.3g}", row.ratio()));
}

}  // namespace

std::string bars_of(BenchTable const& table) {
  LogAxis const axis{decades_of(table)};
  double const bottom = top + row_height * static_cast<double>(table.rows.size());
  double const width = text_width + bar_width + 70, height = bottom + margin;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  svg += text_at(margin, 20, "start", table.title);
  svg += text_at(margin, 38, "start", "time / time; green: faster");
  for (int decade = -axis.decades; decade <= axis.decades; ++decade) {
    double const x = axis.x_of(std::pow(10.0, decade));
    svg +=
        fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"{3}\"/>\n",
                    x, top - 4, bottom, decade == 0 ? "#555" : "#ddd");
    svg += text_at(x, top - 8, "middle", fmt::format("{:g}", std::pow(10.0, decade)));
  }
  double y = top;
  for (auto const& row : table.rows) {
    svg += bar(row, axis, y);
    y += row_height;
  }
  return svg + "</svg>\n";
}

}  // namespace heddle::cli
