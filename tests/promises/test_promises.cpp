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
using heddle::test::KokkosEvent;
using Kind = KokkosEvent::Kind;

/// Kokkos labels what it does for a View itself, with the View's label in brackets.
bool has_our_label(KokkosEvent const& event) {
  std::string_view const label = event.label;
  if (label.starts_with("heddle::")) return true;
  auto const bracket = label.find('[');
  if (label.starts_with("Kokkos::View::") && bracket != label.npos) {
    return label.substr(bracket + 1).starts_with("heddle::");
  }
  // A deep_copy of one value: a memset without an event on a GPU, Kokkos' own kernel on hosts.
  if (label == "Kokkos::ViewFill-1D") return true;
  // Fences inside Kokkos' copies and sorts.
  return event.kind == Kind::fence && (label.starts_with("Kokkos::") || label == "HostSpace fence");
}

/// Freeing a host View fences everything inside Kokkos 4; only not freeing avoids it.
bool frees_a_view(KokkosEvent const& event) {
  return event.label == "HostSpace::impl_deallocate before free";
}

TEST(Labels, begin_with_heddle) {
  for (auto const& call : calls_on(Exec())) {
    SCOPED_TRACE(call.name);
    EventRecorder const recorder;
    call.make();
    for (auto const& event : recorder.events()) {
      if (event.kind == Kind::copy || frees_a_view(event)) continue;  // copies have no label
      EXPECT_TRUE(has_our_label(event)) << event.label;
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

/// Kernels and fences of `call` that are not on `instance`.
void expect_all_on(Exec const& instance, Call const& call) {
  SCOPED_TRACE(call.name);
  auto const wanted = Kokkos::Tools::Experimental::device_id(instance);
  EventRecorder const recorder;
  call.make();
  for (auto const& event : recorder.events()) {
    if (event.kind != Kind::kernel && event.kind != Kind::fence) continue;
    if (frees_a_view(event) && !call.steady) continue;
    EXPECT_FALSE(heddle::test::is_global(event.device)) << event.label;
    // The same id on all instances of a host backend; on a GPU each instance has its own.
    EXPECT_EQ(event.device, wanted) << event.label;
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
    for (auto const kind : {Kind::allocation, Kind::deallocation}) {
      for (auto const& event : recorder.events(kind)) ADD_FAILURE() << event.label;
    }
  }
}

TEST(Leaks, bytes_balance_over_a_thousand_calls) {
  auto const calls = calls_on(Exec());
  EventRecorder recorder;
  for (std::size_t made = 0; made < 1000 + calls.size(); ++made) {
    calls[made % calls.size()].make();
    ASSERT_EQ(recorder.live_bytes(), 0) << calls[made % calls.size()].name;
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
