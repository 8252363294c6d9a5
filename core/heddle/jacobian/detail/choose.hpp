// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which way to compute a Jacobian is the cheapest. Colours only what can still win.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/recovery.hpp>
#include <heddle/jacobian/options.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace heddle::jacobian::detail {

/// Seconds if they are measured, else the user's unit.
struct Costs {
  double jvp = 1, vjp = 1, gather = 0;
  bool sweeps_measured = false;  ///< jvp is the cost of a whole sweep
  int lanes = 8;

  double forward(DefaultIndex directions) const {
    return jvp * (sweeps_measured ? ceil_divide(directions, lanes) : directions);
  }
  double reverse(DefaultIndex products) const { return vjp * products; }
};

template <class Offset>
struct LongestRow {
  Offset const* row_offsets;
  KOKKOS_FUNCTION void operator()(DefaultIndex const row, DefaultIndex& longest) const {
    auto const length = static_cast<DefaultIndex>(row_offsets[row + 1] - row_offsets[row]);
    if (length > longest) longest = length;
  }
};

struct CountColumn {
  DefaultIndex const* columns;
  DefaultIndex* counts;
  KOKKOS_FUNCTION void operator()(std::int64_t const p) const {
    Kokkos::atomic_inc(&counts[columns[p]]);
  }
};

struct LongestColumn {
  DefaultIndex const* counts;
  KOKKOS_FUNCTION void operator()(DefaultIndex const column, DefaultIndex& longest) const {
    if (counts[column] > longest) longest = counts[column];
  }
};

/// Most nonzeros of a row and of a column: no colouring of columns or of rows has fewer colours.
struct LowerBounds {
  DefaultIndex columns = 0, rows = 0;
};

template <class Exec, class P>
LowerBounds lower_bounds(Exec const& exec, P const& pattern) {
  using Lines = Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultIndex>>;
  LowerBounds bounds;
  if (pattern.num_entries() == 0) return bounds;
  Kokkos::parallel_reduce("heddle::jacobian::longest_row", Lines(exec, 0, pattern.num_rows),
                          LongestRow<typename P::offset_type>{pattern.row_offsets.data()},
                          Kokkos::Max<DefaultIndex>(bounds.columns));
  auto const counts = heddle::detail::allocate<DefaultIndex>(
      exec, "heddle::jacobian::column_counts", pattern.num_columns);
  heddle::detail::fill(exec, "heddle::jacobian::clear_column_counts", counts, 0);
  Kokkos::parallel_for("heddle::jacobian::count_columns", entries(exec, 0, pattern.num_entries()),
                       CountColumn{pattern.columns.data(), counts.data()});
  Kokkos::parallel_reduce("heddle::jacobian::longest_column", Lines(exec, 0, pattern.num_columns),
                          LongestColumn{counts.data()}, Kokkos::Max<DefaultIndex>(bounds.rows));
  return bounds;
}

struct CountUp {
  DefaultIndex* items;
  KOKKOS_FUNCTION void operator()(DefaultIndex const i) const { items[i] = i; }
};

/// Candidates of one pattern, and the colourings that were needed to compare them.
template <class Exec, class P>
class Chooser {
 public:
  using Coloring = coloring::ColoringResult<DefaultIndex, typename Exec::memory_space>;

  Chooser(Exec const& exec, P pattern, JacobianOptions options, bool has_reverse)
      : pattern_(std::move(pattern)),
        options_(std::move(options)),
        has_reverse_(has_reverse),
        bounds_(lower_bounds(exec, pattern_)) {}

  /// Whether the choice waits for costs that only a measurement can tell.
  bool needs_measurement() const {
    bool const compares =
        options_.direction == Direction::automatic || options_.direction == Direction::dense;
    return has_reverse_ && compares && (options_.jvp_cost < 0 || options_.vjp_cost < 0);
  }

  /// Costs as they were given; what is missing counts 1.
  Costs given_costs() const {
    Costs costs;
    if (options_.jvp_cost >= 0) costs.jvp = options_.jvp_cost;
    if (options_.vjp_cost >= 0) costs.vjp = options_.vjp_cost;
    return costs;
  }

  /// Directions of a forward sweep that a measurement should be made with.
  DefaultIndex forward_directions(Exec const& exec) {
    if (options_.direction == Direction::dense) return pattern_.num_columns;
    return colored(exec, Direction::columns, {}).num_colors;
  }

  /// All candidates, the cheapest of them, and its colouring.
  std::pair<Choice, Coloring> choose(Exec const& exec, Costs const& costs) {
    Choice choice;
    consider_dense(choice, costs);
    auto const cost_of = [&](DefaultIndex colors, DefaultIndex row_colors) {
      return costs.forward(colors) + costs.reverse(row_colors) + costs.gather;
    };
    consider(exec, choice, costs, Direction::columns, bounds_.columns, cost_of(bounds_.columns, 0));
    if (has_reverse_) {
      consider(exec, choice, costs, Direction::rows, bounds_.rows, cost_of(0, bounds_.rows));
      consider(exec, choice, costs, Direction::bidirectional, 1, least_of_both(costs));
    }
    auto const best =
        std::min_element(choice.candidates.begin(), choice.candidates.end(),
                         [](Candidate const& a, Candidate const& b) { return rank(a) < rank(b); });
    choice.decided = true;
    choice.direction = best->direction;
    choice.reverse = best->reverse;
    choice.products = best->row_colors;
    choice.jvp_cost = costs.jvp;
    choice.vjp_cost = costs.vjp;
    choice.gather_cost = costs.gather;
    return {choice, best->direction == Direction::dense ? trivial(exec, best->reverse)
                                                        : colored(exec, best->direction, costs)};
  }

 private:
  static double rank(Candidate const& candidate) {
    bool const possible = candidate.colored || candidate.direction == Direction::dense;
    return possible ? candidate.cost : std::numeric_limits<double>::infinity();
  }

  bool wanted(Direction direction) const {
    return options_.direction == direction || options_.direction == Direction::automatic;
  }

  void consider_dense(Choice& choice, Costs const& costs) const {
    if (!wanted(Direction::dense)) return;
    auto const n = pattern_.num_columns;
    auto const m = pattern_.num_rows;
    choice.candidates.push_back({Direction::dense, false, false, n, 0, n, costs.forward(n)});
    if (has_reverse_) {
      choice.candidates.push_back({Direction::dense, true, false, 0, m, m, costs.reverse(m)});
    }
  }

  /// nnz <= k_col m + k_row n bounds every bidirectional colouring.
  double least_of_both(Costs const& costs) const {
    if (pattern_.num_entries() == 0) return costs.gather;
    double const per_direction = costs.sweeps_measured ? costs.jvp / costs.lanes : costs.jvp;
    return static_cast<double>(pattern_.num_entries()) *
               std::min(per_direction / pattern_.num_rows, costs.vjp / pattern_.num_columns) +
           costs.gather;
  }

  void consider(Exec const& exec, Choice& choice, Costs const& costs, Direction direction,
                DefaultIndex lower_bound, double least) {
    if (!wanted(direction)) return;
    double best = std::numeric_limits<double>::infinity();
    for (auto const& other : choice.candidates) best = std::min(best, rank(other));
    Candidate candidate{direction, false, false, 0, 0, lower_bound, least};
    if (options_.direction == direction || least < best) {
      auto const& coloring = colored(exec, direction, costs);
      bool const by_rows = direction == Direction::rows;
      candidate.colored = true;
      candidate.colors = by_rows ? 0 : coloring.num_colors;
      candidate.row_colors = by_rows ? coloring.num_colors : coloring.num_row_colors;
      candidate.lower_bound = coloring.lower_bound;
      candidate.cost =
          costs.forward(candidate.colors) + costs.reverse(candidate.row_colors) + costs.gather;
    }
    choice.candidates.push_back(candidate);
  }

  Coloring const& colored(Exec const& exec, Direction direction, Costs const& costs) {
    auto& known = direction == Direction::columns ? columns_
                  : direction == Direction::rows  ? rows_
                                                  : bidirectional_;
    if (!known) {
      auto options = options_.color;
      options.kind = direction == Direction::columns ? coloring::Kind::columns
                     : direction == Direction::rows  ? coloring::Kind::rows
                                                     : coloring::Kind::bidirectional;
      options.column_cost = costs.sweeps_measured ? costs.jvp / costs.lanes : costs.jvp;
      options.row_cost = costs.vjp;
      if (direction == Direction::bidirectional) {  // which has no other form
        options.place = coloring::Place::host;
        options.method = coloring::Method::greedy;
      }
      known = coloring::color(exec, pattern_, options);
    }
    return *known;
  }

  /// Every column, or every row, by itself.
  Coloring trivial(Exec const& exec, bool reverse) const {
    Coloring result;
    auto const size = reverse ? pattern_.num_rows : pattern_.num_columns;
    result.kind = reverse ? coloring::Kind::rows : coloring::Kind::columns;
    result.num_colors = size;
    result.lower_bound = reverse ? bounds_.rows : bounds_.columns;
    result.colors =
        heddle::detail::allocate<DefaultIndex>(exec, "heddle::jacobian::own_colors", size);
    Kokkos::parallel_for("heddle::jacobian::own_colors",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultIndex>>(exec, 0, size),
                         CountUp{result.colors.data()});
    result.set_sizes.assign(static_cast<std::size_t>(size), 1);
    result.pattern_hash = coloring::pattern_hash(exec, pattern_);
    return result;
  }

  P pattern_;
  JacobianOptions options_;
  bool has_reverse_;
  LowerBounds bounds_;
  std::optional<Coloring> columns_, rows_, bidirectional_;
};

}  // namespace heddle::jacobian::detail
