// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deterministic sums of floating-point numbers: the same bits in every run and on every backend.
#include <heddle/backends/selection.hpp>
#include <heddle/hash/map.hpp>

#include <tests/hash/seed_keys.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace heddle::test {
namespace {

struct Items {
  std::vector<std::uint64_t> keys;
  std::vector<double> values;
};

/// Magnitudes far apart, so that sums in another order differ; key 0 has half of the items, and the
/// others, of which none stays without, the rest.
Items drawn(std::size_t items, std::uint64_t distinct) {
  SplitMix64 next(5);
  Items all;
  for (std::size_t i = 0; i < items; ++i) {
    all.keys.push_back(i % 2 == 0 ? 0 : next() % distinct);
    auto const magnitude = i % 3 == 0 ? 1e-9 : 1e3;
    all.values.push_back(static_cast<double>(next() >> 12) * magnitude);
  }
  return all;
}

/// What the keys 0..distinct hold after two batches, as bits.
template <class Exec>
std::vector<double> sums(Items const& items, std::uint64_t distinct) {
  using Memory = typename Exec::memory_space;
  Exec const exec;
  auto const copied = [&]<class T>(std::vector<T> const& from) {
    Kokkos::View<T*, Memory> view("heddle::test::items", from.size());
    Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                                from.data(), from.size()));
    return view;
  };
  hash::HashMap<std::uint64_t, double, Exec> map(exec, {.capacity = distinct + distinct / 4});
  auto const keys = copied(items.keys);
  auto const values = copied(items.values);
  for (int batch = 0; batch < 2; ++batch) {
    (void)map.insert_or_apply(exec, keys, values, hash::Sum{}, {}, {.deterministic = true});
  }
  Kokkos::View<std::uint64_t*, Memory> const all("heddle::test::keys", distinct);
  Kokkos::View<double*, Memory> const held("heddle::test::sums", distinct);
  EXPECT_EQ(map.retrieve_all(exec, all, held, true), distinct);
  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), held);
  return {on_host.data(), on_host.data() + distinct};
}

void expect_same_bits(std::size_t items, std::uint64_t distinct, int repeats) {
  auto const batch = drawn(items, distinct);
  auto const expected = sums<backends::ReferenceBackend>(batch, distinct);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    EXPECT_TRUE(sums<TEST_EXECSPACE>(batch, distinct) == expected) << "run " << repeat;
  }
  // The comparison can fail: one item after the other gives other bits.
  std::vector<double> plain(distinct);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < items; ++i) plain[batch.keys[i]] += batch.values[i];
  }
  EXPECT_NE(plain, expected);
  for (std::uint64_t key = 0; key < distinct; ++key) {
    EXPECT_NEAR(plain[key], expected[key], 1e-9 * plain[key]);
  }
}

TEST(MapOrderedSums, TheSameBitsInEveryRunAndOnTheReference) { expect_same_bits(200000, 500, 5); }
TEST(MapOrderedSumsData, AMillionItemsTwentyTimes) { expect_same_bits(1000000, 10000, 20); }

}  // namespace
}  // namespace heddle::test
