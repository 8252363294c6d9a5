// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads: contexts of their own, shared arrays. Also built by hand under the thread sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::Context;
using place::on_host;
using place::reads;
using place::run;
using place::updates;

template <class Action>
void on_threads(int count, Action const& action) {
  std::vector<std::thread> threads;
  for (int id = 0; id < count; ++id) threads.emplace_back([&action, id] { action(id); });
  for (auto& thread : threads) thread.join();
}

class PlaceThreads : public Placed {
 protected:
  place::ContextOptions options() const {
    place::ContextOptions same;
    same.memory = simulated;
    same.environment = false;
    return same;
  }
};
INSTANTIATE_TEST_SUITE_P(Memories, PlaceThreads, both_memories(), name_of);

TEST_P(PlaceThreads, contexts_are_those_of_their_thread) {
  Context* const mine = context.get();
  EXPECT_EQ(&Context::current(), mine);
  std::atomic<int> right = 0;
  on_threads(4, [&](int) {
    Context* const fallback = &Context::current(exec);
    right += fallback != mine && &Context::current(exec) == fallback;
    {
      Context const own(exec, options());
      right += &Context::current() == &own;
      Context const nested(exec, options());
      right += &Context::current() == &nested;
    }
    right += &Context::current(exec) == fallback;
  });
  EXPECT_EQ(right, 16);
  EXPECT_EQ(&Context::current(), mine);
}

TEST_P(PlaceThreads, readers_of_all_threads_share_one_copy) {
  Array<double*> a(exec, "a", 1000);
  run(exec, device_set("set", a, 1));
  std::atomic<int> right = 0;
  std::atomic<std::int64_t> copies = 0;
  on_threads(4, [&](int) {
    Context const own(exec, options());
    for (int i = 0; i < 50; ++i) {
      right += on_host(Results::lazy, "sum", sum_of)(exec, reads(a)) == 1000;
    }
    copies += own.transfers().count();
  });
  EXPECT_EQ(right, 200);
  EXPECT_EQ(copies, two_memories() ? 1 : 0);
}

TEST_P(PlaceThreads, writers_overlap_or_take_turns) {
  Array<double*> a(exec, "a", 10);
  host_set(a, 0);
  std::atomic<int> done = 0, refused = 0;
  on_threads(4, [&](int) {
    Context const own(exec, options());
    auto const add = on_host(Results::lazy, "add", [](HostView<double*> const& view) {
      for (int i = 0; i < 10; ++i) view(i) += 1;
    });
    for (int i = 0; i < 100; ++i) {
      try {
        add(exec, updates(a));
        ++done;
      } catch (heddle::error const& problem) {
        refused += problem.code() == heddle::ErrorCode::overlapping_access;
      }
    }
  });
  EXPECT_EQ(done + refused, 400);
  EXPECT_GE(done, 1);
  EXPECT_EQ(a.version(), 1u + unsigned(done));
  EXPECT_EQ(host_sum(a), 45 + 10 * done);
}

TEST_P(PlaceThreads, each_thread_moves_its_own_arrays_in_one_budget) {
  place::ContextOptions limited = options();
  limited.device_bytes = 4 * 8 * 200;
  Context const shared(exec, limited);
  std::vector<Array<double*>> arrays;
  for (int i = 0; i < 8; ++i) arrays.emplace_back(exec, "a" + std::to_string(i), 200);
  for (auto const& array : arrays) host_set(array, 0);
  std::atomic<int> right = 0;
  on_threads(2, [&](int id) {
    Context const own(exec, options());
    for (int round = 1; round <= 20; ++round) {
      for (int i = id; i < 8; i += 2) {
        auto const view = arrays[i].open<Where::device, Mode::updates>(exec);
        if (simulated) {
          simulated->launch(backends::place_backend<Exec>::identity(exec),
                            [view = *view] { view(0) += 1; });
        } else if constexpr (backends::host_accessible<Exec::memory_space>) {
          (*view)(0) += 1;
        }
      }
      for (int i = id; i < 8; i += 2) {
        auto const view = arrays[i].open<Where::host, Mode::reads>(exec);
        right += (*view)(0) == round && (*view)(199) == 199;
      }
    }
  });
  if (backends::host_accessible<Exec::memory_space>) {
    EXPECT_EQ(right, 160);
  }
  EXPECT_LE(shared.held_bytes(Where::device), two_memories() ? 6400 : 1 << 20);
}

}  // namespace
}  // namespace heddle::test
