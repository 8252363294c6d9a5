// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/symbolic/detail/lists.hpp>

#include <string>
#include <utility>

namespace heddle::symbolic::detail {
namespace {

using Index = std::int32_t;
using Offset = std::int64_t;

/// Counts stand two places to the right, so that the fill can use entry list + 1 as its cursor and
/// leaves the offsets behind, with one place too many.
std::vector<Offset> room_for_counts(Index const n) {
  return std::vector<Offset>(static_cast<std::size_t>(n) + 2, 0);
}

void counts_to_cursors(std::vector<Offset>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

void expect_in_range(Index const n, Index const line, Index const index) {
  HEDDLE_EXPECTS(index >= 0 && index < n, invalid_matrix,
                 "index " + std::to_string(index) + " in line " + std::to_string(line) +
                     " is outside of 0.." + std::to_string(n - 1));
}

}  // namespace

Lists larger_ends(Index const n, std::span<Offset const> offsets, std::span<Index const> indices) {
  Lists lists{room_for_counts(n), {}};
  // Entries left of the diagonal whose mirror image is not there; usually few. Where lines ascend,
  // the images that later lines ask for come one after another: one cursor a line finds them.
  std::vector<std::pair<Index, Index>> unmirrored;
  std::vector<Offset> cursor(offsets.begin(), offsets.end());
  for (Index line = 0; line < n; ++line) {
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      Index const index = indices[p];
      expect_in_range(n, line, index);
      lists.offsets[line + 2] += index > line;
      if (index >= line) continue;
      Offset& image = cursor[index];
      while (image < offsets[index + 1] && indices[image] < line) ++image;
      if (image < offsets[index + 1] && indices[image] == line) continue;
      ++lists.offsets[index + 2];
      unmirrored.emplace_back(index, line);
    }
  }
  counts_to_cursors(lists.offsets);
  lists.members.resize(lists.offsets.back());
  for (Index line = 0; line < n; ++line) {
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      if (indices[p] > line) lists.members[lists.offsets[line + 1]++] = indices[p];
    }
  }
  for (auto const& [index, line] : unmirrored) lists.members[lists.offsets[index + 1]++] = line;
  lists.offsets.pop_back();
  return lists;
}

Lists transposed(Index const n, Lists const& lists) {
  Lists result{room_for_counts(n), std::vector<Index>(lists.members.size())};
  for (Index const member : lists.members) ++result.offsets[member + 2];
  counts_to_cursors(result.offsets);
  for (Index list = 0; list < n; ++list) {
    for (Index const member : lists[list]) result.members[result.offsets[member + 1]++] = list;
  }
  result.offsets.pop_back();
  return result;
}

}  // namespace heddle::symbolic::detail
