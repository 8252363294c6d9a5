// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps are built where it is said, and hold the same pairs.
#include <heddle/hash/build.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tests/place/placed_ways.hpp"

namespace heddle::test {
namespace {

using place::Policy;
using place::Where;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
using Words = Kokkos::View<std::uint32_t*, Memory>;

Words words(std::vector<std::uint32_t> const& items) {
  Words const view("heddle::test::words", items.size());
  Kokkos::deep_copy(view,
                    Kokkos::View<std::uint32_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        items.data(), items.size()));
  return view;
}

std::vector<std::uint32_t> items(Words const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return {host.data(), host.data() + host.extent(0)};
}

/// Scattered keys, the two that look like marks among them, some of them twice with one value.
std::map<std::uint32_t, std::uint32_t> pairs(std::vector<std::uint32_t>& keys,
                                             std::vector<std::uint32_t>& values) {
  std::map<std::uint32_t, std::uint32_t> all;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    keys.push_back(i % 7 == 0 && i > 0 ? keys.back() : i * 2654435761u);
    if (i == 11) keys.back() = 0xffffffffu;
    if (i == 12) keys.back() = 0xfffffffeu;
    values.push_back(keys.back() / 3);
    all[keys.back()] = values.back();
  }
  return all;
}

TEST(PlacedPhases, building_of_hash_tables) {
  using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;
  Exec const exec;
  std::vector<std::uint32_t> keys, values;
  auto const expected = pairs(keys, values);
  auto const given_keys = words(keys), given_values = words(values);
  expect_obeys(exec, "hash::build", [&](Policy const& policy) {
    hash::BuildOptions options;
    options.place = policy;
    auto const built = hash::build<Map>(exec, given_keys, given_values, options);
    Words const all_keys("keys", expected.size()), all_values("values", expected.size());
    auto const count = built.map.retrieve_all(exec, all_keys, all_values, true);
    std::map<std::uint32_t, std::uint32_t> held;
    auto const k = items(all_keys), v = items(all_values);
    for (std::size_t i = 0; i < count; ++i) held[k[i]] = v[i];
    EXPECT_EQ(held, expected);
    Words const found("found", keys.size());
    built.map.find(exec, given_keys, found);
    EXPECT_EQ(items(found), values);
    return Ran{built.phase.place, std::tuple(held, built.map.capacity(), built.counts.inserted,
                                             built.counts.exists, built.counts.status)};
  });
}

TEST(PlacedPhases, tables_that_were_built_go_on) {
  using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;
  Exec const exec;
  std::vector<std::uint32_t> keys, values;
  auto const expected = pairs(keys, values);
  hash::BuildOptions options;
  options.place.where = Where::host;
  options.map.capacity = 16;
  options.map.growth = hash::Growth::on_insert;
  auto built = hash::build<Map>(exec, words(keys), words(values), options);
  EXPECT_EQ(built.counts.inserted, expected.size());
  built.map.erase(exec, words({keys[0], keys[5], 12345}));
  built.map.insert(exec, words({12345}), words({6}));
  EXPECT_EQ(built.map.size(exec), expected.size() - 1);
  built.map.rehash(exec, 2 * built.map.capacity());
  Words const found("found", 3);
  built.map.find(exec, words({keys[5], 12345, keys[11]}), found, {}, 77);
  EXPECT_EQ(items(found), (std::vector<std::uint32_t>{77, 6, 0xffffffffu / 3}));
}

/// A merge by hash ranges need not read a table that is known to be empty.
TEST(PlacedPhases, tables_that_were_built_are_not_taken_for_empty) {
  using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;
  Exec const exec;
  std::vector<std::uint32_t> keys, values;
  auto const expected = pairs(keys, values);
  for (auto const where : {Where::host, Where::automatic}) {
    hash::BuildOptions options;
    options.place.where = where;
    options.map.capacity = 8192;
    auto built = hash::build<Map>(exec, words(keys), words(values), options);
    hash::BulkOptions<Exec> by_ranges;
    by_ranges.path = hash::Path::partitioned;
    auto const result = built.map.insert(exec, words({12345}), words({6}), {}, by_ranges);
    EXPECT_EQ(result.inserted, 1u);
    EXPECT_EQ(built.map.size(exec), expected.size() + 1);
    Words const found("found", 2);
    built.map.find(exec, words({keys[5], 12345}), found);
    EXPECT_EQ(items(found), (std::vector<std::uint32_t>{values[5], 6}));
  }
}

struct Wide {
  std::uint64_t a, b;
};

TEST(PlacedPhases, what_the_host_cannot_build_for_a_device) {
  using Map = hash::HashMap<Wide, std::uint32_t, Exec>;
  Exec const exec;
  Kokkos::View<Wide*, Memory> const keys("keys", 4);
  auto const values = words({1, 1, 1, 1});
  hash::BuildOptions options;
  options.place.where = Where::host;
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    EXPECT_EQ(hash::build<Map>(exec, keys, values, options).counts.inserted, 1u);
  } else {
    EXPECT_THROW(hash::build<Map>(exec, keys, values, options), heddle::error);
  }
}

}  // namespace
}  // namespace heddle::test
