// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/line_split.hpp>

#include <heddle/coloring/detail/balance.hpp>
#include <heddle/coloring/detail/greedy.hpp>
#include <heddle/coloring/detail/orders.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace heddle::coloring::detail {
namespace {

constexpr std::size_t max_thresholds = 32;

/// Lines whose length lies in (above, up_to], the others empty.
OwnedLines lines_of_length(Lines const& lines, std::int64_t const above, std::int64_t const up_to) {
  OwnedLines result{lines.count, lines.range, {0}, {}};
  result.offsets.reserve(static_cast<std::size_t>(lines.count) + 1);
  for (std::int32_t line = 0; line < lines.count; ++line) {
    if (lines.length(line) > above && lines.length(line) <= up_to) {
      result.indices.insert(result.indices.end(), lines[line].begin(), lines[line].end());
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.indices.size()));
  }
  return result;
}

struct SideColoring {
  std::vector<std::int32_t> colors;
  GreedyCount count;
};

/// Vertices without a net in this part of the matrix stay neutral.
SideColoring color_side(Lines const& nets_of, Lines const& members,
                        ColoringOptions const& options) {
  Nets const nets{nets_of, members};
  SideColoring side;
  side.colors.resize(static_cast<std::size_t>(nets.num_vertices()));
  if (nets_of.num_entries() > 0) {
    auto const kind = options.order == Order::automatic ? Order::natural : options.order;
    auto const order = order_of_nets(nets, kind);
    side.count = color_nets(nets, order, side.colors);
    if (options.balance) balance_nets(nets, order, side.count.num_colors, side.colors);
  }
  for (std::int32_t v = 0; v < nets.num_vertices(); ++v) {
    if (nets_of.length(v) == 0) side.colors[v] = -1;
  }
  return side;
}

/// The distinct lengths but 0 and the largest, longest first; of many only some, in a geometric
/// progression.
std::vector<std::int64_t> thresholds_of(Lines const& lines) {
  std::vector<std::int64_t> lengths;
  for (std::int32_t line = 0; line < lines.count; ++line) lengths.push_back(lines.length(line));
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  if (!lengths.empty()) lengths.erase(lengths.begin());
  if (!lengths.empty() && lengths.back() == 0) lengths.pop_back();
  if (lengths.size() <= max_thresholds) return lengths;
  std::vector<std::int64_t> chosen;
  for (std::size_t k = 0; k < max_thresholds; ++k) {
    double const share = 1 - static_cast<double>(k) / (max_thresholds - 1);
    double const bound = std::pow(static_cast<double>(lengths.front()), share);
    auto const found = std::find_if(lengths.begin(), lengths.end(), [&](std::int64_t const length) {
      return static_cast<double>(length) <= bound;
    });
    if (found != lengths.end() && (chosen.empty() || *found < chosen.back())) {
      chosen.push_back(*found);
    }
  }
  return chosen;
}

/// The cheapest split so far.
class BestSplit {
 public:
  explicit BestSplit(ColoringOptions const& options) : options_(options) {}

  /// Lines above the threshold get colours of their own (`by_rows`: row colours), the short ones
  /// are read through colours of what crosses them. Not coloured if its lower bound is no better.
  void offer(Lines const& lines, std::int64_t const threshold, bool const by_rows) {
    auto const short_lines = lines_of_length(lines, 0, threshold);
    auto const long_lines = lines_of_length(lines, threshold, lines.range);
    auto const across_short = transposed(short_lines.view());
    auto const across_long = transposed(long_lines.view());
    auto const least_crossing = largest_net(short_lines.view());
    auto const least_own = largest_net(across_long.view());
    auto const least = by_rows ? cost(least_crossing, least_own) : cost(least_own, least_crossing);
    if (found_ && least >= cost(best_.num_column_colors, best_.num_row_colors)) return;
    auto crossing = color_side(across_short.view(), short_lines.view(), options_);
    auto own = color_side(long_lines.view(), across_long.view(), options_);
    by_rows ? keep(std::move(crossing), std::move(own)) : keep(std::move(own), std::move(crossing));
  }

  SplitColoring take() { return std::move(best_); }

 private:
  double cost(std::int32_t const num_column_colors, std::int32_t const num_row_colors) const {
    return num_column_colors * options_.column_cost + num_row_colors * options_.row_cost;
  }

  void keep(SideColoring&& columns, SideColoring&& rows) {
    double const new_cost = cost(columns.count.num_colors, rows.count.num_colors);
    if (found_ && new_cost >= cost(best_.num_column_colors, best_.num_row_colors)) return;
    found_ = true;
    best_ = {std::move(columns.colors), std::move(rows.colors), columns.count.num_colors,
             rows.count.num_colors, columns.count.windows + rows.count.windows};
  }

  ColoringOptions const& options_;
  SplitColoring best_;
  bool found_ = false;
};

}  // namespace

SplitColoring color_by_line_split(Lines const& rows, Lines const& columns,
                                  ColoringOptions const& options) {
  BestSplit best(options);
  best.offer(rows, rows.range, true);         // no row is long: columns alone
  best.offer(columns, columns.range, false);  // no column is long: rows alone
  for (auto const threshold : thresholds_of(rows)) best.offer(rows, threshold, true);
  for (auto const threshold : thresholds_of(columns)) best.offer(columns, threshold, false);
  return best.take();
}

}  // namespace heddle::coloring::detail
