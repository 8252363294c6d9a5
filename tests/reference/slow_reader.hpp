// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A slow, obvious reader of well-formed files: lines and words by iostreams, numbers by strtod.
/// It is the oracle of the readers, shares nothing with them, and checks nothing.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::reference {

/// A file as it states itself; indices start at 0.
struct SlowMatrix {
  long num_rows = 0;
  long num_columns = 0;
  std::string layout = "coordinate";
  std::string field;
  std::string symmetry;
  std::vector<long> rows;
  std::vector<long> columns;
  std::vector<double> values;
  std::vector<double> imaginary;
};

/// The text of a file; zlib passes plain files through.
inline std::string slow_text(std::string const& path) {
  std::string text;
  gzFile const file = gzopen(path.c_str(), "rb");
  char buffer[4096];
  for (int count = 0; file && (count = gzread(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  if (file) gzclose(file);
  return text;
}

inline std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

inline SlowMatrix slow_matrix_market(std::string const& text) {
  SlowMatrix matrix;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::string banner, object;
  std::istringstream(lower(line)) >> banner >> object >> matrix.layout >> matrix.field >>
      matrix.symmetry;
  bool sizes_known = false;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word[0] == '%') continue;
    words = std::istringstream(line);
    long row = 0;
    long column = 0;
    if (!sizes_known) {
      words >> matrix.num_rows >> matrix.num_columns;
      sizes_known = true;
      continue;
    }
    if (matrix.layout == "coordinate") {
      words >> row >> column;
      matrix.rows.push_back(row - 1);
      matrix.columns.push_back(column - 1);
    }
    for (auto* part : {&matrix.values, &matrix.imaginary}) {
      if (words >> word) part->push_back(std::strtod(word.c_str(), nullptr));
    }
  }
  return matrix;
}

/// The numbers of a section with one kind of field a line, as words.
inline std::vector<std::string> slow_fields(std::istringstream& lines, std::string const& format,
                                            long count) {
  std::smatch parts;
  std::regex_search(format, parts, std::regex("([0-9]*)[IEDFGiedfg]([0-9]+)"));
  long const per_line = parts[1].length() ? std::stol(parts[1]) : 1;
  auto const width = static_cast<std::size_t>(std::stol(parts[2]));
  std::vector<std::string> fields;
  std::string line;
  while (static_cast<long>(fields.size()) < count && std::getline(lines, line)) {
    for (long k = 0; k < per_line && static_cast<long>(fields.size()) < count; ++k) {
      fields.push_back(line.substr(static_cast<std::size_t>(k) * width, width));
    }
  }
  return fields;
}

inline double slow_number(std::string word) {
  std::replace(word.begin(), word.end(), 'D', 'E');
  std::replace(word.begin(), word.end(), 'd', 'e');
  return std::strtod(word.c_str(), nullptr);
}

/// Real and pattern matrices whose formats describe one kind of field.
inline SlowMatrix slow_harwell_boeing(std::string const& text) {
  SlowMatrix matrix;
  std::istringstream lines(text);
  std::string counts, sizes, formats, line, type;
  std::getline(lines, line);
  std::getline(lines, counts);
  std::getline(lines, sizes);
  std::getline(lines, formats);
  long const rhs_lines = counts.size() > 56 ? std::atol(counts.substr(56).c_str()) : 0;
  if (rhs_lines > 0) std::getline(lines, line);
  long num_entries = 0;
  std::istringstream(sizes) >> type >> matrix.num_rows >> matrix.num_columns >> num_entries;
  type = lower(type);
  matrix.field = type[0] == 'p' ? "pattern" : "real";
  matrix.symmetry = type[1] == 's' ? "symmetric" : "general";
  auto const pointers = slow_fields(lines, formats.substr(0, 16), matrix.num_columns + 1);
  for (auto const& word : slow_fields(lines, formats.substr(16, 16), num_entries)) {
    matrix.rows.push_back(std::atol(word.c_str()) - 1);
  }
  for (long column = 0; column < matrix.num_columns; ++column) {
    auto const next = std::atol(pointers[static_cast<std::size_t>(column) + 1].c_str());
    matrix.columns.resize(static_cast<std::size_t>(next - 1), column);
  }
  if (type[0] == 'p') return matrix;
  for (auto const& word : slow_fields(lines, formats.substr(32, 20), num_entries)) {
    matrix.values.push_back(slow_number(word));
  }
  return matrix;
}

inline SlowMatrix read_slowly(std::string const& path) {
  auto const text = slow_text(path);
  return text.rfind("%%", 0) == 0 ? slow_matrix_market(text) : slow_harwell_boeing(text);
}

}  // namespace heddle::reference
