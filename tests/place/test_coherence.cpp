// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scenario A of the guide and the invariants of versions, with every copy counted.
#include <gtest/gtest.h>

#include <tuple>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::reads;
using place::run;
using place::updates;

class Coherence : public Placed {};
INSTANTIATE_TEST_SUITE_P(Memories, Coherence, both_memories(), name_of);

TEST_P(Coherence, written_on_the_device_and_read_twice_is_one_copy) {
  Array<double*> a(exec, "a", 100);
  run(exec, device_set("set", a, 3));
  EXPECT_EQ(host_sum(a), 300);
  EXPECT_EQ(host_sum(a), 300);
  expect_copies(1);
}

TEST_P(Coherence, readers_on_both_sides_make_no_traffic) {
  Array<double*> a(exec, "a", 10), total(exec, "total", 10);
  run(exec, device_set("set", a, 1));
  run(exec, device_set("clear", total, 0));
  place::Phase const add(
      "add", reads(a), updates(total),
      place::at_device<Exec>([this](Exec const& e, auto const& from, auto const& to) {
        using From = std::decay_t<decltype(from)>;
        using To = std::decay_t<decltype(to)>;
        launch(simulated.get(), e, to.extent(0), AddFrom<From, To>{from, to});
      }));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(host_sum(a), 10);
    run(exec, add);
  }
  expect_copies(1);
  EXPECT_EQ(host_sum(total), 10 * 1000);
  expect_copies(2);
}

TEST_P(Coherence, each_of_a_thousand_alternations_is_a_copy_with_the_cause_stale) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 0);
  auto const add = device_add("add", a, 1);
  run(exec, add);
  expect_copies(1);
  context->clear_transfers();
  if (simulated) simulated->counts = {};
  for (int i = 1; i <= 1000; ++i) {
    run(exec, add);
    EXPECT_EQ(host_sum(a), 45 + 10 * (i + 1));
  }
  expect_copies(1000);
  EXPECT_EQ(context->transfers().count(Cause::stale), two_memories() ? 1000 : 0);
  if (two_memories()) {
    ASSERT_EQ(context->transfers().entries().size(), 1u);
    auto const& entry = context->transfers().entries().front();
    EXPECT_EQ(entry.array, "a");
    EXPECT_EQ(entry.phase, "sum");
    EXPECT_EQ(entry.direction, place::Direction::to_host);
    EXPECT_EQ(entry.bytes, 80);
    EXPECT_EQ(entry.count, 1000);
  }
}

TEST_P(Coherence, writes_on_both_sides_without_a_read_name_both_phases) {
  Array<double*> a(exec, "a", 10);
  run(exec, device_set("on the device", a, 1));
  HEDDLE_EXPECT_FAILURE(host_set(a, 2, Results::lazy, "on the host"), "conflicting_writes",
                        "on the device", "on the host", "a: ");
  EXPECT_EQ(host_sum(a), 10);  // unchanged
  run(exec, device_set("on the device", a, 1));
  a.discard();
  host_set(a, 2, Results::lazy, "on the host");
  EXPECT_EQ(host_sum(a), 2 * 10 + 45);
}

TEST_P(Coherence, an_eager_copy_is_no_read) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1, Results::eager, "eager");
  HEDDLE_EXPECT_FAILURE(run(exec, device_set("other", a, 1)), "conflicting_writes", "eager",
                        "other");
}

TEST_P(Coherence, a_phase_may_replace_its_own_result_elsewhere) {
  Array<double*> a(exec, "a", 10);
  run(exec, device_set("p", a, 1));
  host_set(a, 2, Results::lazy, "p");
  EXPECT_EQ(host_sum(a), 20 + 45);
  expect_copies(0);
}

struct Pair {
  Array<double*> x;
  Array<int*> y;
  friend auto members(Pair const& pair) { return std::tuple(pair.x, pair.y); }
};

template <class X, class Y>
struct CountUp {
  X x;
  Y y;
  KOKKOS_FUNCTION void operator()(int i) const {
    x(i) = 2 * i;
    y(i) = -i;
  }
};

TEST_P(Coherence, arrays_in_a_struct_arrive_with_one_copy_each) {
  Pair const pair{Array<double*>(exec, "x", 7), Array<int*>(exec, "y", 7)};
  run(exec,
      place::Phase("count up", overwrites(pair),
                   place::at_device<Exec>([this](Exec const& e, auto const& x, auto const& y) {
                     using X = std::decay_t<decltype(x)>;
                     using Y = std::decay_t<decltype(y)>;
                     launch(simulated.get(), e, 7, CountUp<X, Y>{x, y});
                   })));
  auto const check = on_host(Results::lazy, "check",
                             [](HostView<double const*> const& x, HostView<int const*> const& y) {
                               for (int i = 0; i < 7; ++i) {
                                 EXPECT_EQ(x(i), 2 * i);
                                 EXPECT_EQ(y(i), -i);
                               }
                             });
  check(exec, reads(pair));
  check(exec, reads(pair));
  expect_copies(2);
}

TEST_P(Coherence, an_eager_result_is_one_copy_a_call) {
  Array<double*> a(exec, "a", 10);
  for (int i = 0; i < 5; ++i) host_set(a, i, Results::eager, "eager");
  expect_copies(5);
  EXPECT_EQ(context->transfers().count(Cause::eager_result), two_memories() ? 5 : 0);
  EXPECT_NE(a.state(Where::device), State::stale);
  auto const add = device_add("add", a, 1);
  run(exec, add);
  expect_copies(5);  // it was there
  EXPECT_EQ(host_sum(a), 4 * 10 + 45 + 10);
}

TEST_P(Coherence, states_follow_the_table) {
  Array<double*> a(exec, "a", 10);
  EXPECT_EQ(a.state(Where::host), State::absent);
  EXPECT_EQ(a.version(), 0u);
  run(exec, device_set("set", a, 1));
  EXPECT_EQ(a.state(Where::device), State::valid);
  EXPECT_EQ(a.state(Where::host), two_memories() ? State::absent : State::valid);
  host_sum(a);
  EXPECT_EQ(a.state(Where::host), State::valid);
  EXPECT_EQ(a.version(), 1u);
  run(exec, device_set("set", a, 2));
  EXPECT_EQ(a.state(Where::host), two_memories() ? State::stale : State::valid);
  EXPECT_EQ(a.version(), 2u);
  {
    auto const open = a.open<Where::host, Mode::updates>(exec);
    EXPECT_EQ(a.state(Where::host), State::open);
    EXPECT_EQ((*open)(3), 2);
    (*open)(3) = 5;
  }
  EXPECT_EQ(a.version(), 3u);
  EXPECT_EQ(a.state(Where::device), two_memories() ? State::stale : State::valid);
  EXPECT_EQ(host_sum(a), 23);
  expect_copies(2);
}

TEST_P(Coherence, what_nothing_wrote_cannot_be_read) {
  Array<double*> a(exec, "nothing", 10);
  HEDDLE_EXPECT_FAILURE(host_sum(a, "reader"), "unwritten_read", "nothing", "reader", "host");
  HEDDLE_EXPECT_FAILURE(run(exec, device_add("adder", a, 1)), "unwritten_read", "adder", "device");
  expect_copies(0);
}

TEST_P(Coherence, empty_arrays_need_no_copies) {
  Array<double*> a(exec, "empty", 0);
  host_set(a, 1);
  EXPECT_EQ(host_sum(a), 0);
  run(exec, device_add("add", a, 1));
  EXPECT_EQ(host_sum(a), 0);
  EXPECT_EQ(a.version(), 2u);
  expect_copies(0);
}

TEST_P(Coherence, matrices_keep_their_rows_and_columns) {
  Array<float* [3]> a(exec, "a", 5);
  Array<int**> b(exec, "b", 2, 4);
  on_host(Results::eager, "fill", [](HostView<float* [3]> const& x, HostView<int**> const& y) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 3; ++j) x(i, j) = float(10 * i + j);
    }
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 4; ++j) y(i, j) = 10 * i + j;
    }
  })(exec, overwrites(a, b));
  EXPECT_EQ(a.size(), 15u);
  EXPECT_EQ(b.extent(1), 4u);
  expect_copies(2);
  on_host(Results::lazy, "look", [](HostView<float const* [3]> const& x, HostView<int const**> y) {
    EXPECT_EQ(x(4, 2), 42);
    EXPECT_EQ(y(1, 3), 13);
    EXPECT_EQ(y.data()[7], 13);  // rows are contiguous
  })(exec, reads(a, b));
}

}  // namespace
}  // namespace heddle::test
