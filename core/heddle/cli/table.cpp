// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/table.hpp>

#include <algorithm>
#include <utility>

namespace heddle::cli {
namespace {

constexpr std::size_t gap = 2;  // spaces between columns

void append_cell(std::string& line, std::string const& cell, std::size_t width, Align align) {
  auto const padding = std::string(width - cell.size(), ' ');
  line += align == Align::left ? cell + padding : padding + cell;
  line += std::string(gap, ' ');
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void Table::add_column(std::string head, Align align) {
  heads_.push_back(std::move(head));
  aligns_.push_back(align);
}

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(heads_.size());
  rows_.push_back(std::move(cells));
}

void Table::add_rule() { rows_.emplace_back(); }

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (auto const& head : heads_) widths.push_back(head.size());
  for (auto const& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::size_t total = 0;
  for (auto const width : widths) total += width + gap;
  auto const rule = std::string(total > gap ? total - gap : 0, '-') + '\n';

  auto const line_of = [&](std::vector<std::string> const& cells) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c)
      append_cell(line, cells[c], widths[c], aligns_[c]);
    return without_trailing_spaces(line) + '\n';
  };
  std::string all = line_of(heads_) + rule;
  for (auto const& row : rows_) all += row.empty() ? rule : line_of(row);
  return all;
}

}  // namespace heddle::cli
