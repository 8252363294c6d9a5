// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked contexts: poison, and Views that outlive a write elsewhere.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::reads;
using place::run;

class CheckedPlaces : public Placed {
 protected:
  CheckedPlaces() : Placed({.checked = true}) {}
};
INSTANTIATE_TEST_SUITE_P(Memories, CheckedPlaces, both_memories(), name_of);

TEST_P(CheckedPlaces, what_an_overwrite_forgets_is_no_number) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  on_host(Results::lazy, "half", [](HostView<double*> const& view) {
    for (int i = 0; i < 5; ++i) view(i) = 1;
  })(exec, overwrites(a));
  on_host(Results::lazy, "look", [](HostView<double const*> const& view) {
    for (int i = 0; i < 10; ++i) EXPECT_EQ(std::isnan(view(i)), i >= 5);
  })(exec, reads(a));
}

TEST_P(CheckedPlaces, a_kept_view_is_found_at_the_write_elsewhere) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  HostView<double const*> kept;
  on_host(Results::lazy, "keeper", [&](HostView<double const*> const& view) { kept = view; })(
      exec, reads(a));
  if (two_memories()) {
    HEDDLE_EXPECT_FAILURE(run(exec, device_add("writer", a, 1)), "invalid_state", "a", "writer",
                          "outlives");
  }
  kept = {};
  run(exec, device_add("writer", a, 1));
  EXPECT_EQ(host_sum(a), 65);
}

TEST_P(CheckedPlaces, adopted_views_may_be_kept) {
  Kokkos::View<double*, Kokkos::HostSpace> mine("mine", 10);
  auto const a = Array<double*>::adopt(exec, "a", mine);
  run(exec, device_add("writer", a, 1));
  EXPECT_EQ(host_sum(a), 10);
}

}  // namespace
}  // namespace heddle::test
