// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Families of square matrices for property tests: (family, size, seed) gives the same matrix on
/// every machine. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/entries.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace heddle::families {

using reference::Entries;

enum class Family {
  empty,  ///< 0 x 0, whatever the size
  one_by_one,
  two_by_two,  ///< full, well conditioned
  diagonal,
  arrow,                  ///< dense row and column 0, dominant diagonal
  banded,                 ///< two bands below and one above, not dominant
  grid,                   ///< 5-point Laplacian with 0.3 upwind on a square of about `size` cells
  random,                 ///< about four entries a row, and a permutation that makes it regular
  dense_row,              ///< random, with one full row in the middle
  duplicates,             ///< random, every entry given in one to four parts
  unsorted,               ///< random, entries in random order
  zero_diagonal,          ///< random, no diagonal entry or a stored zero
  structurally_singular,  ///< random, two columns with one and the same row: rank n - 1
  chain                   ///< tridiag(-1, 2, -1)
};

inline constexpr Family all[] = {Family::empty,      Family::one_by_one,
                                 Family::two_by_two, Family::diagonal,
                                 Family::arrow,      Family::banded,
                                 Family::grid,       Family::random,
                                 Family::dense_row,  Family::duplicates,
                                 Family::unsorted,   Family::zero_diagonal,
                                 Family::chain,      Family::structurally_singular};

inline char const* name(Family const family) {
  constexpr char const* names[] = {"empty",
                                   "one_by_one",
                                   "two_by_two",
                                   "diagonal",
                                   "arrow",
                                   "banded",
                                   "grid",
                                   "random",
                                   "dense_row",
                                   "duplicates",
                                   "unsorted",
                                   "zero_diagonal",
                                   "structurally_singular",
                                   "chain"};
  return names[static_cast<int>(family)];
}

/// The engine is fixed by the standard; the distributions are not, so they are written here.
class Random {
 public:
  explicit Random(std::uint64_t const seed) : engine_(seed) {}
  std::int32_t below(std::int32_t const bound) {
    return static_cast<std::int32_t>(engine_() % static_cast<std::uint64_t>(bound));
  }
  /// In [-1, 1), a multiple of 2^-20, so that sums of a few are exact also in single precision.
  double value() { return static_cast<double>(engine_() >> 43) / (1 << 20) - 1.0; }
  /// Of magnitude 1 to 2.
  double large() {
    double const v = value();
    return v < 0 ? v - 1.0 : v + 1.0;
  }
  std::vector<std::int32_t> permutation(std::int32_t const n) {
    std::vector<std::int32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    for (std::int32_t i = n - 1; i > 0; --i) std::swap(order[i], order[below(i + 1)]);
    return order;
  }

 private:
  std::mt19937_64 engine_;
};

/// About four distinct entries a row; `transversal[i]` is a column where row i has a large one.
inline Entries random_with(std::vector<std::int32_t> const& transversal, bool const diagonal,
                           Random& random) {
  auto const n = static_cast<std::int32_t>(transversal.size());
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    std::vector<std::int32_t> columns{transversal[i]};
    entries.add(i, transversal[i], random.large());
    for (int k = 0; k < 3; ++k) {
      std::int32_t const j = random.below(n);
      double const value = random.value();
      bool const taken = std::find(columns.begin(), columns.end(), j) != columns.end();
      if (taken || (!diagonal && j == i)) continue;
      columns.push_back(j);
      entries.add(i, j, value);
    }
  }
  return entries;
}

/// Row and column 0 full, the diagonal n: the natural order fills it completely.
inline Entries arrow(std::int32_t const n) {
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    entries.add(i, i, n);
    if (i > 0) entries.add(0, i, 1), entries.add(i, 0, 1);
  }
  return entries;
}

inline Entries chain(std::int32_t const n) {
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    if (i > 0) entries.add(i, i - 1, -1);
    entries.add(i, i, 2);
    if (i + 1 < n) entries.add(i, i + 1, -1);
  }
  return entries;
}

/// 5-point Laplacian with an upwind term of 0.3 in x, k x k cells, numbered row by row.
inline Entries grid(std::int32_t const k) {
  Entries entries{k * k, k * k, {}};
  for (std::int32_t y = 0; y < k; ++y)
    for (std::int32_t x = 0; x < k; ++x) {
      std::int32_t const cell = y * k + x;
      entries.add(cell, cell, 4.3);
      if (x > 0) entries.add(cell, cell - 1, -1.3);
      if (x + 1 < k) entries.add(cell, cell + 1, -1);
      if (y > 0) entries.add(cell, cell - k, -1);
      if (y + 1 < k) entries.add(cell, cell + k, -1);
    }
  return entries;
}

inline Entries banded(std::int32_t const n, Random& random) {
  Entries entries{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = std::max(0, i - 2); j <= std::min(n - 1, i + 1); ++j)
      entries.add(i, j, i == j ? random.large() : random.value());
  return entries;
}

inline Entries with_dense_row(Entries entries) {
  std::int32_t const n = entries.num_rows, row = n / 2;
  std::erase_if(entries.list, [&](auto const& entry) { return entry.row == row; });
  for (std::int32_t j = 0; j < n; ++j) entries.add(row, j, 1.0 + 0.5 * (j % 3));
  return entries;
}

/// Every entry in one to four parts that add up to it, in single precision too.
inline Entries with_duplicates(Entries const& entries, Random& random) {
  Entries result{entries.num_rows, entries.num_columns, {}};
  for (auto const& entry : entries.list) {
    double rest = entry.value;
    for (std::int32_t part = random.below(4); part > 0; --part) {
      double const value = random.value();
      result.add(entry.row, entry.column, value);
      rest -= value;
    }
    result.add(entry.row, entry.column, rest);
  }
  return result;
}

inline Entries shuffled(Entries const& entries, std::uint64_t const seed) {
  Random random(seed);
  Entries result{entries.num_rows, entries.num_columns, {}};
  for (auto const k : random.permutation(static_cast<std::int32_t>(entries.list.size())))
    result.list.push_back(entries.list[k]);
  return result;
}

inline Entries zero_diagonal(std::int32_t const n, Random& random) {
  std::vector<std::int32_t> cycle(n);
  for (std::int32_t i = 0; i < n; ++i) cycle[i] = (i + 1) % n;
  Entries entries = random_with(cycle, false, random);
  for (std::int32_t i = 0; i < n && n > 1; i += 3) entries.add(i, i, 0.0);
  return entries;
}

/// Two columns keep only the row that the transversal gives to the first of them.
inline Entries structurally_singular(std::int32_t const n, Random& random) {
  auto const transversal = random.permutation(n);
  Entries entries = random_with(transversal, true, random);
  std::int32_t const first = transversal[0], second = n > 1 ? transversal[1] : -1;
  std::erase_if(entries.list,
                [&](auto const& entry) { return entry.column == first || entry.column == second; });
  if (n > 1) entries.add(0, first, 1), entries.add(0, second, 1);
  return entries;
}

inline Entries make(Family const family, std::int32_t const size, std::uint64_t const seed) {
  Random random(seed);
  auto const plain = [&] { return random_with(random.permutation(size), true, random); };
  std::int32_t side = 0;
  while ((side + 1) * (side + 1) <= size) ++side;
  switch (family) {
    case Family::empty: return {};
    case Family::one_by_one: return {1, 1, {{0, 0, random.large()}}};
    case Family::two_by_two:
      return {2, 2, {{0, 0, 1}, {0, 1, random.large()}, {1, 0, -1}, {1, 1, 3}}};
    case Family::arrow: return arrow(size);
    case Family::banded: return banded(size, random);
    case Family::grid: return grid(side);
    case Family::random: return plain();
    case Family::dense_row: return with_dense_row(plain());
    case Family::duplicates: return with_duplicates(plain(), random);
    case Family::unsorted: return shuffled(plain(), seed + 1);
    case Family::zero_diagonal: return zero_diagonal(size, random);
    case Family::structurally_singular: return structurally_singular(size, random);
    case Family::chain: return chain(size);
    case Family::diagonal: break;
  }
  Entries entries{size, size, {}};
  for (std::int32_t i = 0; i < size; ++i) entries.add(i, i, random.large());
  return entries;
}

}  // namespace heddle::families
