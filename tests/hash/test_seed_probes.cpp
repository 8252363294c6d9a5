// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The published probe-length figures. With linear probing the sum of all probe lengths does not
// depend on the order of the insertions, so it is exact on every backend; the oracle is a sum
// computed apart from this library, the small ones a table filled by hand below.
#include <tests/hash/seed_keys.hpp>
#include <tests/hash/seed_support.hpp>

#include <gtest/gtest.h>

#include <set>

namespace heddle::test {
namespace {

/// Inserts the first draws in batches and measures.
hash::SeedStatistics after_draws(std::size_t capacity, std::size_t batch, int batches) {
  SeedExec const exec;
  SeedTable table(exec, capacity);
  auto const host = seed_keys(batch * static_cast<std::size_t>(batches));
  auto const keys = to_device(host);
  auto const values = to_device(Numbers(batch, 1u));
  for (int i = 0; i < batches; ++i) {
    auto const first = batch * static_cast<std::size_t>(i);
    auto const result =
        table.insert(exec, Kokkos::subview(keys, std::pair(first, first + batch)), values);
    EXPECT_EQ(result.status, hash::Status::none);
  }
  return table.statistics(exec);
}

void expect_published(hash::SeedStatistics const& got, std::uint64_t count, std::uint64_t sum) {
  EXPECT_EQ(got.count, count);
  EXPECT_EQ(got.sum, sum);
  EXPECT_GT(got.max, 0u);
  EXPECT_LE(got.max, got.sum);
}

TEST(SeedProbes, SequenceBeginsAsPublished) {
  SplitMix64 next(0);
  EXPECT_EQ(next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(seed_keys(1).front(), 0xe220a839u);
}

TEST(SeedProbes, HalfFullMillion) {
  expect_published(after_draws(1u << 20, 1u << 19, 1), 524257, 262406);
}

TEST(SeedProbes, NearlyFullMillion) {
  expect_published(after_draws(1u << 20, 1u << 15, 31), 1015687, 15455253);
}

TEST(SeedProbes, ReversedOrderKeepsTheSum) {
  SeedExec const exec;
  SeedTable table(exec, 1u << 20);
  auto keys = seed_keys(1u << 19);
  std::reverse(keys.begin(), keys.end());
  (void)table.insert(exec, to_device(keys), to_device(Numbers(keys.size(), 7u)));
  expect_published(table.statistics(exec), 524257, 262406);
}

TEST(SeedProbes, ByHandInATinyTable) {
  // The hash is a bijection with mix(0) = 0: that key sits at slot 0, and so does every key whose
  // hash ends in three zeros. Keys with a home of 7 wrap to slots 0, 1, ...
  SeedExec const exec;
  auto const hash_of = [](std::uint32_t key) {  // written apart from the library
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    key *= 0xc2b2ae35u;
    return key ^ key >> 16;
  };
  Numbers at_seven;
  for (std::uint32_t key = 1; at_seven.size() < 4; ++key) {
    if (hash_of(key) % 8 == 7) at_seven.push_back(key);
  }
  SeedTable table(exec, 8);
  (void)insert(table, at_seven, Numbers(4, 1u));  // at 7, 0, 1, 2: lengths 0 + 1 + 2 + 3
  auto const four = table.statistics(exec);
  EXPECT_EQ(four.count, 4u);
  EXPECT_EQ(four.sum, 6u);
  EXPECT_EQ(four.max, 3u);
  EXPECT_DOUBLE_EQ(four.mean(), 1.5);
  (void)insert(table, {0u}, {1u});  // home 0, slots 0 to 2 are taken: length 3
  EXPECT_EQ(table.statistics(exec).sum, 9u);
}

TEST(SeedProbes, OfNothing) {
  SeedExec const exec;
  SeedTable const table(exec, 4);
  auto const none = table.statistics(exec);
  EXPECT_EQ(none.count, 0u);
  EXPECT_EQ(none.sum, 0u);
  EXPECT_EQ(none.max, 0u);
  EXPECT_EQ(none.mean(), 0.0);
}

bool has_memory_for_large() {
  constexpr std::uint64_t bytes = 4ull << 30;  // slots, keys, and keys of the host
  return backends::traits<SeedExec>::usable_bytes(SeedExec()) >= 2 * bytes;
}

TEST(SeedMapLargeData, HalfFull) {
  if (!has_memory_for_large()) GTEST_SKIP() << "this machine has less than 8 GiB";
  auto const got = after_draws(1u << 27, 1u << 26, 1);
  expect_published(got, 66587416, 31768999);
  EXPECT_NEAR(got.mean(), 0.477102, 1e-6);
}

TEST(SeedMapLargeData, NearlyFull) {
  if (!has_memory_for_large()) GTEST_SKIP() << "this machine has less than 8 GiB";
  auto const got = after_draws(1u << 27, 1u << 22, 31);
  expect_published(got, 128073111, 1292398396);
  EXPECT_NEAR(got.mean(), 10.091099, 1e-6);
}

}  // namespace
}  // namespace heddle::test
