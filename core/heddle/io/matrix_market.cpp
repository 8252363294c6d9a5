// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix Market text, after R. Boisvert, R. Pozo, K. Remington: The Matrix Market Exchange Formats,
// NISTIR 5935, 1996. One pass; each number is rounded correctly. The entries of coordinate files
// take one line each, as the format says; values of array files may share lines.
#include <heddle/io/read.hpp>

#include <heddle/io/detail/entries.hpp>
#include <heddle/io/detail/text.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <new>

namespace heddle::io {
namespace detail {
namespace {

/// The next word of a banner, in lower case.
std::string next_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  std::string word;
  while (!line.empty() && !is_blank(line.front())) {
    char const c = line.front();
    word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    line.remove_prefix(1);
  }
  return word;
}

/// Looks a word of the banner up; `what` names it in the message.
template <class Meaning, std::size_t count>
Meaning meaning_of(std::string const& word, char const* what,
                   std::array<std::pair<char const*, Meaning>, count> const& words,
                   std::string const& name) {
  for (auto const& [spelling, meaning] : words) {
    if (word == spelling) return meaning;
  }
  if (word.empty()) fail(name, 1, std::string("the banner ends before the ") + what);
  fail(name, 1, std::string("unknown ") + what + " in the banner: '" + printable(word) + "'");
}

/// "%%MatrixMarket matrix <layout> <field> <symmetry>", in any case, and which of them go together.
void parse_banner(Scanner& scanner, Matrix& matrix) {
  using Pairs = std::pair<char const*, Layout>;
  using FieldPair = std::pair<char const*, Field>;
  using SymmetryPair = std::pair<char const*, Symmetry>;
  auto const& name = scanner.name();
  if (scanner.remaining() == 0) scanner.fail("the file is empty");
  auto line = scanner.rest_of_line();
  if (next_word(line) != "%%matrixmarket") fail(name, 1, "no banner '%%MatrixMarket'");
  if (auto const object = next_word(line); object != "matrix") {
    fail(name, 1, "the object of the banner is not 'matrix' but '" + printable(object) + "'");
  }
  matrix.layout = meaning_of(
      next_word(line), "layout",
      std::array{Pairs{"coordinate", Layout::coordinate}, Pairs{"array", Layout::array}}, name);
  matrix.field = meaning_of(
      next_word(line), "field",
      std::array{FieldPair{"real", Field::real}, FieldPair{"integer", Field::integer},
                 FieldPair{"pattern", Field::pattern}, FieldPair{"complex", Field::complex}},
      name);
  matrix.symmetry = meaning_of(next_word(line), "symmetry",
                               std::array{SymmetryPair{"general", Symmetry::general},
                                          SymmetryPair{"symmetric", Symmetry::symmetric},
                                          SymmetryPair{"skew-symmetric", Symmetry::skew_symmetric},
                                          SymmetryPair{"hermitian", Symmetry::hermitian}},
                               name);
  bool const pattern = matrix.field == Field::pattern;
  if (!next_word(line).empty()) fail(name, 1, "unexpected text after the banner");
  if (pattern && matrix.layout == Layout::array) fail(name, 1, "an array file has values");
  if (pattern && matrix.symmetry == Symmetry::skew_symmetric) {
    fail(name, 1, "a pattern cannot be skew-symmetric");
  }
  if (matrix.symmetry == Symmetry::hermitian && matrix.field != Field::complex) {
    fail(name, 1, "a Hermitian matrix has complex values");
  }
}

/// Rows or columns: more than a 32-bit index can count are refused.
std::int32_t parse_extent(Scanner& scanner, char const* what) {
  auto const extent = scanner.unsigned_integer(what);
  if (extent > std::numeric_limits<std::int32_t>::max()) {
    scanner.fail(std::string(what) + " " + std::to_string(extent) + " is beyond 2147483647");
  }
  return static_cast<std::int32_t>(extent);
}

/// The shortest line of an entry: an index or a value takes one digit and what ends it.
std::size_t shortest_entry(Matrix const& matrix) {
  std::size_t const values = matrix.field == Field::pattern   ? 0
                             : matrix.field == Field::complex ? 2
                                                              : 1;
  return 2 * (values + (matrix.layout == Layout::coordinate ? 2 : 0));
}

/// Refuses a number of entries that the text cannot hold; nothing is allocated before.
std::size_t bounded_count(Scanner const& scanner, Matrix const& matrix, std::int64_t count,
                          std::int64_t line) {
  // One more byte, since the last line need not end.
  auto const most = (scanner.remaining() + 1) / shortest_entry(matrix);
  if (static_cast<std::uint64_t>(count) > most) {
    fail(scanner.name(), line,
         "the size line announces " + std::to_string(count) +
             " entries, more than the rest of the file can hold");
  }
  return static_cast<std::size_t>(count);
}

/// Reads the size line; returns the number of stored entries and makes room for them.
std::size_t parse_sizes(Scanner& scanner, Matrix& matrix) {
  if (!scanner.seek_token()) scanner.fail("the file ends before the size line");
  auto const line = scanner.line();
  matrix.num_rows = parse_extent(scanner, "number of rows");
  matrix.num_columns = parse_extent(scanner, "number of columns");
  bool const coordinate = matrix.layout == Layout::coordinate;
  std::int64_t count = coordinate ? scanner.unsigned_integer("number of entries") : 0;
  if (matrix.symmetry != Symmetry::general && matrix.num_rows != matrix.num_columns) {
    scanner.fail("a symmetric matrix is square, this one has " + std::to_string(matrix.num_rows) +
                 " rows and " + std::to_string(matrix.num_columns) + " columns");
  }
  scanner.finish_line("size line");
  if (!coordinate) count = num_stored_in_array(matrix);
  auto const entries = bounded_count(scanner, matrix, count, line);
  if (coordinate) matrix.rows.resize(entries), matrix.columns.resize(entries);
  if (matrix.field != Field::pattern) matrix.values.resize(entries);
  if (matrix.field == Field::complex) matrix.imaginary.resize(entries);
  return entries;
}

/// An index of the file, from 1, becomes one from 0.
inline std::int32_t parse_index(Scanner& scanner, char const* what, std::int32_t extent) {
  auto const index = scanner.unsigned_integer(what);
  if (index < 1 || index > extent) {
    scanner.fail(std::string(what) + " " + std::to_string(index) + " is not in 1 ... " +
                 std::to_string(extent));
  }
  return static_cast<std::int32_t>(index - 1);
}

/// The field is a template argument here and below, so that the loop over entries has no switch.
template <Field field>
inline void parse_value(Scanner& scanner, ReadOptions const& options, Matrix& matrix,
                        std::size_t entry) {
  if constexpr (field == Field::integer) {
    matrix.values[entry] = scanner.integer("integer value");
  } else if constexpr (field != Field::pattern) {
    matrix.values[entry] = scanner.real("value");
    bool finite = std::isfinite(matrix.values[entry]);
    if constexpr (field == Field::complex) {
      matrix.imaginary[entry] = scanner.real("imaginary part");
      finite = finite && std::isfinite(matrix.imaginary[entry]);
    }
    if (!finite && !options.allow_non_finite) scanner.fail("the value is not finite");
  }
}

/// Steps to the next entry, over blank lines and comments.
inline void seek_entry(Scanner& scanner, std::size_t entry, std::size_t count) {
  if (!scanner.seek_token()) {
    scanner.fail("the file ends after " + std::to_string(entry) + " of " + std::to_string(count) +
                 " entries");
  }
}

constexpr auto phase = "heddle::io::read";
constexpr std::size_t report_interval = std::size_t{1} << 18;  // entries; power of two

inline void report_entry(Scanner const& scanner, ReadOptions const& options, std::size_t entry) {
  if ((entry + 1) % report_interval != 0 || !options.observer) return;
  auto const done = static_cast<std::int64_t>(scanner.consumed());
  report(options.observer, phase, done, done + static_cast<std::int64_t>(scanner.remaining()),
         done);
}

template <Field field>
void parse_coordinates(Scanner& scanner, ReadOptions const& options, Matrix& matrix,
                       std::size_t count) {
  bool const check_symmetry = matrix.symmetry != Symmetry::general;
  for (std::size_t entry = 0; entry < count; ++entry) {
    seek_entry(scanner, entry, count);
    matrix.rows[entry] = parse_index(scanner, "row index", matrix.num_rows);
    matrix.columns[entry] = parse_index(scanner, "column index", matrix.num_columns);
    parse_value<field>(scanner, options, matrix, entry);
    if (check_symmetry) {
      if (char const* fault = entry_fault(matrix, entry)) scanner.fail(fault);
    }
    scanner.finish_line("entry");
    report_entry(scanner, options, entry);
  }
}

template <Field field>
void parse_array(Scanner& scanner, ReadOptions const& options, Matrix& matrix, std::size_t count) {
  // Where the next diagonal element of a Hermitian matrix stands in the packed lower triangle.
  std::size_t diagonal = 0;
  auto column_length = static_cast<std::size_t>(matrix.num_rows);
  for (std::size_t entry = 0; entry < count; ++entry) {
    seek_entry(scanner, entry, count);
    parse_value<field>(scanner, options, matrix, entry);
    if (matrix.symmetry == Symmetry::hermitian && entry == diagonal) {
      if (matrix.imaginary[entry] != 0) scanner.fail("the diagonal of a Hermitian matrix is real");
      diagonal += column_length--;
    }
    report_entry(scanner, options, entry);
  }
}

template <Field field>
void parse_entries(Scanner& scanner, ReadOptions const& options, Matrix& matrix,
                   std::size_t count) {
  if (matrix.layout == Layout::array) {
    parse_array<field>(scanner, options, matrix, count);
  } else {
    parse_coordinates<field>(scanner, options, matrix, count);
  }
  if (scanner.seek_token()) {
    scanner.fail("the file goes on after the announced " + std::to_string(count) + " entries");
  }
}

/// Finds the line of an entry again: only messages need it, so the fast path does not keep it.
std::int64_t line_of_entry(std::span<char const> text, std::size_t entry) {
  Scanner scanner(text, {});
  scanner.rest_of_line();
  // The size line is the first that is neither blank nor a comment, and entries have a line each.
  for (std::size_t k = 0; scanner.seek_token(); ++k) {
    if (k == entry + 1) break;
    scanner.rest_of_line();
  }
  return scanner.line();
}

Matrix parse_matrix_market(std::span<char const> text, std::string const& name,
                           ReadOptions const& options) {
  Matrix matrix;
  Scanner scanner(text, name);
  parse_banner(scanner, matrix);
  auto const count = parse_sizes(scanner, matrix);
  switch (matrix.field) {
    case Field::real: parse_entries<Field::real>(scanner, options, matrix, count); break;
    case Field::integer: parse_entries<Field::integer>(scanner, options, matrix, count); break;
    case Field::pattern: parse_entries<Field::pattern>(scanner, options, matrix, count); break;
    case Field::complex: parse_entries<Field::complex>(scanner, options, matrix, count); break;
  }
  if (matrix.layout == Layout::coordinate) {
    check_repeats(matrix, options, name,
                  [&](std::size_t entry) { return line_of_entry(text, entry); });
  }
  auto const bytes = static_cast<std::int64_t>(text.size());
  report(options.observer, phase, bytes, bytes, bytes);
  return matrix;
}

}  // namespace
}  // namespace detail

Matrix parse_matrix_market(std::span<char const> text, std::string const& name,
                           ReadOptions const& options) {
  try {
    return detail::parse_matrix_market(text, name, options);
  } catch (std::bad_alloc const&) {
    HEDDLE_EXPECTS(false, out_of_memory,
                   detail::printable_path(name) + ": the matrix does not fit into memory");
    throw;
  }
}

}  // namespace heddle::io
