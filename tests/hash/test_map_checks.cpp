// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What builds that check catch: stale references and calls from inside of callbacks.
#define HEDDLE_CHECKS
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/map.hpp>
#include <heddle/hash/set.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace hash = heddle::hash;
using Exec = TEST_EXECSPACE;
using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;
using Ref = hash::HashMapRef<Map>;
using Keys = Kokkos::View<std::uint32_t*, typename Exec::memory_space>;
constexpr bool on_host = heddle::backends::traits<Exec>::is_host;

static_assert(std::is_trivially_copyable_v<Ref>);
static_assert(std::is_nothrow_move_constructible_v<Map>);

Keys ascending(std::size_t count) {
  Keys keys("heddle::test::keys", count);
  auto const host = Kokkos::create_mirror_view(keys);
  for (std::size_t i = 0; i < count; ++i) host(i) = static_cast<std::uint32_t>(i);
  Kokkos::deep_copy(keys, host);
  return keys;
}
Map filled(std::size_t count) {
  Map map(Exec(), {.capacity = 2 * count});
  map.insert(Exec(), ascending(count), ascending(count));
  return map;
}

/// How many of 100 threads of a kernel find the reference stale. (A stale one must not be used.)
struct CountStale {
  Ref ref;
  KOKKOS_FUNCTION void operator()(int i, int& stale) const {
    if (ref.is_stale()) {
      ++stale;
    } else {
      ref.insert_or_assign(static_cast<std::uint32_t>(i), 1);
    }
  }
};
int stale_in_kernel(Ref const& ref) {
  int stale = 0;
  Kokkos::parallel_reduce("heddle::test::count_stale", Kokkos::RangePolicy<Exec>(Exec(), 0, 100),
                          CountStale{ref}, stale);
  return stale;
}

TEST(MapStaleRefs, calls_that_keep_the_memory_keep_references) {
  Map map(Exec(), {.capacity = 1000});
  auto const ref = map.ref(Exec());
  auto const reader = std::as_const(map).ref(Exec());
  map.insert(Exec(), ascending(500), ascending(500));
  map.erase(Exec(), ascending(400));
  map.purge(Exec());
  map.clear(Exec());
  map.reserve(Exec(), 100);
  EXPECT_THROW(map.reserve(Exec(), std::size_t{1} << 60), heddle::error);
  auto const copy = map.clone(Exec());
  EXPECT_FALSE(ref.is_stale());
  EXPECT_FALSE(reader.is_stale());
  EXPECT_EQ(stale_in_kernel(ref), 0);
  EXPECT_EQ(map.size(Exec()), 100u);
}

TEST(MapStaleRefs, a_rehash_ends_them_and_a_refused_one_does_not) {
  auto map = filled(100);
  auto const before = map.ref(Exec());
  EXPECT_THROW(map.rehash(Exec(), 50), heddle::error);
  EXPECT_EQ(stale_in_kernel(before), 0);
  map.rehash(Exec(), 300);
  EXPECT_TRUE(before.is_stale());
  EXPECT_EQ(stale_in_kernel(before), 100);
  EXPECT_EQ(stale_in_kernel(map.ref(Exec())), 0);
}

TEST(MapStaleRefs, growth_ends_them) {
  Map map(Exec(), {.capacity = 16, .growth = hash::Growth::on_insert});
  auto const before = map.ref(Exec());
  map.insert(Exec(), ascending(4), ascending(4));
  EXPECT_FALSE(before.is_stale());
  map.insert(Exec(), ascending(400), ascending(400));
  EXPECT_TRUE(before.is_stale());
}

TEST(MapStaleRefs, moves_end_those_of_both_maps) {
  auto source = filled(10), target = filled(20);
  auto const of_source = source.ref(Exec()), of_target = target.ref(Exec());
  target = std::move(source);
  EXPECT_TRUE(of_source.is_stale());
  EXPECT_TRUE(of_target.is_stale());
  auto const of_assigned = target.ref(Exec());
  auto const moved = std::move(target);
  EXPECT_TRUE(of_assigned.is_stale());
  EXPECT_FALSE(moved.ref(Exec()).is_stale());
  EXPECT_EQ(moved.size(Exec()), 10u);
}

TEST(MapStaleRefs, destruction_ends_them_for_ever) {
  std::vector<Ref> refs;
  for (int i = 0; i < 20; ++i) {
    auto map = filled(1);  // each may have the words and the memory of the one before
    refs.push_back(map.ref(Exec()));
    EXPECT_FALSE(refs.back().is_stale());
  }
  auto const last = filled(1);
  for (auto const& ref : refs) EXPECT_TRUE(ref.is_stale());
  EXPECT_EQ(stale_in_kernel(refs.front()), 100);
}

TEST(MapStaleRefs, a_kernel_that_is_under_way_ends_before_its_map_does) {
  Kokkos::View<int, typename Exec::memory_space> const stale("heddle::test::stale");
  {
    auto map = filled(100);
    Kokkos::parallel_reduce("heddle::test::count_stale", Kokkos::RangePolicy<Exec>(Exec(), 0, 100),
                            CountStale{map.ref(Exec())}, stale);
  }
  int count = -1;
  Kokkos::deep_copy(count, stale);
  EXPECT_EQ(count, 0);
}

TEST(MapStaleRefs, those_of_sets_too) {
  hash::HashSet<std::uint64_t, Exec> set(Exec(), {.capacity = 16});
  auto const ref = set.ref(Exec());
  EXPECT_FALSE(ref.is_stale());
  set.rehash(Exec(), 64);
  EXPECT_TRUE(ref.is_stale());
}

template <class Call>
void expect_refused(Call const& call) {
  try {
    call();
    ADD_FAILURE() << "a stale reference was used";
  } catch (heddle::error const& error) {
    EXPECT_EQ(error.code(), heddle::ErrorCode::invalid_state);
  }
}
template <class SomeRef>
void expect_all_refused(SomeRef const& ref) {
  if constexpr (on_host) {
    expect_refused([&] { (void)ref.find(1); });
    expect_refused([&] { (void)ref.contains(1); });
    expect_refused([&] { (void)ref.probe_length(1); });
    expect_refused([&] { (void)ref.insert(1, 1); });
    expect_refused([&] { (void)ref.find_or_insert(1, 1); });
    expect_refused([&] { (void)ref.insert_or_assign(1, 1); });
    expect_refused([&] { (void)ref.insert_or_apply(1, 1, hash::Sum{}); });
    expect_refused([&] { (void)ref.erase(1); });
  }
}

TEST(MapStaleRefs, hosts_throw_when_a_stale_one_is_used) {
  if (!on_host) GTEST_SKIP() << "a device that stops takes this program with it";
  auto map = filled(10);
  auto const ref = map.ref(Exec());
  EXPECT_NO_THROW(map.rehash(Exec(), 100));
  expect_all_refused(ref);
  EXPECT_EQ(map.size(Exec()), 10u);
}

/// What a call of the map inside of its callback was told, if anything.
struct Told {
  Map* map;
  Map* other;
  std::optional<heddle::ErrorCode>* code;
  std::optional<heddle::ErrorCode>* code_of_other;

  void call() const {
    if (code->has_value()) return;  // one thread at a time comes here: there is one entry
    try {
      (void)other->ref(Exec());
      std::thread elsewhere([this] { (void)std::as_const(*map).ref(Exec()); });
      elsewhere.join();
    } catch (heddle::error const& error) {
      *code_of_other = error.code();
    }
    try {
      (void)std::as_const(*map).ref(Exec());
    } catch (heddle::error const& error) {
      *code = error.code();
    }
  }
  [[maybe_unused]] std::uint32_t operator()(std::uint32_t held, std::uint32_t given) const {
    call();
    return held + given;
  }
};
struct ToldTrue : Told {
  [[maybe_unused]] bool operator()(std::uint32_t, std::uint32_t) const {
    call();
    return true;
  }
};

/// Calls `work(map, callback)` and expects the callback to have been refused its map alone.
template <class Work>
void expect_refused_inside(Work const& work) {
  auto map = filled(1), other = filled(1);
  std::optional<heddle::ErrorCode> code, code_of_other;
  work(map, ToldTrue{{&map, &other, &code, &code_of_other}});
  EXPECT_EQ(code, heddle::ErrorCode::invalid_state);
  EXPECT_FALSE(code_of_other);
  (void)map.ref(Exec());  // outside of the callback it is free again
}

template <class Space>
void test_reentry() {
  if constexpr (heddle::backends::traits<Space>::is_host) {
    expect_refused_inside([](auto& map, auto const& f) { map.for_each(Exec(), f); });
    expect_refused_inside([](auto& map, auto const& f) { EXPECT_EQ(map.erase_if(Exec(), f), 1u); });
    expect_refused_inside([](auto& map, auto const& f) {
      map.insert_or_apply(Exec(), ascending(1), ascending(1), static_cast<Told const&>(f));
    });
    expect_refused_inside([](auto& map, auto const& f) {
      map.insert_or_apply_async(Exec(), ascending(1), ascending(1), static_cast<Told const&>(f));
    });
    expect_refused_inside([](auto& map, auto const& f) {
      map.insert_or_apply(Exec(), ascending(1), ascending(1), static_cast<Told const&>(f), {},
                          {.deterministic = true});
    });
  }
}

TEST(MapReentry, a_callback_is_refused_its_own_map) {
  if (!on_host) GTEST_SKIP() << "callbacks of devices cannot call the host";
  test_reentry<Exec>();
}

TEST(MapReentry, watched_operations_still_sum) {
  auto map = filled(100);
  map.insert_or_apply(Exec(), ascending(100), ascending(100), hash::Sum{});
  Keys const values("heddle::test::values", 100);
  map.find(Exec(), ascending(100), values);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(host(i), 2 * i);
}

}  // namespace
