// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/canonical.hpp>

#include <heddle/base/detail/memory.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace heddle::lu::detail {
namespace {

using heddle::detail::allocate_host;

char const* line_word(HostPattern const& input) { return input.by_rows ? "row " : "column "; }
char const* index_word(HostPattern const& input) { return input.by_rows ? "column " : "row "; }

/// Entries (line, index) regrouped by index; within one index the order of the input is kept.
struct Regrouped {
  std::vector<DefaultOffset> offsets;
  std::vector<DefaultIndex> lines;
  std::vector<DefaultOffset> entries;
};

template <class Offsets, class Indices, class EntryAt>
Regrouped regroup(DefaultIndex n, Offsets const& offsets, Indices const& indices,
                  EntryAt const& entry_at) {
  Regrouped result;
  auto const count = static_cast<std::size_t>(offsets[n]);
  result.offsets.assign(static_cast<std::size_t>(n) + 1, 0);
  result.lines.resize(count);
  result.entries.resize(count);
  for (std::size_t entry = 0; entry < count; ++entry) ++result.offsets[indices[entry] + 1];
  for (DefaultIndex line = 0; line < n; ++line) result.offsets[line + 1] += result.offsets[line];
  std::vector<DefaultOffset> next(result.offsets.begin(), result.offsets.end() - 1);
  for (DefaultIndex line = 0; line < n; ++line) {
    for (DefaultOffset entry = offsets[line]; entry < offsets[line + 1]; ++entry) {
      DefaultOffset const place = next[indices[entry]]++;
      result.lines[place] = line;
      result.entries[place] = entry_at(entry);
    }
  }
  return result;
}

Position position_of(bool by_rows, HostArray<DefaultOffset> const& offsets,
                     HostArray<DefaultIndex> const& indices, DefaultOffset entry) {
  auto const* const first = offsets.data();
  std::int64_t const line = std::upper_bound(first, first + offsets.extent(0), entry) - first - 1;
  std::int64_t const index = indices(entry);
  return by_rows ? Position{-1, line, index} : Position{-1, index, line};
}

bool is_canonical(HostPattern const& input) {
  if (!input.by_rows) return false;
  for (DefaultIndex row = 0; row < input.num_rows; ++row) {
    for (DefaultOffset entry = input.offsets(row) + 1; entry < input.offsets(row + 1); ++entry) {
      if (input.indices(entry - 1) >= input.indices(entry)) return false;
    }
  }
  return true;
}

/// Merges runs of equal columns in sorted rows and records their sources.
void merge_duplicates(HostPattern const& input, Regrouped const& rows, Duplicates duplicates,
                      CanonicalPattern& pattern) {
  std::vector<DefaultOffset> row_offsets(1, 0), source_offsets(1, 0);
  std::vector<DefaultIndex> columns;
  columns.reserve(rows.lines.size());
  source_offsets.reserve(rows.lines.size() + 1);
  for (DefaultIndex row = 0; row < pattern.n; ++row) {
    for (DefaultOffset at = rows.offsets[row]; at < rows.offsets[row + 1]; ++at) {
      bool const repeats = at > rows.offsets[row] && rows.lines[at] == columns.back();
      HEDDLE_EXPECTS(!(repeats && duplicates == Duplicates::reject), invalid_matrix,
                     "duplicate entry: row " + std::to_string(row) + ", column " +
                         std::to_string(rows.lines[at]) + ", entry " +
                         std::to_string(rows.entries[at]) + " of " +
                         std::to_string(input.num_entries()));
      if (repeats) {
        ++source_offsets.back();
      } else {
        columns.push_back(rows.lines[at]);
        source_offsets.push_back(source_offsets.back() + 1);
      }
    }
    row_offsets.push_back(static_cast<DefaultOffset>(columns.size()));
  }
  pattern.row_offsets = heddle::detail::to_view("heddle::lu::row_offsets", row_offsets);
  pattern.columns = heddle::detail::to_view("heddle::lu::columns", columns);
  pattern.source_offsets = heddle::detail::to_view("heddle::lu::source_offsets", source_offsets);
  pattern.sources = heddle::detail::to_view("heddle::lu::sources", rows.entries);
}

/// Lists the canonical entries by columns as well.
void add_column_order(CanonicalPattern& pattern) {
  Regrouped const columns = regroup(pattern.n, pattern.row_offsets.data(), pattern.columns.data(),
                                    [](DefaultOffset entry) { return entry; });
  pattern.column_offsets = heddle::detail::to_view("heddle::lu::column_offsets", columns.offsets);
  pattern.rows = heddle::detail::to_view("heddle::lu::rows", columns.lines);
  pattern.entries = heddle::detail::to_view("heddle::lu::entries", columns.entries);
}

template <class T>
HostArray<T> copy_of(std::string const& label, HostArray<T> const& view) {
  auto copy = allocate_host<T>(label, view.extent(0));
  std::copy_n(view.data(), view.extent(0), copy.data());
  return copy;
}

}  // namespace

void check_matrix(HostPattern const& input) {
  HEDDLE_EXPECTS(input.num_rows >= 0 && input.num_rows == input.num_columns, invalid_matrix,
                 "the matrix is not square: " + std::to_string(input.num_rows) + " x " +
                     std::to_string(input.num_columns));
  auto const n = input.num_rows;
  HEDDLE_EXPECTS(n <= std::numeric_limits<DefaultIndex>::max() / 2, invalid_matrix,
                 "the matrix has more than 2^30 - 1 rows: " + std::to_string(n));
  HEDDLE_EXPECTS(input.offsets.extent(0) == static_cast<std::size_t>(n) + 1, invalid_matrix,
                 "the matrix has " + std::to_string(input.offsets.extent(0)) + " offsets, not " +
                     std::to_string(static_cast<std::int64_t>(n) + 1));
  HEDDLE_EXPECTS(input.offsets(0) == 0, invalid_matrix,
                 "the first offset is " + std::to_string(input.offsets(0)) + ", not 0");
  for (DefaultIndex line = 0; line < n; ++line) {
    HEDDLE_EXPECTS(input.offsets(line) <= input.offsets(line + 1), invalid_matrix,
                   "the offsets fall at " + std::string(line_word(input)) + std::to_string(line));
  }
  HEDDLE_EXPECTS(input.offsets(n) == input.num_entries(), invalid_matrix,
                 "the last offset is " + std::to_string(input.offsets(n)) + ", but there are " +
                     std::to_string(input.num_entries()) + " entries");
  HEDDLE_EXPECTS(input.num_values == static_cast<std::size_t>(input.num_entries()), invalid_matrix,
                 "the matrix has " + std::to_string(input.num_values) + " values for " +
                     std::to_string(input.num_entries()) + " entries");
  for (DefaultIndex line = 0; line < n; ++line) {
    for (DefaultOffset entry = input.offsets(line); entry < input.offsets(line + 1); ++entry) {
      HEDDLE_EXPECTS(input.indices(entry) >= 0 && input.indices(entry) < n, invalid_matrix,
                     std::string(line_word(input)) + std::to_string(line) + ", entry " +
                         std::to_string(entry) + ": " + index_word(input) +
                         std::to_string(input.indices(entry)) + " is outside 0 ... " +
                         std::to_string(n - 1));
    }
  }
}

Position position_of_entry(CanonicalPattern const& pattern, DefaultOffset entry) {
  return position_of(pattern.by_rows, pattern.given_offsets, pattern.given_indices, entry);
}

template <class T>
std::optional<Position> first_non_finite(HostInput<T> const& input) {
  for (DefaultOffset entry = 0; entry < input.num_entries(); ++entry) {
    if (!is_finite(input.value(entry))) {
      return position_of(input.by_rows, input.offsets, input.indices, entry);
    }
  }
  return std::nullopt;
}

CanonicalPattern canonical_pattern(HostPattern const& input, Duplicates duplicates) {
  CanonicalPattern pattern;
  pattern.by_rows = input.by_rows;
  pattern.n = input.num_rows;
  pattern.offset_limit = input.offset_limit;
  // The user's arrays may change or vanish later: the analysis keeps its own.
  pattern.given_offsets = copy_of("heddle::lu::given_offsets", input.offsets);
  pattern.given_indices = copy_of("heddle::lu::given_indices", input.indices);
  if (is_canonical(input)) {
    pattern.row_offsets = pattern.given_offsets;
    pattern.columns = pattern.given_indices;
    add_column_order(pattern);
    return pattern;
  }
  auto const same = [](DefaultOffset entry) { return entry; };
  auto const* offsets = input.offsets.data();
  auto const* indices = input.indices.data();
  Regrouped lines = regroup(pattern.n, offsets, indices, same);
  if (input.by_rows) {  // regrouped once they are columns; once more, sorted rows
    Regrouped const& by_columns = lines;
    lines = regroup(pattern.n, by_columns.offsets, by_columns.lines,
                    [&](DefaultOffset entry) { return by_columns.entries[entry]; });
  }
  merge_duplicates(input, lines, duplicates, pattern);
  add_column_order(pattern);
  return pattern;
}

template <class T>
void drop_zeros(CanonicalPattern& pattern, HostInput<T> const& input) {
  bool const merged = pattern.source_offsets.extent(0) > 0;
  std::vector<DefaultOffset> row_offsets(1, 0), source_offsets(1, 0), sources, dropped;
  std::vector<DefaultIndex> columns;
  std::vector<DefaultOffset> mine;
  for (DefaultIndex row = 0; row < pattern.n; ++row) {
    for (auto entry = pattern.row_offsets(row); entry < pattern.row_offsets(row + 1); ++entry) {
      mine.assign(1, entry);
      if (merged) {
        mine.assign(pattern.sources.data() + pattern.source_offsets(entry),
                    pattern.sources.data() + pattern.source_offsets(entry + 1));
      }
      bool const zero = std::all_of(mine.begin(), mine.end(), [&](DefaultOffset source) {
        return input.value(source) == T(0);
      });
      auto& list = zero ? dropped : sources;
      list.insert(list.end(), mine.begin(), mine.end());
      if (zero) continue;
      columns.push_back(pattern.columns(entry));
      source_offsets.push_back(static_cast<DefaultOffset>(sources.size()));
    }
    row_offsets.push_back(static_cast<DefaultOffset>(columns.size()));
  }
  if (dropped.empty()) return;
  pattern.row_offsets = heddle::detail::to_view("heddle::lu::row_offsets", row_offsets);
  pattern.columns = heddle::detail::to_view("heddle::lu::columns", columns);
  pattern.source_offsets = heddle::detail::to_view("heddle::lu::source_offsets", source_offsets);
  pattern.sources = heddle::detail::to_view("heddle::lu::sources", sources);
  pattern.dropped = heddle::detail::to_view("heddle::lu::dropped", dropped);
  add_column_order(pattern);
}

template <class T>
std::vector<T> canonical_values(CanonicalPattern const& pattern, HostInput<T> const& input) {
  std::vector<T> values(static_cast<std::size_t>(pattern.num_entries()));
  for (DefaultOffset entry = 0; entry < pattern.num_entries(); ++entry) {
    if (pattern.source_offsets.extent(0) == 0) {
      values[entry] = input.value(entry);
      continue;
    }
    DefaultOffset const first = pattern.source_offsets(entry);
    values[entry] =
        ordered_sum<T>(pattern.source_offsets(entry + 1) - first,
                       SourceValues<T, Kokkos::HostSpace>{input, pattern.sources.data() + first});
  }
  return values;
}

Position position_of_canonical(CanonicalPattern const& pattern, DefaultOffset entry) {
  return position_of(true, pattern.row_offsets, pattern.columns, entry);
}

template <class T>
std::uint64_t fingerprint(std::span<T const> values) {
  std::uint64_t hash = 0x9E3779B97F4A7C15u ^ values.size();
  auto const add = [&](double part) {
    hash ^= std::bit_cast<std::uint64_t>(part);
    hash *= 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  };
  for (T const& value : values) {
    if constexpr (is_complex<T>) {
      add(value.real());
      add(value.imag());
    } else {
      add(value);
    }
  }
  return hash;
}

#define HEDDLE_CANONICAL(...)                                                        \
  template std::optional<Position> first_non_finite(HostInput<__VA_ARGS__> const&);  \
  template void drop_zeros(CanonicalPattern&, HostInput<__VA_ARGS__> const&);        \
  template std::vector<__VA_ARGS__> canonical_values(CanonicalPattern const&,        \
                                                     HostInput<__VA_ARGS__> const&); \
  template std::uint64_t fingerprint(std::span<__VA_ARGS__ const>)
HEDDLE_CANONICAL(double);
HEDDLE_CANONICAL(Kokkos::complex<double>);
#undef HEDDLE_CANONICAL

}  // namespace heddle::lu::detail
