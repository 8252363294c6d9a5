// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overlaps, exceptions in bodies, lost and guarded arrays, strict scopes, faults.
#include <heddle/place/scope.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::guarded;
using place::on_host;
using place::overwrites;
using place::reads;
using place::run;
using place::updates;

struct Broken : std::runtime_error {
  Broken() : std::runtime_error("broken") {}
};

class PlaceFailures : public Placed {
 protected:
  /// A host phase that spoils what it has opened, and fails.
  template <class Accesses>
  void fail_on_host(std::string const& name, Accesses const& accesses) {
    EXPECT_THROW(on_host(Results::eager, name,
                         [](HostView<double*> const& view) {
                           for (std::size_t i = 0; i < view.extent(0); ++i) view(i) = -99;
                           throw Broken();
                         })(exec, accesses),
                 Broken);
  }
  template <class Accesses>
  void fail_on_device(std::string const& name, Accesses const& accesses) {
    place::Phase const phase(name, accesses,
                             place::at_device<Exec>([this](Exec const& e, auto const& view) {
                               using View = std::decay_t<decltype(view)>;
                               launch(simulated.get(), e, view.extent(0), SetTo<View>{view, -99});
                               throw Broken();
                             }));
    EXPECT_THROW(run(exec, phase), Broken);
  }
};
INSTANTIATE_TEST_SUITE_P(Memories, PlaceFailures, both_memories(), name_of);

TEST_P(PlaceFailures, a_nested_phase_may_not_touch_what_is_open) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  host_set(a, 1);
  host_set(b, 1);
  on_host(Results::lazy, "outer", [&](HostView<double*> const& view) {
    view(0) = 100;
    HEDDLE_EXPECT_FAILURE(host_sum(a, "inner"), "overlapping_access", "outer", "inner", "a");
    HEDDLE_EXPECT_FAILURE(host_set(a, 1, Results::lazy, "inner"), "overlapping_access", "inner");
    run(exec, device_add("other", b, 1));
    EXPECT_EQ(host_sum(b), 65);
  })(exec, updates(a));
  EXPECT_EQ(host_sum(a), 154);
  on_host(Results::lazy, "reader", [&](HostView<double const*> const&) {
    EXPECT_EQ(host_sum(a, "inner reader"), 154);
    HEDDLE_EXPECT_FAILURE(run(exec, device_add("writer", a, 1)), "overlapping_access", "writer");
  })(exec, reads(a));
}

TEST_P(PlaceFailures, a_refusal_leaves_no_array_open) {
  Array<double*> a(exec, "a", 10), nothing(exec, "nothing", 10);
  host_set(a, 1);
  HEDDLE_EXPECT_FAILURE(on_host(Results::lazy, "two", [](auto const&, auto const&) {})(
                            exec, updates(a), reads(nothing)),
                        "unwritten_read", "nothing");
  EXPECT_EQ(a.version(), 1u);
  host_set(a, 2);
  EXPECT_EQ(host_sum(a), 65);
}

TEST_P(PlaceFailures, a_failed_update_is_lost_only_if_nobody_else_has_it) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  run(exec, device_add("both have it", a, 0));
  EXPECT_EQ(host_sum(a), 55);
  fail_on_host("failing", updates(a));
  EXPECT_EQ(a.version(), 2u);
  if (two_memories()) {
    EXPECT_EQ(a.state(Where::host), State::stale);
    EXPECT_EQ(host_sum(a), 55);  // comes from the device again
    fail_on_device("failing there", updates(a));
    EXPECT_EQ(host_sum(a), 55);
    run(exec, device_add("add", a, 1));
    EXPECT_EQ(host_sum(a), 65);
    run(exec, device_add("add", a, 1));
    fail_on_device("failing alone", updates(a));
  }
  HEDDLE_EXPECT_FAILURE(host_sum(a, "later"), "lost_data", "a",
                        two_memories() ? "alone" : "failing", "later");
  HEDDLE_EXPECT_FAILURE(run(exec, device_add("add", a, 1)), "lost_data", "a");
  host_set(a, 3);  // overwriting repairs
  EXPECT_EQ(host_sum(a), 75);
}

TEST_P(PlaceFailures, a_failed_overwrite_keeps_what_the_other_place_has) {
  Array<double*> a(exec, "a", 10), fresh(exec, "fresh", 10);
  run(exec, device_set("set", a, 2));
  host_sum(a);
  fail_on_host("failing", overwrites(a));
  if (two_memories()) {
    EXPECT_EQ(host_sum(a), 20);
  } else {
    HEDDLE_EXPECT_FAILURE(host_sum(a), "lost_data", "failing");
  }
  fail_on_host("failing", overwrites(fresh));
  EXPECT_EQ(fresh.version(), 0u);
  HEDDLE_EXPECT_FAILURE(host_sum(fresh), "unwritten_read", "fresh");
}

TEST_P(PlaceFailures, guarded_arrays_survive) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  fail_on_host("failing", guarded(updates(a)));
  EXPECT_EQ(host_sum(a), 55);
  fail_on_host("failing", guarded(overwrites(a)));
  EXPECT_EQ(host_sum(a), 55);
  run(exec, device_add("add", a, 1));
  fail_on_device("failing", guarded(updates(a)));
  EXPECT_EQ(host_sum(a), 65);
  EXPECT_EQ(a.version(), 2u);
  auto const held = context->held_bytes(Where::host);
  fail_on_host("failing", guarded(updates(a)));
  EXPECT_EQ(context->held_bytes(Where::host), held);  // backups are used again
}

TEST_P(PlaceFailures, an_open_access_ends_by_an_exception_as_a_failure) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  try {
    auto const open = a.open<Where::host, Mode::updates>(exec, "opened");
    (*open)(0) = 7;
    throw Broken();
  } catch (Broken const&) {
  }
  HEDDLE_EXPECT_FAILURE(host_sum(a), "lost_data", "opened");
}

TEST_P(PlaceFailures, strict_scopes_refuse_the_copy_beyond) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10), c(exec, "c", 10);
  for (auto const* array : {&a, &b, &c}) run(exec, device_set("set", *array, 1));
  {
    place::Strict const strict(exec, {.copies = 2});
    host_sum(a);
    host_sum(a);
    host_sum(b);
    if (two_memories()) {
      HEDDLE_EXPECT_FAILURE(host_sum(c, "third"), "copy_refused", "c", "third", "first_use");
      EXPECT_EQ(c.state(Where::host), State::stale);  // memory, no version
    }
    expect_copies(2);
  }
  EXPECT_EQ(host_sum(c), 10);
  expect_copies(3);
  place::Strict const outer(exec, {.copies = 5});
  place::Strict const inner(exec);
  run(exec, device_add("add", a, 1));
  if (two_memories()) {
    HEDDLE_EXPECT_FAILURE(host_sum(a), "copy_refused", "a", "stale");
  }
}

TEST_P(PlaceFailures, a_refused_eager_copy_leaves_the_result) {
  if (!two_memories()) GTEST_SKIP() << "one memory makes no copies";
  Array<double*> a(exec, "a", 10);
  place::Strict const strict(exec);
  HEDDLE_EXPECT_FAILURE(host_set(a, 1, Results::eager), "copy_refused", "eager_result");
  EXPECT_EQ(a.version(), 1u);
  EXPECT_EQ(host_sum(a), 55);
}

TEST_P(PlaceFailures, faults_name_the_phases_since_the_last_wait) {
  if (!simulated) GTEST_SKIP() << "a healthy device";
  Array<double*> a(exec, "a", 10);
  run(exec, device_set("innocent", a, 1));
  host_sum(a);
  simulated->fault = "";
  run(exec, device_add("first", a, 1));
  run(exec, device_add("second", a, 1));
  simulated->fault = "illegal address";
  auto const pinned = Array<double*>(exec, "pinned", place::HostMemory::pinned, 10);
  run(exec, device_set("third", pinned, 1));
  HEDDLE_EXPECT_FAILURE(host_sum(pinned), "device_fault", "illegal address",
                        "first, second, third");
}

}  // namespace
}  // namespace heddle::test
