// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Harwell-Boeing and Rutherford-Boeing text, after I. Duff, R. Grimes, J. Lewis: Users' Guide for the
// Harwell-Boeing Sparse Matrix Collection, 1992, and The Rutherford-Boeing Sparse Matrix Collection,
// RAL-TR-97-031, 1997. The columns of the matrix stand compressed, in fixed Fortran formats; the two
// differ only in a fifth number and a fifth line of the head, which describe right-hand sides.
#include <heddle/io/read.hpp>

#include <heddle/io/detail/entries.hpp>
#include <heddle/io/detail/fortran_format.hpp>
#include <heddle/io/detail/text.hpp>

#include <cmath>
#include <limits>
#include <new>

namespace heddle::io {
namespace detail {
namespace {

/// The head of a file, checked as far as it goes.
struct Head {
  std::int64_t rhs_lines = 0;
  std::int64_t num_entries = 0;
  FortranFormat pointers;
  FortranFormat indices;
  FortranFormat values;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view next_word(std::string_view& line) {
  line = trimmed(line);
  auto const word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  return word;
}

std::int64_t next_count(LineReader& lines, std::string_view& line, char const* what) {
  auto const word = next_word(line);
  std::int64_t count = 0;
  if (word.empty()) lines.fail(std::string("the line ends before the ") + what);
  if (!parse_fortran_integer(word, count) || count < 0) {
    lines.fail(std::string("not a valid ") + what + ": '" + printable(word) + "'");
  }
  return count;
}

/// Title and key of the first line, fit to be shown.
std::string title_of(std::string_view line) {
  auto const title = trimmed(line.substr(0, 72));
  auto const key = trimmed(line.size() > 72 ? line.substr(72) : std::string_view{});
  std::string shown(title);
  if (!key.empty()) shown += " (" + std::string(key) + ")";
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return shown;
}

/// The three letters: values, symmetry, assembled or not.
void parse_type(LineReader& lines, std::string_view word, Matrix& matrix) {
  std::string type(word);
  for (char& c : type) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  auto const unknown = [&] { lines.fail("unknown matrix type '" + printable(word) + "'"); };
  if (type.size() != 3) unknown();
  switch (type[0]) {
    case 'r': matrix.field = Field::real; break;
    case 'i': matrix.field = Field::integer; break;
    case 'p': matrix.field = Field::pattern; break;
    case 'c': matrix.field = Field::complex; break;
    default: unknown();
  }
  switch (type[1]) {
    case 'u':
    case 'r': matrix.symmetry = Symmetry::general; break;
    case 's': matrix.symmetry = Symmetry::symmetric; break;
    case 'z': matrix.symmetry = Symmetry::skew_symmetric; break;
    case 'h': matrix.symmetry = Symmetry::hermitian; break;
    default: unknown();
  }
  if (type[2] == 'e') lines.fail("elemental (unassembled) matrices are not read");
  if (type[2] != 'a') unknown();
  if ((matrix.symmetry == Symmetry::hermitian && matrix.field != Field::complex) ||
      (matrix.symmetry == Symmetry::skew_symmetric && matrix.field == Field::pattern)) {
    lines.fail("matrix type '" + printable(word) + "' contradicts itself");
  }
}

std::int32_t next_extent(LineReader& lines, std::string_view& line, char const* what) {
  auto const extent = next_count(lines, line, what);
  if (extent > std::numeric_limits<std::int32_t>::max()) {
    lines.fail(std::string(what) + " " + std::to_string(extent) + " is beyond 2147483647");
  }
  return static_cast<std::int32_t>(extent);
}

/// The next bracketed format of the fourth line.
FortranFormat next_format(LineReader& lines, std::string_view& line, char const* what) {
  line = trimmed(line);
  std::size_t length = 0;
  for (int depth = 0; length < line.size();) {
    char const c = line[length++];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth <= 0) break;
  }
  auto format = parse_fortran_format(line.substr(0, length));
  if (format.empty()) {
    lines.fail(std::string("no usable Fortran format for the ") + what + ": '" + printable(line) +
               "'");
  }
  line.remove_prefix(length);
  return format;
}

void require_integers(LineReader const& lines, FortranFormat const& format, char const* what) {
  for (auto const& field : format) {
    if (!field.is_integer) lines.fail(std::string("the format of the ") + what + " is not I");
  }
}

Head parse_head(LineReader& lines, Matrix& matrix) {
  if (lines.remaining() == 0) lines.fail("the file is empty");
  Head head;
  matrix.title = title_of(lines.next("the title"));
  auto counts = lines.next("the numbers of lines");
  for (char const* what : {"total number of lines", "number of pointer lines",
                           "number of index lines", "number of value lines"}) {
    next_count(lines, counts, what);
  }
  if (!trimmed(counts).empty()) {
    head.rhs_lines = next_count(lines, counts, "number of right-hand side lines");
  }
  auto sizes = lines.next("the type and the sizes");
  parse_type(lines, next_word(sizes), matrix);
  matrix.num_rows = next_extent(lines, sizes, "number of rows");
  matrix.num_columns = next_extent(lines, sizes, "number of columns");
  head.num_entries = next_count(lines, sizes, "number of entries");
  if (matrix.symmetry != Symmetry::general && matrix.num_rows != matrix.num_columns) {
    lines.fail("a symmetric matrix is square, this one has " + std::to_string(matrix.num_rows) +
               " rows and " + std::to_string(matrix.num_columns) + " columns");
  }
  auto formats = lines.next("the formats");
  head.pointers = next_format(lines, formats, "pointers");
  require_integers(lines, head.pointers, "pointers");
  head.indices = next_format(lines, formats, "row indices");
  require_integers(lines, head.indices, "row indices");
  if (matrix.field != Field::pattern) head.values = next_format(lines, formats, "values");
  if (head.rhs_lines > 0) lines.next("the description of the right-hand sides");
  return head;
}

/// Walks a section of `count` numbers field by field; `take(field, text, k)` gets each.
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
void parse_columns(LineReader& lines, Head const& head, Matrix& matrix) {
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
      lines.fail("the last column pointer is " + std::to_string(pointer) + ", not the number of "
                 "entries plus one, " + std::to_string(head.num_entries + 1));
    }
    auto const end = static_cast<std::size_t>(pointer - 1);
    if (k > 0) matrix.columns.resize(end, static_cast<std::int32_t>(k - 1));
    previous = pointer;
  });
}

/// Reads the row indices; returns the line of the first.
std::int64_t parse_rows(LineReader& lines, Head const& head, Matrix& matrix) {
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

void parse_values(LineReader& lines, Head const& head, ReadOptions const& options,
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
  auto const head = parse_head(lines, matrix);
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
