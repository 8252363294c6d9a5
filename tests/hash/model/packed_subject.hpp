// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One bucket of packed slots, as the explorer sees it.
#pragma once

#include <heddle/hash/detail/packed.hpp>
#include <heddle/hash/operations.hpp>

#include <tests/hash/model/explorer.hpp>
#include <tests/hash/model/programs.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heddle::test::model {

/// Keys below 64 take locks of their own; 64 apart they share path and lock.
inline std::uint32_t model_hash(std::uint32_t key) { return key % 64; }

/// Any operation on a table of either layout; values of `Value` are made and read by the functions.
template <class Table, class Key, class Make, class Read>
Answer run_on(Table const& table, Operation const& operation, Key const& key, Make const& make,
              Read const& read) {
  namespace detail = hash::detail;
  auto const hash = model_hash(operation.key);
  auto const answer = [&](auto const& result) { return Answer{result.status, read(result.value)}; };
  switch (operation.kind) {
    case Kind::insert:
      return answer(table.upsert(key, hash, make(operation.value), detail::KeepHeld{}));
    case Kind::assign:
      return answer(table.upsert(key, hash, make(operation.value), detail::TakeGiven{}));
    case Kind::add:
      return answer(
          table.upsert(key, hash, make(operation.value), detail::Apply<heddle::hash::Sum>{}));
    case Kind::erase: return answer(table.erase(key, hash));
    default: return answer(table.find(key, hash));
  }
}

/// An empty table.
template <class Format, bool locking = true>
Subject packed_subject() {
  using Table = hash::detail::PackedTable<Format, SteppingAtomics<locking>>;
  constexpr int side = Format::slots;
  Table const table{words, 1, words + side, locks};
  Subject subject;
  subject.memory.assign(side + 2, Table::empty_word());
  subject.capacity = Format::slots;
  auto const same = [](std::uint32_t value) { return value; };
  subject.run = [=](Operation const& operation) {
    return run_on(table, operation, operation.key, same, same);
  };
  subject.contents = [](std::vector<std::uint64_t> const& memory, std::string& wrong) {
    Contents contents;
    std::set<std::uint32_t> named;
    for (int at = 0; at < side + 2; ++at) {
      auto const word = memory[at];
      if (Table::is_empty(word)) continue;
      bool const is_dead = at < side && Table::is_dead(word);
      auto const key = is_dead      ? Format::value(word)
                       : at < side  ? Format::key(word)
                       : at == side ? Format::empty
                                    : Format::erased;
      if (!named.insert(key).second) wrong = "key " + std::to_string(key) + " has two slots";
      if (!is_dead) contents[key] = Format::value(word);
    }
    return contents;
  };
  subject.constant = [](std::vector<std::uint64_t> const& memory,
                        std::set<std::uint32_t> const& used) {
    std::set<int> places;
    for (int at = 0; at < side; ++at) {
      bool const is_live = !Table::is_empty(memory[at]) && !Table::is_dead(memory[at]);
      if (is_live && used.count(Format::key(memory[at])) == 0) places.insert(at);
    }
    return places;
  };
  return subject;
}

}  // namespace heddle::test::model
