// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What measurements of hash tables vary. Knows no Kokkos.
#pragma once

#include <string>

namespace heddle::cli {

/// How the keys of a batch relate to each other.
enum class Distribution {
  distinct,    ///< all different, scattered over all bit patterns
  sequential,  ///< 0, 1, 2, ...
  zipf,        ///< the k-th most frequent one as often as 1 / k^exponent, scattered
  equal        ///< one key
};

/// What is timed. `reinsert`, `hit`, `erase`, `churn`, `iterate`, `rehash` and `freeze` meet a
/// table that holds the keys; the others an empty one, `miss` a table without its keys.
enum class Operation {
  insert,    ///< into an empty table
  reinsert,  ///< all of them there already
  assign,    ///< insert_or_assign into an empty table
  apply,     ///< insert_or_apply(+) of ones into an empty table
  hit,       ///< find keys that are there, in another order
  miss,      ///< find keys that are not there
  mixed,     ///< find_or_insert, half of the keys there
  erase,     ///< all keys, in another order
  churn,     ///< erase a sixteenth and insert as many others
  iterate,   ///< copy out all pairs
  rehash,    ///< into as many slots
  freeze     ///< build the read-only table
};

inline constexpr Operation all_operations[] = {
    Operation::insert, Operation::reinsert, Operation::assign, Operation::apply,
    Operation::hit,    Operation::miss,     Operation::mixed,  Operation::erase,
    Operation::churn,  Operation::iterate,  Operation::rehash, Operation::freeze};

inline char const* to_string(Operation operation) {
  constexpr char const* names[] = {"insert", "reinsert", "assign", "apply",   "hit",    "miss",
                                   "mixed",  "erase",    "churn",  "iterate", "rehash", "freeze"};
  return names[static_cast<int>(operation)];
}

inline char const* to_string(Distribution distribution) {
  constexpr char const* names[] = {"distinct", "sequential", "zipf", "equal"};
  return names[static_cast<int>(distribution)];
}

}  // namespace heddle::cli
