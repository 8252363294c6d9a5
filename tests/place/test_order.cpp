// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two instances, pinned memory, transfers in flight: nobody sees old data, and nobody waits without
// need. A simulated device runs nothing before somebody waits, so that a forgotten wait shows.
#include <gtest/gtest.h>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::HostMemory;
using place::on_host;
using place::overwrites;
using place::reads;
using place::run;
using place::updates;

/// Instances of host backends that differ: Serial makes them at will.
using TwoQueues = Kokkos::Serial;

class QueueOrder : public testing::Test {
 protected:
  QueueOrder() {
    place::ContextOptions options;
    options.memory = simulated;
    options.environment = false;
    context = std::make_unique<place::Context>(first, options);
  }
  place::Phase add(std::string const& name, Array<double*> const& a, double value) {
    return place::Phase(name, updates(a),
                        place::at_device<TwoQueues>([this, value](TwoQueues const& e, auto view) {
                          simulated->launch(backends::place_backend<TwoQueues>::identity(e), [=] {
                            for (std::size_t i = 0; i < view.extent(0); ++i) view(i) += value;
                          });
                        }));
  }
  /// b += a
  place::Phase add_to(std::string const& name, Array<double*> const& a, Array<double*> const& b) {
    return place::Phase(name, reads(a), updates(b),
                        place::at_device<TwoQueues>([this](TwoQueues const& e, auto from, auto to) {
                          simulated->launch(backends::place_backend<TwoQueues>::identity(e), [=] {
                            for (std::size_t i = 0; i < to.extent(0); ++i) to(i) += from(i);
                          });
                        }));
  }
  void set(Array<double*> const& a, double value) {
    on_host(Results::lazy, "set", [value](HostView<double*> const& view) {
      for (std::size_t i = 0; i < view.extent(0); ++i) view(i) = value;
    })(first, overwrites(a));
  }
  double sum(TwoQueues const& exec, Array<double*> const& a) {
    return on_host(Results::lazy, "sum", [](HostView<double const*> const& view) {
      double total = 0;
      for (std::size_t i = 0; i < view.extent(0); ++i) total += view(i);
      return total;
    })(exec, reads(a));
  }

  std::shared_ptr<SimulatedMemory> simulated = std::make_shared<SimulatedMemory>();
  TwoQueues first{Kokkos::NewInstance{}}, second{Kokkos::NewInstance{}};
  std::unique_ptr<place::Context> context;
};

TEST_F(QueueOrder, one_queue_needs_no_events_and_no_waits) {
  Array<double*> a(first, "a", 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  for (int i = 0; i < 10; ++i) run(first, add_to("add", a, b));
  EXPECT_EQ(simulated->counts.orders, 0);
  EXPECT_EQ(simulated->counts.waits, 0);
  EXPECT_EQ(sum(first, b), 100);
  EXPECT_EQ(simulated->counts.waits, 0);  // the staged copy itself waits for what it brings
}

TEST_F(QueueOrder, a_reader_on_another_queue_runs_after_the_writer) {
  Array<double*> a(first, "a", 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  run(first, add("writer", a, 1));
  run(second, add_to("reader", a, b));
  EXPECT_EQ(simulated->counts.orders, 1);
  EXPECT_EQ(sum(second, b), 20);
}

TEST_F(QueueOrder, a_writer_on_another_queue_runs_after_the_readers) {
  Array<double*> a(first, "a", 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  run(first, add_to("reader", a, b));
  run(second, add("writer", a, 100));
  EXPECT_EQ(sum(second, a), 1010);  // waits for the second queue, which waits for the first
  EXPECT_EQ(sum(first, b), 10);
}

TEST_F(QueueOrder, alternating_queues_see_every_write) {
  Array<double*> a(first, "a", 4);
  set(a, 0);
  for (int i = 0; i < 20; ++i) run(i % 3 == 0 ? second : first, add("add", a, 1));
  EXPECT_EQ(sum(second, a), 80);
}

TEST_F(QueueOrder, staged_sources_may_be_changed_at_once) {
  Array<double*> a(first, "a", 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  run(first, add_to("add", a, b));
  set(a, 5);  // while the transfer is still queued
  EXPECT_EQ(simulated->counts.waits, 0);
  EXPECT_EQ(sum(first, b), 10);
}

TEST_F(QueueOrder, pinned_sources_are_waited_for_before_they_change) {
  Array<double*> a(first, "a", HostMemory::pinned, 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  run(first, add_to("add", a, b));
  EXPECT_EQ(a.state(Where::device), State::arriving);
  EXPECT_EQ(sum(first, a), 10);  // reading the source needs no wait
  EXPECT_EQ(simulated->counts.waits, 0);
  set(a, 5);
  EXPECT_EQ(simulated->counts.waits, 1);
  EXPECT_EQ(sum(first, b), 10);
}

TEST_F(QueueOrder, pinned_targets_arrive_and_are_waited_for) {
  Array<double*> a(first, "a", HostMemory::pinned, 10);
  set(a, 1);
  run(first, add("add", a, 1));
  EXPECT_EQ(sum(first, a), 20);
  EXPECT_EQ(a.state(Where::host), State::valid);
}

TEST_F(QueueOrder, memory_that_is_used_again_on_another_queue_is_ordered) {
  Array<double*> b(first, "b", 10);
  set(b, 0);
  {
    Array<double*> a(first, "a", 10);
    set(a, 1);
    run(first, add_to("add", a, b));
  }  // the block of `a` goes back while the kernel is queued
  Array<double*> c(first, "c", 10);
  set(c, 7);
  run(second, add("other", c, 1));
  EXPECT_EQ(sum(second, c), 80);
  EXPECT_EQ(sum(first, b), 10);
}

TEST_F(QueueOrder, replacing_a_stale_copy_waits_for_its_readers) {
  Array<double*> a(first, "a", 10), b(first, "b", 10);
  set(a, 1);
  set(b, 0);
  run(first, add_to("reader", a, b));  // queued
  set(a, 100);
  run(second, add("writer", a, 1));  // the new version goes into the memory that is still read
  EXPECT_EQ(sum(second, a), 1010);
  EXPECT_EQ(sum(first, b), 10);
}

}  // namespace
}  // namespace heddle::test
