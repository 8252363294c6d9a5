// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A table as the explorer sees it: memory, and operations that can be run access by access.
#pragma once

#include <tests/hash/model/history.hpp>
#include <tests/hash/model/memory.hpp>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace heddle::test::model {

/// What became of one operation on a table.
struct Answer {
  hash::Status status;
  std::uint32_t value;
};

/// A table of some layout, as the explorer sees it.
struct Subject {
  std::vector<std::uint64_t> memory;  ///< of an empty table
  std::size_t capacity;
  std::function<Answer(Operation const&)> run;  ///< through SteppingAtomics
  /// What lives in a memory; sets `wrong` if a key has two slots.
  std::function<Contents(std::vector<std::uint64_t> const&, std::string& wrong)> contents;
  /// Places that operations on `keys` may not change: reading them is no step.
  std::function<std::set<int>(std::vector<std::uint64_t> const&,
                              std::set<std::uint32_t> const& keys)>
      constant;
};

/// Memory and locks.
struct Shared {
  std::vector<std::uint64_t> memory;
  std::uint64_t held = 0;  ///< locks, as bits

  Observation perform(Access const& access) {
    auto const lock = std::uint64_t{1} << (access.place & 63);
    if (access.kind == Access::Kind::unlock) held &= ~lock;
    if (access.kind == Access::Kind::try_lock) {
      bool const won = (held & lock) == 0;
      held |= lock;
      return {0, won};
    }
    if (access.kind == Access::Kind::unlock) return {};
    auto& word = memory[access.place];
    auto const seen = word;
    bool const writes = access.kind == Access::Kind::store ||
                        (access.kind == Access::Kind::compare_exchange && seen == access.expected);
    if (writes) word = access.desired;
    return {seen, writes};
  }
};

inline constexpr std::size_t longest_log = 300;

/// One operation without company. Status::none if it does not end.
inline Answer run_alone(Subject const& subject, Operation const& operation, Shared& shared) {
  std::vector<Observation> log;
  while (log.size() < longest_log) {
    try {
      Replay const replay(log);
      return subject.run(operation);
    } catch (Suspended const& at) {
      log.push_back(shared.perform(at.access));
    }
  }
  return {hash::Status::none, 0};
}

}  // namespace heddle::test::model
