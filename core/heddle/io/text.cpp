// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/detail/text.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace heddle::io::detail {
namespace {

/// What an out-of-range decimal number rounds to: the exponent of its first significant digit tells
/// overflow from underflow, and the borders of double are 300 decades away from confusion.
double round_out_of_range(char const* first, char const* last) {
  double const sign = *first == '-' ? -1.0 : 1.0;
  std::int64_t decade = 0;
  bool significant = false;
  bool behind_point = false;
  for (; first != last && *first != 'e' && *first != 'E'; ++first) {
    if (*first == '.') behind_point = true;
    if (!is_digit(*first)) continue;
    if (!significant && *first != '0') significant = true;
    if (significant && !behind_point) ++decade;
    if (!significant && behind_point) --decade;
  }
  if (first != last) {
    ++first;
    if (first != last && *first == '+') ++first;
    std::int64_t exponent = 0;
    auto const parsed = std::from_chars(first, last, exponent);
    // An exponent that overflows 64 bits decides alone.
    if (parsed.ec != std::errc{})
      decade = *first == '-' ? -1 : 1;
    else
      decade += std::clamp<std::int64_t>(exponent, -(1LL << 60), 1LL << 60);
  }
  return sign * (decade > 0 ? std::numeric_limits<double>::infinity() : 0.0);
}

/// The word that a message quotes.
std::string_view token_at(char const* first, char const* end) {
  auto const* last = first;
  while (last != end && !is_blank(*last) && *last != '\n') ++last;
  return {first, static_cast<std::size_t>(last - first)};
}

}  // namespace

void fail(std::string const& name, std::int64_t line, std::string const& what) {
  throw error(ErrorCode::bad_format,
              printable_path(name) + ":" + std::to_string(line) + ": " + what, __FILE__, __LINE__);
}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > longest ? shown + "..." : shown;
}

std::string printable_path(std::string_view path) {
  std::string shown(path);
  for (char& c : shown) {
    if ((c >= 0 && c < ' ') || c == '\x7f') c = '?';
  }
  return shown;
}

char const* parse_double(char const* first, char const* last, double& value) {
  if (first != last && *first == '+') {
    ++first;
    if (first != last && *first == '-') return nullptr;
  }
  // Exact, and about four times as fast as strtod; it leaves `value` alone when out of range.
  auto const parsed = std::from_chars(first, last, value);
  if (parsed.ec == std::errc{}) return parsed.ptr;
  if (parsed.ec != std::errc::result_out_of_range) return nullptr;
  value = round_out_of_range(first, parsed.ptr);
  return parsed.ptr;
}

std::string_view Scanner::rest_of_line() {
  char const* const last = line_end();
  std::string_view rest(position_, static_cast<std::size_t>(last - position_));
  position_ = last;
  if (position_ != end_) {
    ++position_;
    ++line_;
  }
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

void Scanner::refuse(char const* first, char const* what) const {
  if (first == end_) fail(std::string("the file ends where the ") + what + " should stand");
  auto const token = token_at(first, end_);
  if (token.empty()) fail(std::string("the line ends where the ") + what + " should stand");
  fail(std::string("not a valid ") + what + ": '" + printable(token) + "'");
}

void Scanner::refuse_rest(char const* after) const {
  fail(std::string("unexpected text after the ") + after + ": '" +
       printable(token_at(position_, end_)) + "'");
}

std::string_view LineReader::next(char const* expected) {
  ++line_;
  if (remaining() == 0) fail(std::string("the file ends where ") + expected + " should stand");
  char const* const first = text_.data() + consumed_;
  auto const* newline = static_cast<char const*>(std::memchr(first, '\n', remaining()));
  auto const length = newline ? static_cast<std::size_t>(newline - first) : remaining();
  consumed_ += length + (newline ? 1 : 0);
  std::string_view line(first, length);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace heddle::io::detail
