// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/block_triangular.hpp>

#include <heddle/ordering/detail/check_pattern.hpp>

#include <algorithm>
#include <utility>

namespace heddle::ordering {
namespace {

/// Tarjan's search with a stack of its own. An edge leads from a column to each of its rows, so a
/// component is complete only after all components that its columns reach: they come out in the
/// order of block upper triangular form.
class ComponentSearch {
 public:
  ComponentSearch(std::int32_t n, std::span<std::int64_t const> offsets,
                  std::span<std::int32_t const> rows)
      : offsets_(offsets), rows_(rows), found_(n, unseen), lowest_(n), next_(n) {
    result_.order.reserve(n);
    result_.block_offsets.push_back(0);
    for (std::int32_t vertex = 0; vertex < n; ++vertex) {
      if (found_[vertex] == unseen) search_from(vertex);
    }
  }

  BlockTriangular release() { return std::move(result_); }

 private:
  static constexpr std::int32_t unseen = -1, complete = -2;

  void search_from(std::int32_t root) {
    enter(root);
    while (!path_.empty()) {
      std::int32_t const vertex = path_.back();
      if (next_[vertex] < offsets_[vertex + 1]) {
        std::int32_t const row = rows_[next_[vertex]++];
        if (found_[row] == unseen) {
          enter(row);
        } else if (found_[row] != complete) {
          lowest_[vertex] = std::min(lowest_[vertex], found_[row]);
        }
      } else {
        leave(vertex);
      }
    }
  }

  void enter(std::int32_t vertex) {
    found_[vertex] = lowest_[vertex] = num_found_++;
    next_[vertex] = offsets_[vertex];
    path_.push_back(vertex);
    open_.push_back(vertex);
  }

  /// The component of a vertex that reaches nothing older is what was opened since.
  void leave(std::int32_t vertex) {
    path_.pop_back();
    if (!path_.empty()) {
      lowest_[path_.back()] = std::min(lowest_[path_.back()], lowest_[vertex]);
    }
    if (lowest_[vertex] != found_[vertex]) return;
    auto const first = std::find(open_.rbegin(), open_.rend(), vertex).base() - 1;
    std::sort(first, open_.end());
    for (auto at = first; at != open_.end(); ++at) found_[*at] = complete;
    result_.order.insert(result_.order.end(), first, open_.end());
    result_.block_offsets.push_back(static_cast<std::int32_t>(result_.order.size()));
    open_.erase(first, open_.end());
  }

  std::span<std::int64_t const> offsets_;
  std::span<std::int32_t const> rows_;
  std::vector<std::int32_t> found_, lowest_;
  std::vector<std::int64_t> next_;
  std::vector<std::int32_t> path_, open_;
  std::int32_t num_found_ = 0;
  BlockTriangular result_;
};

}  // namespace

std::int32_t BlockTriangular::largest_block() const {
  std::int32_t largest = 0;
  for (std::int32_t block = 0; block < num_blocks(); ++block) {
    largest = std::max(largest, block_offsets[block + 1] - block_offsets[block]);
  }
  return largest;
}

BlockTriangular block_triangular(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> rows) {
  detail::check_pattern(n, offsets, rows);
  return ComponentSearch(n, offsets, rows).release();
}

}  // namespace heddle::ordering
