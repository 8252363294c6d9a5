// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/solve_schedule.hpp>

#include <heddle/lu/detail/triangular.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace heddle::lu::detail {
namespace {

namespace format = backends::lu_format;

/// The lines of the factors without their values.
Lines<double> pattern_lines(AnalysisData const& data, bool transposed) {
  auto const& f = data.factors;
  auto const& outer = data.outer;
  Lines<double> lines{};
  lines.offsets = transposed ? f.column_offsets.data() : f.row_offsets.data();
  lines.diagonal = transposed ? f.diagonal.data() : f.row_diagonal.data();
  lines.indices = transposed ? f.rows.data() : f.columns.data();
  lines.block_begin = data.blocks.begin.data();
  lines.block_end = data.blocks.end.data();
  lines.outer_offsets = transposed ? outer.column_offsets.data() : outer.row_offsets.data();
  lines.outer_indices = transposed ? outer.rows.data() : outer.columns.data();
  return lines;
}

/// The unknowns that one line reads: those of its entries, and of those between blocks.
struct LineReads {
  DefaultOffset first, last;  ///< entries of the factors
  DefaultIndex base;          ///< of the unknowns that they name
  DefaultOffset outer_first, outer_last;

  LineReads(Lines<double> const& lines, DefaultIndex n, DefaultIndex item)
      : base(item < n ? 0 : n), outer_first(0), outer_last(0) {
    auto const line = item - base;
    bool const first_sweep = item < n;
    first = first_sweep ? lines.offsets[line] : lines.diagonal[line] + 1;
    last = first_sweep ? lines.diagonal[line] : lines.offsets[line + 1];
    if (!first_sweep || lines.outer_offsets == nullptr) return;
    outer_first = lines.outer_offsets[line];
    outer_last = lines.outer_offsets[line + 1];
  }
  std::int64_t count() const { return last - first + outer_last - outer_first; }

  /// visit(unknown), the entries first, in the order of both sums.
  template <class Visit>
  void for_each(Lines<double> const& lines, DefaultIndex n, Visit const& visit) const {
    for (auto k = first; k < last; ++k) visit(base + lines.indices[k]);
    for (auto k = outer_first; k < outer_last; ++k) visit(n + lines.outer_indices[k]);
  }
};

struct LevelWork {
  std::int64_t lines = 0, entries = 0;
};

/// Fills the order; returns the work of each level.
std::vector<LevelWork> order_by_level(Lines<double> const& lines, DefaultIndex n, bool transposed,
                                      std::vector<DefaultIndex>& order) {
  std::vector<DefaultIndex> level(2 * static_cast<std::size_t>(n), 0);
  std::vector<LevelWork> work;
  for (DefaultIndex at = 0; at < 2 * n; ++at) {
    auto const sweep = line_of_item(lines, n, at, !transposed);
    auto const item = sweep.first_sweep ? sweep.line : n + sweep.line;
    LineReads const reads(lines, n, item);
    DefaultIndex mine = sweep.first_sweep ? 0 : level[sweep.line] + 1;
    reads.for_each(lines, n,
                   [&](DefaultIndex unknown) { mine = std::max(mine, level[unknown] + 1); });
    level[item] = mine;
    work.resize(std::max(work.size(), static_cast<std::size_t>(mine) + 1));
    ++work[mine].lines;
    work[mine].entries += reads.count();
  }
  std::vector<std::int64_t> next{0};
  for (auto const& of_level : work) next.push_back(next.back() + of_level.lines);
  order.resize(level.size());
  for (std::size_t item = 0; item < level.size(); ++item) {
    order[next[level[item]]++] = static_cast<DefaultIndex>(item);
  }
  return work;
}

/// Microseconds on an H200, from which only the cut into stretches follows.
struct SolveCosts {
  double device_level = 1.4;  ///< a hop through the L2 cache
  double block_level = .65;   ///< a hop through shared memory and a sum
  double block_line = .04;    ///< of a warp, over the warps of a block
  double block_entry = 2e-4;  ///< what one multiprocessor reads, of 20 bytes an entry
  double another_kernel = 2.5;
};

/// For each level whether a block works on it, so that the sum of costs is least (the shortest path
/// through two states a level).
std::vector<bool> choose_places(std::vector<LevelWork> const& levels, std::int64_t most_lines) {
  constexpr SolveCosts costs;
  std::array<double, 2> least{0, 0};  // device, block
  std::vector<std::array<bool, 2>> came_from_block;
  for (auto const& level : levels) {
    auto const lines = static_cast<double>(level.lines);
    auto const entries = static_cast<double>(level.entries);
    double const in_block =
        std::max({costs.block_level, lines * costs.block_line, entries * costs.block_entry});
    std::array const here{costs.device_level, level.lines <= most_lines
                                                  ? in_block
                                                  : std::numeric_limits<double>::infinity()};
    std::array const before = least;
    came_from_block.push_back({});
    for (int place = 0; place < 2; ++place) {
      double const stays = before[place], comes = before[1 - place] + costs.another_kernel;
      least[place] = std::min(stays, comes) + here[place];
      came_from_block.back()[place] = (place == 1) == (stays <= comes);
    }
  }
  std::vector<bool> block(levels.size());
  bool current = least[1] < least[0];
  for (auto at = levels.size(); at-- > 0;) {
    block[at] = current;
    current = came_from_block[at][current ? 1 : 0];
  }
  return block;
}

/// Levels of one place in a row, those of a block cut where it has no more memory.
void make_stretches(std::vector<LevelWork> const& levels, std::int64_t most_steps,
                    std::vector<format::SolveStretch>& stretches) {
  auto const in_block = choose_places(levels, most_steps);
  std::int64_t first = 0, steps = 0;
  for (std::size_t at = 0; at < levels.size();) {
    bool const block = in_block[at];
    std::int64_t last = first;
    for (; at < levels.size() && in_block[at] == block; ++at) last += levels[at].lines;
    while (first < last) {
      auto const count = block ? std::min(last - first, most_steps) : last - first;
      stretches.push_back(
          {static_cast<std::int32_t>(first), static_cast<std::int32_t>(count), block ? steps : -1});
      first += count;
      steps += block ? count : 0;
    }
  }
}

/// The steps of the stretches that a block works on, with their sources.
void make_steps(Lines<double> const& lines, DefaultIndex n, SolveSchedule& schedule) {
  std::vector<std::int32_t> place(schedule.order.size());
  for (std::size_t at = 0; at < place.size(); ++at) {
    place[schedule.order[at]] = static_cast<std::int32_t>(at);
  }
  for (auto const& stretch : schedule.stretches) {
    if (stretch.first_step < 0) continue;
    auto const source = [&](DefaultIndex unknown) {
      auto const inside = place[unknown] - stretch.first;
      return inside < 0 ? format::SolveSource::elsewhere(unknown)
                        : format::SolveSource::in_block(inside);
    };
    for (auto at = stretch.first; at < stretch.first + stretch.count; ++at) {
      auto const item = schedule.order[at];
      LineReads const reads(lines, n, item);
      schedule.steps.push_back({reads.first, reads.outer_first,
                                static_cast<std::int64_t>(schedule.sources.size()),
                                static_cast<std::int32_t>(reads.last - reads.first),
                                static_cast<std::int32_t>(reads.outer_last - reads.outer_first),
                                item, item < n ? 0 : source(item - n)});
      reads.for_each(lines, n,
                     [&](DefaultIndex unknown) { schedule.sources.push_back(source(unknown)); });
    }
  }
}

}  // namespace

SolveSchedule solve_schedule(AnalysisData const& data, bool transposed, std::int32_t most_steps) {
  SolveSchedule schedule;
  auto const n = data.factors.n;
  auto const lines = pattern_lines(data, transposed);
  auto const levels = order_by_level(lines, n, transposed, schedule.order);
  make_stretches(levels, most_steps, schedule.stretches);
  make_steps(lines, n, schedule);
  return schedule;
}

}  // namespace heddle::lu::detail
