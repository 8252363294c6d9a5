// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HashSet beside std::set.
#include <heddle/hash/set.hpp>

#include <tests/hash/map_support.hpp>
#include <tests/hash/seed_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace heddle::test::maps {
namespace {

template <class K, bool native>
struct SetConfig {
  using Key = K;
  using Set =
      hash::HashSet<K, Exec, hash::DefaultHash<K>, hash::BitwiseEqual<K>, MapTraits<native>>;
};
template <class Config>
struct HashSetOf : ::testing::Test {};
using Packed = ::testing::Types<SetConfig<std::uint32_t, true>, SetConfig<std::uint64_t, true>,
                                SetConfig<LongKey, true>>;
using WithPortable =
    ::testing::Types<SetConfig<std::uint32_t, true>, SetConfig<std::uint64_t, true>,
                     SetConfig<LongKey, true>, SetConfig<std::uint32_t, false>,
                     SetConfig<std::uint64_t, false>>;
using SetConfigs = std::conditional_t<has_native, WithPortable, Packed>;
TYPED_TEST_SUITE(HashSetOf, SetConfigs);

/// A set and its oracle, with calls on both.
template <class Config>
struct Both {
  using Key = typename Config::Key;
  typename Config::Set set;
  std::set<Number> oracle;

  explicit Both(std::size_t capacity) : set(Exec(), {.capacity = capacity}) {}

  /// A call on distinct or equal keys: of equal ones the first (which one is open) says `done`.
  template <class Call, class Change>
  void batch(Numbers const& keys, Status done, Status other, Call const& call,
             Change const& change) {
    auto const statuses = to_device(Outcomes(keys.size()));
    hash::BulkResult const result = call(encoded<Key>(keys), statuses);
    std::multiset<std::pair<Number, Status>> expected, got;
    auto const outcomes = to_host(statuses);
    hash::Counts counts;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      expected.emplace(keys[i], change(keys[i]) ? done : other);
      got.emplace(keys[i], outcomes[i]);
      counts.add(outcomes[i]);
    }
    EXPECT_TRUE(got == expected);
    EXPECT_EQ(result.inserted, counts.inserted);
    EXPECT_EQ(result.exists, counts.exists);
    EXPECT_EQ(result.erased, counts.erased);
    EXPECT_EQ(result.found, counts.found);
    EXPECT_EQ(result.not_found, counts.not_found);
  }
  void insert(Numbers const& keys) {
    batch(
        keys, Status::inserted, Status::exists,
        [&](auto const& k, auto const& s) { return set.insert(Exec(), k, s); },
        [&](Number key) { return oracle.insert(key).second; });
  }
  void erase(Numbers const& keys) {
    batch(
        keys, Status::erased, Status::not_found,
        [&](auto const& k, auto const& s) { return set.erase(Exec(), k, s); },
        [&](Number key) { return oracle.erase(key) == 1; });
  }
  void contains(Numbers const& keys) {
    batch(
        keys, Status::found, Status::not_found,
        [&](auto const& k, auto const& s) { return set.contains(Exec(), k, s); },
        [&](Number key) { return oracle.count(key) == 1; });
  }
  /// All keys, in the order promised: numbers by value, structures by their bytes.
  void check() const {
    EXPECT_EQ(set.size(Exec()), oracle.size());
    auto const keys = encoded<Key>(Numbers(oracle.size()));
    EXPECT_EQ(set.retrieve_all(Exec(), keys, true), oracle.size());
    Numbers expected(oracle.begin(), oracle.end());
    if (!std::is_integral_v<Key>) {
      std::sort(expected.begin(), expected.end(), [](Number a, Number b) {
        auto const x = encode<Key>(a), y = encode<Key>(b);
        return std::memcmp(&x, &y, sizeof(x)) < 0;
      });
    }
    EXPECT_TRUE(decoded(keys) == expected);
  }
};

Numbers random_keys(std::size_t count, Number distinct, Number seed) {
  SplitMix64 next(seed);
  Numbers keys(count);
  for (auto& key : keys) key = next() % distinct;
  return keys;
}
template <class Key>
Numbers special_keys() {
  Number const top = sizeof(Key) == 4 ? 0xffffffffu : ~Number{0};
  return {0, 1, top, top - 1, top - 2, top / 2, top / 2 + 1, top, 0};
}

TYPED_TEST(HashSetOf, RandomBatchesBesideAStandardSet) {
  Both<TypeParam> both(3000);
  for (Number round = 0; round < 20 && !::testing::Test::HasFailure(); ++round) {
    both.insert(random_keys(500, 2500, round));
    both.contains(random_keys(500, 5000, round + 50));
    both.erase(random_keys(400, 2500, round + 100));
    if (round % 5 == 1) both.set.purge(Exec());
    if (round % 5 == 2) both.set.rehash(Exec(), 2600 + 100 * round);
    both.check();
  }
  both.insert({});
  both.erase({});
  both.set.clear(Exec());
  both.oracle.clear();
  both.check();
}

TYPED_TEST(HashSetOf, EveryBitPatternIsAKey) {
  auto const keys = special_keys<typename TypeParam::Key>();
  for (std::size_t const capacity : {8u, 100u}) {
    Both<TypeParam> both(capacity);
    for (int round = 0; round < 3; ++round) {
      both.contains(keys);
      both.insert(keys);
      both.insert(keys);
      both.contains(keys);
      both.check();
      both.erase({keys.begin(), keys.end() - 4});
      both.check();
      both.contains(keys);
      both.erase(keys);
      both.check();
    }
  }
}

TYPED_TEST(HashSetOf, ExactlyFull) {
  typename TypeParam::Set set(Exec(), {.capacity = 500});
  auto const keys = encoded<typename TypeParam::Key>(range(5, set.capacity()));
  auto const others = encoded<typename TypeParam::Key>(range(1 << 20, 10));
  EXPECT_EQ(set.insert(Exec(), keys).inserted, set.capacity());
  auto const result = set.insert(Exec(), others);
  EXPECT_EQ(result.full, 10u);
  EXPECT_EQ(result.status, Status::full);
  EXPECT_EQ(set.insert(Exec(), keys).exists, set.capacity());
  EXPECT_EQ(set.contains(Exec(), keys).found, set.capacity());
  EXPECT_EQ(set.contains(Exec(), others).not_found, 10u);
  set.reserve(Exec(), 1000);
  EXPECT_EQ(set.insert(Exec(), others).inserted, 10u);
}

template <class Key>
struct IsOdd {
  KOKKOS_FUNCTION bool operator()(Key const& key) const { return decode(key) % 2 == 1; }
};
template <class Key>
struct SumKeys {
  Kokkos::View<Number*, Memory> sums;
  KOKKOS_FUNCTION void operator()(Key const& key) const {
    Kokkos::atomic_add(&sums(0), Number{1});
    Kokkos::atomic_add(&sums(1), decode(key));
  }
};

TYPED_TEST(HashSetOf, VisitsErasesAndCopiesAll) {
  using Key = typename TypeParam::Key;
  Both<TypeParam> both(3000);
  both.insert(range(100, 2000));
  auto const copy = both.set.clone(Exec());
  EXPECT_EQ(both.set.erase_if(Exec(), IsOdd<Key>{}), 1000u);
  EXPECT_EQ(both.set.erase_if(Exec(), IsOdd<Key>{}), 0u);
  for (Number key = 101; key < 2100; key += 2) both.oracle.erase(key);
  both.check();
  auto const sums = to_device(Numbers(2));
  both.set.for_each(Exec(), SumKeys<Key>{sums});
  Exec().fence();
  EXPECT_EQ(to_host(sums), (Numbers{1000, (100 + 2098) * 1000 / 2}));
  EXPECT_EQ(copy.size(Exec()), 2000u) << "a clone shares nothing";
  EXPECT_EQ(copy.contains(Exec(), encoded<Key>(range(100, 2000))).found, 2000u);
  EXPECT_EQ(copy.capacity(), both.set.capacity());
}

/// Each key is inserted by some threads at once, looked up, and erased by others if it is odd.
template <class Set>
struct InKernels {
  using Ref = decltype(std::declval<Set&>().ref(Exec()));
  Ref set;
  std::int64_t num_keys;
  Kokkos::View<std::int64_t*, Memory> inserted, erased, lost;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const number = static_cast<Number>(i % num_keys);
    auto const key = encode<typename Set::key_type>(number);
    if (set.insert(key) == Status::inserted) Kokkos::atomic_inc(&inserted(number));
    if (number % 2 == 0) {
      if (!set.contains(key)) Kokkos::atomic_inc(&lost(0));
    } else if (set.erase(key) == Status::erased) {
      Kokkos::atomic_inc(&erased(number));
    }
  }
};

TYPED_TEST(HashSetOf, InsideKernels) {
  using Set = typename TypeParam::Set;
  std::size_t const num_keys = 1000;
  Set set(Exec(), {.capacity = 2 * num_keys});
  auto const zeros = [](std::size_t n) { return to_device(std::vector<std::int64_t>(n)); };
  auto const inserted = zeros(num_keys), erased = zeros(num_keys), lost = zeros(1);
  Kokkos::parallel_for(
      "heddle::test::sets", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, 30000),
      InKernels<Set>{set.ref(Exec()), static_cast<std::int64_t>(num_keys), inserted, erased, lost});
  Exec().fence();
  EXPECT_EQ(to_host(lost)[0], 0);
  auto const in = to_host(inserted), out = to_host(erased);
  for (std::size_t key = 0; key < num_keys; ++key) ASSERT_EQ(in[key] - out[key], key % 2 == 0);
  EXPECT_EQ(set.size(Exec()), 500u);
  EXPECT_EQ(set.contains(Exec(), encoded<typename Set::key_type>(range(0, 500, 2))).found, 500u);
}

}  // namespace
}  // namespace heddle::test::maps
