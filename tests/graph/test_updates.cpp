// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of single nodes by their handles: later launches see them, wrong handles are refused, a
// refused update changes nothing.
#include <heddle/backends/traits.hpp>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

struct AddViews {
  Doubles to;
  double value;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) += value; }
};
struct AddTiles {
  KOKKOS_FUNCTION void operator()(int i, int j, double* to, double value) const {
    to[i + 2 * j] += value;
  }
};
struct SumOf {
  Doubles from;
  double scale;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += scale * from(i); }
};
/// Takes either a range and two values, or tiles of two dimensions and one.
struct Ambiguous {
  KOKKOS_FUNCTION void operator()(int, int) const {}
};

TEST(Updates, kernels_get_shapes_and_arguments) {
  Exec const exec;
  auto const a = doubles(4, 0), b = doubles(4, 0);
  graph::KernelNode<Add> flat;
  graph::KernelNode<AddTiles> tiled;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        flat = r.launch("flat", 4, Add{}, a.data(), 1.0);
        tiled = r.launch("tiled", graph::Tiles<2>{.end = {2, 2}}, AddTiles{}, b.data(), 1.0);
      }).instantiate(exec);
  replay.launch(exec);
  replay.update(flat, graph::Range{1, 3}, b.data(), 10.0);
  replay.update(tiled, graph::Tiles<2>{.begin = {0, 1}, .end = {2, 2}}, a.data(), 100.0);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), (std::vector<double>{1, 1, 101, 101}));
  EXPECT_EQ(items(b), (std::vector<double>{1, 11, 11, 1}));
}

TEST(Updates, launches_of_kokkos_get_functors_and_shapes) {
  Exec const exec;
  auto const a = doubles(4, 0);
  Kokkos::View<double, Memory> const sum("sum");
  graph::ParallelNode<graph::Range, AddViews> add;
  graph::ParallelNode<graph::Range, SumOf> reduce;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              add = r.parallel_for("add", 4, AddViews{a, 1});
                              reduce = r.parallel_reduce("sum", 4, SumOf{a, 1}, sum);
                            }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(sum)[0], 4);
  replay.update(add, AddViews{a, 10});
  replay.update(reduce, SumOf{a, 2});
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(sum)[0], 88);
  replay.update(add, 2, AddViews{a, 100});
  replay.update(reduce, graph::Range{1, 3}, SumOf{a, 1});
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), (std::vector<double>{111, 111, 11, 11}));
  EXPECT_EQ(items(sum)[0], 122);
  EXPECT_EQ(replay.statistics().updates, 4);
}

TEST(Updates, copies_fills_and_values) {
  Exec const exec;
  auto const a = doubles(3, 1), b = doubles(3, 2), c = doubles(3, 3);
  Kokkos::View<double, Memory> const value("value");
  graph::CopyNode copy;
  graph::FillNode<double> fill;
  graph::ValueNode<double> store;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              copy = r.copy("copy", a, b);
                              fill = r.fill("fill", b, 4.0);
                              store = r.copy_value("store", value, 5.0);
                            }).instantiate(exec);
  replay.update(copy, b, c);
  replay.update(fill, a, 6.0);
  replay.update(store, 7.0);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), std::vector<double>(3, 6));
  EXPECT_EQ(items(b), std::vector<double>(3, 3));
  EXPECT_EQ(items(value)[0], 7);
}

TEST(Updates, nodes_can_be_skipped) {
  Exec const exec;
  auto const a = doubles(1, 0);
  graph::KernelNode<Append> one;
  graph::ParallelNode<graph::Range, AddViews> two;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              one = r.launch("one", 1, Append{}, a.data(), 1.0);
                              two = r.parallel_for("two", 1, AddViews{a, 1});
                            }).instantiate(exec);
  replay.set_enabled(one, false);
  replay.launch(exec);  // 1
  replay.set_enabled(two, false);
  replay.launch(exec);  // 1
  replay.set_enabled(one, true);
  replay.update(one, 1, a.data(), 5.0);
  replay.launch(exec);  // 15
  replay.set_enabled(two, true);
  replay.launch(exec);  // 156
  replay.wait();
  EXPECT_EQ(items(a)[0], 156);
}

TEST(Updates, handles_of_others_are_refused) {
  Exec const exec;
  auto const a = doubles(4, 0);
  graph::KernelNode<Add> here, there, nowhere;
  graph::Param<double> other_value, no_value;
  auto const body = [&](auto& handle) {
    return [&](Recorder& r) {
      handle = r.launch("add", 4, Add{}, a.data(), 1.0);
      other_value = r.param("value", 1.0);
    };
  };
  graph::GraphExec other = graph::record(exec, body(there)).instantiate(exec);
  auto const value_there = other_value;
  graph::GraphExec replay = graph::record(exec, body(here)).instantiate(exec);
  auto const update = [&](auto const& node) { replay.update(node, 4, a.data(), 5.0); };
  expect_error(ErrorCode::foreign_node, "of another graph", [&] { update(there); });
  expect_error(ErrorCode::foreign_node, "or of none", [&] { update(nowhere); });
  expect_error(ErrorCode::foreign_node, "", [&] { replay.set_enabled(there, false); });
  expect_error(ErrorCode::foreign_node, "", [&] { replay.set(value_there, 2.0); });
  expect_error(ErrorCode::foreign_node, "", [&] { replay.set(no_value, 2.0); });
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), std::vector<double>(4, 1));
}

TEST(Updates, what_no_launch_can_do_is_refused_and_changes_nothing) {
  Exec const exec;
  auto const a = doubles(4, 0), shorter = doubles(3, 0);
  graph::KernelNode<Add> add;
  graph::KernelNode<Ambiguous> ambiguous;
  graph::ParallelNode<graph::Range, AddViews> views;
  graph::CopyNode copy;
  graph::OpaqueGroup opaque;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              add = r.launch("add", 4, Add{}, a.data(), 1.0);
                              views = r.parallel_for("views", 4, AddViews{a, 1});
                              ambiguous = r.launch("range", 4, Ambiguous{}, 7);
                              copy = r.copy("copy", a, a);
                              opaque = r.capture("opaque", [](Exec const&) {});
                            }).instantiate(exec);
  expect_error(ErrorCode::invalid_argument, "'add'", [&] { replay.update(add, 0, a.data(), 5.0); });
  expect_error(ErrorCode::invalid_argument, "empty shape", [&] {
    replay.update(views, 0, AddViews{a, 5});
  });
  expect_error(ErrorCode::invalid_argument, "another kind of shape", [&] {
    replay.update(ambiguous, graph::Tiles<2>{.end = {2, 2}});
  });
  expect_error(ErrorCode::size_mismatch, "3 items to 4", [&] { replay.update(copy, a, shorter); });
  expect_error(ErrorCode::opaque_node, "'opaque'", [&] { replay.update(opaque, 1); });
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), std::vector<double>(4, 2));
  EXPECT_EQ(replay.statistics().updates, 0);
}

/// Reads what other threads of the kernel in front have written.
struct Shift {
  KOKKOS_FUNCTION void operator()(int i, double* to, double const* from, int count, int by) const {
    to[i] = from[(i + by) % count] + 1;
  }
};

TEST(Updates, kernels_in_a_row_wait_for_each_other) {
  Exec const exec;
  int const count = heddle::backends::traits<Exec>::is_host ? 1 << 10 : 1 << 15, kernels = 48;
  auto const a = doubles(count, 0), b = doubles(count, 0);
  for (bool const early : {true, false}) {
    std::vector<graph::KernelNode<Shift>> nodes;
    graph::GraphExec replay =
        graph::record(exec,
                      [&](Recorder& r) {
                        for (int k = 0; k < kernels; ++k) {
                          double* const to = k % 2 ? a.data() : b.data();
                          double const* const from = k % 2 ? b.data() : a.data();
                          nodes.push_back(r.launch(numbered("shift ", k), count, Shift{}, to, from,
                                                   count, 101 * k + 7));
                        }
                      },
                      {.early_kernels = early})
            .instantiate(exec);
    // Two in the middle are skipped: what follows still waits for what is in front of them.
    for (bool const skips : {false, true}) {
      replay.set_enabled(nodes[20], !skips);
      replay.set_enabled(nodes[21], !skips);
      Kokkos::deep_copy(a, 0);
      for (int launch = 0; launch < 5; ++launch) replay.launch(exec);
      replay.wait();
      EXPECT_EQ(items(a), std::vector<double>(count, 5.0 * (kernels - (skips ? 2 : 0))));
    }
    // Arguments for a skipped one count when it runs again.
    double const* const from = b.data();
    replay.update(nodes[21], count, a.data(), from, count, 5);
    replay.set_enabled(nodes[20], true);
    replay.set_enabled(nodes[21], true);
    Kokkos::deep_copy(a, 0);
    replay.launch(exec);
    replay.wait();
    EXPECT_EQ(items(a), std::vector<double>(count, kernels));
  }
}

}  // namespace
