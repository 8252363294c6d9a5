// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices, sizes, adopted memory, ranges: what arrays are made of.
#include <heddle/place/read_range.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::reads;
using place::run;
using place::updates;

class ArrayMemory : public Placed {
 protected:
  std::vector<double> elements(Array<double*> const& a) {
    std::vector<double> found;
    on_host(Results::lazy, "elements", [&](HostView<double const*> const& view) {
      for (std::size_t i = 0; i < view.extent(0); ++i) found.push_back(view(i));
    })(exec, reads(a));
    return found;
  }
};
INSTANTIATE_TEST_SUITE_P(Memories, ArrayMemory, both_memories(), name_of);

TEST_P(ArrayMemory, slices_share_the_array_and_are_never_stale) {
  Array<double*> a(exec, "a", 10);
  auto const middle = a.slice(3, 4);
  run(exec, device_set("set", a, 1));
  EXPECT_EQ(host_sum(middle), 4);
  expect_copies(1);
  run(exec, device_add("add", middle, 2));  // an update of all of `a`
  EXPECT_EQ(a.version(), 2u);
  EXPECT_EQ(elements(a), (std::vector<double>{1, 1, 1, 3, 3, 3, 3, 1, 1, 1}));
  EXPECT_EQ(host_sum(middle), 12);
  expect_copies(2);
  host_set(middle, 10);  // overwriting a part keeps the rest
  run(exec, device_add("add", a, 1));
  EXPECT_EQ(elements(a), (std::vector<double>{2, 2, 2, 11, 12, 13, 14, 2, 2, 2}));
  expect_copies(4);
}

TEST_P(ArrayMemory, slices_of_slices_and_of_what_is_not_there) {
  Array<double*> a(exec, "a", 10);
  HEDDLE_EXPECT_FAILURE(host_set(a.slice(0, 5), 1), "unwritten_read", "a: ");
  host_set(a, 0);
  EXPECT_EQ(host_sum(a.slice(2, 6).slice(1, 3)), 3 + 4 + 5);
  HEDDLE_EXPECT_FAILURE(a.slice(5, 6), "invalid_argument", "slice");
  HEDDLE_EXPECT_FAILURE(a.slice(-1, 2), "invalid_argument", "slice");
  HEDDLE_EXPECT_FAILURE(a.slice(2, 6).slice(1, 6), "invalid_argument", "slice");
  EXPECT_EQ(host_sum(a.slice(10, 0)), 0);
}

TEST_P(ArrayMemory, one_phase_may_read_and_write_slices_of_one_array) {
  Array<double*> a(exec, "a", 6);
  host_set(a, 1);
  on_host(Results::lazy, "shift",
          [](HostView<double const*> const& from, HostView<double*> const& to) {
            for (int i = 0; i < 3; ++i) to(i) = 10 * from(i);
          })(exec, reads(a.slice(0, 3)), overwrites(a.slice(3, 3)));
  EXPECT_EQ(elements(a), (std::vector<double>{1, 2, 3, 10, 20, 30}));
  EXPECT_EQ(a.version(), 2u);
}

TEST_P(ArrayMemory, resize_keeps_zeroes_and_never_marks_dirty) {
  Array<double*> a(exec, "a", 4);
  host_set(a, 1);
  run(exec, device_add("add", a, 0));
  EXPECT_EQ(host_sum(a), 10);
  expect_copies(2);
  auto const version = a.version();
  a.resize(exec, 6);
  EXPECT_EQ(a.version(), version);
  EXPECT_EQ(a.extent(0), 6u);
  EXPECT_EQ(elements(a), (std::vector<double>{1, 2, 3, 4, 0, 0}));
  a.resize(exec, 2);
  a.resize(exec, 5);  // what was cut off comes back as zero, also where nobody has looked between
  EXPECT_EQ(elements(a), (std::vector<double>{1, 2, 0, 0, 0}));
  expect_copies(2);  // both copies stayed valid
  run(exec, device_add("add", a, 1));
  EXPECT_EQ(elements(a), (std::vector<double>{2, 3, 1, 1, 1}));
  expect_copies(3);
  HEDDLE_EXPECT_FAILURE(a.resize(exec, -1), "invalid_argument", "negative");
  HEDDLE_EXPECT_FAILURE(a.slice(0, 2).resize(exec, 1), "invalid_argument", "slice");
}

TEST_P(ArrayMemory, resize_before_the_first_write_and_to_nothing) {
  Array<double*> a(exec, "a", 4);
  a.resize(exec, 3);
  host_set(a, 1);
  a.resize(exec, 0);
  EXPECT_EQ(host_sum(a), 0);
  a.resize(exec, 2);
  EXPECT_EQ(elements(a), (std::vector<double>{0, 0}));
  auto const open = a.open<Where::host, Mode::reads>(exec, "reader");
  HEDDLE_EXPECT_FAILURE(a.resize(exec, 1), "overlapping_access", "reader");
}

TEST_P(ArrayMemory, adopted_views_are_used_in_place) {
  Kokkos::View<double*, Kokkos::HostSpace> mine("mine", 5);
  Kokkos::deep_copy(mine, 2.0);
  {
    auto const a = Array<double*>::adopt(exec, "adopted", mine);
    EXPECT_EQ(a.state(Where::host), State::valid);
    EXPECT_EQ(host_sum(a), 10);
    expect_copies(0);
    run(exec, device_add("add", a, 1));
    EXPECT_EQ(host_sum(a), 15);
    EXPECT_EQ(mine(0), 3);
    expect_copies(2);
    host_set(a, 5);
    EXPECT_EQ(mine(0), 5);
    EXPECT_EQ(mine(4), 9);
  }
  EXPECT_EQ(mine(4), 9);
  EXPECT_EQ(mine.use_count(), 1);
}

TEST_P(ArrayMemory, adopted_constants_can_be_read_at_both_places) {
  Kokkos::View<double*, Kokkos::HostSpace> mine("mine", 5);
  Kokkos::deep_copy(mine, 2.0);
  Kokkos::View<double const*, Kokkos::HostSpace> const constant = mine;
  auto const a = Array<double const*>::adopt(exec, "constant", constant);
  EXPECT_EQ(on_host(Results::lazy, "sum", sum_of)(exec, reads(a)), 10);
  auto const there = a.open<Where::device, Mode::reads>(exec);
  EXPECT_EQ((*there).extent(0), 5u);
  expect_copies(1);
}

TEST_P(ArrayMemory, adopted_views_of_the_device_are_read_from_there) {
  Kokkos::View<double*, Exec::memory_space> mine("mine", 5);
  Kokkos::deep_copy(exec, mine, 3.0);
  exec.fence("heddle::test::filled");
  auto const a = Array<double*>::adopt(exec, "adopted", mine, Where::device);
  EXPECT_EQ(host_sum(a), 15);
  EXPECT_EQ(host_sum(a), 15);
  expect_copies(1);
}

TEST_P(ArrayMemory, columns_cannot_be_adopted) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> mine("mine", 3, 4);
  HEDDLE_EXPECT_FAILURE(Array<double**>::adopt(exec, "columns", mine), "invalid_argument",
                        "columns");
}

TEST_P(ArrayMemory, ranges_are_read_in_one_copy_without_changing_states) {
  Array<double*> a(exec, "a", 1000);
  Array<int**> b(exec, "b", 6, 2);
  run(exec, device_set("set", a, 7));
  EXPECT_EQ(place::read_range(exec, a, 10, 3), (std::vector<double>{7, 7, 7}));
  EXPECT_EQ(a.state(Where::host), two_memories() ? State::absent : State::valid);
  expect_copies(1);
  EXPECT_EQ(context->transfers().count(Cause::range), two_memories() ? 1 : 0);
  EXPECT_EQ(context->transfers().small(), two_memories() ? 1 : 0);  // 24 bytes
  host_sum(a);
  EXPECT_EQ(place::read_range(exec, a, 999, 1), (std::vector<double>{7}));
  expect_copies(2);  // the host had it
  on_host(Results::lazy, "fill", [](HostView<int**> const& view) {
    for (int i = 0; i < 12; ++i) view(i / 2, i % 2) = i;
  })(exec, overwrites(b));
  EXPECT_EQ(place::read_range(exec, b, 2, 2), (std::vector<int>{4, 5, 6, 7}));
  EXPECT_TRUE(place::read_range(exec, b, 6, 0).empty());
  HEDDLE_EXPECT_FAILURE(place::read_range(exec, b, 5, 2), "invalid_argument", "b");
  Array<double*> nothing(exec, "nothing", 3);
  HEDDLE_EXPECT_FAILURE(place::read_range(exec, nothing, 0, 1), "unwritten_read", "nothing");
}

TEST_P(ArrayMemory, last_use_frees_and_forgets) {
  Array<double*> a(exec, "a", 100);
  run(exec, device_set("set", a, 1));
  double sum = 0;
  on_host(Results::lazy, "last", [&](HostView<double const*> const& view) { sum = sum_of(view); })(
      exec, place::last_use(a));
  EXPECT_EQ(sum, 100);
  EXPECT_EQ(a.state(Where::host), State::absent);
  EXPECT_EQ(a.state(Where::device), State::absent);
  HEDDLE_EXPECT_FAILURE(host_sum(a), "unwritten_read", "a");
  host_set(a, 0);
  EXPECT_EQ(host_sum(a), 99 * 100 / 2);
}

TEST_P(ArrayMemory, memory_is_used_again_and_all_given_back) {
  {
    for (int i = 0; i < 10; ++i) {
      Array<double*> a(exec, "a", 100);
      run(exec, device_set("set", a, 1));
      EXPECT_EQ(host_sum(a), 100);
    }
    if (simulated) {
      EXPECT_EQ(simulated->counts.allocations, 2);
    }
    EXPECT_EQ(context->held_bytes(Where::host), 800);
  }
  Array<double*> survivor(exec, "survivor", 10);
  run(exec, device_set("set", survivor, 1));
  context.reset();
  if (simulated) {
    EXPECT_EQ(simulated->live[backends::MemoryKind::device], 80);  // the kept blocks are gone
  }
  survivor = {};
  if (simulated) {
    EXPECT_EQ(simulated->live[backends::MemoryKind::device], 0);
    EXPECT_EQ(simulated->live[backends::MemoryKind::host], 0);
  }
  make_context({});
}

TEST_P(ArrayMemory, addresses_stay_over_a_loop) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  void const* address = nullptr;
  auto const add = device_add("add", a, 1);
  for (int i = 0; i < 20; ++i) {
    run(exec, add);
    on_host(Results::lazy, "look", [&](HostView<double const*> const& view) {
      if (i > 0) {
        EXPECT_EQ(address, view.data());
      }
      address = view.data();
    })(exec, reads(a));
  }
}

}  // namespace
}  // namespace heddle::test
