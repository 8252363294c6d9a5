// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A pattern on the host as plain arrays, with 64-bit offsets. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::jacobian::detail {

/// Row i holds columns[offsets[i] ... offsets[i+1]).
struct HostRows {
  std::int32_t num_rows = 0, num_columns = 0;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;

  std::span<std::int32_t const> row(std::int32_t i) const {
    auto const begin = static_cast<std::size_t>(offsets[i]);
    return std::span(columns).subspan(begin, static_cast<std::size_t>(offsets[i + 1]) - begin);
  }
};

}  // namespace heddle::jacobian::detail
