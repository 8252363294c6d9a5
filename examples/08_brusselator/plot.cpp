// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace brusselator {
namespace {

constexpr double top = 60, size = 300;

std::string text(double x, double y, std::string_view anchor, std::string_view words) {
  std::ostringstream out;
  out << "<text x='" << x << "' y='" << y << "' text-anchor='" << anchor << "'>" << words
      << "</text>\n";
  return out.str();
}

std::string number(double value) {
  std::ostringstream out;
  out << std::setprecision(3) << value;
  return out.str();
}

/// From dark blue over green to yellow, for shares 0 ... 1.
std::string color_of(double share) {
  constexpr int stops[][3] = {
      {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  double const at = std::clamp(share, 0.0, 1.0) * 4;
  int const low = std::min(3, static_cast<int>(at));
  std::ostringstream out;
  out << "rgb(";
  for (int i = 0; i < 3; ++i) {
    out << (i > 0 ? "," : "")
        << std::lround(stops[low][i] + (at - low) * (stops[low + 1][i] - stops[low][i]));
  }
  out << ')';
  return out.str();
}

/// u as coloured squares; y goes upwards.
std::string field(int side, std::vector<double> const& state, double left) {
  auto const points = static_cast<std::ptrdiff_t>(side) * side;
  auto const [least, largest] = std::minmax_element(state.begin(), state.begin() + points);
  double const range = *largest > *least ? *largest - *least : 1;
  int const shown = std::min(side, 128);
  double const step = size / shown;
  std::ostringstream out;
  out << std::setprecision(5);
  for (int line = 0; line < shown; ++line) {
    for (int column = 0; column < shown; ++column) {
      auto const at =
          static_cast<std::size_t>(line * static_cast<std::int64_t>(side) / shown * side +
                                   column * static_cast<std::int64_t>(side) / shown);
      out << "<rect x='" << left + column * step << "' y='" << top + size - (line + 1) * step
          << "' width='" << step + 0.3 << "' height='" << step + 0.3 << "' fill='"
          << color_of((state[at] - *least) / range) << "'/>\n";
    }
  }
  for (int i = 0; i < 100; ++i) {
    out << "<rect x='" << left + size + 15 << "' y='" << top + size * (99 - i) / 100
        << "' width='14' height='" << size / 100 + 0.3 << "' fill='" << color_of(i / 99.0)
        << "'/>\n";
  }
  out << text(left + size + 34, top + 8, "start", number(*largest))
      << text(left + size + 34, top + size, "start", number(*least));
  return out.str();
}

/// Curves over time, on one scale.
std::string curves(Outcome const& outcome, double left, double width) {
  double const end = outcome.times.empty() ? 1 : std::max(outcome.times.back(), 1e-9);
  double most = 1e-9;
  for (auto const* values : {&outcome.u, &outcome.v}) {
    for (double const value : *values) most = std::max(most, value);
  }
  std::ostringstream out;
  out << std::setprecision(5) << "<rect x='" << left << "' y='" << top << "' width='" << width
      << "' height='" << size << "' fill='none' stroke='#888'/>\n";
  for (auto const& [values, color] : {std::pair{&outcome.u, "#1f6fb2"}, {&outcome.v, "#c1452b"}}) {
    out << "<polyline fill='none' stroke-width='1.5' stroke='" << color << "' points='";
    for (std::size_t i = 0; i < values->size(); ++i) {
      out << left + width * outcome.times[i] / end << ','
          << top + size * (1 - (*values)[i] / (1.05 * most)) << ' ';
    }
    out << "'/>\n";
  }
  out << text(left - 6, top + size, "end", "0")
      << text(left - 6, top + size * 0.05 / 1.05 + 4, "end", number(most))
      << text(left, top + size + 18, "middle", "0")
      << text(left + width, top + size + 18, "middle", number(end))
      << text(left + width / 2, top + size + 34, "middle", "time");
  return out.str();
}

}  // namespace

std::string to_svg(Settings const& settings, Outcome const& outcome) {
  std::ostringstream out;
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 860 400' font-family='sans-serif' "
         "font-size='12'>\n<rect width='860' height='400' fill='white'/>\n"
      << field(settings.side, outcome.state, 40) << curves(outcome, 470, 360)
      << text(190, 44, "middle", "u at t = " + number(settings.end))
      << text(650, 44, "middle",
              "<tspan fill='#1f6fb2'>u</tspan> and <tspan fill='#c1452b'>v</tspan> at one point")
      << text(430, 20, "middle",
              "Brusselator, " + std::to_string(settings.side) + " x " +
                  std::to_string(settings.side) + " points, " + std::to_string(settings.steps) +
                  " steps")
      << "</svg>\n";
  return out.str();
}

}  // namespace brusselator
