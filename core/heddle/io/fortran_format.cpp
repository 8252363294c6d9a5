// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/detail/fortran_format.hpp>
#include <heddle/io/detail/text.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace heddle::io::detail {
namespace {

constexpr std::uint32_t longest_line = 4096;
constexpr int deepest_group = 4;

/// Walks a format text (upper case, no blanks) and lays its fields out on a line.
class FormatParser {
 public:
  explicit FormatParser(std::string_view text) : rest_(text) {}

  bool parse(FortranFormat& fields) {
    return take('(') && parse_group(fields, 0) && rest_.empty() && !fields.empty();
  }

 private:
  /// Items up to and with the closing bracket.
  bool parse_group(FortranFormat& fields, int depth) {
    if (depth > deepest_group) return false;
    while (!rest_.empty()) {
      if (take(')')) return true;
      if (take(',')) continue;  // commas may be missing, as in 1P3D24.15
      if (!parse_item(fields, depth)) return false;
    }
    return false;
  }

  /// One of kP, nX, r(...) and a descriptor. The scale factor holds until the next one.
  bool parse_item(FortranFormat& fields, int depth) {
    bool const negative = take('-');
    std::int32_t number = 1;
    bool const counted = take_number(number);
    if (take('P')) {
      if (!counted) return false;
      scale_ = negative ? -number : number;
      return true;
    }
    if (negative || number < 1) return false;
    if (take('X')) return advance(static_cast<std::uint32_t>(number));
    if (take('(')) return repeat_group(fields, number, depth);
    return parse_descriptor(fields, number);
  }

  /// A group is parsed anew for each repetition: the fields' places differ, and lines are short.
  bool repeat_group(FortranFormat& fields, std::int32_t times, int depth) {
    auto const body = rest_;
    for (std::int32_t k = 0; k < times; ++k) {
      auto const before = column_;
      rest_ = body;
      if (!parse_group(fields, depth + 1)) return false;
      if (column_ == before) return false;  // an empty group could be repeated for ever
    }
    return true;
  }

  /// Iw, Iw.m, Fw.d, Ew.d, Ew.dEe, Dw.d, Gw.d, ESw.d, ENw.d.
  bool parse_descriptor(FortranFormat& fields, std::int32_t times) {
    FortranField field;
    field.is_integer = take('I');
    if (!field.is_integer) {
      if (take('E'))
        take('S') || take('N');
      else if (!take('D') && !take('F') && !take('G'))
        return false;
    }
    std::int32_t width = 0;
    std::int32_t ignored = 0;
    if (!take_number(width) || width < 1) return false;
    if (take('.') && !take_number(field.decimals)) return false;
    // The width of the exponent matters for output alone.
    if (!field.is_integer && take('E') && !take_number(ignored)) return false;
    field.width = static_cast<std::uint32_t>(width);
    field.scale = scale_;
    for (std::int32_t k = 0; k < times; ++k) {
      field.column = column_;
      if (!advance(field.width)) return false;
      fields.push_back(field);
    }
    return true;
  }

  bool advance(std::uint32_t characters) {
    column_ += characters;
    return column_ <= longest_line;
  }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Numbers of a format have at most four digits here, so that no sum overflows.
  bool take_number(std::int32_t& number) {
    auto const parsed = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (parsed.ec != std::errc{} || number < 0 || number > 9999) return false;
    rest_.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest_.data()));
    return true;
  }

  std::string_view rest_;
  std::uint32_t column_ = 0;
  std::int32_t scale_ = 0;
};

/// Splits "-1.25D-03" into the number before the exponent and the exponent; false if malformed.
bool split_exponent(std::string_view text, std::string_view& mantissa, std::int64_t& exponent) {
  auto const mark = text.find_first_of("eEdDqQ+-", 1);
  mantissa = text.substr(0, mark);
  exponent = 0;
  if (mark == std::string_view::npos) return true;
  auto digits = text.substr(text[mark] == '+' || text[mark] == '-' ? mark : mark + 1);
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  auto const* const last = digits.data() + digits.size();
  auto const parsed = std::from_chars(digits.data(), last, exponent);
  return parsed.ec == std::errc{} && parsed.ptr == last && std::abs(exponent) < 1000000;
}

/// Parses all of the text or fails.
bool parse_whole(std::string_view text, double& value) {
  char const* const last = text.data() + text.size();
  return parse_double(text.data(), last, value) == last;
}

/// Whether a number in digits can begin with `c`.
bool is_numeral(char c) { return is_digit(c) || c == '.' || c == '+' || c == '-'; }

}  // namespace

FortranFormat parse_fortran_format(std::string_view text) {
  std::string packed;
  for (char const c : text) {
    if (is_blank(c)) continue;
    packed += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  FortranFormat fields;
  if (!FormatParser(packed).parse(fields)) fields.clear();
  return fields;
}

std::string_view field_text(FortranField const& field, std::string_view line) {
  auto text = line.substr(std::min<std::size_t>(field.column, line.size()), field.width);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool parse_fortran_integer(std::string_view text, std::int64_t& value) {
  if (text.size() > 1 && text.front() == '+' && is_digit(text[1])) text.remove_prefix(1);
  char const* const last = text.data() + text.size();
  auto const parsed = std::from_chars(text.data(), last, value);
  return parsed.ec == std::errc{} && parsed.ptr == last;
}

bool parse_fortran_real(FortranField const& field, std::string_view text, double& value) {
  if (text.empty()) return false;
  if (!is_numeral(text.front()) || text.find_first_of("nN") != std::string_view::npos) {
    return parse_whole(text, value);  // NaN and infinities in words
  }
  std::string_view mantissa;
  std::int64_t exponent = 0;
  if (!split_exponent(text, mantissa, exponent)) return false;
  auto shifted = exponent;
  if (mantissa.find('.') == std::string_view::npos) shifted -= field.decimals;
  if (mantissa.size() == text.size()) shifted -= field.scale;
  if (shifted == 0) return parse_whole(mantissa, value);
  // The decimal exponent is changed as text, so that the value is rounded once.
  return parse_whole(std::string(mantissa) + 'e' + std::to_string(shifted), value);
}

}  // namespace heddle::io::detail
