// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded phases: what is launched may be anything, here a list of functions.
#include <heddle/place/recording.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::at_device;
using place::at_host;
using place::overwrites;
using place::Phase;
using place::reads;
using place::record;
using place::run;
using place::updates;

/// The body of a phase does not run when it is recorded; `play` runs what was recorded.
class Recordings : public Placed {
 protected:
  template <class View>
  void later(Exec const& e, View const& view, double value) {
    recorded.emplace_back([this, e, view, value] {
      launch(simulated.get(), e, view.extent(0), Increase<View>{view, value});
    });
  }
  Phase add(std::string const& name, Array<double*> const& a, double value) {
    return Phase(name, updates(a), at_device<Exec>([this, value](Exec const& e, auto const& view) {
                   later(e, view, value);
                 }));
  }
  /// to += from
  Phase add_to(std::string const& name, Array<double*> const& from, Array<double*> const& to) {
    return Phase(
        name, reads(from), updates(to),
        at_device<Exec>([this](Exec const& e, auto const& source, auto const& target) {
          using From = std::decay_t<decltype(source)>;
          using To = std::decay_t<decltype(target)>;
          recorded.emplace_back([=, this] {
            launch(simulated.get(), e, target.extent(0), AddFrom<From, To>{source, target});
          });
        }));
  }
  /// What the simulated device is asked meanwhile becomes part of what `play` runs.
  template <class Action>
  void as_nodes(Action const& action) {
    std::vector<std::function<void()>> nodes;
    simulated->recorded = &nodes;
    action();
    simulated->recorded = nullptr;
    for (auto& node : nodes) {
      recorded.emplace_back(
          [this, node] { simulated->launch(backends::place_backend<Exec>::identity(exec), node); });
    }
  }
  void play() {
    for (auto const& call : recorded) call();
  }

  std::vector<std::function<void()>> recorded;
};
INSTANTIATE_TEST_SUITE_P(Memories, Recordings, both_memories(), name_of);

TEST_P(Recordings, a_host_write_between_replays_is_one_copy) {
  Array<double*> input(exec, "input", 10), state(exec, "state", 10);
  host_set(input, 1);
  run(exec, device_set("set", state, 0));
  auto const step = add_to("step", input, state);
  auto graph = record(exec, {{step}}, [&] { run(exec, step); });
  ASSERT_EQ(recorded.size(), 1u);
  EXPECT_EQ(state.version(), 1u);  // recording changes no version
  expect_copies(1);                // the input, once
  for (int i = 0; i < 5; ++i) graph.replay(exec, [&] { play(); });
  EXPECT_EQ(state.version(), 6u);
  expect_copies(1);
  EXPECT_EQ(host_sum(state), 5 * 55);
  expect_copies(2);
  host_set(input, 0);
  graph.replay(exec, [&] { play(); });
  expect_copies(3);
  graph.replay(exec, [&] { play(); });
  expect_copies(3);
  EXPECT_EQ(host_sum(state), 5 * 55 + 2 * 45);
}

TEST_P(Recordings, what_is_overwritten_first_need_not_be_valid) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  run(exec, device_set("set", b, 0));
  Phase const make("make", overwrites(a), at_device<Exec>([this](Exec const& e, auto const& view) {
                     using View = std::decay_t<decltype(view)>;
                     recorded.emplace_back([=, this] {
                       launch(simulated.get(), e, view.extent(0), SetTo<View>{view, 2});
                     });
                   }));
  auto const use = add_to("use", a, b);
  auto graph = record(exec, {{make}, {use}}, [&] {
    run(exec, make);
    run(exec, use);
  });
  graph.replay(exec, [&] { play(); });
  graph.replay(exec, [&] { play(); });
  expect_copies(0);
  EXPECT_EQ(host_sum(b), 40);
  EXPECT_EQ(host_sum(a), 20);
}

TEST_P(Recordings, only_what_was_announced_can_be_recorded) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  host_set(a, 1);
  host_set(b, 1);
  auto const known = add("known", a, 1), stranger = add("stranger", b, 1);
  auto const other = add("known", b, 1);  // the same name, another array
  Phase const host("host phase", updates(a), at_host([](auto const&) {}));
  HEDDLE_EXPECT_FAILURE(record(exec, {{host}}, [] {}), "refused_in_capture", "host phase");
  HEDDLE_EXPECT_FAILURE(record(exec, {{known}}, [&] { run(exec, stranger); }), "refused_in_capture",
                        "stranger");
  HEDDLE_EXPECT_FAILURE(record(exec, {{known}}, [&] { run(exec, other); }), "refused_in_capture",
                        "b");
  HEDDLE_EXPECT_FAILURE(record(exec, {{known}}, [&] { host_sum(a); }), "refused_in_capture", "sum");
  Phase const both("both", updates(a), at_host([](auto const&) {}),
                   at_device<Exec>([](auto const&, auto const&) {}));
  HEDDLE_EXPECT_FAILURE(record(exec, {{both}},
                               [&] {
                                 run(exec, both, {Where::host, {}});
                               }),
                        "refused_in_capture", "both");
  Phase const last("last", place::last_use(a), at_device<Exec>([](auto const&, auto const&) {}));
  HEDDLE_EXPECT_FAILURE(record(exec, {{last}}, [] {}), "refused_in_capture", "a");
  EXPECT_EQ(host_sum(a), 55);
  run(exec, device_add("still usable", a, 1));
  EXPECT_EQ(host_sum(a), 65);
}

TEST_P(Recordings, a_failed_launch_is_a_failed_phase) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const step = add("step", a, 1);
  auto graph = record(exec, {{step}}, [&] { run(exec, step); });
  EXPECT_THROW(graph.replay(exec, [] { throw std::runtime_error("no launch"); }),
               std::runtime_error);
  if (two_memories()) {
    EXPECT_EQ(host_sum(a), 55);
    graph.replay(exec, [&] { play(); });
    EXPECT_EQ(host_sum(a), 65);
  } else {
    HEDDLE_EXPECT_FAILURE(graph.replay(exec, [&] { play(); }), "lost_data", "recording");
  }
}

TEST_P(Recordings, recorded_addresses_are_pinned_and_checked) {
  auto limited = place::ContextOptions();
  limited.device_bytes = 170;
  make_context(limited);
  if (!two_memories()) GTEST_SKIP() << "the budget of one memory is that of the host";
  Array<double*> a(exec, "a", 10), b(exec, "b", 10), c(exec, "c", 10);
  host_set(a, 1);
  auto const step = add("step", a, 1);
  auto graph = record(exec, {{step}}, [&] { run(exec, step); });
  run(exec, device_set("set", b, 1));
  run(exec, device_set("set", c, 1));  // b makes room, not a
  EXPECT_EQ(b.state(Where::device), State::absent);
  host_set(a, 2);
  graph.replay(exec, [&] { play(); });
  EXPECT_EQ(host_sum(a), 75);
  a.resize(exec, 11);
  HEDDLE_EXPECT_FAILURE(graph.replay(exec, [&] { play(); }), "invalid_state", "a");
  a.resize(exec, 10);
  graph.replay(exec, [&] { play(); });
  EXPECT_EQ(host_sum(a), 85);
}

/// A host phase between two phases of the device: a += 1; b = 2 a on the host; c += b.
TEST_P(Recordings, host_phases_become_nodes) {
  if (!simulated) GTEST_SKIP() << "see test_graph.cpp";
  auto const pinned = place::HostMemory::pinned;
  Array<double*> a(exec, "a", pinned, 10), b(exec, "b", pinned, 10), c(exec, "c", 10);
  host_set(a, 1);
  run(exec, device_set("set", c, 0));
  auto const first = add("first", a, 1), last = add_to("last", b, c);
  int runs = 0;
  Phase const twice("twice", reads(a), overwrites(b),
                    at_host([&](HostView<double const*> const& from, HostView<double*> const& to) {
                      ++runs;
                      for (int i = 0; i < 10; ++i) to(i) = 2 * from(i);
                    }));
  place::RecordingOptions options;
  options.host_phases = place::HostPhases::node;
  auto graph = record(
      exec, {{first}, {twice}, {last}},
      [&] {
        run(exec, first);
        as_nodes([&] { run(exec, twice); });
        run(exec, last);
      },
      options);
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(recorded.size(), 5u);  // a kernel; a copy, the body, a copy; a kernel
  auto const logged = context->transfers().count();
  auto const replay = [&] { graph.replay(exec, [&] { play(); }); };
  replay();
  replay();
  EXPECT_EQ(context->transfers().count(), logged);  // those of the graph are its own
  EXPECT_EQ(host_sum(c), 2 * (65 + 75));
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(host_sum(b), 2 * 75);
  // A write on the host waits for the launch that still reads the copy, and is seen by the next.
  replay();
  a.discard();
  host_set(a, 0);
  EXPECT_EQ(runs, 3);
  replay();
  EXPECT_EQ(host_sum(c), 2 * (65 + 75 + 85 + 55));
}

TEST_P(Recordings, host_nodes_need_pinned_memory_and_tell_what_they_threw) {
  Array<double*> plain(exec, "plain", 10), pinned(exec, "pinned", place::HostMemory::pinned, 10);
  host_set(plain, 1);
  host_set(pinned, 1);
  auto const on = [&](Array<double*> const& array) {
    return Phase("host phase", updates(array),
                 at_host([](auto const&) { throw std::runtime_error("no"); }));
  };
  place::RecordingOptions options;
  options.host_phases = place::HostPhases::node;
  auto const refused = on(plain), taken = on(pinned);
  if (two_memories()) {
    HEDDLE_EXPECT_FAILURE(record(
                              exec, {{refused}}, [&] { run(exec, refused); }, options),
                          "refused_in_capture", "plain", "pinned");
    HEDDLE_EXPECT_FAILURE(record(exec, {{taken}}, [&] { run(exec, taken); }), "refused_in_capture",
                          "HostPhases::node");
  }
  if (!simulated) return;
  auto graph = record(
      exec, {{taken}}, [&] { as_nodes([&] { run(exec, taken); }); }, options);
  auto const replay = [&] { graph.replay(exec, [&] { play(); }); };
  replay();
  EXPECT_EQ(host_sum(pinned), 55);
  EXPECT_THROW(replay(), std::runtime_error);
  replay();
}

TEST_P(Recordings, other_phases_may_run_while_a_graph_is_launched) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  host_set(a, 1);
  host_set(b, 1);
  auto const step = add("step", a, 1);
  auto graph = record(exec, {{step}}, [&] { run(exec, step); });
  graph.replay(exec, [&] {
    play();
    EXPECT_EQ(host_sum(b), 55);
    HEDDLE_EXPECT_FAILURE(host_sum(a), "overlapping_access", "a");
  });
  EXPECT_EQ(host_sum(a), 65);
}

TEST_P(Recordings, replays_overlap_with_what_is_open) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const step = add("step", a, 1);
  auto graph = record(exec, {{step}}, [&] { run(exec, step); });
  auto const open = a.open<Where::host, Mode::reads>(exec, "reader");
  HEDDLE_EXPECT_FAILURE(graph.replay(exec, [&] { play(); }), "overlapping_access", "reader");
}

}  // namespace
}  // namespace heddle::test
