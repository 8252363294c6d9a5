// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only CUDA has: kernels by name with their whole configuration, launches of others that are
// marked, both modes beside each other, CUDA's own handles.
#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using heddle::ErrorCode;

/// Sums its block's part of the input in dynamic shared memory.
__global__ void block_sums(double* sums, double const* from, int count, double scale) {
  extern __shared__ double partial[];
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  partial[threadIdx.x] = i < count ? scale * from[i] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    double sum = 0;
    for (unsigned t = 0; t < blockDim.x; ++t) sum += partial[t];
    sums[blockIdx.x] = sum;
  }
}

/// What the driver accepts without a word if types are not checked: an int for a float.
__global__ void store_float(float* to, float value) { *to = value; }

graph::RecordOptions const modes[] = {{.mode = graph::Mode::automatic},
                                      {.mode = graph::Mode::replay}};

TEST(Native, kernels_by_name_keep_their_configuration) {
  Exec const exec;
  for (auto const& mode : modes) {
    auto const from = doubles(100, 1), sums = doubles(4, 0);
    double const* const input = from.data();
    graph::NativeKernelNode<&block_sums> node;
    heddle::backends::LaunchConfig const config{
        .grid = {4, 1, 1}, .block = {32, 1, 1}, .shared_bytes = 32 * sizeof(double)};
    graph::GraphExec replay =
        graph::record(
            exec,
            [&](Recorder& r) {
              node = r.launch_native<&block_sums>("sums", config, sums.data(), input, 100, 1.0);
            },
            mode)
            .instantiate(exec);
    replay.launch(exec);
    replay.wait();
    EXPECT_EQ(items(sums), (std::vector<double>{32, 32, 32, 4}));
    auto wider = config;
    wider.block[0] = 64;
    wider.grid[0] = 2;
    wider.shared_bytes = 64 * sizeof(double);
    replay.update(node, wider, sums.data(), input, 100, 2.0);
    replay.launch(exec);
    replay.wait();
    EXPECT_EQ(items(sums), (std::vector<double>{128, 72, 32, 4}));
  }
}

TEST(Native, configurations_that_no_launch_can_have_are_refused) {
  Exec const exec;
  auto const a = doubles(1, 0);
  double const* const input = a.data();
  heddle::backends::LaunchConfig large, empty, greedy;
  large.block[0] = large.block[1] = 64;
  empty.grid[2] = 0;
  greedy.shared_bytes = 1u << 30;
  auto const record = [&](auto const& config) {
    graph::record(exec, [&](Recorder& r) {
      r.launch_native<&block_sums>("sums", config, a.data(), input, 1, 1.0);
    }).instantiate(exec);
  };
  expect_error(ErrorCode::invalid_argument, "'sums' has a grid of 1 x 1 x 1 blocks of 64 x 64 x 1",
               [&] { record(large); });
  expect_error(ErrorCode::invalid_argument, "none may be 0", [&] { record(empty); });
  // What only the device knows, it says itself.
  expect_error(ErrorCode::backend_failure, "'sums'", [&] { record(greedy); });
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  graph::NativeKernelNode<&block_sums> node;
  heddle::backends::LaunchConfig const good{.shared_bytes = sizeof(double)};
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        node = r.launch_native<&block_sums>("sums", good, a.data(), input, 1, 1.0);
      }).instantiate(exec);
  expect_error(ErrorCode::invalid_argument, "none may be 0",
               [&] { replay.update(node, empty, a.data(), input, 1, 1.0); });
}

TEST(Native, marked_launches_become_one_node) {
  Exec const exec;
  auto const a = doubles(1, 2);
  auto const launch = [&](Recorder& r) {
    Kokkos::parallel_for("other", Kokkos::RangePolicy<Exec>(r.exec(), 0, 1),
                         MultiplyViews{a, a, 3});
  };
  graph::OpaqueNode other;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              r.launch("before", 1, Append{}, a.data(), 1.0);
                              launch(r);
                              other = r.mark("other");
                              r.launch("after", 1, Append{}, a.data(), 4.0);
                            }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(a)[0], 634);
  expect_error(ErrorCode::opaque_node, "'other'", [&] { replay.update(other, 1); });
  expect_error(ErrorCode::capture_failed, "finds 0 launches",
               [&] { graph::record(exec, [&](Recorder& r) { r.mark("none"); }); });
  expect_error(ErrorCode::capture_failed, "finds 2 launches", [&] {
    graph::record(exec, [&](Recorder& r) {
      launch(r);
      launch(r);
      r.mark("two");
    });
  });
  expect_error(ErrorCode::unsupported, "give them to `capture`", [&] {
    graph::record(
        exec, [&](Recorder& r) { r.mark("replay"); }, modes[1]);
  });
}

TEST(Native, the_driver_takes_an_int_for_a_float) {
  Exec const exec;
  Kokkos::View<float, Memory> const to("to");
  graph::NativeKernelNode<&store_float> node;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              node = r.launch_native<&store_float>("store", {}, to.data(), 1.0f);
                            }).instantiate(exec);
  replay.launch(exec);
  replay.wait();
  EXPECT_EQ(items(to)[0], 1.0f);
  // Past the types, by CUDA's own handle: accepted, and the kernel reads the bits of an int.
  float* address = to.data();
  int wrong = 1234567;
  void* arguments[] = {&address, &wrong};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(&store_float);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  EXPECT_EQ(
      cudaGraphExecKernelNodeSetParams(replay.native()->get(), replay.native_node(node), &params),
      cudaSuccess);
  replay.launch(exec);
  replay.wait();
  EXPECT_NEAR(items(to)[0], 1.73e-39, 1e-41);
}

TEST(Native, graphs_are_cuda_s_own) {
  Exec const exec;
  auto const a = doubles(1, 0);
  for (auto const& mode : modes) {
    bool const native = mode.mode == graph::Mode::automatic;
    graph::GraphExec replay =
        graph::record(
            exec, [&](Recorder& r) { r.launch("only", 1, Add{}, a.data(), 1.0); }, mode)
            .instantiate(exec);
    EXPECT_EQ(replay.statistics().native, native);
    EXPECT_EQ(replay.native() != nullptr, native);
    auto const dot = replay.to_dot({.native = true});
    EXPECT_NE(dot.find("only | kernel"), std::string::npos);
    EXPECT_EQ(dot.find("run_body") != std::string::npos, native);
  }
}

TEST(Native, updates_affect_later_launches_only) {
  Exec const exec;
  auto const a = doubles(1, 0);
  graph::KernelNode<Add> add;
  graph::Param<double> value;
  graph::GraphExec replay = graph::record(exec, [&](Recorder& r) {
                              value = r.param("value", 0.0);
                              add = r.launch("add", 1, Add{}, a.data(), 0.0);
                            }).instantiate(exec);
  double expected = 0;
  for (int i = 0; i < 2000; ++i) {  // never waits: updates overtake launches if they can
    replay.update(add, 1, a.data(), 1.0 * i);
    replay.set(value, 1.0 * i);
    replay.launch(exec);
    expected += i;
  }
  replay.wait();
  EXPECT_EQ(items(a)[0], expected);
}

struct AddParameter {
  Doubles to;
  graph::ParamRef<double> value;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) += value; }
};

TEST(Native, parameters_follow_launches_over_instances) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1, 1);
  auto const a = doubles(1, 0);
  graph::Param<double> value;
  graph::GraphExec replay =
      graph::record(instances[0], [&](Recorder& r) {
        value = r.param("value", 0.0);
        for (int i = 0; i < 20; ++i) {
          r.parallel_for(numbered("add ", i), 1, AddParameter{a, value.ref()});
        }
      }).instantiate(instances[0]);
  double expected = 0;
  for (int i = 0; i < 600; ++i) {
    replay.set(value, 1.0 * i);
    replay.launch(instances[i % 3]);
    expected += 20.0 * i;
  }
  for (auto const& instance : instances) instance.fence("heddle::test::instances");
  EXPECT_EQ(items(a)[0], expected);
}

struct Dot {
  Doubles from;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += from(i); }
};

TEST(Native, concurrent_reductions_never_share_scratch) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  int const n = 1 << 16;
  using Scalar = Kokkos::View<double, Memory>;
  auto const ones = doubles(n, 1), twos = doubles(n, 2);
  Scalar const results[] = {Scalar("a"), Scalar("b"), Scalar("c"), Scalar("d")};
  auto const made = [&](Doubles const& from, Scalar const& left, Scalar const& right, int on) {
    return graph::record(
               instances[on],
               [&](Recorder& r) {
                 r.fork(
                     "both", [&](Recorder& b) { b.parallel_reduce("left", n, Dot{from}, left); },
                     [&](Recorder& b) { b.parallel_reduce("right", n, Dot{from}, right); });
               })
        .instantiate(instances[on]);
  };
  auto first = made(ones, results[0], results[1], 0);
  auto second = made(twos, results[2], results[3], 1);
  for (int i = 0; i < 200; ++i) {
    first.launch(instances[0]);
    second.launch(instances[1]);
  }
  first.wait();
  second.wait();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(items(results[i])[0], i < 2 ? n : 2 * n) << i;
}

}  // namespace
