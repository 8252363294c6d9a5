// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Harwell-Boeing and Rutherford-Boeing text, after I. Duff, R. Grimes, J. Lewis: Users' Guide for
// the Harwell-Boeing Sparse Matrix Collection, 1992, and The Rutherford-Boeing Sparse Matrix
// Collection, RAL-TR-97-031, 1997. The columns of the matrix stand compressed, in fixed Fortran
// formats; the two differ only in a fifth number and a fifth line of the head, which describe
// right-hand sides.
//
// Fields are cut out by column and width, as Fortran does: neighbours may touch, and what stands
// behind the last field of a line (sequence numbers, on old files) is not looked at.
#include <heddle/io/read.hpp>

#include <heddle/io/detail/entries.hpp>
#include <heddle/io/detail/fortran_format.hpp>
#include <heddle/io/detail/harwell_boeing_head.hpp>
#include <heddle/io/detail/text.hpp>

#include <cmath>
#include <new>

namespace heddle::io {
namespace detail {
namespace {

/// Walks a section of `count` numbers field by field; `take(field, text, k)` gets each. Each
/// section begins on a line of its own. Fortran reads a blank field as zero; here it is refused,
/// because in practice it means that a line was cut off.
template <class Take>
void for_each_field(LineReader& lines, FortranFormat const& format, std::int64_t count,
                    char const* what, Take const& take) {
  for (std::int64_t k = 0; k < count;) {
    auto const line = lines.next(what);
    for (auto const& field : format) {
      if (k == count) break;
      auto const text = field_text(field, line);
      if (text.empty()) {
        lines.fail(std::string("blank field among ") + what + ", number " + std::to_string(k + 1) +
                   " of " + std::to_string(count));
      }
      take(field, text, k++);
    }
  }
}

std::int64_t integer_of(LineReader const& lines, std::string_view text, char const* what) {
  std::int64_t value = 0;
  if (!parse_fortran_integer(text, value)) {
    lines.fail(std::string("not a valid ") + what + ": '" + printable(text) + "'");
  }
  return value;
}

/// A number takes at least one character: what the rest of the file cannot hold is refused before
/// anything is allocated.
void bound_count(LineReader const& lines, std::int64_t count, char const* what) {
  if (static_cast<std::uint64_t>(count) > lines.remaining()) {
    lines.fail("the head announces " + std::to_string(count) + " " + what +
               ", more than the rest of the file can hold");
  }
}

/// Reads the column pointers, and expands them to one column index for each entry.
void parse_columns(LineReader& lines, HarwellBoeingHead const& head, Matrix& matrix) {
  std::int64_t const count = std::int64_t{matrix.num_columns} + 1;
  bound_count(lines, count, "column pointers");
  bound_count(lines, head.num_entries, "entries");
  matrix.columns.reserve(static_cast<std::size_t>(head.num_entries));
  std::int64_t previous = 1;
  for_each_field(lines, head.pointers, count, "column pointers",
                 [&](FortranField const&, std::string_view text, std::int64_t k) {
                   auto const pointer = integer_of(lines, text, "column pointer");
                   bool const in_order = k == 0 ? pointer == 1 : pointer >= previous;
                   if (!in_order || pointer > head.num_entries + 1) {
                     lines.fail("column pointer " + std::to_string(pointer) + " is not in " +
                                std::to_string(previous) + " ... " +
                                std::to_string(k == 0 ? 1 : head.num_entries + 1));
                   }
                   if (k == count - 1 && pointer != head.num_entries + 1) {
                     lines.fail("the last column pointer is " + std::to_string(pointer) +
                                ", not the number of "
                                "entries plus one, " +
                                std::to_string(head.num_entries + 1));
                   }
                   auto const end = static_cast<std::size_t>(pointer - 1);
                   if (k > 0) matrix.columns.resize(end, static_cast<std::int32_t>(k - 1));
                   previous = pointer;
                 });
}

/// Reads the row indices; returns the line of the first.
std::int64_t parse_rows(LineReader& lines, HarwellBoeingHead const& head, Matrix& matrix) {
  bound_count(lines, head.num_entries, "entries");
  auto const first_line = lines.line() + 1;
  matrix.rows.reserve(static_cast<std::size_t>(head.num_entries));
  for_each_field(lines, head.indices, head.num_entries, "row indices",
                 [&](FortranField const&, std::string_view text, std::int64_t) {
                   auto const row = integer_of(lines, text, "row index");
                   if (row < 1 || row > matrix.num_rows) {
                     lines.fail("row index " + std::to_string(row) + " is not in 1 ... " +
                                std::to_string(matrix.num_rows));
                   }
                   matrix.rows.push_back(static_cast<std::int32_t>(row - 1));
                 });
  return first_line;
}

double value_of(LineReader const& lines, FortranField const& field, std::string_view text,
                Matrix const& matrix, ReadOptions const& options) {
  double value = 0;
  if (field.is_integer) {
    auto const integer = integer_of(lines, text, "integer value");
    if (integer > (1LL << 53) || integer < -(1LL << 53)) lines.fail("integer value is beyond 2^53");
    return static_cast<double>(integer);
  }
  if (!parse_fortran_real(field, text, value)) {
    lines.fail("not a valid value: '" + printable(text) + "'");
  }
  if (!std::isfinite(value) && !options.allow_non_finite) lines.fail("the value is not finite");
  if (matrix.field == Field::integer && value != std::trunc(value)) {
    lines.fail("not a valid integer value: '" + printable(text) + "'");
  }
  return value;
}

void parse_values(LineReader& lines, HarwellBoeingHead const& head, ReadOptions const& options,
                  Matrix& matrix) {
  bool const complex = matrix.field == Field::complex;
  std::int64_t const count = complex ? 2 * head.num_entries : head.num_entries;
  bound_count(lines, head.num_entries, "values");
  matrix.values.reserve(static_cast<std::size_t>(head.num_entries));
  if (complex) matrix.imaginary.reserve(static_cast<std::size_t>(head.num_entries));
  for_each_field(lines, head.values, count, "values",
                 [&](FortranField const& field, std::string_view text, std::int64_t k) {
                   bool const imaginary = complex && k % 2 == 1;
                   (imaginary ? matrix.imaginary : matrix.values)
                       .push_back(value_of(lines, field, text, matrix, options));
                   if (complex && !imaginary) return;  // the other half of the entry comes next
                   auto const entry = matrix.values.size() - 1;
                   if (char const* fault = entry_fault(matrix, entry)) lines.fail(fault);
                 });
}

Matrix parse_harwell_boeing(std::span<char const> text, std::string const& name,
                            ReadOptions const& options) {
  constexpr auto phase = "heddle::io::read";
  auto const bytes = static_cast<std::int64_t>(text.size());
  Matrix matrix;
  LineReader lines(text, name);
  auto const told = [&] {
    auto const done = static_cast<std::int64_t>(lines.consumed());
    report(options.observer, phase, done, bytes, done);
  };
  auto const head = parse_harwell_boeing_head(lines, matrix);
  parse_columns(lines, head, matrix);
  told();
  auto const first_line = parse_rows(lines, head, matrix);
  told();
  if (matrix.field != Field::pattern) parse_values(lines, head, options, matrix);
  auto const per_line = head.indices.size();
  check_repeats(matrix, options, name, [&](std::size_t entry) {
    return first_line + static_cast<std::int64_t>(entry / per_line);
  });
  report(options.observer, phase, bytes, bytes, bytes);
  return matrix;
}

}  // namespace
}  // namespace detail

Matrix parse_harwell_boeing(std::span<char const> text, std::string const& name,
                            ReadOptions const& options) {
  try {
    return detail::parse_harwell_boeing(text, name, options);
  } catch (std::bad_alloc const&) {
    HEDDLE_EXPECTS(false, out_of_memory,
                   detail::printable_path(name) + ": the matrix does not fit into memory");
    throw;
  }
}

}  // namespace heddle::io
