// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One bucket of stateful slots, as the explorer sees it. Keys and values are two words each, read
/// and written one after the other.
#pragma once

#include <heddle/hash/detail/stateful.hpp>

#include <tests/hash/model/explorer.hpp>
#include <tests/hash/model/packed_subject.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heddle::test::model {

/// A number twice: halves of two numbers are no number.
struct TwoWords {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};

  KOKKOS_INLINE_FUNCTION friend bool operator==(TwoWords const& a, TwoWords const& b) {
    return a.low == b.low && a.high == b.high;
  }
  KOKKOS_INLINE_FUNCTION friend TwoWords operator+(TwoWords const& a, TwoWords const& b) {
    return {a.low + b.low, ~(a.low + b.low)};
  }
};
inline TwoWords two_words(std::uint32_t number) { return {number, ~std::uint64_t{number}}; }
inline constexpr std::uint32_t mixture = 0xdeadbeef;
inline std::uint32_t number_of(TwoWords const& words) {
  return words.high == ~words.low ? static_cast<std::uint32_t>(words.low) : mixture;
}

/// The equality of the caller: it must only ever see whole keys.
struct WholeEqual {
  inline static bool saw_mixture = false;
  KOKKOS_FUNCTION bool operator()(TwoWords const& a, TwoWords const& b) const {
    KOKKOS_IF_ON_HOST((if (a.high != ~a.low || b.high != ~b.low) saw_mixture = true;))
    return a == b;
  }
};

template <bool locking>
using ModelledTable =
    hash::detail::StatefulTable<TwoWords, TwoWords, WholeEqual, SteppingAtomics<locking>>;

/// Where key and value of a slot lie.
struct StatefulPlaces {
  static constexpr int slots = hash::detail::stateful_bucket_slots;
  static int key(int slot) { return slots + 2 * slot; }
  static int value(int slot) { return 3 * slots + 2 * slot; }
  static TwoWords at(std::vector<std::uint64_t> const& memory, int place) {
    return {memory[place], memory[place + 1]};
  }
};

inline Contents stateful_contents(std::vector<std::uint64_t> const& memory, std::string& wrong) {
  using hash::detail::StateWord;
  Contents contents;
  std::set<std::uint32_t> named;
  for (int slot = 0; slot < StatefulPlaces::slots; ++slot) {
    auto const state = StateWord::state(memory[slot]);
    if (state == StateWord::empty || state == StateWord::claimed) continue;
    auto const key = number_of(StatefulPlaces::at(memory, StatefulPlaces::key(slot)));
    if (!named.insert(key).second) wrong = "key " + std::to_string(key) + " has two slots";
    if (state == StateWord::live) {
      contents[key] = number_of(StatefulPlaces::at(memory, StatefulPlaces::value(slot)));
    }
  }
  if (named.count(mixture) != 0) wrong = "a key without its second half";
  if (WholeEqual::saw_mixture) wrong = "the equality saw half of a key";
  return contents;
}

inline std::set<int> stateful_constants(std::vector<std::uint64_t> const& memory,
                                        std::set<std::uint32_t> const& used) {
  using hash::detail::StateWord;
  std::set<int> places;
  for (int slot = 0; slot < StatefulPlaces::slots; ++slot) {
    auto const key = StatefulPlaces::key(slot);
    auto const number = number_of(StatefulPlaces::at(memory, key));
    if (StateWord::state(memory[slot]) != StateWord::live || used.count(number) != 0) continue;
    auto const value = StatefulPlaces::value(slot);
    for (int const place : {slot, key, key + 1, value, value + 1}) places.insert(place);
  }
  return places;
}

/// An empty table.
template <bool locking = true>
Subject stateful_subject() {
  auto* const keys = reinterpret_cast<TwoWords*>(words + StatefulPlaces::key(0));
  auto* const values = reinterpret_cast<TwoWords*>(words + StatefulPlaces::value(0));
  ModelledTable<locking> const table{words, keys, values, 1, locks, WholeEqual{}};
  WholeEqual::saw_mixture = false;
  Subject subject;
  subject.memory.assign(StatefulPlaces::value(StatefulPlaces::slots), 0);
  subject.capacity = StatefulPlaces::slots;
  subject.run = [=](Operation const& operation) {
    return run_on(table, operation, two_words(operation.key), two_words, number_of);
  };
  subject.contents = stateful_contents;
  subject.constant = stateful_constants;
  return subject;
}

}  // namespace heddle::test::model
