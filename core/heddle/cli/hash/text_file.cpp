// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/text_file.hpp>

#include <heddle/cli/exit_code.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::cli {
namespace {

[[noreturn]] void refuse(std::string const& path, std::string const& what) {
  throw Failure(ExitCode::bad_input, fmt::format("{}: {}", path, what));
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

Span trimmed(std::string_view text, Span span) {
  while (span.length > 0 && is_blank(text[span.offset])) {
    ++span.offset;
    --span.length;
  }
  while (span.length > 0 && is_blank(text[span.offset + span.length - 1])) --span.length;
  return span;
}

/// The fields between separators, of which a line with n separators has n + 1.
std::vector<Span> separated(std::string_view text, Span line, char separator) {
  std::vector<Span> fields;
  std::uint64_t begin = line.offset;
  std::uint64_t const end = line.offset + line.length;
  for (std::uint64_t at = begin; at <= end; ++at) {
    if (at < end && text[at] != separator) continue;
    fields.push_back(trimmed(text, {begin, at - begin}));
    begin = at + 1;
  }
  return fields;
}

std::vector<Span> words_in(std::string_view text, Span part) {
  std::vector<Span> words;
  std::uint64_t const end = part.offset + part.length;
  for (std::uint64_t at = part.offset; at < end;) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    std::uint64_t const begin = at;
    while (at < end && !is_blank(text[at])) ++at;
    words.push_back({begin, at - begin});
  }
  return words;
}

}  // namespace

std::string read_text(std::string const& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "is a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, errno == 0 ? "cannot be opened" : std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad() || (!text && file.peek() != std::ifstream::traits_type::eof())) {
    refuse(path, "cannot be read");
  }
  return std::move(text).str();
}

std::vector<Span> words_of(std::string_view text) { return words_in(text, {0, text.size()}); }

std::vector<Span> lines_of(std::string_view text) {
  std::vector<Span> lines;
  for (std::uint64_t begin = 0; begin < text.size();) {
    auto const found = text.find('\n', begin);
    std::uint64_t const end = found == std::string_view::npos ? text.size() : found;
    bool const has_return = end > begin && text[end - 1] == '\r';
    lines.push_back({begin, end - begin - (has_return ? 1 : 0)});
    begin = end + 1;
  }
  return lines;
}

std::vector<Field> column_of(std::string const& path, std::string_view text, int column,
                             char separator) {
  std::vector<Field> fields;
  auto const lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (trimmed(text, lines[i]).length == 0) continue;
    auto const parts =
        separator == 0 ? words_in(text, lines[i]) : separated(text, lines[i], separator);
    if (parts.size() < static_cast<std::size_t>(column)) {
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}:{}: {} column{}, and column {} is the key", path, i + 1,
                                parts.size(), parts.size() == 1 ? "" : "s", column));
    }
    fields.push_back({lines[i], parts[static_cast<std::size_t>(column) - 1]});
  }
  return fields;
}

}  // namespace heddle::cli
