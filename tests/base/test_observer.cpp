// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/observer.hpp>
#include <heddle/base/timer.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

TEST(Observer, silence_is_the_default) {
  heddle::Observer const nobody;
  EXPECT_NO_THROW(heddle::report(nobody, "heddle::test::phase", 1, 2));
}

TEST(Observer, hands_every_report_on_in_order) {
  struct Seen {
    std::string phase;
    std::int64_t done, total, bytes;
  };
  std::vector<Seen> seen;
  heddle::Observer const observer = [&](heddle::Progress const& progress) {
    seen.push_back({std::string(progress.phase), progress.done, progress.total, progress.bytes});
  };
  heddle::report(observer, "heddle::test::first", 1, 4, 100);
  heddle::report(observer, "heddle::test::second", 3, 4);

  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].phase, "heddle::test::first");
  EXPECT_EQ(seen[0].done, 1);
  EXPECT_EQ(seen[0].total, 4);
  EXPECT_EQ(seen[0].bytes, 100);
  EXPECT_EQ(seen[1].phase, "heddle::test::second");
  EXPECT_EQ(seen[1].done, 3);
  EXPECT_EQ(seen[1].bytes, 0);
}

TEST(Timer, counts_seconds_from_its_start_and_its_reset) {
  heddle::Timer const outer;
  heddle::Timer timer;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  auto const slept = timer.seconds();
  EXPECT_GE(slept, 0.02);  // sleep_for sleeps at least that long, whatever the load
  timer.reset();
  auto const since_reset = timer.seconds();
  EXPECT_GE(since_reset, 0);
  EXPECT_LE(slept + since_reset, outer.seconds());
}

}  // namespace
