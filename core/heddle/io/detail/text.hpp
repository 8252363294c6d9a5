// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the readers share: a cursor that knows its line, exact numbers, and one-line messages.
#pragma once

#include <heddle/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace heddle::io::detail {

/// Throws bad_format with the message "name:line: what".
[[noreturn]] void fail(std::string const& name, std::int64_t line, std::string const& what);

/// Text of a file made fit for a message: at most 40 characters, '?' for each that is not
/// printable.
std::string printable(std::string_view text);

/// A path made fit for a message: control characters become '?', letters of any alphabet stay.
std::string printable_path(std::string_view path);

/// Parses a decimal number at `first` exactly (correctly rounded); nullptr if there is none, else
/// the character behind it. A leading '+' is allowed. What is too large becomes an infinity and
/// what is too small becomes zero, as IEEE 754 rounds them.
char const* parse_double(char const* first, char const* last, double& value);

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A cursor over whitespace-separated text with '%' comments (Matrix Market). It never reads past
/// the text, which need not end with a newline or a zero.
class Scanner {
 public:
  Scanner(std::span<char const> text, std::string name)
      : start_(text.data()),
        position_(start_),
        end_(start_ + text.size()),
        name_(std::move(name)) {}

  /// Skips blanks, blank lines and comments; false at the end of the text.
  bool seek_token() {
    for (; position_ != end_; ++position_) {
      if (*position_ == '\n') {
        ++line_;
      } else if (*position_ == '%') {
        position_ = line_end();
        if (position_ == end_) return false;
        ++line_;
      } else if (!is_blank(*position_)) {
        return true;
      }
    }
    return false;
  }

  /// A decimal integer without sign on this line. `what` names it in messages.
  std::int64_t unsigned_integer(char const* what) {
    skip_blanks();
    char const* const first = position_;
    std::int64_t value = 0;
    // Eighteen digits fit; more are refused rather than wrapped round.
    char const* const limit = end_ - first > 18 ? first + 18 : end_;
    while (position_ != limit && is_digit(*position_)) value = 10 * value + (*position_++ - '0');
    if (position_ == first || !token_ends()) refuse(first, what);
    return value;
  }

  /// A real number on this line.
  double real(char const* what) {
    skip_blanks();
    double value = 0;
    char const* const first = position_;
    position_ = parse_double(first, end_, value);
    if (!position_ || !token_ends()) refuse(first, what);
    return value;
  }

  /// An integer with optional sign on this line, exact in a double.
  double integer(char const* what) {
    skip_blanks();
    char const* const first = position_;
    bool const negative = position_ != end_ && *position_ == '-';
    if (position_ != end_ && (*position_ == '-' || *position_ == '+')) ++position_;
    if (position_ == end_ || !is_digit(*position_)) refuse(first, what);
    std::int64_t const value = unsigned_integer(what);
    if (value > (std::int64_t{1} << 53)) fail(std::string(what) + " is beyond 2^53");
    return static_cast<double>(negative ? -value : value);
  }

  /// Steps to the next line; nothing but blanks may be left on this one.
  void finish_line(char const* after) {
    skip_blanks();
    if (position_ == end_) return;
    if (*position_ != '\n') refuse_rest(after);
    ++position_;
    ++line_;
  }

  /// The rest of this line without its end; the cursor moves behind it.
  std::string_view rest_of_line();

  std::int64_t line() const { return line_; }
  std::size_t consumed() const { return static_cast<std::size_t>(position_ - start_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  std::string const& name() const { return name_; }
  [[noreturn]] void fail(std::string const& what) const { detail::fail(name_, line_, what); }

 private:
  void skip_blanks() {
    while (position_ != end_ && is_blank(*position_)) ++position_;
  }
  bool token_ends() const {
    return position_ == end_ || is_blank(*position_) || *position_ == '\n';
  }
  char const* line_end() const {
    auto const* newline = static_cast<char const*>(std::memchr(position_, '\n', remaining()));
    return newline ? newline : end_;
  }
  /// Cold: says what stands where `what` was expected.
  [[noreturn]] void refuse(char const* first, char const* what) const;
  [[noreturn]] void refuse_rest(char const* after) const;

  char const* start_;
  char const* position_;
  char const* end_;
  std::int64_t line_ = 1;
  std::string name_;
};

/// A cursor over whole lines (Harwell-Boeing); a carriage return at the end of a line is dropped.
class LineReader {
 public:
  LineReader(std::span<char const> text, std::string name) : text_(text), name_(std::move(name)) {}

  /// The next line; throws bad_format at the end of the text, where `expected` was due.
  std::string_view next(char const* expected);

  /// The number of the line that next() gave last; 0 before the first.
  std::int64_t line() const { return line_; }
  std::size_t consumed() const { return consumed_; }
  std::size_t remaining() const { return text_.size() - consumed_; }
  std::string const& name() const { return name_; }
  [[noreturn]] void fail(std::string const& what) const {
    detail::fail(name_, line_ < 1 ? 1 : line_, what);
  }

 private:
  std::span<char const> text_;
  std::string name_;
  std::size_t consumed_ = 0;
  std::int64_t line_ = 0;
};

}  // namespace heddle::io::detail
