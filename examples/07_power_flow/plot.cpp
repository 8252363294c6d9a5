// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <numbers>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace power_flow {
namespace {

/// A round number near a fifth of the range.
double tick_of(double range) {
  double const power = std::pow(10, std::floor(std::log10(range / 5)));
  double const share = range / 5 / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/// Axes at a place of the picture, and points in their units.
class Panel {
 public:
  Panel(std::ostream& out, double left, std::pair<double, double> xs, std::pair<double, double> ys)
      : out_(out), left_(left), xs_(widened(xs)), ys_(widened(ys)) {}

  void axes(std::string_view title, std::string_view x_label, bool powers) {
    out_ << "<rect x='" << left_ << "' y='" << top << "' width='" << width << "' height='" << height
         << "' fill='none' stroke='#888'/>\n<text x='" << left_ + width / 2 << "' y='" << top - 10
         << "' text-anchor='middle'>" << title << "</text>\n<text x='" << left_ + width / 2
         << "' y='" << top + height + 36 << "' text-anchor='middle'>" << x_label << "</text>\n";
    double const dx = tick_of(xs_.second - xs_.first), dy = tick_of(ys_.second - ys_.first);
    for (double x = std::ceil(xs_.first / dx) * dx; x <= xs_.second; x += dx) {
      out_ << "<text x='" << at_x(x) << "' y='" << top + height + 17
           << "' text-anchor='middle' font-size='11'>" << label(x, dx) << "</text>\n";
    }
    for (double y = std::ceil(ys_.first / dy) * dy; y <= ys_.second; y += dy) {
      out_ << "<path d='M" << left_ << ' ' << at_y(y) << 'h' << width
           << "' stroke='#ddd'/><text x='" << left_ - 6 << "' y='" << at_y(y) + 4
           << "' text-anchor='end' font-size='11'>" << (powers ? "1e" : "") << label(y, dy)
           << "</text>\n";
    }
  }

  void line(std::vector<double> const& xs, std::vector<double> const& ys) {
    out_ << "<polyline fill='none' stroke='#1f6fb2' stroke-width='2' points='";
    for (std::size_t i = 0; i < xs.size(); ++i) out_ << at_x(xs[i]) << ',' << at_y(ys[i]) << ' ';
    out_ << "'/>\n";
    dots(xs, ys, 7);
  }

  /// One path with a round dot a point.
  void dots(std::vector<double> const& xs, std::vector<double> const& ys, double size) {
    out_ << "<path stroke='#1f6fb2' stroke-linecap='round' stroke-width='" << size << "' d='";
    for (std::size_t i = 0; i < xs.size(); ++i) {
      out_ << 'M' << at_x(xs[i]) << ' ' << at_y(ys[i]) << "h0";
    }
    out_ << "'/>\n";
  }

 private:
  static constexpr double top = 60, width = 360, height = 280;

  static std::pair<double, double> widened(std::pair<double, double> range) {
    double const more = 0.05 * (range.second - range.first);
    return more > 0 ? std::pair(range.first - more, range.second + more)
                    : std::pair(range.first - 0.5, range.second + 0.5);
  }
  static std::string label(double value, double step) {
    std::ostringstream text;
    text << (std::abs(value) < step / 2 ? 0 : value);
    return text.str();
  }
  double at_x(double x) const { return left_ + width * (x - xs_.first) / (xs_.second - xs_.first); }
  double at_y(double y) const { return top + height * (ys_.second - y) / (ys_.second - ys_.first); }

  std::ostream& out_;
  double left_;
  std::pair<double, double> xs_, ys_;
};

std::pair<double, double> range_of(std::vector<double> const& items) {
  auto const [least, largest] = std::minmax_element(items.begin(), items.end());
  return {*least, *largest};
}

}  // namespace

std::string to_svg(std::string const& title, Run const& run, Voltages const& voltages) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1)
      << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 400' font-family='sans-serif' "
         "font-size='13'>\n<rect width='900' height='400' fill='white'/>\n<text x='450' y='24' "
         "text-anchor='middle' font-size='15'>"
      << title << "</text>\n";
  std::vector<double> numbers, mismatches, degrees;
  for (auto const& iteration : run.iterations) {
    if (!std::isfinite(iteration.mismatch)) continue;
    numbers.push_back(static_cast<double>(numbers.size()));
    mismatches.push_back(std::log10(std::max(iteration.mismatch, 1e-18)));
  }
  for (double const angle : voltages.angle) degrees.push_back(angle * 180 / std::numbers::pi);
  Panel convergence(out, 65, range_of(numbers), range_of(mismatches));
  convergence.axes("largest mismatch, per unit", "iteration", true);
  convergence.line(numbers, mismatches);
  Panel buses(out, 510, range_of(degrees), range_of(voltages.magnitude));
  buses.axes("voltage magnitude of each bus, per unit", "angle, degrees", false);
  buses.dots(degrees, voltages.magnitude, 3);
  out << "</svg>\n";
  return out.str();
}

}  // namespace power_flow
