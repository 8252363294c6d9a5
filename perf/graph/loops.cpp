// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contenders.hpp"

#include <heddle/base/timer.hpp>
#include <heddle/graph/graph.hpp>

namespace heddle::perf {
namespace {

using Counter = Kokkos::View<int, Exec::memory_space>;

struct Round {
  Counter left;
  graph::Condition again;
  KOKKOS_FUNCTION void operator()(int) const {
    left() -= 1;
    again.set(left() > 0);
  }
};
struct PlainRound {
  Counter left;
  KOKKOS_FUNCTION void operator()(int) const { left() -= 1; }
};

}  // namespace

double while_node_seconds(Exec const& exec, int rounds) {
  Counter const left("left");
  graph::ValueNode<int> start;
  graph::GraphExec replay = graph::record(exec, [&](graph::Recorder<Exec>& r) {
                              start = r.copy_value("start", left, rounds);
                              auto const again = r.condition("again", 1);
                              r.while_true("rounds", again, [&](auto& loop) {
                                loop.parallel_for("round", 1, Round{left, again});
                              });
                            }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  Timer const timer;
  replay.launch(exec);
  replay.wait();
  return timer.seconds();
}

double host_checked_seconds(Exec const& exec, int rounds) {
  Counter const left("left");
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> const seen("seen");
  Kokkos::deep_copy(exec, left, rounds);
  exec.fence("heddle::perf::graph");
  Timer const timer;
  do {
    Kokkos::parallel_for("round", Kokkos::RangePolicy<Exec>(exec, 0, 1), PlainRound{left});
    Kokkos::deep_copy(exec, seen, left);
    exec.fence("heddle::perf::graph");
  } while (seen() > 0);
  return timer.seconds();
}

}  // namespace heddle::perf
