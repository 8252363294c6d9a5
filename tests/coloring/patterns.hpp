// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Patterns with known colourings. Knows no Kokkos.
#pragma once

#include <tests/families.hpp>
#include <tests/reference/coloring.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::test {

using reference::Grid;
using reference::grid_of;

/// Rows {i + d for d in offsets}, wrapped around or cut off.
inline Grid band(std::int32_t const n, std::vector<std::int32_t> const& offsets,
                 bool const cyclic = false) {
  std::vector<std::vector<std::int32_t>> rows(n);
  for (std::int32_t i = 0; i < n; ++i)
    for (auto const d : offsets) {
      std::int32_t const j = cyclic ? (i + d + n) % n : i + d;
      if (j >= 0 && j < n) rows[i].push_back(j);
    }
  return grid_of(n, rows);
}

inline Grid tridiagonal(std::int32_t const n) { return band(n, {-1, 0, 1}); }

/// A stencil on a box: cell (x, y, z) sees those whose distances `sees` accepts.
inline Grid stencil(std::int32_t const nx, std::int32_t const ny, std::int32_t const nz,
                    std::function<bool(int, int, int)> const& sees, bool const periodic = false) {
  std::vector<std::vector<std::int32_t>> rows;
  auto const place = [&](std::int32_t k, std::int32_t const n) {
    return periodic ? (k + n) % n : k;
  };
  auto const inside = [](std::int32_t const k, std::int32_t const n) { return k >= 0 && k < n; };
  for (std::int32_t z = 0; z < nz; ++z)
    for (std::int32_t y = 0; y < ny; ++y)
      for (std::int32_t x = 0; x < nx; ++x) {
        rows.emplace_back();
        for (int c = nz > 1 ? -1 : 0; c <= (nz > 1 ? 1 : 0); ++c)
          for (int b = -1; b <= 1; ++b)
            for (int a = -1; a <= 1; ++a) {
              auto const i = place(x + a, nx), j = place(y + b, ny), k = place(z + c, nz);
              if (!sees(std::abs(a), std::abs(b), std::abs(c))) continue;
              if (!inside(i, nx) || !inside(j, ny) || !inside(k, nz)) continue;
              rows.back().push_back((k * ny + j) * nx + i);
            }
      }
  return grid_of(nx * ny * nz, rows);
}

inline bool sees_faces(int const a, int const b, int const c) { return a + b + c <= 1; }
inline bool sees_all(int, int, int) { return true; }

inline Grid five_point(std::int32_t const k, bool const periodic = false) {
  return stencil(k, k, 1, sees_faces, periodic);
}
inline Grid nine_point(std::int32_t const k) { return stencil(k, k, 1, sees_all); }
inline Grid seven_point(std::int32_t const k) { return stencil(k, k, k, sees_faces); }
inline Grid all_27_points(std::int32_t const k) { return stencil(k, k, k, sees_all); }

/// Two species on a periodic k x k grid, one block each: a cell sees the five-point neighbours of
/// its own species and the other species in the cell.
inline Grid brusselator(std::int32_t const k) {
  auto const single = five_point(k, true);
  std::int32_t const n = single.num_rows;
  std::vector<std::vector<std::int32_t>> rows(2 * n);
  for (std::int32_t i = 0; i < n; ++i) {
    rows[i] = single.rows[i];
    rows[i].push_back(n + i);
    for (auto const j : single.rows[i]) rows[n + i].push_back(n + j);
    rows[n + i].push_back(i);
  }
  return grid_of(2 * n, rows);
}

/// Dense first row and column, and the diagonal.
inline Grid arrow(std::int32_t const n) {
  std::vector<std::vector<std::int32_t>> rows(n);
  for (std::int32_t i = 0; i < n; ++i) {
    rows[0].push_back(i);
    if (i > 0) rows[i] = {0, i};
  }
  return grid_of(n, rows);
}

inline Grid fano() {
  return grid_of(7, {{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}});
}

/// About `per_row` entries a row, some rows and columns empty.
inline Grid random_grid(std::int32_t const m, std::int32_t const n, std::int32_t const per_row,
                        std::uint64_t const seed) {
  families::Random random(seed);
  std::vector<std::vector<std::int32_t>> rows(m);
  for (auto& row : rows) {
    std::int32_t const length = n == 0 ? 0 : random.below(2 * per_row + 1);
    for (std::int32_t k = 0; k < length; ++k) row.push_back(random.below(n));
  }
  return grid_of(n, rows);
}

/// Exactly `per_row` entries a row.
inline Grid regular_random(std::int32_t const n, std::int32_t const per_row,
                           std::uint64_t const seed) {
  families::Random random(seed);
  Grid grid{n, n, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    std::set<std::int32_t> row;
    while (static_cast<std::int32_t>(row.size()) < per_row) row.insert(random.below(n));
    grid.rows.emplace_back(row.begin(), row.end());
  }
  return grid;
}

/// The union with the transposed pattern; without the diagonal if wanted.
inline Grid symmetric(Grid const& grid, bool const diagonal) {
  std::vector<std::vector<std::int32_t>> rows(grid.num_rows);
  for (std::int32_t i = 0; i < grid.num_rows; ++i)
    for (auto const j : grid.rows[i]) {
      if (i == j && !diagonal) continue;
      rows[i].push_back(j);
      rows[j].push_back(i);
    }
  return grid_of(grid.num_columns, rows);
}

inline Grid random_graph(std::int32_t const n, std::int32_t const per_row,
                         std::uint64_t const seed) {
  return symmetric(random_grid(n, n, per_row, seed), seed % 2 == 0);
}

inline std::int64_t num_entries(Grid const& grid) {
  std::int64_t count = 0;
  for (auto const& row : grid.rows) count += static_cast<std::int64_t>(row.size());
  return count;
}

}  // namespace heddle::test
