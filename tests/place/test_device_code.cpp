// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases inside kernels and parallel regions.
#include <heddle/place/scope.hpp>

#include <gtest/gtest.h>

#include <atomic>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::reads;
using place::run;

class DeviceCode : public Placed {};
INSTANTIATE_TEST_SUITE_P(Memories, DeviceCode, both_memories(), name_of);

struct Cube {
  KOKKOS_FUNCTION double operator()(double x) const { return x * x * x; }
};

template <class Function, class View>
struct CallInline {
  Function function;
  View view;
  KOKKOS_FUNCTION void operator()(int i) const { view(i) = function(double(i)); }
};

TEST_P(DeviceCode, a_marked_phase_runs_inline_in_a_kernel) {
  auto const cube = on_host(Results::eager, "cube", place::host_device(Cube{}));
  static_assert(std::is_trivially_copyable_v<decltype(cube)>);
  Array<double*> a(exec, "a", 6);
  run(exec, place::Phase("cubes", overwrites(a),
                         place::at_device<Exec>([&](Exec const& e, auto const& view) {
                           using View = std::decay_t<decltype(view)>;
                           launch(simulated.get(), e, 6,
                                  CallInline<std::decay_t<decltype(cube)>, View>{cube, view});
                         })));
  EXPECT_EQ(host_sum(a), 0 + 1 + 8 + 27 + 64 + 125);
}

TEST_P(DeviceCode, in_a_parallel_region_of_the_host_phases_run_inline_without_copies) {
  if (HostExec().concurrency() < 2) GTEST_SKIP() << "one thread makes no parallel region";
  Array<double*> here(exec, "here", 10), there(exec, "there", 10);
  host_set(here, 1);
  run(exec, device_set("set", there, 2));
  if (simulated) simulated->counts = {};
  std::atomic<int> right = 0, refused = 0;
  auto const sum = on_host(Results::eager, "sum", sum_of);
  Kokkos::parallel_for("heddle::test::region", Kokkos::RangePolicy<HostExec>(0, 64), [&](int) {
    right += sum(exec, reads(here)) == 55;
    try {
      right += sum(exec, reads(there)) == 20;
    } catch (heddle::error const& problem) {
      refused += problem.code() == heddle::ErrorCode::copy_in_parallel_region;
    }
  });
  EXPECT_EQ(right, two_memories() ? 64 : 128);
  EXPECT_EQ(refused, two_memories() ? 64 : 0);
  if (simulated) {
    EXPECT_EQ(simulated->copies(), 0);
  }
  EXPECT_EQ(sum(exec, reads(there)), 20);
  host_set(here, 3);  // nothing was left open
}

TEST_P(DeviceCode, a_device_phase_has_no_place_in_a_parallel_region) {
  if (HostExec().concurrency() < 2) GTEST_SKIP() << "one thread makes no parallel region";
  Array<double*> a(exec, "a", 10);
  auto const set = device_set("only there", a, 1);
  std::atomic<int> refused = 0;
  Kokkos::parallel_for("heddle::test::region", Kokkos::RangePolicy<HostExec>(0, 8), [&](int) {
    try {
      run(exec, set);
    } catch (heddle::error const& problem) {
      refused += problem.code() == heddle::ErrorCode::unsupported_place;
    }
  });
  EXPECT_EQ(refused, 8);
}

TEST_P(DeviceCode, in_a_capture_nothing_is_copied_allocated_or_written) {
  if (!simulated) GTEST_SKIP() << "a capture needs a graph";
  Array<double*> a(exec, "a", 10), fresh(exec, "fresh", 10);
  host_set(a, 1);
  place::Phase const look("look", reads(a),
                          place::at_device<Exec>([](auto const&, auto const&) {}));
  simulated->capturing = true;
  HEDDLE_EXPECT_FAILURE(run(exec, look), "refused_in_capture", "a", "look", "allocate");
  HEDDLE_EXPECT_FAILURE(host_sum(a), "refused_in_capture", "host phase");
  HEDDLE_EXPECT_FAILURE(run(exec, device_set("set", fresh, 1)), "refused_in_capture", "fresh",
                        "set");
  simulated->capturing = false;
  run(exec, look);
  simulated->capturing = true;
  run(exec, look);  // valid there
  simulated->capturing = false;
  host_set(a, 2);
  simulated->capturing = true;
  HEDDLE_EXPECT_FAILURE(run(exec, look), "refused_in_capture", "a", "look", "copy");
  simulated->capturing = false;
  EXPECT_EQ(host_sum(a), 65);
  expect_copies(1);
}

}  // namespace
}  // namespace heddle::test
