// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/fill_ordering.hpp>

#include <heddle/base/error.hpp>
#include <heddle/ordering/block_triangular.hpp>
#include <heddle/ordering/fill_order.hpp>
#include <heddle/symbolic/elimination_tree.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace heddle::lu::detail {
namespace {

using IndexVector = std::vector<DefaultIndex>;

/// From this share of the rows in one block on, the form saves less than it costs.
constexpr double nearly_all = 0.95;
/// A better order must promise to save more than this many times what it costs.
constexpr double worth_trying = 4;
/// Blocks up to this size have nothing that an order could save.
constexpr DefaultIndex tiny_block = 2;

/// One diagonal block with its own numbering.
struct Block {
  std::vector<DefaultOffset> offsets;
  IndexVector rows;
};

IndexVector natural_order(DefaultIndex n) {
  IndexVector order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

IndexVector checked_user_order(AnalyzeOptions const& options, DefaultIndex n) {
  auto const& order = options.user_order;
  HEDDLE_EXPECTS(order.size() == static_cast<std::size_t>(n), invalid_argument,
                 "user_order has " + std::to_string(order.size()) + " items, the matrix has " +
                     std::to_string(n) + " columns");
  std::vector<bool> seen(order.size(), false);
  for (auto const column : order) {
    HEDDLE_EXPECTS(
        column >= 0 && column < n && !seen[column], invalid_argument,
        "user_order is no permutation: " + std::to_string(column) + " is out of range or repeats");
    seen[column] = true;
  }
  return order;
}

ordering::BlockTriangular one_block(DefaultIndex n) {
  if (n == 0) return {{}, {0}};
  return {natural_order(n), {0, n}};
}

ordering::BlockTriangular find_blocks(MatchedPattern const& pattern,
                                      AnalyzeOptions const& options) {
  if (!options.block_triangular) return one_block(pattern.n);
  auto blocks = ordering::block_triangular(pattern.n, pattern.offsets, pattern.rows);
  return blocks.largest_block() > nearly_all * pattern.n ? one_block(pattern.n) : blocks;
}

/// The diagonal block at places [first, last) of `order`, which `place_of` inverts.
Block block_at(MatchedPattern const& pattern, IndexVector const& order, IndexVector const& place_of,
               DefaultIndex first, DefaultIndex last) {
  Block block;
  block.offsets.assign(1, 0);
  for (DefaultIndex place = first; place < last; ++place) {
    DefaultIndex const column = order[place];
    for (auto at = pattern.offsets[column]; at < pattern.offsets[column + 1]; ++at) {
      DefaultIndex const row = place_of[pattern.rows[at]];
      if (row >= first && row < last) block.rows.push_back(row - first);
    }
    block.offsets.push_back(static_cast<DefaultOffset>(block.rows.size()));
  }
  return block;
}

IndexVector inverse_of(IndexVector const& order) {
  IndexVector inverse(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    inverse[order[place]] = static_cast<DefaultIndex>(place);
  }
  return inverse;
}

/// Orders every block of `blocks` by `method`; `estimate` sums up what AMD says.
IndexVector order_blocks(MatchedPattern const& pattern, ordering::BlockTriangular const& blocks,
                         Ordering method, ordering::AmdEstimate& estimate) {
  IndexVector const place_of = inverse_of(blocks.order);
  IndexVector order(blocks.order);
  for (DefaultIndex index = 0; index < blocks.num_blocks(); ++index) {
    DefaultIndex const first = blocks.block_offsets[index], last = blocks.block_offsets[index + 1];
    if (last - first <= tiny_block) continue;
    Block const block = block_at(pattern, blocks.order, place_of, first, last);
    ordering::AmdEstimate mine;
    IndexVector const inner =
        method == Ordering::colamd ? ordering::colamd(last - first, block.offsets, block.rows)
        : method == Ordering::nested_dissection
            ? ordering::nested_dissection(last - first, block.offsets, block.rows)
            : ordering::amd(last - first, block.offsets, block.rows, &mine);
    estimate.multiply_adds += mine.multiply_adds;
    for (DefaultIndex at = 0; at < last - first; ++at) {
      order[first + at] = blocks.order[first + inner[at]];
    }
  }
  return order;
}

/// What the elimination trees of the blocks promise: one tree of the whole, without what lies
/// between blocks.
OrderPrediction predict(MatchedPattern const& pattern, IndexVector const& order,
                        IndexVector const& block_offsets, Ordering method) {
  IndexVector const step_of = inverse_of(order);
  std::vector<DefaultOffset> offsets(1, 0);
  IndexVector rows;
  rows.reserve(pattern.rows.size());
  for (std::size_t block = 0; block + 1 < block_offsets.size(); ++block) {
    for (auto step = block_offsets[block]; step < block_offsets[block + 1]; ++step) {
      for (auto at = pattern.offsets[order[step]]; at < pattern.offsets[order[step] + 1]; ++at) {
        DefaultIndex const row = step_of[pattern.rows[at]];
        if (row >= block_offsets[block] && row < block_offsets[block + 1]) rows.push_back(row);
      }
      offsets.push_back(static_cast<DefaultOffset>(rows.size()));
    }
  }
  auto const tree = symbolic::elimination_tree(pattern.n, offsets, rows);
  return {method, static_cast<std::uint64_t>(tree.num_factor_entries), tree.multiply_adds,
          tree.height, predicted_seconds(static_cast<double>(tree.multiply_adds), tree.height)};
}

/// Nested dissection instead of `result`, if AMD's factors look dear and dissection promises less.
void weigh_dissection(MatchedPattern const& pattern, ordering::BlockTriangular const& blocks,
                      ordering::AmdEstimate const& estimate, AnalyzeOptions const& options,
                      FillOrdering& result) {
  double const times = options.expected_factorizations;
  double const cost =
      predicted_dissection_seconds(pattern.n, static_cast<double>(pattern.rows.size()));
  if (times * predicted_seconds(estimate.multiply_adds, 0) <= worth_trying * cost) return;
  result.predictions.push_back(predict(pattern, result.order, result.block_offsets, Ordering::amd));
  if (times * result.predictions[0].seconds <= worth_trying * cost) return;
  ordering::AmdEstimate unused;
  auto order = order_blocks(pattern, blocks, Ordering::nested_dissection, unused);
  result.predictions.push_back(
      predict(pattern, order, result.block_offsets, Ordering::nested_dissection));
  if (result.predictions[1].seconds < result.predictions[0].seconds) {
    result.order = std::move(order);
    result.ordering = Ordering::nested_dissection;
  }
}

}  // namespace

double predicted_seconds(double multiply_adds, double critical_path) {
  // One core of a server, measured: about a nanosecond a multiply-add of the left-looking loop, and
  // about a microsecond for a wait between two workers.
  return 1e-9 * multiply_adds + 1e-6 * critical_path;
}

double predicted_dissection_seconds(double n, double num_entries) {
  // METIS 5.1 on one core: meshes of 5 to 50 thousand vertices and circuits.
  return 4e-6 * n + 5e-8 * num_entries;
}

FillOrdering order_for_little_fill(MatchedPattern const& pattern, AnalyzeOptions const& options) {
  FillOrdering result;
  result.ordering = options.ordering == Ordering::automatic ? Ordering::amd : options.ordering;
  if (options.ordering == Ordering::natural || options.ordering == Ordering::user) {
    result.block_offsets = one_block(pattern.n).block_offsets;
    result.order = options.ordering == Ordering::user ? checked_user_order(options, pattern.n)
                                                      : natural_order(pattern.n);
    return result;
  }
  auto const blocks = find_blocks(pattern, options);
  result.block_offsets = blocks.block_offsets;
  ordering::AmdEstimate estimate;
  result.order = order_blocks(pattern, blocks, result.ordering, estimate);
  if (options.ordering == Ordering::automatic) {
    weigh_dissection(pattern, blocks, estimate, options, result);
  }
  return result;
}

}  // namespace heddle::lu::detail
