// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/coloring/spy_plot.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heddle::cli {
namespace {

constexpr std::int32_t most_cells = 240;
constexpr double side = 600, left = 20, top = 60, legend = 200;
constexpr std::size_t most_names = 24;

/// Hues a golden angle apart, so that neighbouring classes differ; two depths in turn.
std::string color_of(std::int32_t index) {
  double const hue = std::fmod(210 + 137.50776 * index, 360.0);
  double const light = index % 2 == 0 ? 0.45 : 0.6, range = 0.7 * std::min(light, 1 - light);
  auto const part = [&](double turn) {
    double const k = std::fmod(turn + hue / 30, 12.0);
    double const value = light - range * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0);
    return static_cast<int>(std::lround(255 * value));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(8), part(4));
}

/// Which cell of a line of `cells` item `i` of `items` falls into.
std::int32_t cell_of(std::int32_t i, std::int32_t items, std::int32_t cells) {
  return static_cast<std::int32_t>(std::int64_t{i} * cells / items);
}

/// One row of cells: the class of each, -1 where nothing is.
std::vector<std::int32_t> majority(std::vector<std::map<std::int32_t, std::int64_t>> const& bins) {
  std::vector<std::int32_t> classes(bins.size(), -1);
  for (std::size_t c = 0; c < bins.size(); ++c) {
    std::int64_t most = 0;
    for (auto const& [index, count] : bins[c]) {
      if (count > most) {
        most = count;
        classes[c] = index;
      }
    }
  }
  return classes;
}

/// The outline of all cells of each class; neighbours in a row are one rectangle.
class Paths {
 public:
  explicit Paths(std::size_t classes) : paths_(classes) {}

  void add_row(std::vector<std::int32_t> const& classes, std::int32_t row) {
    for (std::size_t c = 0; c < classes.size();) {
      auto end = c + 1;
      while (end < classes.size() && classes[end] == classes[c]) ++end;
      if (classes[c] >= 0) {
        paths_[classes[c]] += fmt::format("M{} {}h{}v1h-{}z", c, row, end - c, end - c);
      }
      c = end;
    }
  }

  std::string svg() const {
    std::string text;
    for (std::size_t k = 0; k < paths_.size(); ++k) {
      if (paths_[k].empty()) continue;
      text += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", color_of(static_cast<std::int32_t>(k)),
                          paths_[k]);
    }
    return text;
  }

 private:
  std::vector<std::string> paths_;
};

std::string cells_of(SpyPlot const& plot, PlainPattern const& pattern, std::int32_t down,
                     std::int32_t across) {
  Paths paths(plot.class_names.size());
  std::vector<std::map<std::int32_t, std::int64_t>> bins(across);
  for (std::int32_t i = 0; i < pattern.num_rows; ++i) {
    for (auto p = pattern.offsets[i]; p < pattern.offsets[i + 1]; ++p) {
      ++bins[cell_of(pattern.columns[p], pattern.num_columns, across)][plot.entry_class[p]];
    }
    auto const row = cell_of(i, pattern.num_rows, down);
    bool const last = i + 1 == pattern.num_rows || cell_of(i + 1, pattern.num_rows, down) != row;
    if (!last) continue;
    paths.add_row(majority(bins), row);
    for (auto& bin : bins) bin.clear();
  }
  return paths.svg();
}

std::string text_at(double x, double y, std::string const& text, char const* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, escaped(text));
}

std::string legend_of(SpyPlot const& plot, double x) {
  std::string text;
  auto const shown = std::min(most_names, plot.class_names.size());
  for (std::size_t k = 0; k < shown; ++k) {
    double const y = top + 8 + 20 * static_cast<double>(k);
    text +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x,
                    y - 10, color_of(static_cast<std::int32_t>(k)));
    text += text_at(x + 18, y, plot.class_names[k]);
  }
  if (shown < plot.class_names.size()) {
    text += text_at(x + 18, top + 8 + 20 * static_cast<double>(shown),
                    fmt::format("and {} more", plot.class_names.size() - shown));
  }
  return text;
}

}  // namespace

std::string svg_of(SpyPlot const& plot, PlainPattern const& pattern) {
  auto const down = std::min(most_cells, pattern.num_rows);
  auto const across = std::min(most_cells, pattern.num_columns);
  double const longer = std::max({pattern.num_rows, pattern.num_columns, 1});
  // A thin matrix still gets a twentieth of the square, so that its cells can be seen.
  double const wide = std::max(side * pattern.num_columns / longer, side / 20);
  double const high = std::max(side * pattern.num_rows / longer, side / 20);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      left + side + legend, top + side + 20);
  svg += text_at(left, 24, plot.title, " font-size=\"15\" font-weight=\"bold\"");
  svg += text_at(left, 44, plot.subtitle);
  svg += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"#888\"/>\n",
      left, top, wide, high);
  if (down > 0 && across > 0) {
    svg += fmt::format(
        "<g transform=\"translate({:.1f} {:.1f}) scale({:.6g} {:.6g})\" "
        "shape-rendering=\"crispEdges\">\n{}</g>\n",
        left, top, wide / across, high / down, cells_of(plot, pattern, down, across));
  }
  return svg + legend_of(plot, left + side + 20) + "</svg>\n";
}

}  // namespace heddle::cli
