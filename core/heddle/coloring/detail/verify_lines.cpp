// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Knows no Kokkos.
#include <heddle/coloring/detail/verify_host.hpp>

#include <algorithm>
#include <utility>

namespace heddle::coloring::detail {
namespace {

/// The members of a line in ascending order, r itself among them where lines are closed.
std::vector<std::int32_t> members_of(Lines const& lines, std::int32_t const line,
                                     bool const closed) {
  std::vector<std::int32_t> members(lines[line].begin(), lines[line].end());
  if (closed) {
    auto const place = std::lower_bound(members.begin(), members.end(), line);
    if (place == members.end() || *place != line) members.insert(place, line);
  }
  return members;
}

/// The first clash of a line.
Verification examine(Lines const& lines, std::int32_t const line, bool const closed,
                     std::span<std::int32_t const> const colors) {
  auto const members = members_of(lines, line, closed);
  std::vector<std::pair<std::int32_t, std::int32_t>> by_color;
  for (auto const member : members) {
    by_color.emplace_back(colors[member], member);
  }
  std::sort(by_color.begin(), by_color.end());
  Verification found;
  for (std::size_t k = 1; k < by_color.size(); ++k) {
    bool const clash = by_color[k].first == by_color[k - 1].first;
    if (clash && (found.valid() || by_color[k].second < found.second)) {
      found = {Defect::clash, by_color[k - 1].second, by_color[k].second, line};
    }
  }
  return found;
}

/// A vertex with entries and without a colour, in the first line that holds one.
Verification find_uncolored(Lines const& lines, std::span<std::int32_t const> const colors) {
  if (std::find(colors.begin(), colors.end(), -1) == colors.end()) return {};
  for (std::int32_t line = 0; line < lines.count; ++line) {
    for (auto const member : lines[line]) {
      if (colors[member] < 0) return {Defect::uncolored, member, -1, line};
    }
  }
  return {};
}

/// Up to as many colours as Word has bits: a bit that a line meets twice is a clash.
template <class Word, bool closed>
Verification verify_by_bits(Lines const& lines, std::span<std::int32_t const> const colors) {
  std::vector<Word> bits(colors.size());
  for (std::size_t v = 0; v < bits.size(); ++v) {
    bits[v] = static_cast<Word>((std::uint64_t{1} << (colors[v] & 63)) * (colors[v] >= 0));
  }
  Word const* const bit_of = bits.data();
  std::int32_t const* member = lines.indices;
  for (std::int32_t line = 0; line < lines.count; ++line) {
    std::int32_t const* const last = lines.indices + lines.offsets[line + 1];
    std::uint64_t once = closed ? bit_of[line] : 0;
    std::uint64_t twice = 0;
    for (; member != last; ++member) {
      std::uint64_t const bit = closed && *member == line ? 0 : bit_of[*member];
      twice |= once & bit;
      once |= bit;
    }
    if (twice != 0) return examine(lines, line, closed, colors);
  }
  return {};
}

/// Any number of colours: the last line in which each was met.
template <bool closed>
Verification verify_by_marks(Lines const& lines, std::span<std::int32_t const> const colors,
                             std::int32_t const num_colors) {
  std::vector<std::int32_t> met_in(static_cast<std::size_t>(num_colors), -1);
  for (std::int32_t line = 0; line < lines.count; ++line) {
    bool clash = false;
    auto const meet = [&](std::int32_t const member) {
      clash |= met_in[colors[member]] == line;
      met_in[colors[member]] = line;
    };
    for (auto const member : lines[line]) {
      if (!closed || member != line) meet(member);
    }
    if (closed && lines.length(line) > 0) meet(line);
    if (clash) return examine(lines, line, closed, colors);
  }
  return {};
}

template <bool closed>
Verification verify(Lines const& lines, std::span<std::int32_t const> const colors,
                    std::int32_t const num_colors) {
  if (auto const found = find_uncolored(lines, colors); !found.valid()) return found;
  if (num_colors <= 8) return verify_by_bits<std::uint8_t, closed>(lines, colors);
  if (num_colors <= 16) return verify_by_bits<std::uint16_t, closed>(lines, colors);
  if (num_colors <= 32) return verify_by_bits<std::uint32_t, closed>(lines, colors);
  if (num_colors <= 64) return verify_by_bits<std::uint64_t, closed>(lines, colors);
  return verify_by_marks<closed>(lines, colors, num_colors);
}

}  // namespace

std::vector<std::int64_t> count_classes(std::span<std::int32_t const> const colors,
                                        std::int32_t const num_colors, Verification& defect) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(num_colors));
  for (std::size_t v = 0; v < colors.size(); ++v) {
    if (colors[v] >= 0 && colors[v] < num_colors) {
      ++sizes[colors[v]];
    } else if (colors[v] != -1 && defect.valid()) {
      defect = {Defect::out_of_range, static_cast<std::int64_t>(v), -1, -1};
    }
  }
  auto const unused = std::find(sizes.begin(), sizes.end(), 0);
  if (unused != sizes.end() && defect.valid()) {
    defect = {Defect::unused_color, unused - sizes.begin(), -1, -1};
  }
  return sizes;
}

Verification verify_lines(Lines const& lines, std::span<std::int32_t const> const colors,
                          std::int32_t const num_colors) {
  return verify<false>(lines, colors, num_colors);
}

Verification verify_closed_lines(Lines const& rows, std::span<std::int32_t const> const colors,
                                 std::int32_t const num_colors) {
  return verify<true>(rows, colors, num_colors);
}

Verification verify_bidirectional(Lines const& rows, Lines const& columns,
                                  std::span<std::int32_t const> const column_colors,
                                  std::int32_t const num_column_colors,
                                  std::span<std::int32_t const> const row_colors,
                                  std::int32_t const num_row_colors) {
  // Entries are visited row by row; those of column j arrive in ascending rows, so that counts per
  // (column, colour) would need a table. Marking the entries that their row reads avoids it.
  std::vector<char> read(static_cast<std::size_t>(rows.num_entries()));
  std::vector<std::int64_t> count(
      static_cast<std::size_t>(std::max(num_column_colors, num_row_colors)));
  auto const count_line = [&](std::span<std::int32_t const> const members,
                              std::span<std::int32_t const> const colors, std::int64_t const step) {
    for (auto const member : members) {
      if (colors[member] >= 0) count[colors[member]] += step;
    }
  };
  for (std::int32_t row = 0; row < rows.count; ++row) {
    count_line(rows[row], column_colors, 1);
    for (auto p = rows.offsets[row]; p < rows.offsets[row + 1]; ++p) {
      auto const color = column_colors[rows.indices[p]];
      read[p] = color >= 0 && count[color] == 1;
    }
    count_line(rows[row], column_colors, -1);
  }
  std::int64_t worst_row = rows.count, worst_column = -1;
  std::vector<std::int64_t> next(rows.offsets, rows.offsets + rows.count);
  for (std::int32_t column = 0; column < columns.count; ++column) {
    count_line(columns[column], row_colors, 1);
    for (auto const row : columns[column]) {
      bool const alone = row_colors[row] >= 0 && count[row_colors[row]] == 1;
      if (!read[next[row]++] && !alone && row < worst_row) worst_row = row, worst_column = column;
    }
    count_line(columns[column], row_colors, -1);
  }
  if (worst_column < 0) return {};
  return {Defect::unread, worst_row, worst_column, worst_row};
}

}  // namespace heddle::coloring::detail
