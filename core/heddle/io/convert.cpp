// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries go to their rows in the order of the file, which is a counting sort. Most files list
// columns one after the other, so that the rows come out sorted; the others are sorted row by row.
#include <heddle/io/convert.hpp>

#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::io {
namespace {

using Index = DefaultIndex;
using Offset = DefaultOffset;
template <class T>
using HostView = Kokkos::View<T*, Kokkos::HostSpace>;
template <class Value>
using Dense = Kokkos::View<Value**, Kokkos::LayoutLeft, Kokkos::HostSpace>;

template <class Value>
constexpr bool is_complex = !std::is_floating_point_v<Value>;

/// Stands for the value where only the pattern is wanted.
struct NoValue {};

/// An entry of the file as an element of the matrix; `mirrored` is the one that symmetry gives.
template <class Value>
Value value_of(Matrix const& matrix, std::size_t entry, bool mirrored) {
  if constexpr (std::is_same_v<Value, NoValue>) {
    return {};
  } else {
    if (matrix.field == Field::pattern) return Value(1);
    bool const negated = mirrored && matrix.symmetry == Symmetry::skew_symmetric;
    double const real = negated ? -matrix.values[entry] : matrix.values[entry];
    if constexpr (is_complex<Value>) {
      using Real = typename Value::value_type;
      bool const conjugated = mirrored && matrix.symmetry == Symmetry::hermitian;
      double const stored = matrix.field == Field::complex ? matrix.imaginary[entry] : 0.0;
      double const imaginary = negated || conjugated ? -stored : stored;
      return Value(static_cast<Real>(real), static_cast<Real>(imaginary));
    } else {
      return static_cast<Value>(real);
    }
  }
}

bool is_zero(Matrix const& matrix, std::size_t entry) {
  return matrix.values[entry] == 0 &&
         (matrix.field != Field::complex || matrix.imaginary[entry] == 0);
}

/// Calls visit(row, column, entry, mirrored) for each element, in the order of the file: a stored
/// element and at once its mirror. Lower triangles in column order thus come out sorted by row.
template <class Visit>
void for_each_coordinate(Matrix const& matrix, Visit const& visit) {
  bool const general = matrix.symmetry == Symmetry::general;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    Index const row = matrix.rows[k];
    Index const column = matrix.columns[k];
    visit(row, column, k, false);
    if (!general && row != column) visit(column, row, k, true);
  }
}

/// The same for array files, whose values walk down the columns of the stored part.
template <class Visit>
void for_each_array_element(Matrix const& matrix, Visit const& visit) {
  bool const general = matrix.symmetry == Symmetry::general;
  bool const skew = matrix.symmetry == Symmetry::skew_symmetric;
  std::size_t entry = 0;
  for (Index column = 0; column < matrix.num_columns; ++column) {
    for (Index row = general ? 0 : column + (skew ? 1 : 0); row < matrix.num_rows; ++row, ++entry) {
      visit(row, column, entry, false);
      if (!general && row != column) visit(column, row, entry, true);
    }
  }
}

/// All elements that become entries: an array file states no pattern, so its zeros are left out.
template <class Visit>
void for_each_entry(Matrix const& matrix, Visit const& visit) {
  if (matrix.layout == Layout::coordinate) {
    for_each_coordinate(matrix, visit);
  } else {
    for_each_array_element(matrix, [&](Index row, Index column, std::size_t entry, bool mirrored) {
      if (!is_zero(matrix, entry)) visit(row, column, entry, mirrored);
    });
  }
}

/// Refuses what the machine cannot hold. Sizes come from files: without this a line of text that
/// states two thousand million rows would get the process killed while it fills their offsets.
void expect_memory(double bytes, char const* label) {
  double const physical =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  HEDDLE_EXPECTS(bytes <= physical, out_of_memory,
                 std::string(label) + " needs " + std::to_string(bytes / 1e9) +
                     " GB, more than this machine has");
}

/// A view with uninitialized items: no kernel runs, so no execution space is asked for one.
template <class ViewType, class... Extents>
ViewType allocate(char const* label, Extents... extents) {
  using Item = typename ViewType::value_type;
  expect_memory((static_cast<double>(sizeof(Item)) * ... * static_cast<double>(extents)), label);
  try {
    return ViewType(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                    extents...);
  } catch (std::exception const&) {
    HEDDLE_EXPECTS(false, out_of_memory, std::string("no memory for ") + label);
    throw;
  }
}

template <class Value>
void expect_field(Matrix const& matrix) {
  HEDDLE_EXPECTS(is_complex<Value> || matrix.field != Field::complex, unsupported,
                 "a complex matrix does not fit into a real value type");
}

/// Offsets of the rows, from a count of their elements.
HostView<Offset> count_rows(Matrix const& matrix) {
  auto const size = static_cast<std::size_t>(matrix.num_rows) + 1;
  auto offsets = allocate<HostView<Offset>>("heddle::io::row_offsets", size);
  std::fill_n(offsets.data(), size, Offset{0});
  for_each_entry(matrix, [&](Index row, Index, std::size_t, bool) { ++offsets(row); });
  std::exclusive_scan(offsets.data(), offsets.data() + size, offsets.data(), Offset{0});
  return offsets;
}

/// Moves the offsets up by one place: offsets(row + 1) then says where the next entry of `row`
/// goes, and when all entries are placed the offsets are the final ones again.
void shift_offsets(HostView<Offset> const& offsets) {
  Offset* const first = offsets.data();
  std::copy_backward(first, first + offsets.extent(0) - 1, first + offsets.extent(0));
}

/// Sorts the columns of a row, with their values; equal columns keep their order.
template <class Value>
void sort_row(Index* columns, Value* values, std::size_t size) {
  if (std::is_sorted(columns, columns + size)) return;
  // Pairs with the place in the file make an unstable sort stable.
  std::vector<std::pair<Index, std::size_t>> order(size);
  for (std::size_t k = 0; k < size; ++k) order[k] = {columns[k], k};
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < size; ++k) columns[k] = order[k].first;
  if constexpr (!std::is_same_v<Value, NoValue>) {
    std::vector<Value> const before(values, values + size);
    for (std::size_t k = 0; k < size; ++k) values[k] = before[order[k].second];
  }
}

/// The three arrays of compressed rows, while they can still be written.
template <class Value>
struct Rows {
  HostView<Offset> offsets;
  HostView<Index> columns;
  HostView<Value> values;  ///< empty for NoValue
};

/// Builds the rows in two passes over the file, one to count and one to place.
template <class Value>
Rows<Value> gather_rows(Matrix const& matrix) {
  constexpr bool with_values = !std::is_same_v<Value, NoValue>;
  Rows<Value> rows;
  rows.offsets = count_rows(matrix);
  auto const num_entries = static_cast<std::size_t>(rows.offsets(matrix.num_rows));
  rows.columns = allocate<HostView<Index>>("heddle::io::columns", num_entries);
  if constexpr (with_values) {
    rows.values = allocate<HostView<Value>>("heddle::io::values", num_entries);
  }
  shift_offsets(rows.offsets);
  for_each_entry(matrix, [&](Index row, Index column, std::size_t entry, bool mirrored) {
    Offset const place = rows.offsets(row + 1)++;
    rows.columns(place) = column;
    if constexpr (with_values) rows.values(place) = value_of<Value>(matrix, entry, mirrored);
  });
  for (Index row = 0; row < matrix.num_rows; ++row) {
    Offset const begin = rows.offsets(row);
    auto const size = static_cast<std::size_t>(rows.offsets(row + 1) - begin);
    Value* const values = with_values ? rows.values.data() + begin : nullptr;
    sort_row(rows.columns.data() + begin, values, size);
  }
  return rows;
}

/// The reverse of value_of, for an entry as the file would state it.
template <class Value>
void set_value(Matrix& matrix, std::size_t entry, Value const& value) {
  if constexpr (is_complex<Value>) {
    matrix.values[entry] = static_cast<double>(value.real());
    matrix.imaginary[entry] = static_cast<double>(value.imag());
  } else {
    matrix.values[entry] = static_cast<double>(value);
  }
}

/// A general matrix with room for the values of `size` entries.
template <class Value>
Matrix general_matrix(Layout layout, std::size_t size) {
  Matrix matrix;
  matrix.layout = layout;
  matrix.field = is_complex<Value> ? Field::complex : Field::real;
  matrix.values.resize(size);
  if (is_complex<Value>) matrix.imaginary.resize(size);
  return matrix;
}

}  // namespace

template <class Value>
Csr<Value> to_csr(Matrix const& matrix) {
  Kokkos::Profiling::ScopedRegion const region("heddle::io::to_csr");
  require_initialized("heddle::io::to_csr");
  validate(matrix);
  expect_field<Value>(matrix);
  auto const rows = gather_rows<Value>(matrix);
  return {matrix.num_rows, matrix.num_columns, rows.offsets, rows.columns, rows.values};
}

Pattern<> to_pattern(Matrix const& matrix) {
  Kokkos::Profiling::ScopedRegion const region("heddle::io::to_pattern");
  require_initialized("heddle::io::to_pattern");
  validate(matrix);
  auto const rows = gather_rows<NoValue>(matrix);
  return {matrix.num_rows, matrix.num_columns, rows.offsets, rows.columns};
}

template <class Value>
Matrix from_csr(Csr<Value> const& csr) {
  Kokkos::Profiling::ScopedRegion const region("heddle::io::from_csr");
  auto const size = static_cast<std::size_t>(csr.num_entries());
  HEDDLE_EXPECTS(csr.values.extent(0) == size && csr.num_rows >= 0 &&
                     csr.row_offsets.extent(0) == static_cast<std::size_t>(csr.num_rows) + 1 &&
                     csr.row_offsets(0) == 0 && csr.row_offsets(csr.num_rows) == csr.num_entries(),
                 invalid_matrix, "row offsets, columns and values do not fit together");
  auto matrix = general_matrix<Value>(Layout::coordinate, size);
  matrix.num_rows = csr.num_rows;
  matrix.num_columns = csr.num_columns;
  matrix.columns.assign(csr.columns.data(), csr.columns.data() + size);
  matrix.rows.reserve(size);
  // Each row's index is repeated up to the row's end, so offsets must be checked on the way.
  for (Index row = 0; row < csr.num_rows; ++row) {
    Offset const end = csr.row_offsets(row + 1);
    HEDDLE_EXPECTS(csr.row_offsets(row) <= end && end <= csr.num_entries(), invalid_matrix,
                   "the row offsets do not ascend");
    matrix.rows.resize(static_cast<std::size_t>(end), row);
  }
  for (std::size_t entry = 0; entry < size; ++entry) set_value(matrix, entry, csr.values(entry));
  validate(matrix);
  return matrix;
}

template <class Value>
Matrix from_dense(Kokkos::View<Value const**, Kokkos::LayoutLeft, Kokkos::HostSpace> const& dense) {
  constexpr std::size_t most = std::numeric_limits<Index>::max();
  HEDDLE_EXPECTS(dense.extent(0) <= most && dense.extent(1) <= most, invalid_argument,
                 "more rows or columns than a 32-bit index can count");
  auto matrix = general_matrix<Value>(Layout::array, dense.extent(0) * dense.extent(1));
  matrix.num_rows = static_cast<Index>(dense.extent(0));
  matrix.num_columns = static_cast<Index>(dense.extent(1));
  std::size_t entry = 0;
  for (std::size_t column = 0; column < dense.extent(1); ++column) {
    for (std::size_t row = 0; row < dense.extent(0); ++row) {
      set_value(matrix, entry++, dense(row, column));
    }
  }
  return matrix;
}

template <class Value>
Dense<Value> to_dense(Matrix const& matrix) {
  Kokkos::Profiling::ScopedRegion const region("heddle::io::to_dense");
  require_initialized("heddle::io::to_dense");
  validate(matrix);
  expect_field<Value>(matrix);
  auto dense =
      allocate<Dense<Value>>("heddle::io::dense", static_cast<std::size_t>(matrix.num_rows),
                             static_cast<std::size_t>(matrix.num_columns));
  std::fill_n(dense.data(), dense.size(), Value(0));
  for_each_entry(matrix, [&](Index row, Index column, std::size_t entry, bool mirrored) {
    dense(row, column) += value_of<Value>(matrix, entry, mirrored);
  });
  return dense;
}

#define HEDDLE_IO_INSTANTIATE(Value)                                                     \
  template Csr<Value> to_csr<Value>(Matrix const&);                                      \
  template Matrix from_csr<Value>(Csr<Value> const&);                                    \
  template Matrix from_dense<Value>(                                                     \
      Kokkos::View<Value const**, Kokkos::LayoutLeft, Kokkos::HostSpace> const&);        \
  template Kokkos::View<Value**, Kokkos::LayoutLeft, Kokkos::HostSpace> to_dense<Value>( \
      Matrix const&)

HEDDLE_IO_INSTANTIATE(float);
HEDDLE_IO_INSTANTIATE(double);
HEDDLE_IO_INSTANTIATE(Kokkos::complex<float>);
HEDDLE_IO_INSTANTIATE(Kokkos::complex<double>);

#undef HEDDLE_IO_INSTANTIATE

}  // namespace heddle::io
