// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches that the device decides: levels of a graph by Kahn's algorithm in one launch.
#include <heddle/backends/traits.hpp>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

/// Adjacency of a directed graph with the state of Kahn's algorithm (Comm. ACM 5, 1962).
struct Kahn {
  Ints offsets, targets;  // edges out of each vertex
  Ints open, level;       // predecessors left; -1: no level yet
  Kokkos::View<int, Memory> round, found, total;
};

/// Gives the next level to all vertices without open predecessors.
struct AssignLevel {
  Kahn kahn;
  KOKKOS_FUNCTION void operator()(int v) const {
    if (kahn.level(v) >= 0 || kahn.open(v) > 0) return;
    kahn.level(v) = kahn.round();
    Kokkos::atomic_inc(&kahn.found());
  }
};
/// Tells the successors of the new level.
struct CloseEdges {
  Kahn kahn;
  KOKKOS_FUNCTION void operator()(int v) const {
    if (kahn.level(v) != kahn.round()) return;
    for (int e = kahn.offsets(v); e < kahn.offsets(v + 1); ++e) {
      Kokkos::atomic_dec(&kahn.open(kahn.targets(e)));
    }
  }
};
struct NextRound {
  Kahn kahn;
  graph::Condition again;
  KOKKOS_FUNCTION void operator()(int) const {
    kahn.total() += kahn.found();
    bool const go_on = kahn.found() > 0 && kahn.total() < static_cast<int>(kahn.level.extent(0));
    kahn.found() = 0;
    kahn.round() += 1;
    again.set(go_on);
  }
};

struct Levels {
  std::vector<int> level;
  int rounds = 0, finished = 0;
};

Ints on_device(std::vector<int> const& values) {
  Ints const view("heddle::test::ints", values.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) mirror(i) = values[i];
  Kokkos::deep_copy(view, mirror);
  return view;
}

Kahn kahn_of(int n, std::vector<std::pair<int, int>> const& edges) {
  std::vector<int> offsets(n + 1, 0), targets(edges.size()), open(n, 0);
  for (auto const& [from, to] : edges) ++offsets[from + 1], ++open[to];
  for (int v = 0; v < n; ++v) offsets[v + 1] += offsets[v];
  auto cursor = offsets;
  for (auto const& [from, to] : edges) targets[cursor[from]++] = to;
  using Count = Kokkos::View<int, Memory>;
  return {on_device(offsets), on_device(targets), on_device(open), ints(n, -1),
          Count("round"),     Count("found"),     Count("total")};
}

void record_levels(Recorder& r, int n, Kahn const& kahn) {
  auto const again = r.condition("again", 1);
  r.while_true("levels", again, [&](Recorder& loop) {
    loop.parallel_for("assign", n, AssignLevel{kahn});
    loop.parallel_for("close", n, CloseEdges{kahn});
    loop.parallel_for("next", 1, NextRound{kahn, again});
  });
}

Levels levels_of(int n, std::vector<std::pair<int, int>> const& edges) {
  Exec const exec;
  auto const kahn = kahn_of(n, edges);
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) { record_levels(r, n, kahn); }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(replay.statistics().launches, 1);
  return {items(kahn.level), items(kahn.round)[0], items(kahn.total)[0]};
}

TEST(Loops, levels_of_a_path) {
  int const n = 1000;
  std::vector<std::pair<int, int>> edges;
  for (int v = 0; v + 1 < n; ++v) edges.emplace_back(v, v + 1);
  auto const levels = levels_of(n, edges);
  for (int v = 0; v < n; ++v) EXPECT_EQ(levels.level[v], v);
  EXPECT_EQ(levels.rounds, 1000);
}

TEST(Loops, levels_of_a_bipartite_graph) {
  std::vector<std::pair<int, int>> edges;
  for (int from = 0; from < 10; ++from)
    for (int to = 10; to < 25; ++to) edges.emplace_back(from, to);
  auto const levels = levels_of(25, edges);
  for (int v = 0; v < 25; ++v) EXPECT_EQ(levels.level[v], v < 10 ? 0 : 1);
  EXPECT_EQ(levels.rounds, 2);
}

TEST(Loops, a_cycle_stops_with_vertices_left) {
  auto const levels = levels_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {0, 4}});
  EXPECT_EQ(levels.level, (std::vector<int>{0, -1, -1, -1, 1}));
  EXPECT_EQ(levels.finished, 2);
}

struct Choose {
  Kokkos::View<int, Memory> wish;
  graph::Condition condition;
  KOKKOS_FUNCTION void operator()(int) const { condition.set(static_cast<unsigned>(wish())); }
};

TEST(Loops, branches_by_condition_and_number) {
  Exec const exec;
  auto const a = doubles(1, 0);
  Kokkos::View<int, Memory> const wish("wish");
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        auto const append = [&](std::string const& name, double digit) {
          return
              [&, name, digit](Recorder& body) { body.launch(name, 1, Append{}, a.data(), digit); };
        };
        auto const is = r.condition("is", 0), either = r.condition("either", 0),
                   which = r.condition("which", 9);
        r.parallel_for("ask 1", 1, Choose{wish, is});
        r.parallel_for("ask 2", 1, Choose{wish, either});
        r.parallel_for("ask 3", 1, Choose{wish, which});
        r.if_true("if", is, append("then", 1));
        r.if_true("either", either, append("yes", 2), append("no", 3));
        r.switch_on("switch", which, append("case 0", 4), append("case 1", 5), append("case 2", 6));
      }).instantiate(exec);
  std::vector<double> const expected{34, 125, 126, 12};
  for (int w = 0; w < 4; ++w) {
    Kokkos::deep_copy(wish, w);
    Kokkos::deep_copy(a, 0);
    replay.launch(exec);
    replay.wait();
    EXPECT_EQ(items(a)[0], expected[w]) << w;
  }
}

struct CountDown {
  Kokkos::View<int, Memory> left;
  graph::Condition go;
  KOKKOS_FUNCTION void operator()(int) const {
    left() -= 1;
    go.set(left() > 0);
  }
};

TEST(Loops, each_launch_begins_with_the_initial_value) {
  Exec const exec;
  auto const a = doubles(1, 0);
  Kokkos::View<int, Memory> const left("left");
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              r.copy_value("start", left, 3);
                              auto const go = r.condition("go", 1);
                              r.while_true("loop", go, [&](Recorder& loop) {
                                loop.launch("add", 1, Add{}, a.data(), 1.0);
                                loop.parallel_for("down", 1, CountDown{left, go});
                              });
                            }).instantiate(exec);
  for (int launch = 0; launch < 4; ++launch) replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a)[0], 12);
}

TEST(Loops, forks_inside_of_loops) {
  Exec const exec;
  auto const a = doubles(2, 0);
  Kokkos::View<int, Memory> const left("left");
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        r.copy_value("start", left, 4);
        auto const go = r.condition("go", 1);
        r.while_true("loop", go, [&](Recorder& loop) {
          loop.fork(
              "both", [&](Recorder& b) { b.launch("left", 1, Add{}, a.data(), 1.0); },
              [&](Recorder& b) { b.launch("right", 1, Add{}, a.data() + 1, 2.0); });
          loop.parallel_for("down", 1, CountDown{left, go});
        });
      }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), (std::vector<double>{4, 8}));
}

TEST(Loops, a_condition_belongs_to_exactly_one) {
  Exec const exec;
  auto const nothing = [](Recorder&) {};
  expect_error(ErrorCode::invalid_argument, "no loop or branch uses condition 'idle'",
               [&] { graph::record(exec, [](Recorder& r) { r.condition("idle", 0); }); });
  expect_error(ErrorCode::invalid_argument, "belongs to another", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto const twice = r.condition("twice", 0);
      r.if_true("one", twice, nothing);
      r.if_true("two", twice, nothing);
    });
  });
  expect_error(ErrorCode::foreign_node, "of another recording", [&] {
    graph::record(exec, [&](Recorder& r) { r.if_true("one", graph::Condition(), nothing); });
  });
}

TEST(Loops, graphs_with_conditions_have_limits) {
  Exec const exec;
  auto const kahn = kahn_of(3, {{0, 1}, {1, 2}});
  auto recording = graph::record(exec, [&](Recorder& r) { record_levels(r, 3, kahn); });
  expect_error(ErrorCode::unsupported, "cannot be a child",
               [&] { graph::record(exec, [&](Recorder& r) { r.child("levels", recording); }); });
  auto const first = recording.instantiate(exec);
  expect_error(ErrorCode::unsupported, "one executable", [&] { recording.instantiate(exec); });
  expect_error(ErrorCode::unsupported, "no host functions", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto const go = r.condition("go", 0);
      r.if_true("if", go, [](Recorder& body) { body.host("h", [] {}); });
    });
  });
}

/// Whether the backend updates loops in place; hosts do, CUDA if its driver does.
void expect_in_place(graph::UpdateReport const& report, std::string const& loop) {
  using graph::UpdateReason;
  if (report.status == graph::UpdateStatus::updated) return;
  EXPECT_FALSE(heddle::backends::traits<Exec>::is_host) << report.now;
  EXPECT_EQ(report.status, graph::UpdateStatus::rebuilt);
  EXPECT_TRUE(report.reason == UpdateReason::not_supported ||
              report.reason == UpdateReason::parameters_changed)
      << to_string(report.reason) << ": " << report.now;
  EXPECT_EQ(report.node, loop);
}

/// Adds `value` `rounds` times; the loop is entered by a kernel, so one that nobody's condition
/// reaches does nothing rather than go on for ever.
auto counted(Doubles const& a, Kokkos::View<int, Memory> const& left, int rounds, double value,
             std::string const& condition) {
  return [=](Recorder& r) {
    r.copy_value("start", left, rounds + 1);
    auto const go = r.condition(condition, 0);
    r.parallel_for("enter", 1, CountDown{left, go});
    r.while_true("loop", go, [&](Recorder& loop) {
      loop.launch("add", 1, Add{}, a.data(), value);
      loop.parallel_for("down", 1, CountDown{left, go});
    });
  };
}

TEST(Loops, are_updated_from_other_recordings) {
  Exec const exec;
  auto const a = doubles(1, 0);
  Kokkos::View<int, Memory> const left("left");
  graph::GraphExec replay = graph::record(exec, counted(a, left, 3, 1.0, "go")).instantiate(exec);
  auto const result = [&] {
    Kokkos::deep_copy(a, 0);
    replay.launch(exec);
    replay.launch(exec);
    replay.wait();
    return items(a)[0];
  };
  EXPECT_EQ(result(), 6);
  expect_in_place(replay.update_from(exec, counted(a, left, 4, 10.0, "go")), "loop");
  EXPECT_EQ(result(), 80);
  // The name of a condition is no part of the structure.
  expect_in_place(replay.update_from(exec, counted(a, left, 2, 100.0, "other")), "loop");
  EXPECT_EQ(result(), 400);
  auto const more = [&](Recorder& r) {
    counted(a, left, 2, 100.0, "go")(r);
    r.launch("last", 1, Add{}, a.data(), 1.0);
  };
  EXPECT_EQ(replay.update_from(exec, more, {.strict = true}).status, graph::UpdateStatus::refused);
  EXPECT_EQ(result(), 400);
  EXPECT_EQ(replay.update_from(exec, more).status, graph::UpdateStatus::rebuilt);
  EXPECT_EQ(result(), 402);
  expect_in_place(replay.update_from(exec, more), "loop");
  EXPECT_EQ(result(), 402);
}

TEST(Loops, kernels_inside_are_updated_by_their_handles) {
  Exec const exec;
  auto const a = doubles(1, 0);
  Kokkos::View<int, Memory> const left("left");
  graph::KernelNode<Add> add;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              r.copy_value("start", left, 3);
                              auto const go = r.condition("go", 1);
                              r.while_true("loop", go, [&](Recorder& loop) {
                                add = loop.launch("add", 1, Add{}, a.data(), 1.0);
                                loop.parallel_for("down", 1, CountDown{left, go});
                              });
                            }).instantiate(exec);
  replay.update(add, 1, a.data(), 7.0);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a)[0], 21);
}

TEST(Loops, conditions_have_names_of_their_own) {
  expect_error(ErrorCode::invalid_argument, "a condition 'same' already", [] {
    graph::record(Exec(), [](Recorder& r) {
      r.condition("same", 0);
      r.condition("same", 1);
    });
  });
}

}  // namespace
