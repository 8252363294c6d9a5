// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SeedMap against std::unordered_map, at its limits, and under contention.
#include <tests/hash/seed_keys.hpp>
#include <tests/hash/seed_support.hpp>
#include <tests/support/kokkos_events.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

namespace heddle::test {
namespace {

using hash::seed_empty;
using hash::Status;

Numbers range(std::uint32_t first, std::uint32_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

template <class Call>
ErrorCode code_of(Call const& call) {
  try {
    call();
  } catch (error const& caught) {
    EXPECT_FALSE(caught.message().empty());
    return caught.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::internal;
}

TEST(SeedMap, StoresFindsAndErases) {
  SeedTable table(SeedExec(), 64);
  EXPECT_EQ(insert(table, {1, 2, 3}, {10, 20, 0}), Outcomes(3, Status::inserted));
  EXPECT_EQ(insert(table, {2}, {21}), Outcomes{Status::updated});
  auto const found = find(table, {3, 2, 1, 4});
  EXPECT_EQ(found.values, (Numbers{0, 21, 10, seed_empty}));
  EXPECT_EQ(found.statuses,
            (Outcomes{Status::found, Status::found, Status::found, Status::not_found}));
  EXPECT_EQ(erase(table, {1, 4}), (Outcomes{Status::erased, Status::not_found}));
  EXPECT_EQ(contents(table), (Pairs{{2, 21}, {3, 0}}));
  EXPECT_EQ(table.size(SeedExec()), 2u);
  table.clear(SeedExec());
  EXPECT_TRUE(contents(table).empty());
}

TEST(SeedMap, AnErasedKeyRevivesInItsSlot) {
  SeedTable table(SeedExec(), 1);
  EXPECT_EQ(insert(table, {5}, {1}), Outcomes{Status::inserted});
  EXPECT_EQ(erase(table, {5}), Outcomes{Status::erased});
  EXPECT_EQ(erase(table, {5}), Outcomes{Status::not_found});
  EXPECT_EQ(find(table, {5}).statuses, Outcomes{Status::not_found});
  EXPECT_EQ(insert(table, {6}, {1}), Outcomes{Status::full}) << "the slot stays the erased key's";
  EXPECT_EQ(insert(table, {5}, {2}), Outcomes{Status::inserted});
  EXPECT_EQ(contents(table), (Pairs{{5, 2}}));
}

TEST(SeedMap, TheMarkIsNoKeyAndNoValue) {
  SeedTable table(SeedExec(), 8);
  hash::SeedResult result;
  auto const statuses =
      insert(table, {seed_empty, 1, 2, seed_empty}, {0, seed_empty, 3, seed_empty}, &result);
  EXPECT_EQ(statuses, (Outcomes{Status::invalid_key, Status::invalid_value, Status::inserted,
                                Status::invalid_key}));
  EXPECT_EQ(result.status, Status::invalid_key);
  EXPECT_EQ(result.invalid_key, 2u);
  EXPECT_EQ(result.invalid_value, 1u);
  EXPECT_EQ(result.full, 0u);
  EXPECT_EQ(find(table, {seed_empty}).statuses, Outcomes{Status::invalid_key});
  EXPECT_EQ(find(table, {seed_empty}).values, Numbers{seed_empty});
  EXPECT_EQ(erase(table, {seed_empty}), Outcomes{Status::invalid_key});
  EXPECT_EQ(contents(table), (Pairs{{2, 3}}));
}

TEST(SeedMap, ExactlyFullAndOneMore) {
  std::uint32_t const capacity = 256;
  SeedTable table(SeedExec(), capacity);
  auto const keys = range(1000, capacity);
  EXPECT_EQ(count(insert(table, keys, range(0, capacity)), Status::inserted), capacity);
  EXPECT_EQ(find(table, keys).values, range(0, capacity));
  EXPECT_EQ(count(find(table, range(5000, 10000)).statuses, Status::not_found), 10000);
  EXPECT_EQ(count(erase(table, range(5000, 1000)), Status::not_found), 1000);
  hash::SeedResult result;
  EXPECT_EQ(insert(table, {1, 1000}, {5, 6}, &result), (Outcomes{Status::full, Status::updated}));
  EXPECT_EQ(result.status, Status::full);
  EXPECT_EQ(result.full, 1u);
  EXPECT_EQ(table.size(SeedExec()), capacity);
  EXPECT_EQ(find(table, {1000}).values, Numbers{6});
}

TEST(SeedMap, MoreKeysThanSlotsFillEverySlot) {
  SeedTable table(SeedExec(), 1024);
  hash::SeedResult result;
  auto const statuses = insert(table, range(0, 3000), range(0, 3000), &result);
  EXPECT_EQ(count(statuses, Status::inserted), 1024);
  EXPECT_EQ(count(statuses, Status::full), 3000 - 1024);
  EXPECT_EQ(result.full, 3000u - 1024u);
  Pairs expected;
  for (std::uint32_t key = 0; key < 3000; ++key) {
    if (statuses[key] == Status::inserted) expected.emplace_back(key, key);
  }
  EXPECT_EQ(contents(table), expected);
}

TEST(SeedMap, WithoutStatusesTheTableIsTheSame) {
  SeedExec const exec;
  SeedTable table(exec, 1024);
  auto const keys = to_device(range(0, 500));
  auto const result = table.insert(exec, keys, to_device(range(7, 500)));
  EXPECT_EQ(result.status, Status::none);
  table.erase(exec, Kokkos::subview(keys, std::pair(0, 250)));
  auto const values = to_device(Numbers(500));
  table.find(exec, keys, values);
  auto expected = range(7, 500);
  std::fill_n(expected.begin(), 250, seed_empty);
  EXPECT_EQ(to_host(values), expected);
}

TEST(SeedMap, DuplicatesInABatchStoreOneOfTheirValues) {
  std::uint32_t const items = 60000;
  Numbers keys(items);
  SplitMix64 next(1);
  for (auto& key : keys) key = static_cast<std::uint32_t>(next() % 100);
  for (int repeat = 0; repeat < 10; ++repeat) {
    SeedTable table(SeedExec(), 256);
    auto const statuses = insert(table, keys, range(0, items));
    EXPECT_EQ(count(statuses, Status::inserted), 100);
    EXPECT_EQ(count(statuses, Status::updated), items - 100);
    for (auto const& [key, value] : contents(table)) {
      ASSERT_LT(value, items);
      EXPECT_EQ(keys[value], key);
    }
    auto const erased = erase(table, keys);
    EXPECT_EQ(count(erased, Status::erased), 100);
    EXPECT_EQ(table.size(SeedExec()), 0u);
  }
}

/// One key claimed, erased and found by many threads: what is found was inserted.
struct Churn {
  hash::SeedMapRef table;
  Kokkos::View<std::uint32_t*, SeedMemory> wrong;
  KOKKOS_FUNCTION void operator()(int const item) const {
    auto const key = static_cast<std::uint32_t>(item % 5);
    if (item % 3 == 0) (void)table.insert(key, key * 1000 + static_cast<std::uint32_t>(item % 7));
    if (item % 3 == 1) (void)table.erase(key);
    auto const seen = table.find(key);
    if (seen.found && (seen.value / 1000 != key || seen.value % 1000 > 6))
      Kokkos::atomic_inc(&wrong(0));
  }
};

TEST(SeedMap, ReadersSeeOnlyWhatWasInserted) {
  SeedExec const exec;
  SeedTable table(exec, 8);
  auto const wrong = to_device(Numbers(1));
  Kokkos::parallel_for("heddle::test::churn", Kokkos::RangePolicy<SeedExec>(exec, 0, 200000),
                       Churn{table.ref(), wrong});
  EXPECT_EQ(to_host(wrong), Numbers{0});
  EXPECT_LE(contents(table).size(), 5u);
}

/// What one thread sees of the four states of a slot.
struct ReadStates {
  hash::SeedMapRef table;
  Kokkos::View<std::uint32_t*, SeedMemory> seen;
  KOKKOS_FUNCTION void operator()(int) const {
    seen(0) = table.find(0).found;
    seen(1) = static_cast<std::uint32_t>(table.erase(0));
    seen(2) = static_cast<std::uint32_t>(table.insert(0, 9));
    seen(3) = table.find(0).value;
  }
};

TEST(SeedMap, FourStatesOfASlot) {
  SeedExec const exec;
  struct Case {
    hash::SeedSlot before;
    bool found;
    Status erased, inserted;
  };
  for (auto const& state :
       {Case{{seed_empty, seed_empty}, false, Status::not_found, Status::inserted},
        Case{{0, seed_empty}, false, Status::not_found, Status::inserted},
        Case{{0, 5}, true, Status::erased, Status::inserted},
        // A value before its key: a free slot to readers; a writer that claims
        // it cannot tell its key was not there.
        Case{{seed_empty, 5}, false, Status::not_found, Status::updated}}) {
    auto const slots = to_device(std::vector<hash::SeedSlot>{state.before});
    auto const seen = to_device(Numbers(4));
    Kokkos::parallel_for("heddle::test::states", Kokkos::RangePolicy<SeedExec>(exec, 0, 1),
                         ReadStates{hash::SeedMapRef({slots.data(), 0}), seen});
    EXPECT_EQ(to_host(seen), (Numbers{state.found, static_cast<std::uint32_t>(state.erased),
                                      static_cast<std::uint32_t>(state.inserted), 9}));
  }
}

TEST(SeedMap, FollowsAnUnorderedMapThroughRandomBatches) {
  SeedTable table(SeedExec(), 1u << 12);
  std::unordered_map<std::uint32_t, std::uint32_t> oracle;
  SplitMix64 next(7);
  for (int round = 0; round < 60; ++round) {
    Numbers keys = range(static_cast<std::uint32_t>(next() % 3000), 200);  // distinct in a batch
    Numbers values(keys.size());
    for (auto& value : values) value = static_cast<std::uint32_t>(next() >> 33);
    if (round % 3 == 2) {
      auto const statuses = erase(table, keys);
      for (std::size_t i = 0; i < keys.size(); ++i)
        EXPECT_EQ(statuses[i] == Status::erased, oracle.erase(keys[i]) == 1);
    } else {
      auto const statuses = insert(table, keys, values);
      for (std::size_t i = 0; i < keys.size(); ++i)
        EXPECT_EQ(statuses[i] == Status::inserted,
                  oracle.insert_or_assign(keys[i], values[i]).second);
    }
    if (round % 20 == 19) table.resize(SeedExec(), round < 30 ? 1u << 13 : 1u << 12);
  }
  Pairs expected(oracle.begin(), oracle.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(contents(table), expected);
}

TEST(SeedMap, ResizeKeepsTheLiveAndDropsTheErased) {
  SeedTable table(SeedExec(), 512);
  (void)insert(table, range(0, 512), range(1, 512));
  (void)erase(table, range(0, 256));
  EXPECT_EQ(insert(table, {9999}, {1}), Outcomes{Status::full});
  table.resize(SeedExec(), 1024);
  EXPECT_EQ(table.capacity(), 1024u);
  EXPECT_EQ(table.bytes(), 8192u);
  table.resize(SeedExec(), 256);  // exactly full
  EXPECT_EQ(find(table, range(256, 256)).values, range(257, 256));
  EXPECT_EQ(count(find(table, range(0, 256)).statuses, Status::not_found), 256);
  auto const before = contents(table);
  for (auto const& [refused, code] : {std::pair(std::size_t(128), ErrorCode::capacity_below_size),
                                      std::pair(std::size_t(0), ErrorCode::not_power_of_two),
                                      std::pair(std::size_t(300), ErrorCode::not_power_of_two)}) {
    EXPECT_EQ(code_of([&, capacity = refused] { table.resize(SeedExec(), capacity); }), code);
    EXPECT_EQ(table.capacity(), 256u);
    EXPECT_EQ(contents(table), before);
  }
}

TEST(SeedMapErrors, Capacities) {
  SeedExec const exec;
  for (std::size_t const refused :
       {std::size_t(0), std::size_t(3), std::size_t(12), std::size_t(1) << 33,
        (std::size_t(1) << 27) - 1, std::size_t(1) << 63}) {
    EXPECT_EQ(code_of([&] { SeedTable const table(exec, refused); }), ErrorCode::not_power_of_two)
        << refused;
  }
  if (backends::traits<SeedExec>::usable_bytes(exec) < std::uint64_t(8) << 32) {
    EXPECT_EQ(code_of([&] { SeedTable const table(exec, std::size_t(1) << 32); }),
              ErrorCode::out_of_memory);
  }
  for (std::size_t const accepted : {1u, 2u, 1024u}) {
    EXPECT_EQ(SeedTable(exec, accepted).capacity(), accepted);
  }
}

TEST(SeedMapErrors, ExtentsAndOverlaps) {
  SeedExec const exec;
  SeedTable table(exec, 64);
  (void)insert(table, {1, 2, 3}, {4, 5, 6});
  auto const before = contents(table);
  auto const keys = to_device(range(1, 4));
  auto const three = to_device(range(1, 3));
  auto const statuses = to_device(Outcomes(3));
  auto const refused = [&](ErrorCode code, auto const& call) {
    EXPECT_EQ(code_of(call), code);
    EXPECT_EQ(contents(table), before);
  };
  refused(ErrorCode::size_mismatch, [&] { (void)table.insert(exec, keys, three); });
  refused(ErrorCode::size_mismatch, [&] { (void)table.insert(exec, keys, keys, statuses); });
  refused(ErrorCode::size_mismatch, [&] { table.find(exec, keys, three); });
  refused(ErrorCode::invalid_argument, [&] { table.find(exec, three, three); });
  refused(ErrorCode::size_mismatch, [&] {
    table.find(exec, three, Kokkos::subview(keys, std::pair(0, 3)), to_device(Outcomes(2)));
  });
  refused(ErrorCode::size_mismatch, [&] { table.erase(exec, keys, statuses); });
  refused(ErrorCode::output_too_small,
          [&] { (void)table.retrieve_all(exec, to_device(Numbers(2)), to_device(Numbers(3))); });
  refused(ErrorCode::invalid_argument, [&] { (void)table.retrieve_all(exec, three, three); });
  EXPECT_EQ(to_host(keys), range(1, 4));
}

TEST(SeedMap, EmptyBatchesDoNothing) {
  SeedExec const exec;
  SeedTable table(exec, 2);
  EXPECT_EQ(insert(table, {}, {}), Outcomes{});
  EXPECT_EQ(find(table, {}).values, Numbers{});
  EXPECT_EQ(erase(table, {}), Outcomes{});
  EXPECT_EQ(table.insert(exec, {}, {}).status, Status::none);
  EXPECT_EQ(table.retrieve_all(exec, {}, {}), 0u);
}

void make_every_call(Kokkos::View<std::uint32_t*, SeedMemory> const& keys,
                     Kokkos::View<std::uint32_t*, SeedMemory> const& values) {
  SeedExec const exec;
  SeedTable table(exec, 256);
  (void)table.insert(exec, keys, keys);
  table.find(exec, keys, values);
  table.erase(exec, keys);
  (void)table.statistics(exec);
  (void)table.retrieve_all(exec, {}, {});
  table.resize(exec, 128);
  exec.fence("heddle::test::wait");
}

TEST(SeedMap, EverythingIsLabelledAndNothingFencesAll) {
  auto const keys = to_device(range(1, 100));
  auto const values = to_device(range(1, 100));
  make_every_call(keys, values);  // Kokkos keeps the scratch memory of its reductions
  EventRecorder const recorder;
  make_every_call(keys, values);
  using Kind = KokkosEvent::Kind;
  for (auto const& event : recorder.events()) {
    if (event.kind == Kind::copy) continue;
    // Kokkos 4 fences everything before it frees a host view.
    if (event.label == "HostSpace::impl_deallocate before free") continue;
    if (event.kind == Kind::fence) {
      EXPECT_FALSE(is_global(event.device)) << to_string(event);
    } else {
      EXPECT_NE(event.label.find("heddle::"), std::string::npos) << to_string(event);
    }
  }
  EXPECT_EQ(recorder.live_bytes(), 0);
}

}  // namespace
}  // namespace heddle::test
