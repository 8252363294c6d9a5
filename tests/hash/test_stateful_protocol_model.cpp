// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The protocol of stateful slots through all interleavings, as test_protocol_model.cpp does for
// packed ones. Keys and values take two words, so a reader beside a writer can see a mixture.
#include <tests/hash/model/stateful_subject.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test::model {
namespace {

/// A table in which all but `free` slots are taken by keys from 20 on.
Program filled_but(std::uint32_t free) {
  Program setup;
  for (std::uint32_t key = 20; key < 28 - free; ++key) setup.push_back(insert(key, key));
  return setup;
}
Program operator+(Program first, Program const& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

template <bool locking = true>
std::string violation(Program const& setup, std::vector<Program> const& programs) {
  Explorer explorer(stateful_subject<locking>(), setup, programs);
  auto const found = explorer.explore();
  EXPECT_TRUE(!found.empty() || explorer.outcomes() > 1) << "nothing was interleaved";
  return found;
}

TEST(StatefulProtocol, EqualKeysRaceForAnEmptySlot) {
  EXPECT_EQ(violation(filled_but(2), {{insert(1, 10)}, {insert(1, 20)}, {find(1)}}), "");
  EXPECT_EQ(violation(filled_but(2), {{assign(1, 10), find(1)}, {add(1, 5)}}), "");
}

TEST(StatefulProtocol, DifferentKeysWithEqualHashBitsRaceForAnEmptySlot) {
  EXPECT_EQ(violation(filled_but(2), {{insert(1, 10), find(65)}, {insert(65, 20), find(1)}}), "");
  EXPECT_EQ(violation(filled_but(1), {{insert(1, 10)}, {insert(65, 20)}}), "");
}

TEST(StatefulProtocol, ReadersBesideUpdates) {
  auto const setup = filled_but(2) + Program{insert(1, 1)};
  EXPECT_EQ(violation(setup, {{assign(1, 10)}, {find(1), find(1)}}), "");
  EXPECT_EQ(violation(setup, {{add(1, 10)}, {add(1, 100)}, {find(1)}}), "");
}

TEST(StatefulProtocol, EraseBesideInsertsOfItsKey) {
  auto const setup = filled_but(2) + Program{insert(1, 1)};
  EXPECT_EQ(violation(setup, {{erase(1), insert(1, 20)}, {insert(1, 30)}}), "");
  EXPECT_EQ(violation(setup, {{erase(1)}, {assign(1, 30), find(1)}}), "");
  EXPECT_EQ(violation(setup, {{erase(1), find(1)}, {erase(1), insert(1, 7)}}), "");
}

TEST(StatefulProtocol, OtherKeysReuseDeadSlots) {
  auto const setup = filled_but(2) + Program{insert(1, 1), insert(2, 2)};
  EXPECT_EQ(violation(setup + Program{erase(1), erase(2)}, {{insert(3, 30)}, {insert(1, 40)}}), "");
  EXPECT_EQ(violation(setup + Program{erase(2)}, {{insert(3, 30)}, {insert(3, 31)}, {erase(1)}}),
            "");
  EXPECT_EQ(violation(setup, {{erase(1), insert(3, 30)}, {find(1), insert(1, 5)}}), "");
}

/// The checker sees what the lock prevents.
TEST(StatefulProtocol, WithoutTheLockAKeyGetsTwoSlots) {
  std::vector<Program> const programs{{insert(3, 20)}, {insert(3, 30)}, {erase(1), erase(2)}};
  auto const setup = filled_but(2) + Program{insert(1, 10), insert(2, 20)};
  auto const found = violation<false>(setup, programs);
  EXPECT_NE(found.find("key 3 has two slots"), found.npos) << found;
}

}  // namespace
}  // namespace heddle::test::model
