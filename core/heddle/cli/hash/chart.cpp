// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/chart.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

namespace heddle::cli {
namespace {

constexpr double width = 720, height = 440;
constexpr double left = 70, right = 150, top = 50,
                 bottom = 55;  // margins; names stand at the right
constexpr char const* colors[] = {"#0b6fb8", "#d1495b", "#2e8b57", "#e0a000",
                                  "#7a4fa3", "#008b8b", "#8c564b", "#555555"};

/// 1, 2 or 5 times a power of ten, so that about five steps reach `largest`.
double step_for(double largest) {
  double const rough = largest / 5;
  double const power = std::pow(10, std::floor(std::log10(rough)));
  for (double const factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) return factor * power;
  }
  return 10 * power;
}

/// One axis: where values lie and which get a mark.
struct Axis {
  double step = 1, end = 1;

  explicit Axis(double largest) {
    if (!(largest > 0) || !std::isfinite(largest)) largest = 1;
    step = step_for(largest);
    end = step * std::ceil(largest / step * 0.999);
  }
  int marks() const { return static_cast<int>(std::lround(end / step)); }
};

double x_of(Axis const& axis, double x) { return left + x / axis.end * (width - left - right); }
double y_of(Axis const& axis, double y) {
  return height - bottom - y / axis.end * (height - top - bottom);
}

std::string text_at(double x, double y, char const* anchor, std::string const& text,
                    char const* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                     anchor, more, escaped(text));
}

std::string line_between(double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1, y1,
      x2, y2);
}

std::string grid_of(Axis const& x_axis, Axis const& y_axis) {
  std::string svg;
  for (int i = 0; i <= x_axis.marks(); ++i) {
    double const x = x_of(x_axis, i * x_axis.step);
    svg += line_between(x, top, x, height - bottom);
    svg += text_at(x, height - bottom + 18, "middle", fmt::format("{:.4g}", i * x_axis.step));
  }
  for (int i = 0; i <= y_axis.marks(); ++i) {
    double const y = y_of(y_axis, i * y_axis.step);
    svg += line_between(left, y, width - right, y);
    svg += text_at(left - 8, y + 4, "end", fmt::format("{:.4g}", i * y_axis.step));
  }
  return svg;
}

std::string series_of(ChartSeries const& series, std::size_t index, Axis const& x_axis,
                      Axis const& y_axis) {
  char const* const color = colors[index % std::size(colors)];
  std::string path, dots;
  for (auto const& [x, y] : series.points) {
    if (!std::isfinite(y)) continue;
    path +=
        fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x_of(x_axis, x), y_of(y_axis, y));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n",
                        x_of(x_axis, x), y_of(y_axis, y), color);
  }
  double const y = top + 10 + 20 * static_cast<double>(index);
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                     path, color) +
         dots +
         fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"4\" fill=\"{}\"/>\n",
                     width - right + 12, y - 5, color) +
         text_at(width - right + 32, y, "start", series.name);
}

}  // namespace

std::string svg_of(Chart const& chart) {
  double largest_x = 0, largest_y = 0;
  for (auto const& series : chart.series) {
    for (auto const& [x, y] : series.points) {
      largest_x = std::max(largest_x, x);
      if (std::isfinite(y)) largest_y = std::max(largest_y, y);
    }
  }
  Axis const x_axis(largest_x), y_axis(largest_y);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  svg += text_at(left, 26, "start", chart.title, " font-size=\"15\" font-weight=\"bold\"");
  svg += grid_of(x_axis, y_axis);
  svg += text_at((left + width - right) / 2, height - 14, "middle", chart.x_label);
  svg += text_at(left, top - 8, "start", chart.y_label);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    svg += series_of(chart.series[i], i, x_axis, y_axis);
  }
  return svg + "</svg>\n";
}

void write_text(std::string const& path, std::string const& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: cannot be written{}", path,
                              errno == 0 ? "" : fmt::format(": {}", std::strerror(errno))));
  }
}

}  // namespace heddle::cli
