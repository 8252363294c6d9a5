// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which keys visit slots, and the hash: what the layout of a table rests on.
#include <heddle/backends/hash_format.hpp>

#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::test {
namespace {

namespace format = backends::hash_format;

std::vector<std::uint64_t> hashes() {
  std::vector<std::uint64_t> all{
      0, 1, 2, 3, 0xffffffffu, std::uint64_t{1} << 63, ~std::uint64_t{0}};
  SplitMix64 next(5);
  for (int i = 0; i < 60; ++i) all.push_back(next());
  for (std::uint64_t i = 0; i < 64; ++i) all.push_back(~(~std::uint64_t{0} >> i));
  return all;
}

/// The buckets that a path visits, cut off after one too many.
template <std::uint32_t range, class Hash>
std::vector<std::uint64_t> visits(Hash hash, std::uint64_t buckets) {
  std::vector<std::uint64_t> visited;
  for (format::ProbePath<Hash, range> path(hash, buckets);
       !path.done() && visited.size() <= buckets; path.advance()) {
    visited.push_back(path.bucket());
  }
  return visited;
}

template <std::uint32_t range_size, class Hash>
void expect_path(Hash hash, std::uint64_t buckets) {
  auto visited = visits<range_size>(hash, buckets);
  ASSERT_EQ(visited.size(), buckets) << hash;
  EXPECT_EQ(visited.front(), format::home_bucket(hash, buckets));
  // All of the home range before any of the next one, and so on, cyclically.
  auto const ranges = (buckets + range_size - 1) / range_size;
  auto range = visited.front() / range_size;
  for (std::size_t i = 0; i < visited.size();) {
    auto const begin = range * range_size;
    auto const size = std::min<std::uint64_t>(range_size, buckets - begin);
    std::sort(visited.begin() + i, visited.begin() + i + size);
    for (std::uint64_t j = 0; j < size; ++j, ++i) ASSERT_EQ(visited[i], begin + j) << hash;
    range = range + 1 == ranges ? 0 : range + 1;
  }
}

TEST(HashFormat, APathVisitsEachBucketOnce) {
  for (std::uint64_t const buckets :
       {1,   2,    3,    4,    5,    6,    7,    8,    12,   15,   30,   97,   210,
        512, 1000, 1022, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 3000, 3072, 5000}) {
    SCOPED_TRACE(buckets);
    for (auto const hash : hashes()) {
      expect_path<format::Packed8::range>(hash, buckets);
      expect_path<format::Packed8::range>(static_cast<std::uint32_t>(hash), buckets);
      expect_path<format::Packed16::range>(hash, buckets);
      expect_path<64>(hash, buckets);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(HashFormat, HomesLieInTheOrderOfHashesAndInsideTheTable) {
  auto all = hashes();
  std::sort(all.begin(), all.end());
  for (std::uint64_t const buckets : {1ull, 3ull, 1024ull, (1ull << 32) - 1, 1ull << 32}) {
    std::uint64_t last = 0;
    for (auto const hash : all) {
      auto const home = format::home_bucket(hash, buckets);
      EXPECT_LT(home, buckets);
      EXPECT_GE(home, last);
      last = home;
      if (buckets >> 32 == 0) {
        auto const narrow = format::home_bucket(static_cast<std::uint32_t>(hash >> 32), buckets);
        EXPECT_LE(narrow, home);
        EXPECT_LE(home - narrow, 1u) << "both widths place by the high bits";
      }
    }
  }
}

TEST(HashFormat, InABucketEachSlotIsVisitedOnceInPairsAndHalves) {
  for (auto const hash : hashes()) {
    format::ProbePath<std::uint64_t> const path(hash, 1000);
    for (std::uint32_t const slots : {4u, 8u}) {
      auto const first = path.first_slot(slots);
      ASSERT_LT(first, slots);
      EXPECT_EQ((first ^ 1) / 2, first / 2);
      EXPECT_EQ((first ^ 3) / 4, first / 4);
    }
  }
}

TEST(HashFormat, SecondBucketsOfOneHomeDiffer) {
  // Double hashing: keys of one home bucket go different ways, else they would form a cluster.
  std::vector<std::uint64_t> seconds;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    auto const visited = visits<1024>((std::uint64_t{1} << 60) + format::mix(i) % (1u << 30), 1024);
    EXPECT_EQ(visited[0], 64u);
    seconds.push_back(visited[1]);
  }
  std::sort(seconds.begin(), seconds.end());
  seconds.erase(std::unique(seconds.begin(), seconds.end()), seconds.end());
  EXPECT_GT(seconds.size(), 300u);  // 512 are possible
}

TEST(HashFormat, TheInverseOfTheHash) {
  for (auto const word : hashes()) {
    EXPECT_EQ(format::unmix(format::mix(word)), word);
    EXPECT_EQ(format::mix(format::unmix(word)), word);
    auto const narrow = static_cast<std::uint32_t>(word);
    EXPECT_EQ(format::unmix(format::mix(narrow)), narrow);
    EXPECT_EQ(format::mix(format::unmix(narrow)), narrow);
  }
}

TEST(HashFormat, TheHashIsTheFinaliserOfMurmurHash3) {
  // From the reference implementation of MurmurHash3, fmix32 and fmix64.
  EXPECT_EQ(format::mix(std::uint32_t{0}), 0u);
  EXPECT_EQ(format::mix(std::uint32_t{1}), 0x514e28b7u);
  EXPECT_EQ(format::mix(std::uint64_t{1}), 0xb456bcfc34c2cb2cu);
}

TEST(HashFormat, AWordHoldsKeyAndValue) {
  using format::Packed16;
  using format::Packed8;
  auto const small = Packed8::pack(0xfffffffd, 0x12345678);
  EXPECT_EQ(Packed8::key(small), 0xfffffffd);
  EXPECT_EQ(Packed8::value(small), 0x12345678u);
  auto const large = Packed16::pack(5, ~std::uint64_t{0});
  EXPECT_EQ(Packed16::key(large), 5u);
  EXPECT_EQ(Packed16::value(large), ~std::uint64_t{0});
  EXPECT_EQ(sizeof(Packed8::Word) * Packed8::slots, 64u);
  EXPECT_EQ(sizeof(Packed16::Word) * Packed16::slots, 64u);
  EXPECT_EQ(alignof(Packed16::Word), 16u);
}

}  // namespace
}  // namespace heddle::test
