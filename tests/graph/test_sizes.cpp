// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functors of the sizes at which Kokkos changes the way it hands them to a device; values and
// addresses of the host. Functors beyond the limit do not compile: tests/checks.
#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

/// to[i] = the sum of a table that lies in the functor.
template <int doubles_inside>
struct TableSum {
  Doubles to;
  double table[doubles_inside];
  KOKKOS_FUNCTION void operator()(int i) const {
    double sum = 0;
    for (int k = 0; k < doubles_inside; ++k) sum += table[k];
    to(i) = sum;
  }
};
template <int doubles_inside>
TableSum<doubles_inside> table(Doubles const& to, double first) {
  TableSum<doubles_inside> functor{to, {}};
  for (int k = 0; k < doubles_inside; ++k) functor.table[k] = first + k;
  return functor;
}
constexpr double sum_from(double first, int count) {
  return first * count + count * (count - 1) / 2.0;
}

/// 256 bytes and 1 KB, between other launches of every size.
TEST(Sizes, functors_replay_rightly_between_other_kernels) {
  Exec const exec;
  auto const a = doubles(16, 0), b = doubles(16, 0), c = doubles(16, 0), other = doubles(16, 0);
  graph::ParallelNode<graph::Range, TableSum<125>> large;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              r.parallel_for("256 B", 16, table<29>(a, 1));
                              large = r.parallel_for("1 KB", 16, table<125>(b, 2));
                              r.parallel_for("3.5 KB", 16, table<440>(c, 3));
                            }).instantiate(exec);
  for (int repeat = 0; repeat < 100; ++repeat) {
    Kokkos::RangePolicy<Exec> const policy(exec, 0, 16);
    Kokkos::parallel_for("small", policy, table<10>(other, repeat));
    Kokkos::parallel_for("middle", policy, table<200>(other, repeat));
    Kokkos::parallel_for("large", policy, table<5000>(other, repeat));
    replay.launch(exec);
    Kokkos::parallel_for("middle again", policy, table<201>(other, repeat));
  }
  replay.wait();
  EXPECT_EQ(items(a), std::vector<double>(16, sum_from(1, 29)));
  EXPECT_EQ(items(b), std::vector<double>(16, sum_from(2, 125)));
  EXPECT_EQ(items(c), std::vector<double>(16, sum_from(3, 440)));
  replay.update(large, table<125>(b, 10));
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(b), std::vector<double>(16, sum_from(10, 125)));
}

TEST(Sizes, the_graph_owns_the_values_it_copies) {
  Exec const exec;
  Kokkos::View<int, Memory> const to("to");
  int on_host = 1;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              r.copy_value("value", to, on_host);
                            }).instantiate(exec);
  on_host = 42;
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to)[0], 1);
}

TEST(Sizes, a_copy_from_a_view_reads_what_is_there_then) {
  Exec const exec;
  Kokkos::View<int, Memory> const to("to");
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> const from("from");
  from() = 1;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) { r.copy("copy", to, from); }).instantiate(exec);
  from() = 42;
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to)[0], 42);
}

TEST(Sizes, pageable_memory_is_read_by_address) {
  Exec const exec;
  auto const to = doubles(2, 0);
  std::vector<double> from{1, 2};
  Kokkos::View<double*, Kokkos::HostSpace> const view(from.data(), 2);
  graph::CopyNode copy;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              copy = r.copy("copy", to, view, graph::by_address);
                            }).instantiate(exec);
  from = {3, 4};
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to), (std::vector<double>{3, 4}));
  std::vector<double> const second{5, 6};
  replay.update(copy, to.data(), second.data(), 2, graph::by_address);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to), (std::vector<double>{5, 6}));
}

struct Wide {
  double values[300];
};

TEST(Sizes, parameters_fit_into_their_reserve) {
  Exec const exec;
  graph::RecordOptions const small{.parameter_bytes = 64};
  auto const body = [](int count) {
    return [count](Recorder& r) {
      for (int i = 0; i < count; ++i) r.param(numbered("p", i), 1.0);
    };
  };
  EXPECT_NO_THROW(graph::record(exec, body(4), small));
  expect_error(ErrorCode::invalid_argument, "parameter_bytes",
               [&] { graph::record(exec, body(5), small); });
  expect_error(ErrorCode::invalid_argument, "'wide'", [&] {
    graph::record(
        exec, [](Recorder& r) { r.param("wide", Wide{}); }, small);
  });
  expect_error(ErrorCode::invalid_argument, "there is a parameter 'p' already", [&] {
    graph::record(exec, [](Recorder& r) {
      r.param("p", 1.0);
      r.param("p", 2.0);
    });
  });
}

struct ReadMixed {
  Doubles to;
  graph::ParamRef<char> small;
  graph::ParamRef<Wide> wide;
  graph::ParamRef<int> number;
  KOKKOS_FUNCTION void operator()(int i) const {
    to(i) = small.get() + wide.get().values[i] + number;
  }
};

TEST(Sizes, parameters_of_mixed_types) {
  Exec const exec;
  auto const a = doubles(300, 0);
  graph::Param<char> small;
  graph::Param<Wide> wide;
  graph::Param<int> number;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        small = r.param("small", static_cast<char>(1));
        wide = r.param("wide", Wide{});
        number = r.param("number", 10);
        r.parallel_for("read", 300, ReadMixed{a, small.ref(), wide.ref(), number.ref()});
      }).instantiate(exec);
  Wide values;
  for (int i = 0; i < 300; ++i) values.values[i] = 1000 * i;
  replay.set(wide, values);
  replay.set(number, 20);
  replay.launch(exec);
  replay.wait();
  auto const result = items(a);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(result[i], 1000 * i + 21);
}

struct Take {
  KOKKOS_FUNCTION void operator()(int i, double* to, graph::ParamRef<double> value) const {
    to[i] += value;
  }
};

TEST(Sizes, blocks_of_parameters_of_every_size) {
  Exec const exec;
  for (int const count : {1, 15, 60, 250, 500, 1000, 1100}) {
    auto const a = doubles(static_cast<std::size_t>(count), 0);
    std::vector<graph::Param<double>> values;
    graph::RecordOptions options;
    options.parameter_bytes = static_cast<std::size_t>(16 * count);
    graph::GraphExec replay =
        graph::record(
            exec,
            [&](Recorder& r) {
              for (int i = 0; i < count; ++i) {
                values.push_back(r.param(numbered("p", i), 1.0 * i));
                r.launch(numbered("take ", i), 1, Take{}, a.data() + i, values.back().ref());
              }
            },
            options)
            .instantiate(exec);
    replay.launch(exec);
    for (int i = 0; i < count; ++i) replay.set(values[i], 10000.0 * i);
    replay.launch(exec);
    replay.set(values.back(), -1.0);  // the launch before keeps its own
    replay.wait();
    auto const seen = items(a);
    for (int i = 0; i < count; ++i) EXPECT_EQ(seen[i], 10001.0 * i) << count;
  }
}

}  // namespace
