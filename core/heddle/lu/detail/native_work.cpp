// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/native_work.hpp>

#include <heddle/lu/detail/triangular.hpp>

#include <algorithm>
#include <limits>

namespace heddle::lu::detail {
namespace {

namespace format = backends::lu_format;

/// Multiply-adds of each column.
std::vector<std::int64_t> pulls_of_columns(symbolic::FactorPattern<Kokkos::HostSpace> const& f) {
  std::vector<std::int64_t> pulls(static_cast<std::size_t>(f.n), 0);
  for (DefaultIndex j = 0; j < f.n; ++j) {
    for (auto slot = f.column_offsets(j); slot < f.diagonal(j); ++slot) {
      auto const k = f.rows(slot);
      pulls[j] += f.column_offsets(k + 1) - f.diagonal(k) - 1;
    }
  }
  return pulls;
}

/// Takes columns into the work, one after the other.
class WorkList {
 public:
  WorkList(symbolic::FactorPattern<Kokkos::HostSpace> const& factors, NativeWork& work)
      : factors_(factors), pulls_(pulls_of_columns(factors)), work_(work) {}

  void take_level(std::vector<DefaultIndex>& columns) {
    auto const is_long = [this](DefaultIndex j) {
      return !format::is_short(length(j), pulls_[static_cast<std::size_t>(j)]);
    };
    auto const middle = std::stable_partition(columns.begin(), columns.end(), is_long);
    std::stable_sort(columns.begin(), middle,
                     [this](DefaultIndex a, DefaultIndex b) { return pulls_[a] > pulls_[b]; });
    for (auto j = columns.begin(); j != middle; ++j) {
      work_.items.push_back(format::Item::of(place(), 0));
      take(*j);
    }
    for (auto j = middle; j != columns.end();) {
      auto const count = std::min<std::ptrdiff_t>(format::block_warps, columns.end() - j);
      work_.items.push_back(format::Item::of(place(), static_cast<std::uint32_t>(count)));
      for (auto const end = j + count; j != end; ++j) take(*j);
    }
  }

 private:
  std::int64_t length(DefaultIndex j) const {
    return factors_.column_offsets(j + 1) - factors_.column_offsets(j);
  }
  std::uint32_t place() const { return static_cast<std::uint32_t>(work_.columns.size()); }

  void take(DefaultIndex j) {
    auto const first = factors_.column_offsets(j);
    auto const upper = factors_.diagonal(j) - first;
    work_.columns.push_back({first, work_.num_pulls, work_.num_level_begins, j,
                             static_cast<std::int32_t>(length(j)), static_cast<std::int32_t>(upper),
                             0});
    work_.num_pulls += pulls_[static_cast<std::size_t>(j)];
    work_.num_level_begins += upper + 1;
    work_.longest = std::max(work_.longest, length(j));
  }

  symbolic::FactorPattern<Kokkos::HostSpace> const& factors_;
  std::vector<std::int64_t> pulls_;
  NativeWork& work_;
};

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

/// One more than the highest level that the line of a sweep waits for.
DefaultIndex level_of(Lines<double> const& lines, DefaultIndex n, SweepLine const& sweep,
                      std::vector<DefaultIndex> const& level) {
  auto const i = sweep.line;
  DefaultIndex mine = 0;
  auto const waits = [&](DefaultIndex item) { mine = std::max(mine, level[item] + 1); };
  if (sweep.first_sweep) {
    for (auto k = lines.offsets[i]; k < lines.diagonal[i]; ++k) waits(lines.indices[k]);
    if (lines.outer_offsets == nullptr) return mine;
    for (auto k = lines.outer_offsets[i]; k < lines.outer_offsets[i + 1]; ++k) {
      waits(n + lines.outer_indices[k]);
    }
  } else {
    waits(i);
    for (auto k = lines.diagonal[i] + 1; k < lines.offsets[i + 1]; ++k) {
      waits(n + lines.indices[k]);
    }
  }
  return mine;
}

}  // namespace

NativeWork native_work(AnalysisData const& data) {
  NativeWork work;
  work.columns.reserve(static_cast<std::size_t>(data.factors.n));
  WorkList list(data.factors, work);
  auto const& levels = data.levels;
  for (DefaultIndex level = 0; level < levels.num_levels; ++level) {
    std::vector<DefaultIndex> columns(levels.order.data() + levels.level_offsets[level],
                                      levels.order.data() + levels.level_offsets[level + 1]);
    list.take_level(columns);
  }
  return work;
}

bool fits_native_layout(AnalysisData const& data, NativeWork const& work) {
  constexpr std::int64_t slots = std::numeric_limits<std::uint32_t>::max();
  return work.longest <= format::longest_column && data.factors.n < format::most_columns &&
         data.factors.num_entries() < slots && data.matrix.num_entries() < slots;
}

std::vector<DefaultIndex> solve_order(AnalysisData const& data, bool transposed) {
  auto const n = data.factors.n;
  auto const lines = pattern_lines(data, transposed);
  std::vector<DefaultIndex> level(2 * static_cast<std::size_t>(n), 0);
  DefaultIndex num_levels = 0;
  for (DefaultIndex item = 0; item < 2 * n; ++item) {
    auto const sweep = line_of_item(lines, n, item, !transposed);
    auto const mine = level_of(lines, n, sweep, level);
    level[sweep.first_sweep ? sweep.line : n + sweep.line] = mine;
    num_levels = std::max(num_levels, mine + 1);
  }
  std::vector<DefaultIndex> begin(static_cast<std::size_t>(num_levels) + 1, 0), order(level.size());
  for (auto const mine : level) ++begin[mine + 1];
  for (DefaultIndex at = 0; at < num_levels; ++at) begin[at + 1] += begin[at];
  for (std::size_t item = 0; item < level.size(); ++item) {
    order[begin[level[item]]++] = static_cast<DefaultIndex>(item);
  }
  return order;
}

}  // namespace heddle::lu::detail
