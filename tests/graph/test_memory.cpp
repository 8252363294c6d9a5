// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of a graph: there for kernels of every launch at one address, gone with the graph.
#include <heddle/backends/traits.hpp>

#include "tests/graph/support.hpp"
#include "tests/support/kokkos_events.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

constexpr std::size_t bytes = 64 * sizeof(double);

TEST(Memory, carries_values_from_kernel_to_kernel) {
  Exec const exec;
  auto const from = doubles(64, 1), to = doubles(64, 0);
  graph::KernelNode<Multiply> first;
  double* scratch = nullptr;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              auto const memory = r.allocate("scratch", bytes);
                              EXPECT_EQ(memory.bytes, bytes);
                              scratch = memory.as<double>();
                              double const* const read = scratch;
                              first = r.launch("in", 64, Multiply{}, scratch, from.data(), 3.0);
                              r.launch("out", 64, Multiply{}, to.data(), read, 2.0);
                              r.free("scratch ends", memory);
                              r.launch("after", 64, Add{}, to.data(), 0.5);
                            }).instantiate(exec);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(scratch) % 16, 0u);
  for (double const factor : {3.0, 5.0, 7.0}) {
    replay.update(first, 64, scratch, from.data(), factor);
    replay.launch(exec);
    replay.wait();
    EXPECT_EQ(items(to), std::vector<double>(64, 2 * factor + 0.5));
  }
  EXPECT_GE(replay.statistics().bytes, bytes);
  EXPECT_NE(replay.to_dot().find("scratch | allocation | 512 bytes"), std::string::npos);
  EXPECT_NE(replay.to_dot().find("scratch ends | free"), std::string::npos);
}

TEST(Memory, that_no_node_frees_ends_with_the_launch) {
  Exec const exec;
  auto const from = doubles(64, 1), to = doubles(64, 0);
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              double *left = nullptr, *right = nullptr;
                              r.fork(
                                  "both",
                                  [&](Recorder& b) {
                                    left = b.allocate("left", bytes).as<double>();
                                    b.launch("fill left", 64, Multiply{}, left, from.data(), 4.0);
                                  },
                                  [&](Recorder& b) {
                                    right = b.allocate("right", bytes).as<double>();
                                    b.launch("fill right", 64, Multiply{}, right, from.data(), 5.0);
                                  });
                              double const *const l = left, *const q = right;
                              r.launch("copy left", 32, Multiply{}, to.data(), l, 1.0);
                              r.launch("copy right", 32, Multiply{}, to.data() + 32, q, 1.0);
                            }).instantiate(exec);
  // Without a wait: what a launch leaves is no obstacle to the next one.
  for (int i = 0; i < 5; ++i) replay.launch(exec);
  replay.wait();
  auto const result = items(to);
  EXPECT_EQ(result.front(), 4);
  EXPECT_EQ(result.back(), 5);
}

TEST(Memory, goes_with_the_graph) {
  Exec const exec;
  auto const from = doubles(64, 1);
  auto const make = [&] {
    graph::GraphExec replay =
        graph::record(exec, [&](Recorder& r) {
          auto const memory = r.allocate("scratch", std::size_t{8} << 20);
          r.launch("in", 64, Multiply{}, memory.as<double>(), from.data(), 3.0);
        }).instantiate(exec);
    replay.launch(exec);
  };
  make();
  EventRecorder const tool;
  std::uint64_t const before = heddle::backends::traits<Exec>::usable_bytes(exec);
  for (int i = 0; i < 20; ++i) make();
  if (heddle::backends::traits<Exec>::is_host) {
    EXPECT_LE(tool.live_bytes(), 0);
  } else {
    std::uint64_t const after = heddle::backends::traits<Exec>::usable_bytes(exec);
    EXPECT_GT(after + (std::uint64_t{64} << 20), before);
  }
}

TEST(Memory, has_limits) {
  Exec const exec;
  auto const record = [&](auto const& body) { graph::record(exec, body); };
  expect_error(ErrorCode::invalid_argument, "'none' allocates nothing",
               [&] { record([](Recorder& r) { r.allocate("none", 0); }); });
  expect_error(ErrorCode::invalid_argument, "freed already", [&] {
    record([](Recorder& r) {
      auto const memory = r.allocate("memory", bytes);
      r.free("once", memory);
      r.free("twice", memory);
    });
  });
  expect_error(ErrorCode::foreign_node, "of another recording",
               [&] { record([](Recorder& r) { r.free("nobody's", graph::AllocNode()); }); });
  expect_error(ErrorCode::unsupported, "hold no memory", [&] {
    record([](Recorder& r) {
      auto const go = r.condition("go", 0);
      r.if_true("if", go, [](Recorder& body) { body.allocate("inside", bytes); });
    });
  });
  auto const parent = graph::record(exec, [](Recorder& r) { r.allocate("memory", bytes); });
  expect_error(ErrorCode::unsupported, "cannot be a child",
               [&] { record([&](Recorder& r) { r.child("memory", parent); }); });
}

TEST(Memory, of_another_recording_is_another) {
  Exec const exec;
  auto const from = doubles(64, 1), to = doubles(64, 0);
  auto const body = [&](double factor) {
    return [&, factor](Recorder& r) {
      double* const scratch = r.allocate("scratch", bytes).as<double>();
      double const* const read = scratch;
      r.launch("in", 64, Multiply{}, scratch, from.data(), factor);
      r.launch("out", 64, Multiply{}, to.data(), read, 1.0);
    };
  };
  graph::GraphExec replay = graph::record(exec, body(2)).instantiate(exec);
  replay.launch(exec);
  EXPECT_EQ(replay.update_from(exec, body(3), {.strict = true}).status,
            graph::UpdateStatus::refused);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to), std::vector<double>(64, 2));
  auto const report = replay.update_from(exec, body(4));
  EXPECT_EQ(report.status, graph::UpdateStatus::rebuilt);
  EXPECT_EQ(report.reason, graph::UpdateReason::not_supported);
  EXPECT_EQ(report.node, "scratch");
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to), std::vector<double>(64, 4));
}

}  // namespace
