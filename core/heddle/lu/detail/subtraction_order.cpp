// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/subtraction_order.hpp>

#include <heddle/base/detail/memory.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle::lu::detail {
namespace {

using Factors = symbolic::FactorPattern<Kokkos::HostSpace>;

/// One more than the largest rank before, through entries of U and through entries of L.
void rank_columns(Factors const& factors, DefaultIndex* rank) {
  for (DefaultIndex j = 0; j < factors.n; ++j) {
    DefaultIndex mine = 0;
    for (auto slot = factors.column_offsets(j); slot < factors.diagonal(j); ++slot) {
      mine = std::max(mine, rank[factors.rows(slot)] + 1);
    }
    if (factors.columns.data() != factors.rows.data()) {  // else both orders are the same
      for (auto slot = factors.row_offsets(j); slot < factors.row_diagonal(j); ++slot) {
        mine = std::max(mine, rank[factors.columns(slot)] + 1);
      }
    }
    rank[j] = mine;
  }
}

/// Columns by rank, then by number.
std::vector<DefaultIndex> by_rank(DefaultIndex n, DefaultIndex const* rank) {
  std::vector<DefaultIndex> begin(static_cast<std::size_t>(n) + 1, 0);
  for (DefaultIndex j = 0; j < n; ++j) ++begin[rank[j] + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<DefaultIndex> sorted(static_cast<std::size_t>(n));
  for (DefaultIndex j = 0; j < n; ++j) sorted[begin[rank[j]]++] = j;
  return sorted;
}

}  // namespace

SubtractionOrder subtraction_order(Factors const& factors) {
  auto const n = static_cast<std::size_t>(factors.n);
  auto const rank = heddle::detail::allocate_host<DefaultIndex>("heddle::lu::rank", n);
  auto const upper = heddle::detail::allocate_host<DefaultIndex>("heddle::lu::upper_order",
                                                                 factors.rows.extent(0));
  rank_columns(factors, rank.data());
  // Row k of U in the order of rows tells where k stands in each column: behind those that came
  // before. The same rows in the order of ranks then put it where it belongs.
  std::vector<DefaultIndex> seen(n, 0);
  std::vector<DefaultIndex> place(factors.columns.extent(0));
  for (DefaultIndex k = 0; k < factors.n; ++k) {
    for (auto at = factors.row_diagonal(k) + 1; at < factors.row_offsets(k + 1); ++at) {
      place[at] = seen[factors.columns(at)]++;
    }
  }
  std::fill(seen.begin(), seen.end(), 0);
  for (DefaultIndex const k : by_rank(factors.n, rank.data())) {
    for (auto at = factors.row_diagonal(k) + 1; at < factors.row_offsets(k + 1); ++at) {
      auto const j = factors.columns(at);
      upper(factors.column_offsets(j) + seen[j]++) = place[at];
    }
  }
  return {rank, upper};
}

}  // namespace heddle::lu::detail
