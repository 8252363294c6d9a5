// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a context does when the memory of a place is not enough, and what scopes give back.
#include <heddle/place/scope.hpp>

#include <gtest/gtest.h>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::reads;
using place::run;

/// Room for two arrays of 100 doubles on the device.
class Budget : public Placed {
 protected:
  Budget() : Placed({.device_bytes = 1700}) {}
};
INSTANTIATE_TEST_SUITE_P(Memories, Budget, both_memories(), name_of);

TEST_P(Budget, stale_copies_go_first_oldest_first) {
  if (!two_memories()) GTEST_SKIP() << "one memory has no second copies";
  Array<double*> a(exec, "a", 100), b(exec, "b", 100), c(exec, "c", 100);
  run(exec, device_set("set", a, 1));
  run(exec, device_set("set", b, 2));
  EXPECT_EQ(host_sum(a), 100);
  EXPECT_EQ(host_sum(b), 200);
  host_set(a, 0);
  host_set(b, 0);
  EXPECT_EQ(a.state(Where::device), State::stale);
  run(exec, device_set("set", c, 3));
  EXPECT_EQ(a.state(Where::device), State::absent);
  EXPECT_EQ(b.state(Where::device), State::stale);
  expect_copies(2);
}

TEST_P(Budget, then_what_the_host_has_too_least_recently_used_first) {
  if (!two_memories()) GTEST_SKIP() << "one memory has no second copies";
  Array<double*> a(exec, "a", 100), b(exec, "b", 100), c(exec, "c", 100);
  run(exec, device_set("set", a, 1));
  run(exec, device_set("set", b, 2));
  host_sum(a);
  host_sum(b);
  run(exec, device_add("use", a, 1));
  host_sum(a);
  run(exec, device_set("set", c, 3));
  EXPECT_EQ(b.state(Where::device), State::absent);
  EXPECT_EQ(a.state(Where::device), State::valid);
  EXPECT_EQ(host_sum(b), 200);
  expect_copies(3);
}

TEST_P(Budget, then_a_sole_copy_is_spilled_to_the_host) {
  if (!two_memories()) GTEST_SKIP() << "one memory has nothing to spill to";
  Array<double*> a(exec, "a", 100), b(exec, "b", 100), c(exec, "c", 100);
  run(exec, device_set("set", a, 1));
  run(exec, device_set("set", b, 2));
  run(exec, device_set("set", c, 3));
  EXPECT_EQ(context->transfers().count(Cause::spill), 1);
  EXPECT_EQ(a.state(Where::host), State::valid);
  EXPECT_EQ(a.state(Where::device), State::absent);
  run(exec, device_add("add", a, 1));  // back again, for b
  EXPECT_EQ(context->transfers().count(Cause::spill), 2);
  EXPECT_EQ(host_sum(a), 200);
  EXPECT_EQ(host_sum(b), 200);
  EXPECT_EQ(host_sum(c), 300);
  EXPECT_LE(context->held_bytes(Where::device), 1700);
}

TEST_P(Budget, arrays_of_the_running_phase_never_move) {
  if (!two_memories()) GTEST_SKIP() << "the budget of one memory is that of the host";
  Array<double*> a(exec, "a", 100), b(exec, "b", 100), c(exec, "third", 100);
  place::Phase const all("all three", place::overwrites(a, b, c),
                         place::at_device<Exec>([](auto const&, auto const&...) {}));
  HEDDLE_EXPECT_FAILURE(run(exec, all), "out_of_memory", "third", "all three", "800", "1600",
                        "1700");
  for (auto const* array : {&a, &b, &c}) {
    EXPECT_EQ(array->version(), 0u);
    host_set(*array, 1);  // nothing is left open
  }
}

TEST_P(Budget, refused_allocations_of_the_system_are_the_same_error) {
  if (!simulated) GTEST_SKIP() << "no way to make the system refuse";
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  host_set(a, 1);
  simulated->allocations_left = 0;
  HEDDLE_EXPECT_FAILURE(run(exec, device_add("add", a, 1)), "out_of_memory", "a", "add", "80");
  EXPECT_EQ(host_sum(a), 55);
  HEDDLE_EXPECT_FAILURE(host_set(b, 1), "out_of_memory", "b");
  simulated->allocations_left = 1;
  run(exec, device_add("add", a, 1));
  EXPECT_EQ(host_sum(a), 65);
}

TEST_P(Budget, an_adopted_view_is_never_freed_or_moved) {
  if (!two_memories()) GTEST_SKIP() << "one memory has nothing to spill to";
  Kokkos::View<double*, Exec::memory_space> mine("mine", 100);
  auto const adopted = Array<double*>::adopt(exec, "adopted", mine, Where::device);
  Array<double*> b(exec, "b", 100), c(exec, "c", 100), d(exec, "d", 100);
  run(exec, device_set("set", b, 2));
  run(exec, device_set("set", c, 3));
  run(exec, device_set("set", d, 4));
  EXPECT_EQ(adopted.state(Where::device), State::valid);
  EXPECT_EQ(adopted.state(Where::host), State::absent);
}

TEST_P(Budget, a_scope_leaves_one_copy_of_what_it_used) {
  Array<double*> a(exec, "a", 100), untouched(exec, "untouched", 50);
  run(exec, device_set("set", untouched, 1));
  host_sum(untouched);
  {
    place::Scope const scope(exec);
    run(exec, device_set("set", a, 1));
    host_sum(a);
  }
  bool const two = two_memories();
  EXPECT_EQ(a.state(Where::host), two ? State::absent : State::valid);
  EXPECT_EQ(a.state(Where::device), State::valid);
  EXPECT_EQ(untouched.state(Where::host), State::valid);
  EXPECT_EQ(host_sum(a), 100);
}

}  // namespace
}  // namespace heddle::test
