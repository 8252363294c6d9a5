// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording anew: what is taken over in place, what is rebuilt or refused, and what the report
// says.
#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using graph::UpdateReason;
using graph::UpdateStatus;
using heddle::ErrorCode;

struct Subject {
  Exec exec;
  Doubles a = doubles(4, 0);
  graph::KernelNode<Append> handle;

  void append(Recorder& r, std::string const& name, double digit) {
    handle = r.launch(name, 4, Append{}, a.data(), digit);
  }
  auto letters(std::string const& names) {
    return [this, names](Recorder& r) {
      for (char const c : names) append(r, std::string(1, c), c - 'a' + 1);
    };
  }
  graph::GraphExec<Exec> instantiated(std::string const& names) {
    return graph::record(exec, letters(names), {.name = "letters"}).instantiate(exec);
  }
  double launch(graph::GraphExec<Exec>& replay) {
    Kokkos::deep_copy(a, 0);
    replay.launch(exec);
    replay.wait();
    return items(a)[0];
  }
};

TEST(UpdateFrom, takes_values_over_in_place) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const report = replay.update_from(s.exec, [&](Recorder& r) {
    s.append(r, "a", 7);
    s.append(r, "b", 8);
    s.append(r, "renamed", 9);
  });
  EXPECT_EQ(report.status, UpdateStatus::updated);
  EXPECT_EQ(report.reason, UpdateReason::none);
  EXPECT_EQ(report.nodes_before, 3);
  EXPECT_EQ(report.nodes_after, 3);
  EXPECT_EQ(s.launch(replay), 789);
  EXPECT_EQ(replay.statistics().instantiations, 1);
}

TEST(UpdateFrom, another_node_rebuilds) {
  Subject s;
  auto replay = s.instantiated("abc");
  EXPECT_EQ(s.launch(replay), 123);
  auto const report = replay.update_from(s.exec, s.letters("abcd"));
  EXPECT_EQ(report.status, UpdateStatus::rebuilt);
  EXPECT_EQ(report.reason, UpdateReason::topology_changed);
  EXPECT_EQ(report.node, "d");
  EXPECT_EQ(report.was, "3 nodes");
  EXPECT_EQ(report.now, "4 nodes");
  EXPECT_TRUE(report.file.ends_with("test_update_from.cpp"));
  EXPECT_GT(report.line, 0);
  EXPECT_EQ(s.launch(replay), 1234);
  EXPECT_EQ(replay.statistics().rebuilds, 1);
  EXPECT_EQ(replay.statistics().instantiations, 2);
}

TEST(UpdateFrom, low_memory_rebuilds_too) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const report = replay.update_from(s.exec, s.letters("ab"), {.low_memory = true});
  EXPECT_EQ(report.status, UpdateStatus::rebuilt);
  EXPECT_EQ(report.now, "2 nodes");
  EXPECT_EQ(s.launch(replay), 12);
}

TEST(UpdateFrom, another_kind_is_named) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const body = [&](Recorder& r) {
    s.append(r, "a", 1);
    r.fill("b", s.a, 5.0);
    s.append(r, "c", 3);
  };
  auto const report = replay.update_from(s.exec, body);
  EXPECT_EQ(report.status, UpdateStatus::rebuilt);
  EXPECT_EQ(report.reason, UpdateReason::node_type_changed);
  EXPECT_EQ(report.node, "b");
  EXPECT_EQ(report.was, "kernel");
  EXPECT_EQ(report.now, "fill");
  EXPECT_EQ(s.launch(replay), 53);
}

TEST(UpdateFrom, other_dependencies_are_named) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const report = replay.update_from(s.exec, [&](Recorder& r) {
    s.append(r, "a", 1);
    auto side = r.open_branch("side");
    s.append(r, "b", 2);
    r.join(side);
    auto none = r.open_branch("none");
    r.fork(
        "fork", [](Recorder&) {}, [&](Recorder& right) { s.append(right, "c", 3); });
    r.join(none);
  });
  // "c" follows "b" as before, by way of a branch; nothing differs. But on a device kernels in a
  // row begin early and those behind a branch do not, which the driver calls another topology.
  bool const early = !std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;
  EXPECT_EQ(report.status, early ? UpdateStatus::rebuilt : UpdateStatus::updated);
  EXPECT_EQ(report.now, early ? "TopologyChanged" : "");
  auto const parallel = replay.update_from(s.exec, [&](Recorder& r) {
    s.append(r, "a", 1);
    auto side = r.open_branch("side");
    s.append(r, "b", 2);
    s.append(side, "c", 3);
    r.join(side);
  });
  EXPECT_EQ(parallel.status, UpdateStatus::rebuilt);
  EXPECT_EQ(parallel.reason, UpdateReason::topology_changed);
  EXPECT_EQ(parallel.node, "c");
  EXPECT_EQ(parallel.was, "after b");
  EXPECT_EQ(parallel.now, "after a");
}

TEST(UpdateFrom, strict_refuses_and_the_old_graph_runs) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const old = s.handle;
  auto const report = replay.update_from(s.exec, s.letters("abcd"), {.strict = true});
  EXPECT_EQ(report.status, UpdateStatus::refused);
  EXPECT_EQ(report.reason, UpdateReason::topology_changed);
  EXPECT_EQ(s.launch(replay), 123);
  replay.update(old, 4, s.a.data(), 9.0);
  EXPECT_EQ(s.launch(replay), 129);
  EXPECT_EQ(replay.statistics().rebuilds, 0);
  expect_error(ErrorCode::stale_handle, "letters",
               [&] { replay.update(s.handle, 4, s.a.data(), 9.0); });
}

TEST(UpdateFrom, makes_handles_of_before_stale) {
  Subject s;
  auto replay = s.instantiated("abc");
  for (auto const& names : {"abc", "abcd"}) {
    auto const old = s.handle;
    replay.update_from(s.exec, s.letters(names));
    expect_error(ErrorCode::stale_handle, "of another recording",
                 [&] { replay.update(old, 4, s.a.data(), 9.0); });
    EXPECT_NO_THROW(replay.update(s.handle, 4, s.a.data(), 9.0));
  }
  EXPECT_EQ(s.launch(replay), 1239);
}

TEST(UpdateFrom, a_failing_body_changes_nothing) {
  Subject s;
  auto replay = s.instantiated("abc");
  auto const old = s.handle;
  graph::Param<int> lost;
  expect_error(ErrorCode::capture_failed, "enough", [&] {
    replay.update_from(s.exec, [&](Recorder& r) {
      lost = r.param("lost", 1);
      s.append(r, "a", 9);
      throw std::runtime_error("enough");
    });
  });
  EXPECT_EQ(s.launch(replay), 123);
  replay.update(old, 4, s.a.data(), 4.0);
  EXPECT_EQ(s.launch(replay), 124);
  expect_error(ErrorCode::foreign_node, "", [&] { replay.set(lost, 2); });
}

struct AppendParameter {
  Doubles to;
  graph::ParamRef<double> digit;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = 10 * to(i) + digit; }
};

TEST(UpdateFrom, parameters_survive_by_name_and_type) {
  Subject s;
  graph::Param<double> digit, other;
  auto const body = [&](int nodes) {
    return [&, nodes](Recorder& r) {
      digit = r.param("digit", 1.0);
      for (int i = 0; i < nodes; ++i) {
        r.parallel_for(numbered("n", i), 4, AppendParameter{s.a, digit.ref()});
      }
      if (nodes == 3) other = r.param("other", 5.0);
    };
  };
  graph::GraphExec replay = graph::record(s.exec, body(2)).instantiate(s.exec);
  replay.set(digit, 7.0);
  auto const first = digit;
  replay.update_from(s.exec, body(2));
  EXPECT_EQ(replay.get(digit), 7);
  EXPECT_EQ(s.launch(replay), 77);
  EXPECT_EQ(replay.update_from(s.exec, body(3)).status, UpdateStatus::rebuilt);
  EXPECT_EQ(s.launch(replay), 777);
  replay.set(first, 8.0);  // the handle of before: the same slot
  EXPECT_EQ(s.launch(replay), 888);
  EXPECT_EQ(replay.get(other), 5);
  expect_error(ErrorCode::invalid_argument, "another type",
               [&] { replay.update_from(s.exec, [](Recorder& r) { r.param("digit", 1); }); });
  EXPECT_EQ(s.launch(replay), 888);
}

TEST(UpdateFrom, everything_is_enabled_again) {
  Subject s;
  auto replay = s.instantiated("abc");
  replay.set_enabled(s.handle, false);
  EXPECT_EQ(s.launch(replay), 12);
  replay.update_from(s.exec, s.letters("abc"));
  EXPECT_EQ(s.launch(replay), 123);
}

}  // namespace
