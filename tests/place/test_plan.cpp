// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans: what is measured comes back as it was, and the choice follows times that differ by orders
// of magnitude (bodies that sleep), never a threshold of seconds.
#include <heddle/place/plan.hpp>
#include <heddle/place/read_range.hpp>
#include <heddle/place/scope.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::alternative;
using place::at_device;
using place::at_host;
using place::autoplace;
using place::DecidedBy;
using place::overwrites;
using place::Phase;
using place::reads;
using place::run;
using place::updates;

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Small enough that transfers are measured at three sizes.
class Plans : public Placed {
 protected:
  Plans() : Placed(options()) {}
  static place::ContextOptions options() {
    place::ContextOptions options;
    options.device_bytes = 1 << 20;
    options.reports = true;
    return options;
  }
  /// Adds 1 at either place; the host needs `host` ms, the device `device` ms.
  Phase add_one(std::string const& name, Array<double*> const& a, int host, int device) {
    return Phase(name, updates(a), at_host([host](HostView<double*> const& view) {
                   sleep_ms(host);
                   for (std::size_t i = 0; i < view.extent(0); ++i) view(i) += 1;
                 }),
                 at_device<Exec>([this, device](Exec const& e, auto const& view) {
                   using View = std::decay_t<decltype(view)>;
                   sleep_ms(device);
                   launch(simulated.get(), e, view.extent(0), Increase<View>{view, 1});
                 }));
  }
  Where last_place() { return context->reports().back().place; }
};
INSTANTIATE_TEST_SUITE_P(Memories, Plans, both_memories(), name_of);

TEST_P(Plans, the_faster_place_is_chosen_and_arrays_come_back) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10), fresh(exec, "fresh", 10);
  host_set(a, 1);
  run(exec, device_set("set", b, 5));
  host_set(b, 0, Results::lazy, "set");  // valid on the host alone
  Phase const make("make", reads(a), overwrites(fresh),
                   at_host([](auto const& from, auto const& to) {
                     for (int i = 0; i < 10; ++i) to(i) = from(i);
                   }));
  auto const on_device = add_one("on the device", a, 20, 0);
  auto const on_host = add_one("on the host", b, 0, 20);
  auto plan = autoplace(exec, {{on_device, 10}, {on_host, 10}, {make, 1}});

  EXPECT_EQ(a.version(), 1u);
  EXPECT_EQ(b.version(), 2u);
  EXPECT_EQ(fresh.version(), 0u);
  EXPECT_EQ(fresh.state(Where::host) == State::valid, false);
  EXPECT_EQ(b.state(Where::host), State::valid);
  if (two_memories()) {
    EXPECT_NE(b.state(Where::device), State::valid);
  }
  EXPECT_EQ(host_sum(a), 55);
  EXPECT_EQ(host_sum(b), 45);

  plan.run(exec, on_device);
  EXPECT_EQ(last_place(), Where::device);
  EXPECT_EQ(context->reports().back().decided_by, DecidedBy::measured);
  EXPECT_GT(context->reports().back().predicted_host, context->reports().back().predicted_device);
  plan.run(exec, on_host);
  EXPECT_EQ(last_place(), Where::host);
  EXPECT_EQ(host_sum(a), 65);
  EXPECT_EQ(host_sum(b), 55);
  run(exec, on_host);  // measurements are the context's
  EXPECT_EQ(last_place(), Where::host);
  EXPECT_EQ(context->reports().back().decided_by, DecidedBy::measured);
  context->pin("on the host", {Where::device, {}});
  plan.run(exec, on_host);
  EXPECT_EQ(last_place(), Where::device);
}

TEST_P(Plans, needed_follows_the_versions_of_inputs_and_results) {
  Array<double*> pattern(exec, "pattern", 10), colors(exec, "colors", 10);
  host_set(pattern, 1);
  Phase const color("color", reads(pattern), overwrites(colors),
                    at_host([](auto const& from, auto const& to) {
                      for (int i = 0; i < 10; ++i) to(i) = from(i);
                    }));
  Phase const sweep("sweep", updates(colors), at_host([](auto const&) {}));
  auto plan = autoplace(exec, {{color, 1}, {sweep, 3}});
  EXPECT_TRUE(plan.needed(color));
  plan.run(exec, color);
  EXPECT_FALSE(plan.needed(color));
  host_sum(colors);
  EXPECT_FALSE(plan.needed(color));
  plan.run(exec, sweep);
  EXPECT_TRUE(plan.needed(color));  // its result was written since
  plan.run(exec, color);
  host_set(pattern, 2);
  EXPECT_TRUE(plan.needed(color));
  Phase const stranger("stranger", reads(pattern), at_host([](auto const&) {}));
  EXPECT_TRUE(plan.needed(stranger));
  plan.run(exec, stranger);
}

/// The device colours at once but with ten times the colours, and each sweep takes a time for each
/// colour: an alternative is judged by what comes after it.
TEST_P(Plans, an_alternative_pays_for_what_it_costs_later_phases) {
  Array<int*> colors(exec, "colors", 1);
  Array<double*> jacobian(exec, "jacobian", 1);
  Phase const color("color", overwrites(colors), at_host([](HostView<int*> const& count) {
                      sleep_ms(60);
                      count(0) = 1;
                    }),
                    alternative(at_device<Exec>([this](Exec const& e, auto const& count) {
                      using View = std::decay_t<decltype(count)>;
                      launch(simulated.get(), e, 1, SetTo<View>{count, 10});
                    })));
  Phase const sweep("sweep", reads(colors), overwrites(jacobian),
                    at_host([](HostView<int const*> const& count, HostView<double*> const& out) {
                      sleep_ms(2 * count(0));
                      out(0) = count(0);
                    }));
  auto many = autoplace(exec, {{color, 1}, {sweep, 50}});
  many.run(exec, color);
  EXPECT_EQ(last_place(), Where::host);
  auto rows = many.compare().phases;
  EXPECT_GE(rows[0].host, 0.06);
  EXPECT_GE(rows[0].device, 0);
  ASSERT_FALSE(rows[0].second_best);  // the other answer has another program

  colors.discard();
  auto few = autoplace(exec, {{color, 1}, {sweep, 0.1}});
  few.run(exec, color);
  EXPECT_EQ(last_place(), Where::device);
  few.run(exec, sweep);
  EXPECT_EQ(place::read_range(exec, jacobian, 0, 1).front(), 10);
}

TEST_P(Plans, tell_an_observer_how_far_they_are) {
  auto observed = options();
  std::vector<std::pair<std::int64_t, std::int64_t>> heard;
  observed.observer = [&](Progress const& progress) {
    EXPECT_EQ(progress.phase, "heddle::place::autoplace");
    heard.emplace_back(progress.done, progress.total);
  };
  make_context(observed);
  Array<double*> a(exec, "a", 10);
  auto const one = add_one("one", a, 0, 0), two = add_one("two", a, 0, 0);
  host_set(a, 1);
  autoplace(exec, {{one, 1}, {two, 1}});
  EXPECT_EQ(heard, (std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 2}, {2, 2}}));
}

TEST_P(Plans, without_memory_for_backups_a_phase_keeps_its_default) {
  if (!two_memories()) GTEST_SKIP() << "one memory: the budget would forbid the array, too";
  auto small = options();
  small.host_bytes = 100;
  make_context(small);
  Array<double*> a(exec, "a", 100);
  Kokkos::View<double*, Kokkos::HostSpace> mine("mine", 100);
  a = Array<double*>::adopt(exec, "a", mine);
  auto const phase = add_one("phase", a, 0, 20);
  auto const plan = autoplace(exec, {{phase, 5}});
  auto const row = plan.compare().phases.front();
  EXPECT_EQ(row.host, -1);
  EXPECT_EQ(row.device, -1);
  EXPECT_EQ(row.chosen, Where::device);
  EXPECT_EQ(a.version(), 1u);
}

TEST_P(Plans, a_body_that_fails_leaves_everything_as_it_was) {
  Array<double*> a(exec, "a", 10), b(exec, "b", 10);
  host_set(a, 1);
  host_set(b, 2);
  auto const first = add_one("first", a, 0, 0);
  int calls = 0;
  Phase const failing("failing", updates(b), at_host([&](HostView<double*> const& view) {
                        view(0) = -1;
                        if (++calls == 3) throw std::runtime_error("third call");
                      }));
  EXPECT_THROW(autoplace(exec, {{first, 1}, {failing, 1}}), std::runtime_error);
  EXPECT_EQ(host_sum(a), 55);
  EXPECT_EQ(host_sum(b), 65);
  EXPECT_EQ(a.version(), 1u);
}

TEST_P(Plans, measurements_are_no_hidden_copies) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const phase = add_one("phase", a, 0, 0);
  place::Strict const strict(exec);
  autoplace(exec, {{phase, 1}});
  auto const& log = context->transfers();
  EXPECT_EQ(log.count(), log.count(Cause::calibration));
  EXPECT_EQ(host_sum(a), 55);
}

TEST_P(Plans, exploring_visits_the_other_place_and_may_change_its_mind) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  int host_ms = 20;
  Phase const phase("changing", updates(a), at_host([&](auto const&) { sleep_ms(host_ms); }),
                    at_device<Exec>([](Exec const&, auto const&) { sleep_ms(4); }));
  auto plan = autoplace(exec, {{phase, 100}}, {.runs = 3, .explore = 0.5});
  plan.run(exec, phase);
  EXPECT_EQ(last_place(), Where::device);
  host_ms = 0;  // the host has become the better place
  for (int i = 0; i < 16; ++i) plan.run(exec, phase);
  EXPECT_EQ(plan.compare().phases.front().chosen, Where::host);
  EXPECT_EQ(host_sum(a), 55);
}

TEST_P(Plans, without_exploring_a_drift_is_told_and_changes_nothing) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  int host_ms = 2;
  Phase const phase("drifting", updates(a), at_host([&](auto const&) { sleep_ms(host_ms); }),
                    at_device<Exec>([](Exec const&, auto const&) { sleep_ms(20); }));
  auto plan = autoplace(exec, {{phase, 100}});
  host_ms = 20;
  for (int i = 0; i < 5; ++i) plan.run(exec, phase);
  auto const row = plan.compare().phases.front();
  EXPECT_TRUE(row.drifting);
  EXPECT_EQ(row.chosen, Where::host);
}

TEST_P(Plans, comparisons_print_a_row_a_phase_and_totals) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const both = add_one("both", a, 0, 10);
  Phase const only("only here", reads(a), at_host([](auto const&) {}));
  auto const plan = autoplace(exec, {{both, 3}, {only, 3}});
  auto const comparison = plan.compare();
  ASSERT_EQ(comparison.phases.size(), 2u);
  EXPECT_EQ(comparison.phases[0].bytes_in, 80);
  EXPECT_EQ(comparison.phases[0].bytes_out, 80);
  EXPECT_EQ(comparison.phases[0].second_best, Where::device);
  EXPECT_GT(comparison.phases[0].loss, 0);
  EXPECT_EQ(comparison.phases[1].decided_by, DecidedBy::only_place);
  EXPECT_EQ(comparison.phases[1].device, -1);
  EXPECT_EQ(comparison.copies, 0);
  EXPECT_GT(comparison.calibration, 0);
  EXPECT_LE(comparison.chosen, comparison.all_device);
  auto const text = to_text(comparison);
  for (char const* part : {"phase", "both", "only here", "second best", "device, +",
                           "total: all host", "only place", "measured"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST_P(Plans, refuses_what_makes_no_sense) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const phase = add_one("phase", a, 0, 0);
  HEDDLE_EXPECT_FAILURE(autoplace(exec, {{phase, 1}, {phase, 2}}), "invalid_argument", "phase",
                        "twice");
  HEDDLE_EXPECT_FAILURE(autoplace(exec, {{phase, -1}}), "invalid_argument", "negative");
  HEDDLE_EXPECT_FAILURE(autoplace(exec, {{phase, 1}}, {.runs = 0}), "invalid_argument", "run");
  HEDDLE_EXPECT_FAILURE(autoplace(exec, {{phase, 1}}, {.runs = 1, .explore = 2}),
                        "invalid_argument", "explore");
}

TEST_P(Plans, what_was_measured_is_saved_and_decides_in_another_context) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 1);
  auto const phase = add_one("phase", a, 0, 20);
  autoplace(exec, {{phase, 1}});
  auto const path =
      testing::TempDir() + "heddle_place_plan_" + std::to_string(int(GetParam())) + ".json";
  context->save(path);
  make_context(options());
  run(exec, phase);
  EXPECT_EQ(last_place(), Where::device);
  context->load(path);
  a.discard();
  run(exec, phase);
  EXPECT_EQ(last_place(), Where::host);
  EXPECT_EQ(context->reports().back().decided_by, DecidedBy::file);
  EXPECT_GT(context->reports().back().predicted_device, 0.01);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace heddle::test
