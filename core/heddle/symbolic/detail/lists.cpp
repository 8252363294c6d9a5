// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/symbolic/detail/lists.hpp>

#include <algorithm>
#include <string>

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
  for (Index line = 0; line < n; ++line) {
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      expect_in_range(n, line, indices[p]);
      if (line != indices[p]) ++lists.offsets[std::min(line, indices[p]) + 2];
    }
  }
  counts_to_cursors(lists.offsets);
  lists.members.resize(lists.offsets.back());
  for (Index line = 0; line < n; ++line) {
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      auto const [smaller, larger] = std::minmax(line, indices[p]);
      if (smaller != larger) lists.members[lists.offsets[smaller + 1]++] = larger;
    }
  }
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
