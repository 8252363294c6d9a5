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

/// Whether column k has the pattern of L that column k - 1 has below it: then k - 1 updates k,
/// whose pattern holds the other's, and both are of one length.
bool continues_supernode(Factors const& factors, DefaultIndex k) {
  auto const before = factors.diagonal(k - 1), mine = factors.diagonal(k);
  bool const is_updated = mine > factors.column_offsets(k) && factors.rows(mine - 1) == k - 1;
  auto const length = factors.column_offsets(k + 1) - mine;
  return is_updated && factors.column_offsets(k) - before == length + 1 &&
         factors.rows(before + 1) == k;
}

/// First columns of supernodes.
void find_supernodes(Factors const& factors, DefaultIndex* supernode) {
  for (DefaultIndex k = 0; k < factors.n; ++k) {
    supernode[k] = k > 0 && continues_supernode(factors, k) ? supernode[k - 1] : k;
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

/// Ranks as late as the last column of each supernode, then one column a rank. Whoever depends on a
/// column of a supernode depends on the last one, too, which has the same rows below: so everything
/// that a column needs stays in front of it.
std::vector<DefaultIndex> by_supernode(DefaultIndex n, DefaultIndex const* supernode,
                                       DefaultIndex* rank) {
  for (DefaultIndex k = n - 2; k >= 0; --k) {
    if (supernode[k] == supernode[k + 1]) rank[k] = rank[k + 1];
  }
  auto sorted = by_rank(n, rank);
  for (DefaultIndex place = 0; place < n; ++place) rank[sorted[place]] = place;
  return sorted;
}

}  // namespace

SubtractionOrder subtraction_order(Factors const& factors, std::uint64_t multiply_adds) {
  constexpr std::uint64_t long_columns = 50;  // multiply-adds an entry
  auto const n = static_cast<std::size_t>(factors.n);
  auto const rank = heddle::detail::allocate_host<DefaultIndex>("heddle::lu::rank", n);
  auto const upper = heddle::detail::allocate_host<DefaultIndex>("heddle::lu::upper_order",
                                                                 factors.rows.extent(0));
  rank_columns(factors, rank.data());
  HostArray<DefaultIndex> supernode;
  std::vector<DefaultIndex> sorted;
  if (multiply_adds >= long_columns * factors.rows.extent(0) && n > 0) {
    auto const found = heddle::detail::allocate_host<DefaultIndex>("heddle::lu::supernode", n);
    find_supernodes(factors, found.data());
    sorted = by_supernode(factors.n, found.data(), rank.data());
    supernode = found;
  } else {
    sorted = by_rank(factors.n, rank.data());
  }
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
  for (DefaultIndex const k : sorted) {
    for (auto at = factors.row_diagonal(k) + 1; at < factors.row_offsets(k + 1); ++at) {
      auto const j = factors.columns(at);
      upper(factors.column_offsets(j) + seen[j]++) = place[at];
    }
  }
  return {rank, upper, supernode};
}

}  // namespace heddle::lu::detail
