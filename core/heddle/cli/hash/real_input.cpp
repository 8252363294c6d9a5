// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/real_input.hpp>

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/hash/words.hpp>
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace heddle::cli {
namespace {

/// By count, the largest first; equal ones by their bytes.
void sort_counts(std::vector<WordCount>& counts, std::string const& text) {
  std::sort(counts.begin(), counts.end(), [&](WordCount const& a, WordCount const& b) {
    if (a.count != b.count) return a.count > b.count;
    return view_of(text, a.word) < view_of(text, b.word);
  });
}

/// The edges of a file as it lists them; undirected ones with the smaller end first.
std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>> edges_of(io::Matrix const& matrix,
                                                                         bool directed,
                                                                         std::uint64_t& loops) {
  std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>> edges;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    auto from = matrix.rows[i], to = matrix.columns[i];
    if (from == to) {
      ++loops;
      continue;
    }
    if (!directed && to < from) std::swap(from, to);
    edges.first.push_back(from);
    edges.second.push_back(to);
  }
  return edges;
}

void write_edges(std::string const& path, std::int32_t vertices, EdgeResult const& result) {
  io::Matrix matrix;
  matrix.num_rows = matrix.num_columns = vertices;
  matrix.field = io::Field::pattern;
  for (auto const& edge : result.edges) {
    matrix.rows.push_back(static_cast<std::int32_t>(edge.from));
    matrix.columns.push_back(static_cast<std::int32_t>(edge.to));
  }
  io::write_matrix(path, matrix);
}

std::vector<Span> keys_of(std::vector<Field> const& fields) {
  std::vector<Span> keys;
  keys.reserve(fields.size());
  for (auto const& field : fields) keys.push_back(field.key);
  return keys;
}

/// Both files in one text, so that keys of either are places in it.
struct JoinInput {
  std::string text;
  std::vector<Field> left, right;
};

JoinInput read_columns(HashArguments const& arguments) {
  char const separator = arguments.separator.empty() ? '\0' : arguments.separator.front();
  JoinInput input;
  input.text = read_text(arguments.input);
  input.left = column_of(arguments.input, input.text, arguments.left_column, separator);
  auto const second = read_text(arguments.other_input);
  input.right = column_of(arguments.other_input, second, arguments.right_column, separator);
  for (auto& field : input.right) {
    field.line.offset += input.text.size();
    field.key.offset += input.text.size();
  }
  input.text += second;
  return input;
}

/// Right rows of equal keys as lists: the first one, and after each row the next.
struct RowLists {
  std::vector<std::int64_t> next;
  std::vector<std::uint64_t> length;  // of the list that begins at a row

  explicit RowLists(std::vector<std::int64_t> const& first_of_row)
      : next(first_of_row.size(), -1), length(first_of_row.size(), 0) {
    std::vector<std::int64_t> last(first_of_row.size(), -1);
    for (std::size_t row = 0; row < first_of_row.size(); ++row) {
      auto const first = static_cast<std::size_t>(first_of_row[row]);
      if (last[first] >= 0) next[static_cast<std::size_t>(last[first])] = std::int64_t(row);
      last[first] = std::int64_t(row);
      ++length[first];
    }
  }
};

std::string joined_lines(JoinInput const& input, JoinResult const& result, RowLists const& lists) {
  std::string lines;
  for (std::size_t row = 0; row < input.left.size(); ++row) {
    for (auto other = result.of_left[row]; other >= 0;
         other = lists.next[static_cast<std::size_t>(other)]) {
      auto const& right = input.right[static_cast<std::size_t>(other)];
      lines += fmt::format("{}\t{}\n", view_of(input.text, input.left[row].line),
                           view_of(input.text, right.line));
    }
  }
  return lines;
}

}  // namespace

CountOutcome count_words_of(HashArguments const& arguments, std::string const& backend) {
  auto const text = read_text(arguments.input);
  auto const words = words_of(text);
  auto result = count_words(backend, text, words);
  sort_counts(result.counts, text);
  if (arguments.output) {
    std::string lines;
    for (auto const& item : result.counts) {
      lines += fmt::format("{}\t{}\n", view_of(text, item.word), item.count);
    }
    write_text(*arguments.output, lines);
  }
  CountOutcome outcome{arguments.input, backend,           words.size(), result.counts.size(), {},
                       result.seconds,  result.table_bytes};
  auto const shown = std::min(result.counts.size(), static_cast<std::size_t>(arguments.top));
  for (std::size_t i = 0; i < shown; ++i) {
    outcome.top.emplace_back(view_of(text, result.counts[i].word), result.counts[i].count);
  }
  return outcome;
}

EdgesOutcome count_edges_of(HashArguments const& arguments, std::string const& backend,
                            Observer const& observer) {
  io::ReadOptions read;
  read.observer = observer;
  auto const matrix = io::read_matrix(arguments.input, read);
  auto const refuse = [&](std::string const& what) {
    throw Failure(ExitCode::bad_input, fmt::format("{}: {}", arguments.input, what));
  };
  if (matrix.num_rows != matrix.num_columns) {
    refuse(fmt::format("a rectangular matrix, {} x {}; a graph has a square one", matrix.num_rows,
                       matrix.num_columns));
  }
  if (matrix.layout != io::Layout::coordinate) refuse("a dense array, no list of edges");
  EdgesOutcome outcome;
  outcome.file = arguments.input;
  outcome.backend = backend;
  outcome.directed = arguments.directed;
  outcome.vertices = static_cast<std::uint64_t>(matrix.num_rows);
  outcome.entries = matrix.rows.size();
  auto const listed = edges_of(matrix, arguments.directed, outcome.loops);
  auto const result = count_edges(backend, listed.first, listed.second);
  outcome.distinct = result.edges.size();
  for (auto const& edge : result.edges) {
    outcome.most_listed = std::max<std::uint64_t>(outcome.most_listed, edge.count);
  }
  outcome.seconds = result.seconds;
  outcome.table_bytes = result.table_bytes;
  if (arguments.output) write_edges(*arguments.output, matrix.num_rows, result);
  return outcome;
}

JoinOutcome join_files(HashArguments const& arguments, std::string const& backend) {
  auto const input = read_columns(arguments);
  auto const result = join_keys(backend, input.text, keys_of(input.left), keys_of(input.right));
  RowLists const lists(result.of_right);
  JoinOutcome outcome;
  outcome.left = arguments.input;
  outcome.right = arguments.other_input;
  outcome.backend = backend;
  outcome.left_rows = input.left.size();
  outcome.right_rows = input.right.size();
  for (auto const length : lists.length) outcome.right_keys += length > 0;
  for (auto const first : result.of_left) {
    if (first < 0) continue;
    ++outcome.matched_left_rows;
    outcome.joined_rows += lists.length[static_cast<std::size_t>(first)];
  }
  outcome.seconds = result.seconds;
  outcome.table_bytes = result.table_bytes;
  if (arguments.output) write_text(*arguments.output, joined_lines(input, result, lists));
  return outcome;
}

}  // namespace heddle::cli
