// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where the entries of a Hessian are read, found on the host.
#pragma once

#include <heddle/jacobian/detail/host_recovery.hpp>
#include <heddle/jacobian/detail/host_rows.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/trees.hpp>
#include <heddle/jacobian/hessian_options.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace heddle::jacobian::detail {

/// Star: an entry is read in its row at the colour of its column if it is alone there, else its
/// mirror is. Both mirror images read the same place, so that the result is symmetric.
inline std::vector<std::int64_t> star_positions(HostRows const& rows,
                                                std::span<std::int64_t const> mirror,
                                                std::span<std::int32_t const> colors,
                                                BlockLayout const& layout) {
  auto const alone = alone_in_row(rows, colors);
  std::vector<std::int64_t> positions(rows.columns.size());
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      auto const j = rows.columns[p];
      if (j < i) continue;
      positions[p] = alone[p] ? layout.of_column(i, colors[j]) : layout.of_column(j, colors[i]);
      positions[mirror[p]] = positions[p];
    }
  }
  return positions;
}

/// Substitution: the diagonal is read in the block, other entries behind it, one per step.
inline std::vector<std::int64_t> tree_positions(HostRows const& rows,
                                                SubstitutionTrees const& trees,
                                                std::span<std::int32_t const> colors,
                                                BlockLayout const& layout) {
  std::vector<std::int64_t> positions(rows.columns.size());
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      auto const step = trees.step_of_entry[p];
      positions[p] = step >= 0 ? layout.size() + step : layout.of_column(i, colors[i]);
    }
  }
  return positions;
}

/// Keeps the entries of a triangle, in rows and in a list of one number per entry.
inline void keep_triangle(Triangle triangle, HostRows& rows, std::vector<std::int64_t>& positions) {
  HostRows kept{rows.num_rows, rows.num_columns, {0}, {}};
  std::vector<std::int64_t> kept_positions;
  for (std::int32_t i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      auto const j = rows.columns[p];
      bool const inside = triangle == Triangle::lower ? j <= i : j >= i;
      if (!inside) continue;
      kept.columns.push_back(j);
      kept_positions.push_back(positions[p]);
    }
    kept.offsets.push_back(static_cast<std::int64_t>(kept.columns.size()));
  }
  rows = std::move(kept);
  positions = std::move(kept_positions);
}

}  // namespace heddle::jacobian::detail
