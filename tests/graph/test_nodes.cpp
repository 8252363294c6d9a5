// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kind of node does once what its call says, in the recorded order, and is refused where a
// graph cannot hold it.
#include <Kokkos_Graph.hpp>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

template <class Body>
graph::GraphExec<Exec> recorded(Body const& body, graph::RecordOptions const& options = {}) {
  return graph::record(Exec(), body, options).instantiate(Exec());
}

void run(graph::GraphExec<Exec>& replay) {
  replay.launch(Exec());
  replay.wait();
}

struct Place {
  KOKKOS_FUNCTION void operator()(int i, int j, int k, double* to) const {
    to[i + 4 * (j + 5 * k)] = 100 * i + 10 * j + k;
  }
};
struct PlaceViews {
  Doubles to;
  KOKKOS_FUNCTION void operator()(int i, int j) const { to(i + 4 * j) = 10 * i + j; }
};
struct CountMembers {
  Ints to;
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 10),
                         [&](int) { Kokkos::atomic_inc(&to(team.league_rank())); });
  }
};
struct SumOf {
  Doubles from;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += from(i); }
};
struct LargestOf {
  Doubles from;
  KOKKOS_FUNCTION void operator()(int i, double& largest) const {
    if (from(i) > largest) largest = from(i);
  }
};
struct Prefix {
  Doubles from, to;
  KOKKOS_FUNCTION void operator()(int i, double& sum, bool last) const {
    if (last) to(i) = sum;
    sum += from(i);
  }
};

/// More than the reserve for reductions.
struct Big {
  double values[5];
  KOKKOS_FUNCTION Big& operator+=(Big const&) { return *this; }
};
struct ReduceBig {
  KOKKOS_FUNCTION void operator()(int, Big&) const {}
};

TEST(Nodes, kernels_run_over_ranges_and_tiles) {
  auto const to = doubles(120, -1);
  auto const part = doubles(10, 0);
  auto replay = recorded([&](Recorder& r) {
    r.launch("tiles", graph::Tiles<3>{.begin = {1, 0, 2}, .end = {4, 5, 6}}, Place{}, to.data());
    r.launch("part", graph::Range{3, 7}, Add{}, part.data(), 1.0);
    r.keep(to, part);
  });
  run(replay);
  auto const values = items(to);
  for (int k = 0; k < 6; ++k)
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(values[i + 4 * (j + 5 * k)], i >= 1 && k >= 2 ? 100 * i + 10 * j + k : -1);
  EXPECT_EQ(items(part), (std::vector<double>{0, 0, 0, 1, 1, 1, 1, 0, 0, 0}));
}

TEST(Nodes, launches_of_kokkos_run_over_every_shape) {
  auto const flat = doubles(20, -1);
  auto const members = ints(6, 0);
  auto replay = recorded([&](Recorder& r) {
    r.parallel_for("tiles", graph::Tiles<2>{.end = {4, 5}}, PlaceViews{flat});
    r.parallel_for("teams", graph::Teams{.league_size = 6}, CountMembers{members});
  });
  run(replay);
  run(replay);
  auto const values = items(flat);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 4; ++i) EXPECT_EQ(values[i + 4 * j], 10 * i + j);
  EXPECT_EQ(items(members), std::vector<int>(6, 20));
}

struct SumInScratch {
  Ints to;
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    using Scratch = Kokkos::View<int*, Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;
    Scratch const own(team.team_scratch(1), 64);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 64),
                         [&](int i) { own(i) = i + team.league_rank(); });
    team.team_barrier();
    int sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, 64), [&](int i, int& part) { part += own(i); }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { to(team.league_rank()) += sum; });
  }
};

TEST(Nodes, teams_take_scratch_that_was_reserved) {
  graph::Teams const teams{.league_size = 50, .team_size = 1, .level1_per_team = 512};
  auto const sums = ints(50, 0);
  auto replay = recorded([&](Recorder& r) { r.parallel_for("teams", teams, SumInScratch{sums}); },
                         {.team_scratch_bytes = 50 * 512});
  run(replay);
  run(replay);
  auto const values = items(sums);
  for (int team = 0; team < 50; ++team) EXPECT_EQ(values[team], 2 * (63 * 32 + 64 * team));
  expect_error(ErrorCode::invalid_argument, "of level-1 scratch, more than the reserve of 511",
               [&] {
                 recorded([&](Recorder& r) { r.parallel_for("teams", teams, SumInScratch{sums}); },
                          {.team_scratch_bytes = 511});
               });
}

TEST(Nodes, reductions_and_scans_write_views) {
  auto const from = doubles(1000, 2);
  auto const to = doubles(1000, -1);
  Kokkos::View<double, Memory> const sum("sum"), largest("largest"), total("total");
  auto replay = recorded([&](Recorder& r) {
    r.parallel_reduce("sum", 1000, SumOf{from}, sum);
    r.parallel_reduce("largest", 10, LargestOf{from}, Kokkos::Max<double, Memory>(largest));
    r.parallel_scan("prefix", 1000, Prefix{from, to});
    r.parallel_scan("prefix with total", 1000, Prefix{from, to}, total);
  });
  for (int repeat = 0; repeat < 3; ++repeat) run(replay);
  EXPECT_EQ(items(sum)[0], 2000);
  EXPECT_EQ(items(largest)[0], 2);
  EXPECT_EQ(items(total)[0], 2000);
  auto const prefixes = items(to);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(prefixes[i], 2 * i) << i;
}

TEST(Nodes, copies_fills_and_values) {
  auto const a = doubles(100, 1), b = doubles(100, 2);
  Kokkos::View<int, Memory> const one("one");
  auto replay = recorded([&](Recorder& r) {
    r.copy("copy", a, b);
    r.fill("fill", b, 7.0);
    r.copy_value("value", one, 42);
  });
  run(replay);
  EXPECT_EQ(items(a), std::vector<double>(100, 2));
  EXPECT_EQ(items(b), std::vector<double>(100, 7));
  EXPECT_EQ(items(one)[0], 42);
  run(replay);
  EXPECT_EQ(items(a), std::vector<double>(100, 7));
}

TEST(Nodes, fills_of_every_width) {
  Kokkos::View<unsigned char*, Memory> const bytes("bytes", 11);
  Kokkos::View<short*, Memory> const shorts("shorts", 11);
  Kokkos::View<float*, Memory> const floats("floats", 11);
  Kokkos::View<Kokkos::complex<double>*, Memory> const pairs("pairs", 11);
  auto replay = recorded([&](Recorder& r) {
    r.fill("1", bytes, static_cast<unsigned char>(200));
    r.fill("2", shorts, static_cast<short>(-3));
    r.fill("4", floats, 1.5f);
    r.fill("16", pairs, Kokkos::complex<double>(1, -2));
  });
  run(replay);
  EXPECT_EQ(items(bytes), std::vector<unsigned char>(11, 200));
  EXPECT_EQ(items(shorts), std::vector<short>(11, -3));
  EXPECT_EQ(items(floats), std::vector<float>(11, 1.5f));
  EXPECT_EQ(items(pairs), std::vector<Kokkos::complex<double>>(11, {1, -2}));
}

TEST(Nodes, host_functions_run_in_their_turn) {
  auto const a = doubles(1, 1);
  // Pinned where that exists: pageable memory would be read when `launch` is called.
  Kokkos::View<double*, Kokkos::SharedHostPinnedSpace> const from("from", 1);
  from(0) = 5;
  auto replay = recorded([&](Recorder& r) {
    r.host("change", [data = from.data()] { *data += 1; });
    r.copy("read", a.data(), from.data(), 1, graph::by_address);
  });
  run(replay);
  EXPECT_EQ(items(a)[0], 6);
  run(replay);
  EXPECT_EQ(items(a)[0], 7);
}

TEST(Nodes, what_host_functions_throw_comes_out_once) {
  auto replay = recorded([](Recorder& r) {
    r.host("fail", [] { throw std::runtime_error("a host function failed"); });
  });
  replay.launch(Exec());
  EXPECT_THROW(replay.wait(), std::runtime_error);
  EXPECT_NO_THROW(replay.wait());
}

TEST(Nodes, launches_of_other_people) {
  auto const a = doubles(10, 0);
  auto replay = recorded([&](Recorder& r) {
    r.launch("before", 10, Append{}, a.data(), 1.0);
    r.capture("library", [a](Exec const& exec) {
      Kokkos::parallel_for("one", Kokkos::RangePolicy<Exec>(exec, 0, 10), MultiplyViews{a, a, 10});
      Kokkos::parallel_for("two", Kokkos::RangePolicy<Exec>(exec, 0, 10), MultiplyViews{a, a, 10});
    });
    r.launch("after", 10, Append{}, a.data(), 2.0);
  });
  run(replay);
  EXPECT_EQ(items(a), std::vector<double>(10, 1002));
}

TEST(Nodes, graphs_in_graphs) {
  auto const a = doubles(10, 0);
  Exec const exec;
  auto const inner =
      graph::record(exec, [&](Recorder& r) { r.launch("twice", 10, Append{}, a.data(), 2.0); });
  auto replay = recorded([&](Recorder& r) {
    r.launch("first", 10, Append{}, a.data(), 1.0);
    r.child("inner", inner);
    r.child("inner again", inner);
    r.launch("last", 10, Append{}, a.data(), 3.0);
    r.keep(a);
  });
  run(replay);
  EXPECT_EQ(items(a), std::vector<double>(10, 1223));
}

TEST(Nodes, graphs_of_kokkos_in_graphs) {
  auto const a = doubles(10, 3);
  Exec const exec;
  auto const inner = Kokkos::Experimental::create_graph(exec, [&](auto root) {
    root.then_parallel_for("times ten", 10, MultiplyViews{a, a, 10});
  });
  auto replay = recorded([&](Recorder& r) {
    r.child("kokkos", inner);
    r.launch("then", 10, Append{}, a.data(), 1.0);
  });
  run(replay);
  run(replay);
  EXPECT_EQ(items(a), std::vector<double>(10, 30101));
}

TEST(Nodes, names_are_mandatory_and_differ) {
  auto const a = doubles(1, 0);
  expect_error(ErrorCode::invalid_argument, "without a name",
               [&] { recorded([&](Recorder& r) { r.fill("", a, 1.0); }); });
  expect_error(ErrorCode::invalid_argument, "there is a node 'a' already", [&] {
    recorded([&](Recorder& r) {
      r.fill("a", a, 1.0);
      r.fill("a", a, 2.0);
    });
  });
}

TEST(Nodes, nothing_cannot_be_launched) {
  auto const a = doubles(1, 0), none = doubles(0, 0);
  auto const refused = [&](auto const& body) {
    expect_error(ErrorCode::invalid_argument, "", [&] { recorded(body); });
  };
  refused([&](Recorder& r) { r.launch("k", 0, Add{}, a.data(), 1.0); });
  refused([&](Recorder& r) { r.launch("k", graph::Range{5, 3}, Add{}, a.data(), 1.0); });
  refused([&](Recorder& r) { r.parallel_for("k", -1, MultiplyViews{a, a, 1}); });
  refused([&](Recorder& r) { r.parallel_for("k", graph::Tiles<2>{.end = {3, 0}}, PlaceViews{a}); });
  refused([&](Recorder& r) { r.parallel_for("k", graph::Teams{}, CountMembers{}); });
  refused([&](Recorder& r) { r.copy("k", none, none); });
  refused([&](Recorder& r) { r.fill("k", none, 1.0); });
}

TEST(Nodes, reductions_beyond_the_reserve_are_refused) {
  Kokkos::View<Big, Memory> const result("result");
  auto const body = [&](Recorder& r) { r.parallel_reduce("big", 10, ReduceBig{}, result); };
  expect_error(ErrorCode::invalid_argument, "max_reduction_bytes", [&] { recorded(body); });
  EXPECT_NO_THROW(recorded(body, {.max_reduction_bytes = 40}));
}

TEST(Nodes, copies_of_other_sizes_and_gaps_are_refused) {
  auto const a = doubles(10, 0), b = doubles(9, 0);
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> const square("square", 4, 4);
  auto const gap = Kokkos::subview(square, 1, Kokkos::ALL);
  auto const row = doubles(4, 0);
  expect_error(ErrorCode::size_mismatch, "9 items to 10",
               [&] { recorded([&](Recorder& r) { r.copy("c", a, b); }); });
  expect_error(ErrorCode::unsupported, "one dimension",
               [&] { recorded([&](Recorder& r) { r.copy("c", row, gap); }); });
}

}  // namespace
