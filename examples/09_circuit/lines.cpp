// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lines.hpp"

#include "netlist.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace circuit {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (auto& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool separates(char c) {
  return std::isspace(static_cast<unsigned char>(c)) || c == '(' || c == ')' || c == ',';
}

void append_words(std::string_view text, int line, Statement& statement) {
  std::size_t at = 0;
  while (at < text.size() && text[at] != ';') {
    if (separates(text[at])) {
      ++at;
    } else if (text[at] == '=') {
      statement.push_back({"=", line});
      ++at;
    } else {
      std::size_t end = at;
      while (end < text.size() && !separates(text[end]) && text[end] != '=' && text[end] != ';') {
        ++end;
      }
      statement.push_back({lower(text.substr(at, end - at)), line});
      at = end;
    }
  }
}

struct Suffix {
  std::string_view name;
  double factor;
};
constexpr Suffix suffixes[] = {{"meg", 1e6}, {"mil", 25.4e-6}, {"t", 1e12}, {"g", 1e9},
                               {"k", 1e3},   {"m", 1e-3},      {"u", 1e-6}, {"n", 1e-9},
                               {"p", 1e-12}, {"f", 1e-15}};

/// Letters behind a number are a suffix and then a unit, which is not looked at: 10kohm, 5v.
std::optional<double> number_of(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  double value = 0;
  auto const [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (problem != std::errc() || !std::isfinite(value)) return {};
  auto const rest = word.substr(static_cast<std::size_t>(end - word.data()));
  for (char const c : rest) {
    if (!std::isalpha(static_cast<unsigned char>(c))) return {};
  }
  for (auto const& suffix : suffixes) {
    if (rest.starts_with(suffix.name)) return value * suffix.factor;
  }
  return value;
}

}  // namespace

Lines split_lines(std::string_view text, std::string const& file) {
  Lines lines;
  while (!text.empty()) {
    auto const end = text.find('\n');
    auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (++lines.count == 1) {
      lines.title = line;
      continue;
    }
    if (line.empty() || line.front() == '*') continue;
    Statement words;
    bool const continues = line.front() == '+';
    append_words(line.substr(continues ? 1 : 0), lines.count, words);
    if (words.empty()) continue;
    if (!continues) {
      if (words.front().text == ".end") break;
      lines.statements.push_back(std::move(words));
    } else if (lines.statements.empty()) {
      throw NetlistError(file + ":" + std::to_string(lines.count) +
                         ": \"+\" continues a line, but there is none before it");
    } else {
      auto& last = lines.statements.back();
      last.insert(last.end(), words.begin(), words.end());
    }
  }
  return lines;
}

Words::Words(Statement const& statement, std::string const& file)
    : statement_(statement), file_(file) {}

std::string const& Words::take(std::string const& what) {
  if (empty()) fail(statement_.front().text + ": " + what + " is missing");
  return statement_[at_++].text;
}

bool Words::take_if(std::string_view word) {
  if (peek() != word) return false;
  ++at_;
  return true;
}

bool Words::is_number() const { return !empty() && number_of(peek()).has_value(); }

double Words::number(std::string const& what) {
  auto const& word = take(what);
  auto const value = number_of(word);
  if (!value) fail(what + ": '" + word + "' is no number");
  return *value;
}

double Words::positive(std::string const& what) {
  double const value = number(what);
  if (!(value > 0)) fail(what + " must be above 0");
  return value;
}

void Words::expect_end() const {
  if (empty()) return;
  Words next(*this);
  ++next.at_;
  next.fail("'" + statement_[at_].text + "' has no meaning here");
}

void Words::fail(std::string const& message) const {
  auto const& word = statement_[at_ > 0 ? at_ - 1 : 0];
  throw NetlistError(file_ + ":" + std::to_string(word.line) + ": " + message);
}

}  // namespace circuit
