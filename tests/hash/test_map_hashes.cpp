// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes, equalities and traits of the caller's own.
#include <tests/hash/map_calls.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace heddle::test::maps {
namespace {

/// Equal modulo 1000, by a hash that says nothing about its bits.
struct Modulo {
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(std::uint32_t key) const { return key % 1000; }
};
struct EqualModulo {
  KOKKOS_INLINE_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    return a % 1000 == b % 1000;
  }
};

TEST(MapHashes, AnEqualityOfTheCallersOwn) {
  hash::HashMap<std::uint32_t, std::uint32_t, Exec, Modulo, EqualModulo> map(Exec(),
                                                                             {.capacity = 1200});
  // The two patterns that packed slots use inside are equal to others here.
  Number const ones = 0xffffffffu;
  EXPECT_EQ(insert(map, {ones, ones - 1}, {1, 2}), all(2, Status::inserted));
  EXPECT_EQ(insert(map, {ones % 1000, (ones - 1) % 1000 + 5000}, {3, 4}), all(2, Status::exists));
  EXPECT_EQ(find(map, {ones % 1000 + 1000, 3}, 9).values, (Numbers{1, 9}));
  EXPECT_EQ(erase(map, {ones % 1000 + 2000}), all(1, Status::erased));
  EXPECT_EQ(count(insert(map, range(0, 3000), range(0, 3000)), Status::inserted), 999u);
  EXPECT_EQ(map.size(Exec()), 1000u);
}

/// An equality that uses its argument as an index is only ever given real keys.
struct NameHash {
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint32_t key) const { return key % 20; }
};
struct IndexedEqual {
  Kokkos::View<std::uint32_t*, Memory> names;
  Kokkos::View<std::uint64_t*, Memory> strangers;
  KOKKOS_INLINE_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (a >= names.extent(0) || b >= names.extent(0)) {
      Kokkos::atomic_inc(&strangers(0));
      return false;
    }
    return names(a) == names(b);
  }
};

TEST(MapHashes, AnEqualityIsOnlyGivenRealKeys) {
  // Key i stands for names[i]: 0..99 and 100..199 are the same hundred.
  std::vector<std::uint32_t> names(200);
  for (std::uint32_t i = 0; i < 200; ++i) names[i] = i % 100;
  IndexedEqual const equal{to_device(names), to_device(Numbers(1))};
  hash::HashMap<std::uint32_t, std::uint32_t, Exec, NameHash, IndexedEqual> map(
      Exec(), {.capacity = 128}, {}, equal);
  auto const first = insert(map, range(0, 200), range(0, 200));
  EXPECT_EQ(count(first, Status::inserted), 100u);
  EXPECT_EQ(count(erase(map, range(50, 100)), Status::erased), 100u);
  EXPECT_EQ(size(map), 0u);
  EXPECT_EQ(insert(map, range(100, 100), range(0, 100)), all(100, Status::inserted));
  EXPECT_EQ(find(map, range(0, 100)).values, range(0, 100));
  purge(map);
  rehash(map, 200);
  EXPECT_EQ(find(map, range(0, 100)).values, range(0, 100));
  EXPECT_EQ(to_host(equal.strangers), Numbers{0});
}

/// A hash with few values, not declared avalanching: it goes through the finaliser.
struct Identity {
  KOKKOS_INLINE_FUNCTION std::uint64_t operator()(std::uint64_t key) const { return key; }
};
/// The same, declared to be good as it is: all small keys begin in bucket 0.
struct Declared : Identity {
  static constexpr bool is_avalanching = true;
};

TEST(MapHashes, HashesOfTheCallersOwn) {
  auto const keys = range(0, 500);
  hash::HashMap<std::uint64_t, std::uint64_t, Exec, Identity> mixed(Exec(), {.capacity = 1000});
  hash::HashMap<std::uint64_t, std::uint64_t, Exec, Declared> raw(Exec(), {.capacity = 1000});
  EXPECT_EQ(insert(mixed, keys, keys), all(500, Status::inserted));
  EXPECT_EQ(insert(raw, keys, keys), all(500, Status::inserted));
  EXPECT_EQ(contents(mixed), contents(raw));
  // Without the finaliser all begin in one bucket, which holds few of them.
  EXPECT_LE(raw.statistics(Exec()).histogram[1], decltype(raw)::Table::bucket_slots);
  EXPECT_GT(mixed.statistics(Exec()).histogram[1], 400u);
}

struct NeverErased : hash::DefaultTraits {
  static constexpr bool erase = false;
};

TEST(MapHashes, WithoutErase) {
  using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec, hash::DefaultHash<std::uint32_t>,
                            hash::BitwiseEqual<std::uint32_t>, NeverErased>;
  Map map(Exec(), {.capacity = 1000});
  EXPECT_EQ(insert(map, range(0, 1000), range(0, 1000)), all(1000, Status::inserted));
  EXPECT_EQ(insert(map, {1000, 7}, {0, 0}), (Outcomes{Status::full, Status::exists}));
  map.purge(Exec());
  map.rehash(Exec(), 3000);
  EXPECT_EQ(contents(map), pairs(range(0, 1000), range(0, 1000)));
}

}  // namespace
}  // namespace heddle::test::maps
