// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What `heddle hash` does to real input on a backend, by HashMap. Knows no Kokkos.
#pragma once

#include <heddle/cli/hash/text_file.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// A word, and how often it came.
struct WordCount {
  Span word;  ///< one of its places
  std::uint64_t count = 0;
};
struct CountResult {
  std::vector<WordCount> counts;  ///< in no particular order
  double seconds = 0;             ///< in the table alone
  std::uint64_t table_bytes = 0;
};
/// Counts equal words by insert_or_apply, with a hash and an equality that read the text: words are
/// compared byte by byte, so no two different ones are ever taken for one.
CountResult count_words(std::string_view backend, std::string const& text,
                        std::vector<Span> const& words);

/// For each key the smallest index of an equal one on the right, or -1.
struct JoinResult {
  std::vector<std::int64_t> of_left, of_right;
  double seconds = 0;
  std::uint64_t table_bytes = 0;
};
JoinResult join_keys(std::string_view backend, std::string const& text,
                     std::vector<Span> const& left, std::vector<Span> const& right);

/// An edge between two vertices, and how often it was listed.
struct EdgeCount {
  std::uint32_t from = 0, to = 0;
  std::uint32_t count = 0;
};
struct EdgeResult {
  std::vector<EdgeCount> edges;  ///< by `from`, then by `to`
  double seconds = 0;
  std::uint64_t table_bytes = 0;
};
/// Equal pairs of an edge list, counted.
EdgeResult count_edges(std::string_view backend, std::vector<std::int32_t> const& from,
                       std::vector<std::int32_t> const& to);

}  // namespace heddle::cli
