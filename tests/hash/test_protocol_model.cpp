// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The protocol of packed slots, stepped through all interleavings of a few operations on one
// bucket: at every state a key has at most one slot, every history is linearizable, nobody is
// stuck.
#include <tests/hash/model/packed_subject.hpp>
#include <tests/hash/model/programs.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test::model {
namespace {

using hash::detail::format::Packed8;

/// Fewer slots, so that more operations fit.
struct TwoSlots : Packed8 {
  static constexpr std::uint32_t slots = 2;
};

template <class Format, bool locking = true>
std::string violation(Program const& setup, std::vector<Program> const& programs,
                      Order order = Order::sequential) {
  Explorer explorer(packed_subject<Format, locking>(), setup, programs, order);
  auto const found = explorer.explore();
  EXPECT_TRUE(!found.empty() || explorer.outcomes() > 1) << "nothing was interleaved";
  return found;
}

TEST(PackedProtocol, EqualKeysRaceForAnEmptySlot) {
  EXPECT_EQ(violation<TwoSlots>({}, {{insert(1, 10)}, {insert(1, 20)}, {insert(1, 30)}}), "");
  EXPECT_EQ(violation<TwoSlots>({}, {{assign(1, 10), find(1)}, {insert(1, 20)}, {add(1, 5)}}), "");
  EXPECT_EQ(violation<TwoSlots>({}, {{add(1, 1), add(1, 2)}, {add(1, 4)}, {add(1, 8), find(1)}}),
            "");
}

TEST(PackedProtocol, DifferentKeysRaceForTheLastSlot) {
  EXPECT_EQ(violation<TwoSlots>(
                {insert(9, 90)},
                {{insert(1, 10), find(1)}, {insert(2, 20), find(2)}, {insert(65, 30), find(65)}}),
            "");
}

TEST(PackedProtocol, EraseBesideInsertsOfItsKey) {
  EXPECT_EQ(violation<TwoSlots>({insert(1, 10)},
                                {{erase(1), insert(1, 20)}, {insert(1, 30)}, {find(1), erase(1)}}),
            "");
  EXPECT_EQ(
      violation<TwoSlots>({insert(1, 10)},
                          {{erase(1), find(1)}, {assign(1, 20), find(1)}, {add(1, 3), erase(1)}}),
      "");
}

TEST(PackedProtocol, AFullTableIsFullWhileNothingIsErased) {
  EXPECT_EQ(violation<TwoSlots>({insert(1, 10), insert(2, 20)},
                                {{insert(3, 1), find(3)}, {insert(4, 2)}, {assign(1, 5)}}),
            "");
}

TEST(PackedProtocol, KeysOfADifferentKindReuseDeadSlots) {
  EXPECT_EQ(violation<TwoSlots>({insert(1, 1), insert(2, 1), erase(1), erase(2)},
                                {{insert(3, 20), find(1)}, {insert(1, 30)}, {insert(4, 40)}}),
            "");
  EXPECT_EQ(violation<TwoSlots>({insert(1, 10), insert(2, 1), erase(2)},
                                {{insert(3, 20), find(3)}, {insert(3, 30)}, {erase(1)}}),
            "");
  EXPECT_EQ(
      violation<TwoSlots>({insert(1, 10), insert(2, 20)},
                          {{erase(1), insert(3, 20)}, {insert(1, 30), erase(2)}, {insert(3, 5)}}),
      "");
}

TEST(PackedProtocol, KeysMoveBetweenSlotsOfASaturatedTable) {
  EXPECT_EQ(
      violation<TwoSlots>({insert(1, 1), insert(2, 20), erase(1)},
                          {{erase(2), insert(1, 5)}, {insert(3, 30), erase(3)}, {insert(2, 8)}}),
      "");
  // 65 and 1 share the path and the lock, 3 has others.
  EXPECT_EQ(violation<TwoSlots>(
                {insert(65, 1), insert(3, 20), erase(65)},
                {{insert(1, 5), erase(1)}, {erase(3), insert(65, 30)}, {find(1), find(65)}}),
            "");
}

TEST(PackedProtocol, TheKeysThatLookLikeMarksHaveSlotsOfTheirOwn) {
  std::uint32_t const all_ones = Packed8::empty;
  EXPECT_EQ(violation<TwoSlots>({}, {{insert(all_ones, 1), erase(all_ones)},
                                     {add(all_ones, 2), insert(all_ones - 1, 7)},
                                     {assign(all_ones, 3), find(all_ones)}}),
            "");
}

TEST(PackedProtocol, AWholeBucketOfThePublishedFormat) {
  Program setup;
  for (std::uint32_t key = 20; key < 25; ++key) setup.push_back(insert(key, key));
  for (auto const& rest : {Program{insert(1, 1), insert(2, 20), insert(5, 5), erase(1), erase(5)},
                           Program{insert(1, 10), insert(2, 2), erase(2)}}) {
    Program before = setup;
    before.insert(before.end(), rest.begin(), rest.end());
    EXPECT_EQ(violation<Packed8>(before, {{insert(3, 20), find(1)}, {insert(3, 30)}, {erase(2)}}),
              "");
    EXPECT_EQ(violation<Packed8>(before, {{insert(1, 20), erase(2)}, {insert(2, 3), insert(7, 9)}}),
              "");
  }
}

/// The words are read and changed in relaxed order: a load may be late. (Of a key that other keys
/// drive from slot to slot of a table without an empty one, a lookup may then be older than the
/// lookup before it: an old value of an earlier slot is still to be seen.)
TEST(PackedProtocol, RelaxedOrderSuffices) {
  auto const expect = [](Program const& setup, std::vector<Program> const& programs) {
    EXPECT_EQ(violation<TwoSlots>(setup, programs, Order::relaxed), "");
  };
  expect({}, {{insert(1, 10), find(1)}, {insert(1, 20)}, {insert(2, 5)}});
  expect({insert(1, 10)}, {{erase(1), insert(1, 20)}, {add(1, 3), find(1)}, {find(1)}});
  expect({insert(1, 10), insert(2, 20)}, {{erase(1), insert(3, 1)}, {insert(3, 2), find(3)}});
  Program const saturated{insert(5, 1), insert(2, 1), erase(5), erase(2)};
  expect(saturated, {{insert(1, 10), erase(1), insert(65, 30)}, {insert(1, 20), find(1)}});
  expect(saturated, {{insert(1, 10), erase(1)}, {insert(65, 30), erase(65)}, {insert(1, 20)}});
  expect({insert(1, 1)},
         {{erase(1), insert(1, 10), find(2)}, {insert(2, 30), erase(2)}, {insert(1, 20), find(1)}});
}

/// The checker sees what the lock prevents: two inserters of one key choose different dead slots.
TEST(PackedProtocol, WithoutTheLockAKeyGetsTwoSlots) {
  std::vector<Program> const programs{{insert(3, 20)}, {insert(3, 30)}, {erase(1), erase(2)}};
  Program const setup{insert(1, 10), insert(2, 20)};
  EXPECT_EQ((violation<TwoSlots, true>(setup, programs)), "");
  auto const found = violation<TwoSlots, false>(setup, programs);
  EXPECT_NE(found.find("key 3 has two slots"), found.npos) << found;
}

}  // namespace
}  // namespace heddle::test::model
