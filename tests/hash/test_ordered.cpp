// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The deterministic mode against a replay of the items one after the other.
#include <heddle/hash/detail/ordered.hpp>

#include <tests/hash/seed_keys.hpp>
#include <tests/hash/table_support.hpp>
#include <tests/hash/wide_pairs.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace {

using namespace heddle;
using namespace heddle::test;
using hash::Counts;
using hash::Status;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;

template <class Key, class Value, class Hash = hash::DefaultHash<Key>,
          class Equal = hash::BitwiseEqual<Key>>
using Owned = OwnedTable<Exec, hash::detail::Layout<Key, Value, Exec, Hash, Equal, true>>;

template <class T>
std::vector<unsigned char> bytes_of(std::vector<T> const& items) {
  std::vector<unsigned char> bytes(items.size() * sizeof(T));
  if (!items.empty()) std::memcpy(bytes.data(), items.data(), bytes.size());
  return bytes;
}

template <class Value>
struct Outcome {
  std::vector<Status> statuses;
  std::vector<Value> values;  // of the items, after the call
  Counts counts;
};

/// One batch, in pieces of `piece` items.
template <bool write_back, class Table, class Key, class Value, class Update>
Outcome<Value> run(Table& table, std::vector<Key> const& keys, std::vector<Value> const& values,
                   Update const& update, std::int64_t piece = hash::detail::ordered_piece) {
  using Layout = std::decay_t<decltype(table.table())>;
  auto const& exec = table.exec();
  auto const n = static_cast<std::int64_t>(keys.size());
  Kokkos::View<Status*, Memory> const statuses("heddle::test::statuses", keys.size());
  hash::detail::UpsertItem<Layout, Kokkos::View<Key*, Memory>, Kokkos::View<Value*, Memory>, Update,
                           Kokkos::View<Status*, Memory>, write_back> const item{
      table.table(), on_device(exec, keys), on_device(exec, values), update, statuses};
  hash::Workspace<Exec> const space(exec, hash::detail::ordered_bytes<Layout>(exec, n, piece));
  Kokkos::View<Counts*, Memory> const counts("heddle::test::counts", 1);
  hash::detail::ordered_upsert(exec, n, item, hash::detail::Carver(space.data()), counts.data(),
                               piece);
  exec.fence();
  return {on_host(exec, statuses), on_host(exec, item.values), on_host(exec, counts)[0]};
}

/// What an order of keys by their bytes is needed for: a standard map of any key.
struct ByBytes {
  template <class Key>
  bool operator()(Key const& a, Key const& b) const {
    return std::memcmp(&a, &b, sizeof(Key)) < 0;
  }
};
template <class Key, class Value>
using Held = std::map<Key, Value, ByBytes>;

/// Item after item. `slots`: keys that fit.
template <bool write_back, class Key, class Value, class Update>
Outcome<Value> replay(Held<Key, Value>& held, std::size_t slots, std::vector<Key> const& keys,
                      std::vector<Value> const& values, Update const& update) {
  Outcome<Value> expected{{}, values, {}};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto const found = held.find(keys[i]);
    auto status = Status::full;
    if (found != held.end()) {
      status = Update::changes ? Status::updated : Status::exists;
      if constexpr (Update::changes) found->second = update(found->second, values[i]);
    } else if (held.size() < slots) {
      held.emplace(keys[i], values[i]);
      status = Status::inserted;
    }
    if (write_back && status != Status::full) expected.values[i] = held.at(keys[i]);
    expected.statuses.push_back(status);
    expected.counts.add(status);
  }
  return expected;
}

template <class Value>
void expect_same(Outcome<Value> const& actual, Outcome<Value> const& expected) {
  EXPECT_EQ(actual.statuses, expected.statuses);
  EXPECT_EQ(bytes_of(actual.values), bytes_of(expected.values));
  EXPECT_EQ(actual.counts.inserted, expected.counts.inserted);
  EXPECT_EQ(actual.counts.updated, expected.counts.updated);
  EXPECT_EQ(actual.counts.exists, expected.counts.exists);
  EXPECT_EQ(actual.counts.full, expected.counts.full);
}
template <class Table, class Key, class Value>
void expect_holds(Table const& table, Held<Key, Value> const& held) {
  Held<Key, Value> actual;
  for (auto const& [key, value] : table.entries()) {
    EXPECT_TRUE(actual.emplace(key, value).second) << "a key has two entries";
  }
  ASSERT_EQ(actual.size(), held.size());
  for (auto const& [key, value] : held) {
    ASSERT_EQ(actual.count(key), 1u);
    EXPECT_EQ(std::memcmp(&actual.at(key), &value, sizeof(Value)), 0);
  }
}

/// Batches of all kinds; `make_key(draw)`, `make_value(draw)`.
template <class Key, class Value, class Table, class MakeKey, class MakeValue, class Op, class Late>
void replay_batches(Table& table, std::size_t slots, std::size_t items, MakeKey const& make_key,
                    MakeValue const& make_value, Op const& op, Late const& late,
                    std::int64_t piece = hash::detail::ordered_piece) {
  using namespace hash::detail;
  Held<Key, Value> held;
  SplitMix64 next(7);
  for (int batch = 0; batch < 10; ++batch) {
    std::vector<Key> keys;
    std::vector<Value> values;
    for (std::size_t i = 0; i < items; ++i) {
      keys.push_back(make_key(next()));
      values.push_back(make_value(next()));
    }
    auto const both = [&]<bool write_back>(auto const& update, std::bool_constant<write_back>) {
      auto const actual = run<write_back>(table, keys, values, update, piece);
      expect_same(actual, replay<write_back>(held, slots, keys, values, update));
    };
    if (batch % 5 == 0) both(KeepHeld{}, std::false_type{});
    if (batch % 5 == 1) both(TakeGiven{}, std::false_type{});
    if (batch % 5 == 2) both(Apply<Op>{op}, std::false_type{});
    if (batch % 5 == 3) both(Apply<Late>{late}, std::false_type{});
    if (batch % 5 == 4) both(KeepHeld{}, std::true_type{});
    expect_holds(table, held);
    if (testing::Test::HasFailure()) FAIL() << "batch " << batch;
    // Half of the keys go, so that later batches meet dead slots.
    std::vector<Key> gone;
    for (auto const& entry : held) {
      if (next() % 2 == 0) gone.push_back(entry.first);
    }
    table.erase(gone);
    for (auto const& key : gone) held.erase(key);
  }
}

/// Not associative: shows any other order.
struct Chain {
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(std::uint32_t held, std::uint32_t given) const {
    return held * 31 + given;
  }
  KOKKOS_INLINE_FUNCTION WideValue operator()(WideValue held, WideValue given) const {
    return WideValue::of(held.seed() * 31 + given.seed());
  }
};
std::uint32_t as_is(std::uint64_t draw) { return static_cast<std::uint32_t>(draw >> 20); }

TEST(Ordered, packed_batches_are_as_if_one_item_came_after_the_other) {
  Owned<std::uint32_t, std::uint32_t> table(1000);
  auto const key = [](std::uint64_t draw) { return static_cast<std::uint32_t>(draw % 300); };
  replay_batches<std::uint32_t, std::uint32_t>(table, 1u << 20, 3000, key, as_is, hash::Sum{},
                                               Chain{});
}

TEST(Ordered, hashes_of_the_callers_own_change_nothing) {
  Owned<std::uint32_t, std::uint32_t, ConstantHash> table(30);
  auto const key = [](std::uint64_t draw) { return static_cast<std::uint32_t>(draw % 100); };
  replay_batches<std::uint32_t, std::uint32_t>(table, 1u << 20, 700, key, as_is, hash::Max{},
                                               Chain{});
}

TEST(Ordered, wide_batches_are_as_if_one_item_came_after_the_other) {
  Owned<WideKey, WideValue> table(200);
  auto const key = [](std::uint64_t draw) { return WideKey::of(draw % 500); };
  replay_batches<WideKey, WideValue>(table, 1u << 20, 2000, key, WideValue::of, AddWide{}, Chain{});
}

TEST(Ordered, pieces_follow_each_other_in_input_order) {
  for (std::int64_t const piece : {40, 64}) {
    Owned<std::uint32_t, std::uint32_t> table(4);
    auto const key = [](std::uint64_t draw) { return static_cast<std::uint32_t>(draw % 50); };
    replay_batches<std::uint32_t, std::uint32_t>(table, 32, 120, key, as_is, hash::Sum{}, Chain{},
                                                 piece);
  }
}

TEST(Ordered, first_keys_win_where_space_runs_out) {
  for (std::uint64_t const buckets : {1, 2, 13}) {
    Owned<std::uint32_t, std::uint32_t> packed(buckets);
    Owned<WideKey, WideValue> wide(buckets);
    auto const range = packed.slots() + 5;
    auto const key = [&](std::uint64_t draw) { return static_cast<std::uint32_t>(draw % range); };
    auto const wide_key = [&](std::uint64_t draw) { return WideKey::of(key(draw)); };
    replay_batches<std::uint32_t, std::uint32_t>(packed, packed.slots(), 300, key, as_is,
                                                 hash::BitOr{}, Chain{});
    replay_batches<WideKey, WideValue>(wide, wide.slots(), 300, wide_key, WideValue::of, AddWide{},
                                       Chain{});
  }
}

TEST(Ordered, keys_with_slots_of_their_own_need_no_other) {
  Owned<std::uint32_t, std::uint32_t> table(1);
  std::vector<std::uint32_t> keys{0xffffffffu, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xfffffffeu, 1};
  std::vector<std::uint32_t> const values(keys.size(), 5);
  auto const outcome = run<false>(table, keys, values, hash::detail::KeepHeld{});
  std::vector<Status> expected(keys.size(), Status::inserted);
  expected[9] = Status::full;
  expected[11] = Status::exists;
  EXPECT_EQ(outcome.statuses, expected);
  Owned<std::uint32_t, std::uint32_t> none(0);
  EXPECT_EQ(run<false>(none, keys, values, hash::detail::KeepHeld{}).counts.full, 10u);
}

/// An equality coarser than the bits: the low four decide.
struct EqualLow {
  KOKKOS_INLINE_FUNCTION bool operator()(Index16 a, Index16 b) const {
    return (a.index & 15) == (b.index & 15);
  }
};
struct HashLow {
  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(Index16 key) const { return key.index & 3u; }
};

TEST(Ordered, equality_of_the_callers_own_makes_the_groups) {
  Owned<Index16, WideValue, HashLow, EqualLow> table(4);
  std::vector<Index16> keys;
  std::vector<WideValue> values;
  std::vector<Status> statuses;
  std::vector<std::uint64_t> sums(16, 0);
  for (std::uint16_t i = 0; i < 3000; ++i) {
    keys.push_back({static_cast<std::uint16_t>(i * 7)});
    values.push_back(WideValue::of(i));
    statuses.push_back(i < 16 ? Status::inserted : Status::updated);
    sums[i * 7 % 16] += i;
  }
  auto const outcome = run<false>(table, keys, values, hash::detail::Apply<AddWide>{});
  EXPECT_EQ(outcome.statuses, statuses);
  auto const entries = table.entries();
  EXPECT_EQ(entries.size(), 16u);
  for (auto const& [key, value] : entries) EXPECT_EQ(value, WideValue::of(sums[key.index & 15]));
}

/// The tree that sums of floating-point numbers are promised to have.
double tree_sum(std::vector<double> parts) {
  do {
    std::vector<double> next;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i % 256 == 0) {
        next.push_back(parts[i]);
      } else {
        next.back() += parts[i];
      }
    }
    parts = next;
  } while (parts.size() > 1);
  return parts[0];
}

TEST(Ordered, sums_have_one_fixed_tree) {
  std::size_t const n = 150000;
  std::vector<std::uint64_t> keys;
  std::vector<double> values;
  std::map<std::uint64_t, std::vector<double>> parts;
  SplitMix64 next(3);
  for (std::size_t i = 0; i < n; ++i) {
    keys.push_back(i % 2 == 0 ? 5 : next() % 400);  // one key has more than 256 * 256 items
    values.push_back(static_cast<double>(next() >> 12) * (i % 3 == 0 ? 1e-9 : 1e3));
    parts[keys.back()].push_back(values.back());
  }
  for (int repeat = 0; repeat < 3; ++repeat) {
    Owned<std::uint64_t, double> table(200);
    table.upsert({5}, {0.125});
    run<false>(table, keys, values, hash::detail::Apply<hash::Sum>{});
    for (auto const& [key, value] : table.entries()) {
      EXPECT_EQ(value, key == 5 ? 0.125 + tree_sum(parts[5]) : tree_sum(parts[key])) << key;
    }
  }
}

TEST(Ordered, duplicates_keep_the_first_or_the_last) {
  std::uint32_t const n = 20000, range = 2000;
  std::vector<std::uint32_t> keys, values;
  Held<std::uint32_t, std::uint32_t> first, last;
  SplitMix64 next(1);
  for (std::uint32_t i = 0; i < n; ++i) {
    keys.push_back(static_cast<std::uint32_t>(next() % range));
    values.push_back(i);
    first.emplace(keys[i], i);
    last[keys[i]] = i;
  }
  for (int repeat = 0; repeat < 20; ++repeat) {
    Owned<std::uint32_t, std::uint32_t> inserted(400), assigned(400);
    EXPECT_EQ(run<false>(inserted, keys, values, hash::detail::KeepHeld{}).counts.inserted,
              first.size());
    EXPECT_EQ(run<false>(assigned, keys, values, hash::detail::TakeGiven{}).counts.inserted,
              last.size());
    expect_holds(inserted, first);
    expect_holds(assigned, last);
  }
}

TEST(Ordered, batches_of_none_and_one) {
  Owned<std::uint32_t, std::uint32_t> table(2);
  using V = std::vector<std::uint32_t>;
  auto const none = run<false>(table, V{}, V{}, hash::detail::KeepHeld{});
  EXPECT_EQ(none.counts.inserted + none.counts.exists + none.counts.full, 0u);
  auto const one = run<false>(table, V{3}, V{4}, hash::detail::Apply<hash::Sum>{});
  EXPECT_EQ(one.statuses, std::vector{Status::inserted});
  EXPECT_EQ(table.find({3}).second[0], 4u);
}

}  // namespace
