// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/blocks.hpp>

#include <heddle/base/detail/memory.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::lu::detail {
namespace {

using heddle::detail::to_view;
using IndexVector = std::vector<DefaultIndex>;

IndexVector step_of(HostArray<DefaultIndex> const& item_of_step) {
  IndexVector step(item_of_step.extent(0));
  for (std::size_t at = 0; at < step.size(); ++at) {
    step[item_of_step(at)] = static_cast<DefaultIndex>(at);
  }
  return step;
}

/// Lines of outer entries as they grow.
struct OuterLines {
  std::vector<DefaultOffset> offsets{0}, entries;
  IndexVector members;

  /// Ends a line: its entries are sorted by member, so that sums have one order.
  void end_line(std::vector<std::pair<DefaultIndex, DefaultOffset>>& line) {
    std::sort(line.begin(), line.end());
    for (auto const& [member, entry] : line) {
      members.push_back(member);
      entries.push_back(entry);
    }
    offsets.push_back(static_cast<DefaultOffset>(members.size()));
    line.clear();
  }
};

}  // namespace

Blocks make_blocks(std::span<DefaultIndex const> offsets) {
  Blocks blocks;
  blocks.num_blocks = static_cast<DefaultIndex>(offsets.size()) - 1;
  IndexVector begin, end;
  for (DefaultIndex block = 0; block < blocks.num_blocks; ++block) {
    DefaultIndex const size = offsets[block + 1] - offsets[block];
    blocks.largest = std::max(blocks.largest, size);
    begin.insert(begin.end(), size, offsets[block]);
    end.insert(end.end(), size, offsets[block + 1]);
  }
  if (blocks.num_blocks <= 1) return blocks;
  blocks.begin = to_view("heddle::lu::block_begin", begin);
  blocks.end = to_view("heddle::lu::block_end", end);
  return blocks;
}

OuterEntries find_outer_entries(CanonicalPattern const& matrix, Permutation const& permutation,
                                Blocks const& blocks) {
  OuterEntries outer;
  if (blocks.num_blocks <= 1) return outer;
  IndexVector const step_of_row = step_of(permutation.row_of_step);
  IndexVector const step_of_column = step_of(permutation.column_of_step);
  OuterLines rows, columns;
  std::vector<std::pair<DefaultIndex, DefaultOffset>> line;
  for (DefaultIndex step = 0; step < matrix.n; ++step) {
    auto const row = permutation.row_of_step(step);
    for (auto entry = matrix.row_offsets(row); entry < matrix.row_offsets(row + 1); ++entry) {
      auto const other = step_of_column[matrix.columns(entry)];
      if (!blocks.together(step, other)) line.emplace_back(other, entry);
    }
    rows.end_line(line);
    auto const column = permutation.column_of_step(step);
    for (auto at = matrix.column_offsets(column); at < matrix.column_offsets(column + 1); ++at) {
      auto const other = step_of_row[matrix.rows(at)];
      if (!blocks.together(other, step)) line.emplace_back(other, matrix.entries(at));
    }
    columns.end_line(line);
  }
  outer.row_offsets = to_view("heddle::lu::outer_row_offsets", rows.offsets);
  outer.row_entries = to_view("heddle::lu::outer_row_entries", rows.entries);
  outer.columns = to_view("heddle::lu::outer_columns", rows.members);
  outer.column_offsets = to_view("heddle::lu::outer_column_offsets", columns.offsets);
  outer.column_entries = to_view("heddle::lu::outer_column_entries", columns.entries);
  outer.rows = to_view("heddle::lu::outer_rows", columns.members);
  return outer;
}

}  // namespace heddle::lu::detail
