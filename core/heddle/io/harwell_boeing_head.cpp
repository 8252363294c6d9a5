// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/detail/harwell_boeing_head.hpp>

#include <limits>
#include <string>
#include <string_view>

namespace heddle::io::detail {
namespace {

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

/// The next number of a head line. The lines have fixed columns too, but files keep blanks between
/// the numbers and not always the columns, so words are the safer reading.
std::int64_t next_count(LineReader& lines, std::string_view& line, char const* what) {
  auto const word = next_word(line);
  std::int64_t count = 0;
  if (word.empty()) lines.fail(std::string("the line ends before the ") + what);
  if (!parse_fortran_integer(word, count) || count < 0) {
    lines.fail(std::string("not a valid ") + what + ": '" + printable(word) + "'");
  }
  return count;
}

/// Title and key of the first line, fit to be shown. A bar in column 72 only separates the two.
std::string title_of(std::string_view line) {
  auto title = trimmed(line.substr(0, 72));
  if (title.ends_with('|')) title = trimmed(title.substr(0, title.size() - 1));
  auto const key = trimmed(line.size() > 72 ? line.substr(72) : std::string_view{});
  std::string shown(title);
  if (!key.empty()) shown += " (" + std::string(key) + ")";
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return shown;
}

/// The three letters: values, symmetry, assembled or not. R in the second place means rectangular,
/// which says no more than the sizes do.
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

/// The next bracketed format of the fourth line. Brackets end it, not the fixed columns: long
/// formats of real files run over theirs.
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

}  // namespace

HarwellBoeingHead parse_harwell_boeing_head(LineReader& lines, Matrix& matrix) {
  if (lines.remaining() == 0) lines.fail("the file is empty");
  HarwellBoeingHead head;
  matrix.title = title_of(lines.next("the title"));
  auto counts = lines.next("the numbers of lines");
  for (char const* what : {"total number of lines", "number of pointer lines",
                           "number of index lines", "number of value lines"}) {
    next_count(lines, counts, what);
  }
  // Rutherford-Boeing files have no fifth number: their right-hand sides are files of their own.
  bool const has_rhs =
      !trimmed(counts).empty() && next_count(lines, counts, "number of right-hand side lines") > 0;
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
  if (has_rhs) lines.next("the description of the right-hand sides");
  return head;
}

}  // namespace heddle::io::detail
