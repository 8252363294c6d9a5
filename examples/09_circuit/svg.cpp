// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace circuit {
namespace {

constexpr double width = 760, left = 80, right = 20, top = 44, strip_height = 96, gap = 22;
constexpr char const* colors[] = {"#0b6fb8", "#d1495b", "#2e8b57", "#b37400", "#7a4fa3"};

std::string number(double value, char const* format = "%.1f") {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string escaped(std::string const& text) {
  std::string safe;
  for (char const c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string text_at(double x, double y, char const* anchor, std::string const& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(text) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
         "\" y2=\"" + number(y2) + "\" stroke=\"#ddd\"/>\n";
}

/// 3.3, 25m, 4n: three digits and the prefix of SI.
std::string engineering(double value) {
  if (value == 0) return "0";
  constexpr char const* prefixes[] = {"f", "p", "n", "u", "m", "", "k", "M", "G"};
  int const power = static_cast<int>(std::floor(std::log10(std::abs(value) * 1.0000001) / 3));
  int const at = std::clamp(power + 5, 0, 8);
  return number(value / std::pow(1000.0, at - 5), "%.3g") + prefixes[at];
}

struct Scale {
  double low = 0, high = 1;
  explicit Scale(std::vector<double> const& values) {
    auto const [least, most] = std::minmax_element(values.begin(), values.end());
    if (least == values.end()) return;
    low = *least;
    high = *most;
    double const room = high > low ? 0.05 * (high - low) : std::max(1e-12, std::abs(low));
    low -= room;
    high += room;
  }
  double share(double value) const { return (value - low) / (high - low); }
};

/// At most four points a column of pixels: the first, the lowest, the highest, the last.
std::vector<std::size_t> thinned(std::vector<double> const& times,
                                 std::vector<double> const& values) {
  std::vector<std::size_t> kept;
  double const span = times.back() > times.front() ? times.back() - times.front() : 1;
  std::size_t at = 0;
  while (at < times.size()) {
    auto const column = std::floor((times[at] - times.front()) / span * (width - left - right));
    std::size_t end = at, low = at, high = at;
    while (end < times.size() &&
           std::floor((times[end] - times.front()) / span * (width - left - right)) == column) {
      if (values[end] < values[low]) low = end;
      if (values[end] > values[high]) high = end;
      ++end;
    }
    for (auto const point : {at, std::min(low, high), std::max(low, high), end - 1}) {
      if (kept.empty() || kept.back() < point) kept.push_back(point);
    }
    at = end;
  }
  return kept;
}

std::string drawn(std::vector<double> const& times, Strip const& strip, double y,
                  char const* color) {
  Scale const scale(strip.values);
  double const bottom = y + strip_height, span = times.back() - times.front();
  std::string svg = line(left, y, width - right, y) + line(left, bottom, width - right, bottom);
  double const inset = 0.05 / 1.1;  // where the lowest and the highest value lie
  svg += text_at(left - 6, y + inset * strip_height + 4, "end",
                 engineering(scale.low + (1 - inset) * (scale.high - scale.low)));
  svg += text_at(left - 6, bottom - inset * strip_height + 4, "end",
                 engineering(scale.low + inset * (scale.high - scale.low)));
  svg += text_at(left + 4, y - 5, "start", strip.name);
  svg += std::string("<polyline fill=\"none\" stroke-width=\"1.4\" stroke=\"") + color +
         "\" points=\"";
  for (auto const point : thinned(times, strip.values)) {
    double const share = span > 0 ? (times[point] - times.front()) / span : 0;
    svg += number(left + share * (width - left - right)) + "," +
           number(bottom - scale.share(strip.values[point]) * strip_height) + " ";
  }
  svg.back() = '"';
  return svg + "/>\n";
}

}  // namespace

std::string svg_of(std::string const& title, std::vector<double> const& times,
                   std::vector<Strip> const& strips) {
  double const height = top + static_cast<double>(strips.size()) * (strip_height + gap) + 30;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) +
                    " " + number(height) + "\" width=\"" + number(width) + "\" height=\"" +
                    number(height) + "\" font-family=\"sans-serif\" font-size=\"11\">\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
                    text_at(left, 20, "start", title);
  double y = top;
  std::size_t index = 0;
  for (auto const& strip : strips) {
    svg += drawn(times, strip, y, colors[index++ % std::size(colors)]);
    y += strip_height + gap;
  }
  for (int mark = 0; mark <= 4; ++mark) {
    double const share = mark / 4.0, x = left + share * (width - left - right);
    svg += line(x, top, x, y - gap);
    svg += text_at(x, y - gap + 16, "middle",
                   engineering(times.front() + share * (times.back() - times.front())) + "s");
  }
  return svg + "</svg>\n";
}

}  // namespace circuit
