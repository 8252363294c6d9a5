// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises that every call of Heddle keeps, seen through the tool callbacks of Kokkos: labels begin
// with heddle::, all work runs on the given instance, and memory balances.
#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "tests/promises/calls.hpp"
#include "tests/support/kokkos_events.hpp"

namespace {

using heddle::test::Call;
using heddle::test::calls_on;
using heddle::test::EventRecorder;
using heddle::test::Exec;
using heddle::test::is_memory;
using heddle::test::is_scratch_of_kokkos;
using heddle::test::KokkosEvent;
using Kind = KokkosEvent::Kind;

/// Freeing a host View fences everything inside Kokkos 4; only not freeing avoids it.
bool frees_a_view(KokkosEvent const& event) {
  return event.label == "HostSpace::impl_deallocate before free";
}

/// What Kokkos does under names of its own: fences inside copies, sorts and allocations, and the
/// deep_copy of one value (a memset without an event on a GPU, a kernel on hosts).
bool is_inside_kokkos(KokkosEvent const& event) {
  if (event.kind == Kind::copy || is_scratch_of_kokkos(event)) return true;
  if (event.kind == Kind::kernel) return event.label == "Kokkos::ViewFill-1D";
  if (event.kind != Kind::fence) return false;
  return event.label.starts_with("Kokkos::") || event.label.starts_with("SharedAllocationRecord") ||
         event.label == "HostSpace fence" || frees_a_view(event);
}

/// Kokkos labels what it does for a View itself, with the View's label in brackets.
bool has_our_label(std::string_view label) {
  auto const bracket = label.find('[');
  if (label.starts_with("Kokkos::View::") && bracket != label.npos) {
    label = label.substr(bracket + 1);
  }
  return label.starts_with("heddle::");
}

TEST(Labels, begin_with_heddle) {
  for (auto const& call : calls_on(Exec())) {
    SCOPED_TRACE(call.name);
    EventRecorder const recorder;
    call.make();
    for (auto const& event : recorder.events()) {
      if (is_inside_kokkos(event)) continue;
      EXPECT_TRUE(has_our_label(event.label)) << heddle::test::to_string(event);
    }
  }
}

TEST(Labels, every_call_has_a_region_named_after_its_module) {
  for (auto const& call : calls_on(Exec())) {
    SCOPED_TRACE(call.name);
    auto const prefix = "heddle::" + call.name.substr(0, call.name.find("::")) + "::";
    EventRecorder const recorder;
    call.make();
    auto const regions = recorder.events(Kind::region);
    ASSERT_FALSE(regions.empty());
    EXPECT_EQ(regions.front().label.substr(0, prefix.size()), prefix);
  }
}

/// Whether a device's call did this at the host, where its policy places a phase.
bool is_placed_at_host(Exec const& instance, std::uint32_t device) {
  namespace tools = Kokkos::Tools::Experimental;
  return !heddle::backends::traits<Exec>::is_host &&
         tools::identifier_from_devid(device).type !=
             tools::identifier_from_devid(tools::device_id(instance)).type;
}

/// Kernels and fences of `call` that are not on `instance`.
void expect_all_on(Exec const& instance, Call const& call) {
  SCOPED_TRACE(call.name);
  auto const wanted = Kokkos::Tools::Experimental::device_id(instance);
  EventRecorder const recorder;
  call.make();
  for (auto const& event : recorder.events()) {
    if (event.kind != Kind::kernel && event.kind != Kind::fence) continue;
    if (frees_a_view(event) && !call.steady) continue;
    EXPECT_FALSE(heddle::test::is_global(event.device)) << heddle::test::to_string(event);
    if (is_placed_at_host(instance, event.device)) continue;
    // The same id on all instances of a host backend; on a GPU each instance has its own.
    EXPECT_EQ(event.device, wanted) << heddle::test::to_string(event);
  }
}

TEST(Instances, nothing_runs_on_another_instance) {
  bool const is_openmp = std::string_view(heddle::backends::traits<Exec>::name) == "openmp";
  if (is_openmp && Exec().concurrency() < 2) {
    GTEST_SKIP() << "one thread cannot be partitioned into two instances";
  }
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  for (auto const& call : calls_on(instances[1])) expect_all_on(instances[1], call);
}

TEST(Instances, repeated_calls_allocate_nothing) {
  for (auto const& call : calls_on(Exec())) {
    if (!call.steady) continue;
    SCOPED_TRACE(call.name);
    EventRecorder const recorder;
    call.make();
    for (auto const& event : recorder.events()) {
      EXPECT_TRUE(!is_memory(event) || is_scratch_of_kokkos(event))
          << heddle::test::to_string(event);
    }
  }
}

TEST(Leaks, bytes_balance_over_a_thousand_calls) {
  EventRecorder recorder;
  auto const calls = calls_on(Exec());
  auto const taken = recorder.live_bytes();  // by what the calls work on
  ASSERT_GT(taken, 0);
  for (std::size_t made = 0; made < 1000 + calls.size(); ++made) {
    calls[made % calls.size()].make();
    ASSERT_EQ(recorder.live_bytes(), taken) << calls[made % calls.size()].name;
    recorder.clear();
  }
}

TEST(Leaks, objects_free_what_they_took) {
  EventRecorder const recorder;
  { calls_on(Exec()); }
  EXPECT_FALSE(recorder.events(Kind::allocation).empty());
  EXPECT_EQ(recorder.live_bytes(), 0);
}

}  // namespace
