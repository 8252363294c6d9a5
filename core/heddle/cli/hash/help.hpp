// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of `heddle hash --help`. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::hash_help {

inline constexpr char const* hash =
    "Measure a hash table, or use it on real input: count words, deduplicate edges, join columns";
inline constexpr char const* count = "Count the words of a text file (between white space)";
inline constexpr char const* edges = "Deduplicate the edges of a graph given as a matrix file";
inline constexpr char const* join = "Join the lines of two text files whose key columns are equal";
inline constexpr char const* seed_timing =
    "The published timing of the Simple GPU Hash Table, std::unordered_map beside it";
inline constexpr char const* seed_load =
    "The published load figure of the Simple GPU Hash Table, HashMap beside it";

inline constexpr char const* backend = "Run on this backend; without it on the last of the build";
inline constexpr char const* json = "Write one JSON object instead of text";
inline constexpr char const* mode =
    "HashMap, its read-only FrozenMap, the published Simple GPU Hash Table, or a peer: "
    "Kokkos::UnorderedMap, std::unordered_map";
inline constexpr char const* keys = "Keys in a batch";
inline constexpr char const* bytes = "Bytes of a key and of a value";
inline constexpr char const* load = "Keys per slot; several are measured in turn";
inline constexpr char const* operations = "Operations; without it all that the table has";
inline constexpr char const* zipf = "Keys repeat with a Zipf distribution of this exponent";
inline constexpr char const* runs = "Runs of each operation; median and best are told";
inline constexpr char const* rates_chart = "Draw 1e9 keys/s over the load; measures 12 loads";

inline constexpr char const* text = "Text file";
inline constexpr char const* top = "Show so many of the most frequent words";
inline constexpr char const* count_output =
    "Write all words and their counts, the most frequent first";
inline constexpr char const* graph =
    "Matrix Market, Rutherford-Boeing or Harwell-Boeing file, gzip-compressed or not";
inline constexpr char const* directed = "Edges (i, j) and (j, i) are two";
inline constexpr char const* edges_output = "Write the different edges, a Matrix Market pattern";
inline constexpr char const* left = "Text file";
inline constexpr char const* right = "Text file; the table holds its keys";
inline constexpr char const* column = "Key column, counted from 1";
inline constexpr char const* separator = "Character between columns; without it white space";
inline constexpr char const* join_output = "Write the joined lines: left, tab, right";

inline constexpr char const* pairs = "Pairs to insert; half of them are deleted again";
inline constexpr char const* no_compare = "Leave std::unordered_map and the check by it out";
inline constexpr char const* slots = "Slots of the tables, a power of two";
inline constexpr char const* load_chart = "Draw milliseconds per batch over the load";

}  // namespace heddle::cli::hash_help
