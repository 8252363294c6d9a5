// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/rules.hpp>

#include <heddle/base/error.hpp>

namespace heddle::place::detail {
namespace {

/// The text up to a separator, which is taken away too; positions count from 1.
struct Reader {
  std::string_view text;
  std::size_t position = 1;

  std::string_view until(char separator) {
    auto const end = text.find(separator);
    auto const found = text.substr(0, end);
    auto const taken = end == std::string_view::npos ? text.size() : end + 1;
    text.remove_prefix(taken);
    position += taken;
    return found;
  }
};

[[noreturn]] void refuse(std::size_t position, std::string const& message) {
  throw heddle::error(ErrorCode::bad_option,
                      "HEDDLE_PLACE, position " + std::to_string(position) + ": " + message,
                      __FILE__, __LINE__);
}

std::string quoted(std::string_view word) { return std::string("'").append(word).append("'"); }

Where parse_where(std::string_view word, std::size_t position) {
  if (word == "host") return Where::host;
  if (word == "device") return Where::device;
  if (word == "auto") return Where::automatic;
  refuse(position, quoted(word) + " is not host, device or auto");
}

Results parse_results(std::string_view word, std::size_t position) {
  if (word == "eager") return Results::eager;
  if (word == "lazy") return Results::lazy;
  refuse(position, quoted(word) + " is not eager or lazy");
}

Rule parse_rule(std::string_view text, std::size_t position) {
  auto const equals = text.find('=');
  if (equals == std::string_view::npos) {
    refuse(position, quoted(text) + " has no '=host', '=device' or '=auto'");
  }
  Rule rule;
  rule.pattern = text.substr(0, equals);
  check_pattern(rule.pattern, position);
  Reader value{text.substr(equals + 1), position + equals + 1};
  auto const where_at = value.position;
  auto const whole = value.text;
  rule.policy.where = parse_where(value.until(':'), where_at);
  if (whole.find(':') != std::string_view::npos) {
    rule.policy.results = parse_results(value.text, value.position);
  }
  return rule;
}

}  // namespace

void check_pattern(std::string_view pattern, std::size_t position) {
  if (pattern.empty()) refuse(position, "a rule without the name of a phase");
  auto const star = pattern.find('*');
  if (star != std::string_view::npos && star + 1 != pattern.size()) {
    refuse(position + star, "a star stands at the end of a name only");
  }
  auto const space = pattern.find_first_of(" \t\r\n");
  if (space != std::string_view::npos) refuse(position + space, "a space in the name of a phase");
}

bool Rule::matches(std::string_view name) const {
  if (is_exact()) return name == pattern;
  return name.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

std::vector<Rule> parse_rules(std::string_view text) {
  std::vector<Rule> rules;
  if (text.empty()) return rules;
  Reader reader{text};
  bool more = true;
  while (more) {
    auto const position = reader.position;
    more = reader.text.find(',') != std::string_view::npos;
    rules.push_back(parse_rule(reader.until(','), position));
  }
  return rules;
}

}  // namespace heddle::place::detail
