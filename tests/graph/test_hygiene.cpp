// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies that do what a graph cannot hold: the error names the cause, and everything works at once
// afterwards. Other threads may do what they like meanwhile.
#include <heddle/backends/native_graph.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "tests/graph/support.hpp"
#include "tests/support/kokkos_events.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

/// A plain kernel on the same instance, at once.
void expect_usable(Exec const& exec) {
  auto const a = doubles(8, 1);
  Kokkos::parallel_for("plain", Kokkos::RangePolicy<Exec>(exec, 0, 8), MultiplyViews{a, a, 3});
  exec.fence("heddle::test::usable");
  EXPECT_EQ(items(a), std::vector<double>(8, 3));
}

template <class Body>
void expect_failed(std::string const& words, Body const& body) {
  Exec const exec;
  auto const a = doubles(1, 0);
  expect_error(ErrorCode::capture_failed, words, [&] {
    graph::record(exec, [&](Recorder& r) {
      r.launch("first", 1, Add{}, a.data(), 1.0);
      body(r);
    });
  });
  expect_usable(exec);
  EXPECT_EQ(items(a)[0], 0);
}

TEST(Hygiene, a_body_that_throws) {
  expect_failed("the body threw: out of patience",
                [](Recorder&) { throw std::runtime_error("out of patience"); });
  expect_failed("the body threw", [](Recorder&) { throw 42; });
  expect_failed("the last node is 'first'", [](Recorder&) { throw 42; });
}

TEST(Hygiene, errors_of_heddle_pass) {
  Exec const exec;
  expect_error(ErrorCode::invalid_matrix, "of the body", [&] {
    graph::record(exec, [](Recorder&) { HEDDLE_EXPECTS(false, invalid_matrix, "of the body"); });
  });
  expect_usable(exec);
}

TEST(Hygiene, a_body_that_allocates_or_frees) {
  // Where the backend refuses the memory, the message is that of Kokkos, with the label.
  expect_failed("forbidden", [](Recorder&) {
    Kokkos::View<double*, Memory> const view(
        Kokkos::view_alloc("forbidden", Kokkos::WithoutInitializing), 10);
  });
  auto view = doubles(10, 0);
  expect_failed("freed 'heddle::test::doubles'", [&](Recorder&) { view = Doubles(); });
}

TEST(Hygiene, a_body_that_fences) {
  expect_failed("fenced 'wait for all'", [](Recorder&) { Kokkos::fence("wait for all"); });
  Exec const exec;
  expect_failed("fenced 'wait'", [&](Recorder&) { exec.fence("wait"); });
}

TEST(Hygiene, later_calls_of_a_spoiled_body_fail_too) {
  auto const a = doubles(1, 0);
  expect_failed("fenced 'early'", [&](Recorder& r) {
    Kokkos::fence("early");
    r.launch("late", 1, Add{}, a.data(), 1.0);
    ADD_FAILURE() << "the call before must throw";
  });
}

TEST(Hygiene, launches_outside_of_nodes) {
  if (!heddle::backends::native_graph<Exec>::available) {
    GTEST_SKIP() << "replay does not see launches";
  }
  auto const a = doubles(1, 5);
  expect_failed("", [&](Recorder& r) {
    Kokkos::parallel_for("stray", Kokkos::RangePolicy<Exec>(r.exec(), 0, 1),
                         MultiplyViews{a, a, 1});
    r.launch("node", 1, Add{}, a.data(), 1.0);
  });
}

TEST(Hygiene, bodies_of_capture_only_launch) {
  Exec const exec;
  auto const bodies = [&](auto const& body) {
    graph::GraphExec replay =
        graph::record(exec, [&](Recorder& r) { r.capture("library", body); }).instantiate(exec);
    replay.launch(exec);
  };
  expect_error(ErrorCode::capture_failed, "fenced 'inside'",
               [&] { bodies([](Exec const& instance) { instance.fence("inside"); }); });
  expect_error(ErrorCode::capture_failed, "inside", [&] {
    bodies([](Exec const&) {
      Kokkos::View<double*, Memory> const view(
          Kokkos::view_alloc("inside", Kokkos::WithoutInitializing), 10);
    });
  });
  expect_usable(exec);
}

TEST(Hygiene, tools_get_their_callbacks_back) {
  Exec const exec;
  EventRecorder const tool;
  graph::record(exec, [](Recorder& r) { r.param("p", 1.0); });
  EXPECT_THROW(graph::record(exec, [](Recorder&) { Kokkos::fence("hidden"); }), heddle::error);
  exec.fence("seen");
  auto const fences = tool.events(KokkosEvent::Kind::fence);
  ASSERT_FALSE(fences.empty());
  EXPECT_EQ(fences.back().label, "seen");
  for (auto const& fence : fences) EXPECT_NE(fence.label, "hidden");
}

TEST(Hygiene, other_threads_are_left_alone) {
  Exec const exec;
  std::atomic<bool> stop{false}, failed{false};
  std::thread other([&] {
    Exec const own;
    try {
      for (int i = 0; !stop || i < 10; ++i) {
        Kokkos::View<double*, Memory> const view(Kokkos::view_alloc(own, "other"), 100);
        own.fence("other");
      }
    } catch (...) {
      failed = true;
    }
  });
  auto const a = doubles(1, 0);
  for (int i = 0; i < 20; ++i) {
    graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                                for (int n = 0; n < 20; ++n) {
                                  r.launch(numbered("n", n), 1, Add{}, a.data(), 1.0);
                                }
                              }).instantiate(exec);
    replay.launch(exec);
  }
  stop = true;
  other.join();
  EXPECT_FALSE(failed);
  EXPECT_EQ(items(a)[0], 400);
}

TEST(Hygiene, only_the_recording_thread_launches) {
  Exec const exec;
  auto const a = doubles(1, 0);
  expect_error(ErrorCode::invalid_state, "only the thread that records", [&] {
    graph::record(exec, [&](Recorder& r) {
      std::exception_ptr raised;
      std::thread([&] {
        try {
          r.launch("elsewhere", 1, Add{}, a.data(), 1.0);
        } catch (...) {
          raised = std::current_exception();
        }
      }).join();
      if (raised) std::rethrow_exception(raised);
    });
  });
}

}  // namespace
