// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The oracles themselves, on values worked out by hand.
#include <tests/reference/matching.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using heddle::reference::from_rows;

TEST(ReferenceMatching, SizesWorkedByHand) {
  namespace reference = heddle::reference;
  EXPECT_EQ(reference::maximum_matching_size({0, 0, {}}), 0);
  EXPECT_EQ(reference::maximum_matching_size({3, 3, {}}), 0);
  EXPECT_EQ(reference::maximum_matching_size(from_rows({{1, 1, 0}, {1, 0, 0}, {1, 0, 0}})), 2);
  // Needs an augmenting path of three columns.
  EXPECT_EQ(reference::maximum_matching_size(from_rows({{1, 0, 1}, {1, 1, 0}, {0, 1, 0}})), 3);
  reference::Entries with_zero = from_rows({{1, 0}, {0, 0}});
  EXPECT_EQ(reference::maximum_matching_size(with_zero), 1);
  with_zero.add(1, 1, 0);
  EXPECT_EQ(reference::maximum_matching_size(with_zero), 2);
  EXPECT_EQ(reference::maximum_matching_size(with_zero, false), 1);
}

TEST(ReferenceMatching, ProductsWorkedByHand) {
  namespace reference = heddle::reference;
  auto const entries = from_rows({{2, -8}, {4, 1}});
  EXPECT_EQ(reference::log_product(entries, {0, 1}), 1);
  EXPECT_EQ(reference::log_product(entries, {1, 0}), 5);
  EXPECT_EQ(reference::best_log_product(entries), 5);
  EXPECT_EQ(reference::best_log_product(from_rows({{1, 1}, {0, 0}})),
            -std::numeric_limits<double>::infinity());
}

TEST(ReferenceMatching, GainfulExchangesWorkedByHand) {
  namespace reference = heddle::reference;
  auto const two = from_rows({{2, 8}, {4, 1}});
  EXPECT_FALSE(reference::no_exchange_gains(two, {0, 1}));
  EXPECT_TRUE(reference::no_exchange_gains(two, {1, 0}));
  auto const equal = from_rows({{2, 8}, {1, 4}});
  EXPECT_TRUE(reference::no_exchange_gains(equal, {0, 1}));
  EXPECT_TRUE(reference::no_exchange_gains(equal, {1, 0}));
  // Only the exchange of all three gains: 1 1 1 against 2 2 0.5.
  auto const three = from_rows({{1, 2, 0}, {0, 1, 2}, {0.5, 0, 1}});
  EXPECT_FALSE(reference::no_exchange_gains(three, {0, 1, 2}));
  EXPECT_TRUE(reference::no_exchange_gains(three, {2, 0, 1}));
}

}  // namespace
