// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches: what follows what, nested and raw ones, branches left open.
#include <heddle/backends/traits.hpp>
#include <heddle/base/timer.hpp>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

/// Keeps one thread busy for a time of the device's clock.
struct Spin {
  KOKKOS_FUNCTION void operator()(int, long long ticks, double* to) const {
    auto const start = Kokkos::Impl::clock_tic();
    while (static_cast<long long>(Kokkos::Impl::clock_tic() - start) < ticks) {
    }
    *to += 1;
  }
};

TEST(Branches, all_run_between_root_and_join) {
  Exec const exec;
  auto const a = doubles(4, 0);
  double* const to = a.data();
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        r.launch("root", 4, Append{}, to, 1.0);
        r.fork(
            "quarters", [&](Recorder& q) { q.launch("0", 1, Append{}, to, 2.0); },
            [&](Recorder& q) { q.launch("1", 1, Append{}, to + 1, 3.0); },
            [&](Recorder& q) {
              q.fork(
                  "halves", [&](Recorder& h) { h.launch("2", 1, Append{}, to + 2, 4.0); },
                  [&](Recorder& h) { h.launch("3", 1, Append{}, to + 3, 5.0); });
              q.launch("2 and 3", graph::Range{2, 4}, Append{}, to, 6.0);
            });
        r.launch("join", 4, Append{}, to, 7.0);
      }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), (std::vector<double>{127, 137, 1467, 1567}));
}

TEST(Branches, dependencies_are_those_of_the_text) {
  auto const a = doubles(4, 0);
  auto const dot = graph::record(Exec(), [&](Recorder& r) {
                     r.fill("root", a, 1.0);
                     r.fork(
                         "f", [&](Recorder& b) { b.fill("left", a, 1.0); },
                         [&](Recorder& b) { b.fill("right", a, 2.0); }, [](Recorder&) {});
                     r.fill("end", a, 3.0);
                   }).to_dot();
  for (auto const* edge : {"n0 -> n1;", "n0 -> n2;", "n1 -> n3;", "n2 -> n3;"}) {
    EXPECT_NE(dot.find(edge), std::string::npos) << edge << " in " << dot;
  }
  EXPECT_EQ(dot.find("n1 -> n2;"), std::string::npos);
  EXPECT_NE(dot.find("left | fill"), std::string::npos);
}

TEST(Branches, raw_ones_run_beside_until_they_are_joined) {
  Exec const exec;
  auto const a = doubles(2, 0);
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              auto side = r.open_branch("side");
                              r.launch("here", 1, Append{}, a.data(), 1.0);
                              side.launch("there", 1, Append{}, a.data() + 1, 2.0);
                              r.join(side);
                              r.launch("both", 2, Append{}, a.data(), 3.0);
                            }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a), (std::vector<double>{13, 23}));
}

TEST(Branches, one_left_open_is_named) {
  Exec const exec;
  auto const a = doubles(1, 0);
  expect_error(ErrorCode::unjoined_branch, "'the side'", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto side = r.open_branch("the side");
      side.launch("there", 1, Add{}, a.data(), 1.0);
    });
  });
  expect_error(ErrorCode::unjoined_branch, "'inner'", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto const go = r.condition("go", 0);
      r.while_true("loop", go, [&](Recorder& loop) {
        auto side = loop.open_branch("inner");
        side.launch("there", 1, Add{}, a.data(), 1.0);
      });
    });
  });
}

TEST(Branches, joined_ones_record_no_more) {
  Exec const exec;
  auto const a = doubles(1, 0);
  expect_error(ErrorCode::invalid_state, "joined already", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto side = r.open_branch("side");
      r.join(side);
      side.launch("late", 1, Add{}, a.data(), 1.0);
    });
  });
  expect_error(ErrorCode::invalid_argument, "no open branch", [&] {
    graph::record(exec, [&](Recorder& r) {
      auto side = r.open_branch("side");
      r.join(side);
      r.join(side);
    });
  });
}

/// Milliseconds of a launch of four spinning kernels, one after another or beside each other.
double spinning(bool beside, long long ticks) {
  Exec const exec;
  auto const a = doubles(4, 0);
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        auto const one = [&](Recorder& to, int i) {
          to.launch(numbered("spin ", i), 1, Spin{}, ticks, a.data() + i);
        };
        if (beside) {
          r.fork(
              "four", [&](Recorder& b) { one(b, 0); }, [&](Recorder& b) { one(b, 1); },
              [&](Recorder& b) { one(b, 2); }, [&](Recorder& b) { one(b, 3); });
        } else {
          for (int i = 0; i < 4; ++i) one(r, i);
        }
      }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  heddle::Timer const timer;
  replay.launch(exec);
  replay.wait();
  double const milliseconds = 1e3 * timer.seconds();
  EXPECT_EQ(items(a), std::vector<double>(4, 2));
  return milliseconds;
}

TEST(Branches, overlap_where_the_backend_can) {
  bool const is_cuda = std::string(heddle::backends::traits<Exec>::name) == "cuda";
  long long const ticks = is_cuda ? 10'000'000 : 1000;
  double const beside = spinning(true, ticks), in_turn = spinning(false, ticks);
  // No time is asserted but that of the clock itself: four spins of one length beside each other
  // take less than two of them in turn. On hosts only the results are compared.
  if (is_cuda) {
    EXPECT_LT(beside, in_turn / 2);
  }
}

}  // namespace
