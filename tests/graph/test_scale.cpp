// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One chain of a static and a dynamic kernel, the dynamic value given in every way there is. The
// expected value is that of plain code.
#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;

constexpr int count = 32;
constexpr int launches = 10;

double factor(int launch) { return 1 + launch / 8.0; }

/// a = 1.5 b, b = f a, ten times in plain code; the published number is checked once.
double expected() {
  double a = 1, b = 1;
  for (int i = 0; i < launches; ++i) {
    a = 1.5 * b;
    b = factor(i) * a;
  }
  return b;
}

struct MultiplyByParameter {
  Doubles to, from;
  graph::ParamRef<double> factor;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = factor * from(i); }
};

struct Chain {
  Exec exec;
  Doubles a = doubles(count, 1), b = doubles(count, 1);
  void record_static(Recorder& r) { r.parallel_for("static", count, MultiplyViews{a, b, 1.5}); }
  void expect_result() const {
    for (double const value : items(b)) EXPECT_NEAR(value, 3790.1002668309957, 3.8e-9);
  }
};

TEST(Scale, plain_code_agrees_with_the_number) {
  EXPECT_NEAR(expected(), 3790.1002668309957, 3.8e-9);
}

TEST(Scale, by_a_typed_kernel) {
  Chain chain;
  graph::KernelNode<Multiply> dynamic;
  graph::GraphExec replay =
      graph::record(chain.exec, [&](Recorder& r) {
        chain.record_static(r);
        dynamic = r.launch("dynamic", count, Multiply{}, chain.b.data(), chain.a.data(), 0.0);
        r.keep(chain.a, chain.b);
      }).instantiate(chain.exec);
  for (int i = 0; i < launches; ++i) {
    replay.update(dynamic, count, chain.b.data(), chain.a.data(), factor(i));
    replay.launch(chain.exec);
  }
  replay.wait();
  chain.expect_result();
  auto const statistics = replay.statistics();
  EXPECT_EQ(statistics.instantiations, 1);
  EXPECT_EQ(statistics.updates, 10);
  EXPECT_EQ(statistics.rebuilds, 0);
  EXPECT_EQ(statistics.launches, 10);
  EXPECT_EQ(statistics.nodes, 2);
}

TEST(Scale, by_a_functor_of_kokkos) {
  Chain chain;
  graph::ParallelNode<graph::Range, MultiplyViews> dynamic;
  graph::GraphExec replay =
      graph::record(chain.exec, [&](Recorder& r) {
        chain.record_static(r);
        dynamic = r.parallel_for("dynamic", count, MultiplyViews{chain.b, chain.a, 0});
      }).instantiate(chain.exec);
  for (int i = 0; i < launches; ++i) {
    replay.update(dynamic, MultiplyViews{chain.b, chain.a, factor(i)});
    replay.launch(chain.exec);
  }
  replay.wait();
  chain.expect_result();
  EXPECT_EQ(replay.statistics().instantiations, 1);
  EXPECT_EQ(replay.statistics().rebuilds, 0);
}

TEST(Scale, by_a_parameter) {
  Chain chain;
  graph::Param<double> dynamic;
  graph::GraphExec replay =
      graph::record(chain.exec, [&](Recorder& r) {
        dynamic = r.param("factor", 0.0);
        chain.record_static(r);
        r.parallel_for("dynamic", count, MultiplyByParameter{chain.b, chain.a, dynamic.ref()});
      }).instantiate(chain.exec);
  for (int i = 0; i < launches; ++i) {
    replay.set(dynamic, factor(i));
    EXPECT_EQ(replay.get(dynamic), factor(i));
    replay.launch(chain.exec);
  }
  replay.wait();
  chain.expect_result();
  EXPECT_EQ(replay.statistics().updates, 0);
  EXPECT_EQ(replay.statistics().parameter_copies, 10);
  replay.launch(chain.exec);  // nothing was set: nothing is copied
  replay.wait();
  EXPECT_EQ(replay.statistics().parameter_copies, 10);
}

TEST(Scale, by_recording_anew) {
  Chain chain;
  auto const body = [&](int i) {
    return [&chain, i](Recorder& r) {
      chain.record_static(r);
      r.parallel_for("dynamic", count, MultiplyViews{chain.b, chain.a, factor(i)});
    };
  };
  graph::GraphExec replay = graph::record(chain.exec, body(0)).instantiate(chain.exec);
  replay.launch(chain.exec);
  for (int i = 1; i < launches; ++i) {
    auto const report = replay.update_from(chain.exec, body(i), {.strict = true});
    EXPECT_EQ(report.status, graph::UpdateStatus::updated) << report.now;
    replay.launch(chain.exec);
  }
  replay.wait();
  chain.expect_result();
  EXPECT_EQ(replay.statistics().in_place, 9);
  EXPECT_EQ(replay.statistics().rebuilds, 0);
}

}  // namespace
