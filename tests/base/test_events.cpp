// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recorder that the promise tests rely on sees what it should.
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <gtest/gtest.h>

#include "tests/support/kokkos_events.hpp"

namespace {

using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
using heddle::test::EventRecorder;
using heddle::test::KokkosEvent;

struct Nothing {
  KOKKOS_FUNCTION void operator()(int) const {}
};

TEST(Events, sees_kernels_and_fences_with_their_instance) {
  Exec const exec;
  EventRecorder const recorder;
  Kokkos::parallel_for("for", Kokkos::RangePolicy<Exec>(exec, 0, 1), Nothing{});
  exec.fence("wait");
  Kokkos::fence("wait for all");

  auto const kernels = recorder.events(KokkosEvent::Kind::kernel);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].label, "for");
  EXPECT_EQ(kernels[0].device, Kokkos::Tools::Experimental::device_id(exec));
  auto const fences = recorder.events(KokkosEvent::Kind::fence);
  ASSERT_GE(fences.size(), 2u);
  EXPECT_EQ(fences[0].label, "wait");
  EXPECT_FALSE(heddle::test::is_global(fences[0].device));
  EXPECT_EQ(fences[1].label, "wait for all");
  EXPECT_TRUE(heddle::test::is_global(fences[1].device));
}

TEST(Events, sees_regions_and_the_life_of_views) {
  Exec const exec;
  EventRecorder const recorder;
  {
    Kokkos::Profiling::ScopedRegion const region("region");
    Kokkos::View<double*, Memory> const view(Kokkos::view_alloc(exec, "view"), 1000);
    EXPECT_GE(recorder.live_bytes(), 8000);
  }
  EXPECT_EQ(recorder.live_bytes(), 0);
  auto const regions = recorder.events(KokkosEvent::Kind::region);
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_EQ(regions[0].label, "region");
  auto const allocations = recorder.events(KokkosEvent::Kind::allocation);
  ASSERT_EQ(allocations.size(), 1u);
  EXPECT_EQ(allocations[0].label, "view");
  EXPECT_EQ(allocations[0].space, Memory::name());
}

TEST(Events, stops_with_the_recorder) {
  Exec const exec;
  std::size_t seen = 0;
  {
    EventRecorder const recorder;
    exec.fence("seen");
    seen = recorder.events().size();
  }
  exec.fence("not seen");
  EventRecorder const recorder;
  EXPECT_EQ(seen, 1u);
  EXPECT_TRUE(recorder.events().empty());
}

}  // namespace
