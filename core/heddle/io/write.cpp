// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text is made in pieces of a megabyte and handed to a sink: a file, a gzip stream or a string.
// std::to_chars gives the shortest digits that read back as the same double (as R. Giulietti's and
// U. Adams' algorithms do), so no precision has to be chosen.
#include <heddle/io/write.hpp>

#include <heddle/base/error.hpp>
#include <heddle/io/detail/text.hpp>

#include <zlib.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

namespace heddle::io {
namespace {

using Sink = std::function<void(std::string_view)>;

/// Collects text and hands it on in large pieces.
class Writer {
 public:
  explicit Writer(Sink sink) : sink_(std::move(sink)) { text_.reserve(piece + longest_line); }

  void add(std::string_view text) { text_ += text; }
  void add(char c) { text_ += c; }
  template <class Number>
  void add_number(Number number) {
    std::array<char, 32> digits;  // the shortest form of a double has at most 24
    auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text_.append(digits.data(), end);
  }
  void end_line() {
    text_ += '\n';
    if (text_.size() >= piece) flush();
  }
  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 20;
  static constexpr std::size_t longest_line = 128;  // of an entry; comments may be longer
  Sink sink_;
  std::string text_;
};

// Spelled as the format says; readers accept any case.
char const* word_for(Layout layout) { return layout == Layout::array ? "array" : "coordinate"; }

char const* word_for(Field field) {
  switch (field) {
    case Field::real: return "real";
    case Field::integer: return "integer";
    case Field::pattern: return "pattern";
    case Field::complex: return "complex";
  }
  return "";
}

char const* word_for(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::general: return "general";
    case Symmetry::symmetric: return "symmetric";
    case Symmetry::skew_symmetric: return "skew-symmetric";
    case Symmetry::hermitian: return "hermitian";
  }
  return "";
}

/// Banner, comment and size line.
void write_head(Writer& writer, Matrix const& matrix, std::string_view comment) {
  writer.add("%%MatrixMarket matrix ");
  for (auto const* word : {word_for(matrix.layout), word_for(matrix.field)}) {
    writer.add(word);
    writer.add(' ');
  }
  writer.add(word_for(matrix.symmetry));
  writer.end_line();
  while (!comment.empty()) {
    auto const line = comment.substr(0, comment.find('\n'));
    writer.add("% ");
    writer.add(line);
    writer.end_line();
    comment.remove_prefix(std::min(line.size() + 1, comment.size()));
  }
  writer.add_number(matrix.num_rows);
  writer.add(' ');
  writer.add_number(matrix.num_columns);
  if (matrix.layout == Layout::coordinate) {
    writer.add(' ');
    writer.add_number(matrix.rows.size());
  }
  writer.end_line();
}

/// The value or the two parts of an entry; integers without a point, as the field demands.
void write_value(Writer& writer, Matrix const& matrix, std::size_t entry) {
  if (matrix.field == Field::integer) {
    writer.add_number(static_cast<std::int64_t>(matrix.values[entry]));
    return;
  }
  writer.add_number(matrix.values[entry]);
  if (matrix.field != Field::complex) return;
  writer.add(' ');
  writer.add_number(matrix.imaginary[entry]);
}

void write_entries(Writer& writer, Matrix const& matrix, Observer const& observer) {
  constexpr std::size_t report_interval = std::size_t{1} << 18;
  bool const coordinate = matrix.layout == Layout::coordinate;
  auto const count = coordinate ? matrix.rows.size() : matrix.values.size();
  auto const tell = [&](std::size_t done) {
    report(observer, "heddle::io::write", static_cast<std::int64_t>(done),
           static_cast<std::int64_t>(count));
  };
  for (std::size_t entry = 0; entry < count; ++entry) {
    if (coordinate) {
      writer.add_number(matrix.rows[entry] + std::int64_t{1});
      writer.add(' ');
      writer.add_number(matrix.columns[entry] + std::int64_t{1});
      if (matrix.field != Field::pattern) writer.add(' ');
    }
    if (matrix.field != Field::pattern) write_value(writer, matrix, entry);
    writer.end_line();
    if ((entry + 1) % report_interval == 0) tell(entry + 1);
  }
  tell(count);
}

/// What the format asks beyond validate(): an integer file holds integers that a reader gets back.
void validate_for_writing(Matrix const& matrix) {
  constexpr double largest = 9007199254740992.0;  // 2^53
  validate(matrix);
  if (matrix.field != Field::integer) return;
  for (double const value : matrix.values) {
    HEDDLE_EXPECTS(value == std::trunc(value) && std::abs(value) <= largest, invalid_matrix,
                   "a value of an integer matrix is not an integer of at most 2^53");
  }
}

void write_to(Sink const& sink, Matrix const& matrix, WriteOptions const& options) {
  Writer writer(sink);
  write_head(writer, matrix, options.comment);
  write_entries(writer, matrix, options.observer);
  writer.flush();
}

[[noreturn]] void cannot_write(std::string const& path, int number) {
  throw error(ErrorCode::file_not_found,
              detail::printable_path(path) + ": cannot be written: " +
                  (number ? std::generic_category().message(number) : "unknown reason"),
              __FILE__, __LINE__);
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
  void operator()(gzFile_s* file) const { gzclose(file); }
};

// Closing writes the last bytes, so its result counts; the deleters serve the way out by exception.
void write_plain(std::string const& path, Matrix const& matrix, WriteOptions const& options) {
  std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
  if (!file) cannot_write(path, errno);
  auto const sink = [&](std::string_view text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) {
      cannot_write(path, errno);
    }
  };
  write_to(sink, matrix, options);
  if (std::fclose(file.release()) != 0) cannot_write(path, errno);
}

void write_gzip(std::string const& path, Matrix const& matrix, WriteOptions const& options) {
  errno = 0;
  std::unique_ptr<gzFile_s, Close> file(gzopen(path.c_str(), "wb"));
  if (!file) cannot_write(path, errno);
  auto const sink = [&](std::string_view text) {
    errno = 0;
    auto const size = static_cast<unsigned>(text.size());
    if (size != 0 && gzwrite(file.get(), text.data(), size) == 0) cannot_write(path, errno);
  };
  write_to(sink, matrix, options);
  if (gzclose(file.release()) != Z_OK) cannot_write(path, errno);
}

}  // namespace

void write_matrix(std::string const& path, Matrix const& matrix, WriteOptions const& options) {
  validate_for_writing(matrix);
  if (std::string_view(path).ends_with(".gz")) {
    write_gzip(path, matrix, options);
  } else {
    write_plain(path, matrix, options);
  }
}

std::string format_matrix_market(Matrix const& matrix, WriteOptions const& options) {
  validate_for_writing(matrix);
  std::string text;
  write_to([&](std::string_view piece) { text += piece; }, matrix, options);
  return text;
}

}  // namespace heddle::io
