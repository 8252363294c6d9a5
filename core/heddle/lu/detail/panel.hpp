// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Several columns of a supernode subtracted from a column in one pass over it, on hosts.
///
/// One after the other, each column costs a read and a write of the target and a read of the row
/// numbers for every multiply-add; `width` columns share these. Every element still takes in the
/// columns in their order, rounded after each, so the bits are those of column after column.
#pragma once

#include <heddle/base/sparse.hpp>

namespace heddle::lu::detail {

inline constexpr int widest_panel = 8;

/// Columns in a row of L, and the part of them that is dense: their common rows.
template <class Value>
struct Panel {
  DefaultIndex const* rows;  ///< the common rows, `count` of them
  DefaultOffset count;
  Value const* columns[widest_panel];  ///< the values in these rows
  Value factors[widest_panel];         ///< what each column is multiplied by
};

/// `Rows` elements of x at once: enough independent subtractions to fill the pipeline.
template <int Width, int Rows, class Value>
inline void subtract_rows(Panel<Value> const& panel, DefaultOffset at, Value* x) {
  Value rest[Rows];
  for (int i = 0; i < Rows; ++i) rest[i] = x[panel.rows[at + i]];
  for (int k = 0; k < Width; ++k) {
    for (int i = 0; i < Rows; ++i) rest[i] -= panel.columns[k][at + i] * panel.factors[k];
  }
  for (int i = 0; i < Rows; ++i) x[panel.rows[at + i]] = rest[i];
}

template <int Width, class Value>
void subtract_panel(Panel<Value> const& panel, Value* x) {
  constexpr int rows = 4;
  DefaultOffset at = 0;
  for (; at + rows <= panel.count; at += rows) subtract_rows<Width, rows>(panel, at, x);
  for (; at < panel.count; ++at) subtract_rows<Width, 1>(panel, at, x);
}

}  // namespace heddle::lu::detail
