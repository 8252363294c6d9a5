// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/versions.hpp>

#include <algorithm>
#include <utility>

namespace heddle::place::detail {
namespace {

bool contains(std::vector<int> const& list, int item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

void add_readers(VersionClass& version, std::vector<int> const& readers) {
  for (int const reader : readers) {
    if (!contains(version.readers, reader)) version.readers.push_back(reader);
  }
}

/// One round as one array sees it: readers before the first writer, then each writer with the
/// readers after it. A step that updates reads the version before its own.
struct Round {
  std::vector<int> before;
  std::vector<std::pair<int, std::vector<int>>> writers;
};

Round round_of(Program const& program, int array, double round) {
  Round result;
  for (int step = 0; step < static_cast<int>(program.steps.size()); ++step) {
    auto const& costed = program.steps[step];
    if (costed.repeat <= round) continue;
    if (contains(costed.reads, array)) {
      auto& readers = result.writers.empty() ? result.before : result.writers.back().second;
      readers.push_back(step);
    }
    if (contains(costed.writes, array)) result.writers.emplace_back(step, std::vector<int>());
  }
  return result;
}

/// Adds what `rounds` equal rounds do. `open` is the version that is valid before them, and becomes
/// the one that is valid after them.
void add_rounds(Round const& round, double rounds, VersionClass& open,
                std::vector<VersionClass>& versions) {
  add_readers(open, round.before);
  if (round.writers.empty()) return;
  versions.push_back(open);
  int const array = open.array;
  for (std::size_t i = 0; i + 1 < round.writers.size(); ++i) {
    auto const& [writer, readers] = round.writers[i];
    versions.push_back({array, writer, readers, rounds, false});
  }
  auto const& [writer, readers] = round.writers.back();
  open = {array, writer, readers, std::min(1.0, rounds), false};
  if (rounds > 1) {  // all but the last are read by the round after, too
    VersionClass inner{array, writer, readers, rounds - 1, false};
    add_readers(inner, round.before);
    versions.push_back(std::move(inner));
  }
}

}  // namespace

std::vector<VersionClass> versions_of(Program const& program) {
  std::vector<double> ends;
  for (auto const& step : program.steps) ends.push_back(step.repeat);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());

  std::vector<VersionClass> versions;
  for (int array = 0; array < static_cast<int>(program.arrays.size()); ++array) {
    VersionClass open{array, -1, {}, 1, false};
    double begin = 0;
    for (double const end : ends) {
      if (end <= 0) continue;
      add_rounds(round_of(program, array, begin), end - begin, open, versions);
      begin = end;
    }
    open.is_last = true;
    versions.push_back(std::move(open));
  }
  return versions;
}

}  // namespace heddle::place::detail
