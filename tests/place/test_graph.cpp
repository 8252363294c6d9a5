// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placed phases inside of graphs of heddle/graph: on a GPU nodes of a CUDA graph, elsewhere calls
// that are replayed. The same numbers and copies.
#include <heddle/graph/graph.hpp>
#include <heddle/place/recording.hpp>

#include <gtest/gtest.h>

#include <memory>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::at_device;
using place::at_host;
using place::overwrites;
using place::Phase;
using place::reads;
using place::updates;

class Graphs : public Placed {};
INSTANTIATE_TEST_SUITE_P(Memories, Graphs, testing::Values(Memories::backend), name_of);

/// A phase inside of a recorder, under its own name.
template <class Recorder>
void add(Recorder& r, Phase const& phase) {
  r.capture(phase.name(), [phase](Exec const& on) { place::run(on, phase); });
}

TEST_P(Graphs, hold_phases_of_the_device_and_of_the_host) {
  auto const pinned = place::HostMemory::pinned;
  Array<double*> a(exec, "a", pinned, 10), b(exec, "b", pinned, 10), c(exec, "c", 10);
  host_set(a, 1);
  place::run(exec, device_set("set", c, 0));
  auto const first = device_add("first", a, 1);
  Phase const twice("twice", reads(a), overwrites(b),
                    at_host([](HostView<double const*> const& from, HostView<double*> const& to) {
                      for (int i = 0; i < 10; ++i) to(i) = 2 * from(i);
                    }));
  Phase const last("last", reads(b), updates(c),
                   at_device<Exec>([](Exec const& e, auto const& from, auto const& to) {
                     using From = std::decay_t<decltype(from)>;
                     using To = std::decay_t<decltype(to)>;
                     launch(nullptr, e, to.extent(0), AddFrom<From, To>{from, to});
                   }));
  place::RecordingOptions options;
  options.host_phases = place::HostPhases::node;
  std::unique_ptr<graph::GraphExec<Exec>> executable;
  auto recording = place::record(
      exec, {{first}, {twice}, {last}},
      [&] {
        auto recorded = graph::record(exec, [&](graph::Recorder<Exec>& r) {
          add(r, first);
          add(r, twice);
          add(r, last);
        });
        executable = std::make_unique<graph::GraphExec<Exec>>(recorded.instantiate(exec));
      },
      options);
  auto const logged = context->transfers().count();
  EXPECT_EQ(logged, two_memories() ? 1 : 0);  // a, before the recording
  for (int i = 0; i < 3; ++i) recording.replay(exec, [&] { executable->launch(exec); });
  EXPECT_EQ(host_sum(c), 2 * (65 + 75 + 85));
  EXPECT_EQ(host_sum(b), 2 * 85);
  a.discard();
  host_set(a, 0);
  recording.replay(exec, [&] { executable->launch(exec); });
  EXPECT_EQ(host_sum(c), 2 * (65 + 75 + 85 + 55));
  EXPECT_EQ(context->transfers().count(), two_memories() ? logged + 4 : 0);
  executable->wait();
}

}  // namespace
}  // namespace heddle::test
