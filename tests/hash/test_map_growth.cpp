// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps that are replaced, or only just made, while others use them.
#include <heddle/backends/selection.hpp>

#include <tests/hash/map_options.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <type_traits>

namespace heddle::test::maps {
namespace {

/// Two host threads launch kernels at once: OpenMP cannot, so hosts take the reference backend.
using Own = std::conditional_t<backends::traits<Exec>::is_host, backends::ReferenceBackend, Exec>;
using Table = hash::HashMap<std::uint64_t, std::uint64_t, Own>;
using Words = Kokkos::View<std::uint64_t*, Own::memory_space>;

template <class E>
E new_instance() {
  if constexpr (std::is_constructible_v<E, Kokkos::NewInstance>) {
    return E(Kokkos::NewInstance{});
  } else {
    return Kokkos::Experimental::partition_space(E(), 1)[0];
  }
}
Own instance() { return new_instance<Own>(); }

Words sequence(Own const& exec, std::uint64_t first, std::size_t count) {
  Words const words("heddle::test::words", count);
  auto const host = Kokkos::create_mirror_view(words);
  for (std::size_t i = 0; i < count; ++i) host(i) = first + i;
  Kokkos::deep_copy(exec, words, host);
  exec.fence("heddle::test::sequence");
  return words;
}

TEST(MapGrowth, OfTwoThreadsLosesNothing) {
  constexpr int batches = 60;
  constexpr std::uint64_t batch = 16;
  for (int repetition = 0; repetition < 400; ++repetition) {
    Own const own;
    Table map(own, {.capacity = 8, .growth = hash::Growth::on_insert});
    auto const work = [&](std::uint64_t thread) {
      auto const exec = instance();
      for (std::uint64_t b = 0; b < batches; ++b) {
        auto const keys = sequence(exec, (thread * batches + b) * batch, batch);
        EXPECT_EQ(map.insert(exec, keys, keys).inserted, batch);
      }
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    auto const all = sequence(own, 0, 2 * batches * batch);
    EXPECT_EQ(map.size(own), all.extent(0));
    EXPECT_EQ(map.contains(own, all, {}).found, all.extent(0));
  }
}

TEST(MapGrowth, AnotherInstanceWaitsForWhatIsNotDoneYet) {
  auto const first = instance();
  auto const second = instance();
  auto const keys = sequence(first, 5, 20000);
  for (int repetition = 0; repetition < 20; ++repetition) {
    Table map(first, {.capacity = std::size_t{1} << 22});  // cleared in the order of `first`
    map.insert_async(second, keys, keys);
    EXPECT_EQ(map.contains(second, keys, {}).found, keys.extent(0));
    map.clear(first);
    map.insert_async(second, keys, keys);
    second.fence();
    EXPECT_EQ(map.size(first), keys.extent(0));
  }
}

TEST(MapGrowth, OutputsOfRetrieveAllAreApart) {
  Own const own;
  auto const keys = sequence(own, 7, 10);
  Table map(own, {.capacity = 64});
  map.insert(own, keys, keys);
  auto const both = sequence(own, 0, 10);
  try {
    map.retrieve_all(own, both, both);
    ADD_FAILURE() << "nothing was thrown";
  } catch (error const& caught) {
    EXPECT_EQ(caught.code(), ErrorCode::invalid_argument);
  }
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), both);
  for (std::size_t i = 0; i < both.extent(0); ++i) EXPECT_EQ(host(i), i);
}

}  // namespace
}  // namespace heddle::test::maps
