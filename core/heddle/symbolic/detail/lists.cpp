// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/symbolic/detail/lists.hpp>

#include <algorithm>
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

/// Checks all indices at once, which costs next to nothing, and looks for the bad one only then.
void expect_in_range(Index const n, std::span<Offset const> offsets,
                     std::span<Index const> indices) {
  std::uint32_t largest = 0;  // of the indices as unsigned numbers: negative ones are large
  for (Index const index : indices) largest = std::max(largest, static_cast<std::uint32_t>(index));
  if (indices.empty() || largest < static_cast<std::uint32_t>(n)) return;
  for (Index line = 0; line < n; ++line) {
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      HEDDLE_EXPECTS(indices[p] >= 0 && indices[p] < n, invalid_matrix,
                     "index " + std::to_string(indices[p]) + " in line " + std::to_string(line) +
                         " is outside of 0.." + std::to_string(n - 1));
    }
  }
}

/// Entries left of the diagonal whose mirror image is not there; usually few. Where lines ascend,
/// the images that later lines ask for come one after another: one cursor a line finds them.
class MirrorSearch {
 public:
  MirrorSearch(std::span<Offset const> offsets, std::span<Index const> indices)
      : offsets_(offsets), indices_(indices), cursor_(offsets.begin(), offsets.end()) {}

  /// All entries of the line before `slot` are left of the diagonal.
  void start_at(Index const line, Offset const slot) { cursor_[line] = slot; }

  /// Looks for entry (index, line), line > index.
  bool finds(Index const index, Index const line) {
    Offset& image = cursor_[index];
    Offset const end = offsets_[index + 1];
    while (image < end && indices_[image] < line) ++image;
    return image < end && indices_[image] == line;
  }

 private:
  std::span<Offset const> offsets_;
  std::span<Index const> indices_;
  std::vector<Offset> cursor_;
};

}  // namespace

Lists larger_ends(Index const n, std::span<Offset const> offsets, std::span<Index const> indices) {
  expect_in_range(n, offsets, indices);
  Lists lists{room_for_counts(n), {}};
  MirrorSearch mirrors(offsets, indices);
  std::vector<std::pair<Index, Index>> unmirrored;
  auto const take_left = [&](Index const line, Index const index) {
    if (mirrors.finds(index, line)) return;
    ++lists.offsets[index + 2];
    unmirrored.emplace_back(index, line);
  };
  for (Index line = 0; line < n; ++line) {
    Offset p = offsets[line];
    Offset const end = offsets[line + 1];
    for (; p < end && indices[p] < line; ++p) take_left(line, indices[p]);
    mirrors.start_at(line, p);
    for (; p < end; ++p) {
      if (indices[p] < line) {
        take_left(line, indices[p]);
      } else {
        lists.offsets[line + 2] += indices[p] > line;
      }
    }
  }
  counts_to_cursors(lists.offsets);
  lists.members.resize(lists.offsets.back());
  for (Index line = 0; line < n; ++line) {
    Offset& cursor = lists.offsets[line + 1];
    for (Offset p = offsets[line]; p < offsets[line + 1]; ++p) {
      if (indices[p] > line) lists.members[cursor++] = indices[p];
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
