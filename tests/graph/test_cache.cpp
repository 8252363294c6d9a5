// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache: what is recorded when, what goes first, what is never dropped, and many threads at
// once.
#include <heddle/graph/cache.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;

struct Handles {
  graph::KernelNode<Add> add;
};
using Cache = graph::GraphCache<Exec, int, Handles>;

/// a[0] += value by a graph whose structure depends on the key: key more nodes that do nothing to
/// a[0].
struct User {
  Cache& cache;
  Doubles a = doubles(2, 0);
  int bodies = 0, updates = 0;

  void run(int key, double value, Exec const& exec = {}) {
    cache.run(
        exec, key,
        [&](Recorder& r) {
          ++bodies;
          Handles handles;
          handles.add = r.launch("add", 1, Add{}, a.data(), value);
          for (int i = 0; i < key; ++i) {
            r.launch(numbered("node ", i), 1, Add{}, a.data() + 1, 1.0);
          }
          r.keep(a);
          return handles;
        },
        [&](graph::GraphExec<Exec>& hit, Handles& handles) {
          ++updates;
          hit.update(handles.add, 1, a.data(), value);
        });
  }
  double sum() const {
    Exec().fence("heddle::test::sum");
    return items(a)[0];
  }
};

TEST(Cache, records_at_the_second_use_and_updates_from_then_on) {
  Cache cache;
  User user{cache};
  for (int i = 1; i <= 5; ++i) user.run(3, i);
  EXPECT_EQ(user.sum(), 15);
  EXPECT_EQ(user.bodies, 2);
  EXPECT_EQ(user.updates, 3);
  auto const stats = cache.stats();
  EXPECT_EQ(stats.hits, 3);
  EXPECT_EQ(stats.misses, 2);
  EXPECT_EQ(stats.direct_runs, 1);
  EXPECT_EQ(stats.recordings, 1);
  EXPECT_EQ(stats.updates, 3);
  EXPECT_EQ(stats.rebuilds, 0);
  EXPECT_EQ(stats.live, 1u);
  EXPECT_GE(stats.bytes, 4u * 2300);
}

TEST(Cache, can_record_at_once_or_never) {
  Cache eager({.record_on = 1});
  User first{eager};
  first.run(1, 1);
  first.run(1, 2);
  EXPECT_EQ(first.sum(), 3);
  EXPECT_EQ(eager.stats().direct_runs, 0);
  EXPECT_EQ(eager.stats().hits, 1);
  Cache none({.max_graphs = 0, .record_on = 1});
  User second{none};
  for (int i = 0; i < 4; ++i) second.run(1, 1);
  EXPECT_EQ(second.sum(), 4);
  EXPECT_EQ(none.stats().direct_runs, 4);
}

TEST(Cache, drops_what_was_used_least_recently) {
  Cache cache({.max_graphs = 2, .record_on = 1});
  User user{cache};
  user.run(1, 1);
  user.run(2, 1);
  user.run(1, 1);  // 2 is the older one now
  Exec().fence("heddle::test::idle");
  user.run(3, 1);
  EXPECT_EQ(cache.stats().evictions, 1);
  EXPECT_EQ(cache.stats().live, 2u);
  auto const hits = cache.stats().hits;
  user.run(1, 1);
  EXPECT_EQ(cache.stats().hits, hits + 1);
  user.run(2, 1);
  EXPECT_EQ(cache.stats().hits, hits + 1);
  EXPECT_EQ(user.sum(), 6);
  // What dropped executables did counts, too.
  Exec().fence("heddle::test::idle");
  cache.clear();
  EXPECT_EQ(cache.stats().live, 0u);
  EXPECT_EQ(cache.stats().updates, user.updates);
}

TEST(Cache, is_bounded_by_bytes_too) {
  std::size_t const one = 11 * 2300 + 16384;
  Cache cache({.max_bytes = 2 * one + 1000, .record_on = 1});
  User user{cache};
  for (int key : {10, 110, 10}) user.run(key, 1);  // 110 alone is too large
  EXPECT_EQ(cache.stats().live, 1u);
  EXPECT_LE(cache.stats().bytes, 2 * one + 1000);
  Exec().fence("heddle::test::idle");
  EXPECT_EQ(user.sum(), 3);
  cache.clear();
  EXPECT_EQ(cache.stats().live, 0u);
  EXPECT_EQ(cache.stats().bytes, 0u);
  user.run(10, 1);
  EXPECT_EQ(user.sum(), 4);
}

TEST(Cache, a_failing_body_leaves_it_as_it_was) {
  Cache cache({.record_on = 1});
  Exec const exec;
  auto const nothing = [](graph::GraphExec<Exec>&, Handles&) {};
  EXPECT_THROW(cache.run(
                   exec, 1, [](Recorder&) -> Handles { throw std::runtime_error("no"); }, nothing),
               heddle::error);
  User user{cache};
  user.run(1, 2);
  user.run(1, 3);
  EXPECT_EQ(user.sum(), 5);
  EXPECT_EQ(cache.stats().recordings, 1);
}

TEST(Cache, never_drops_what_is_at_work) {
  Cache cache({.max_graphs = 1, .record_on = 1});
  User user{cache};
  user.run(1, 1);
  // While the hit on 1 is at work, inside of its update, another key finds no room.
  Exec const exec;
  cache.run(
      exec, 1, [](Recorder&) { return Handles(); },
      [&](graph::GraphExec<Exec>& hit, Handles& handles) {
        user.run(2, 10);
        EXPECT_EQ(cache.stats().evictions, 0);
        hit.update(handles.add, 1, user.a.data(), 100.0);
      });
  EXPECT_EQ(user.sum(), 111);
  EXPECT_EQ(cache.stats().live, 1u);
}

TEST(Cache, keys_are_compared_in_full_and_by_instance) {
  graph::KeyBytes a, b, c;
  a.append(1);
  a.append(std::string("xy"));
  b.append(1);
  b.append(std::string("xz"));
  c.append(1);
  c.append(std::string("xy"));
  EXPECT_FALSE(a == b);
  EXPECT_TRUE(a == c);
  EXPECT_EQ(graph::hash_key(a), graph::hash_key(c));
  EXPECT_FALSE(graph::hash_key(a) == graph::hash_key(b));
}

TEST(Cache, hashes_of_small_keys_differ) {
  std::vector<std::uint64_t> low, high;
  for (int i = 0; i < 20000; ++i) {
    graph::KeyBytes key;
    key.append(i);
    key.append(i % 7);
    low.push_back(graph::hash_key(key).low);
    high.push_back(graph::hash_key(key).high);
  }
  for (auto* half : {&low, &high}) {
    std::sort(half->begin(), half->end());
    EXPECT_EQ(std::unique(half->begin(), half->end()), half->end());
  }
}

TEST(Cache, serves_many_threads) {
  Cache cache({.max_graphs = 3});
  int const threads = 4, rounds = 60;
  std::vector<std::unique_ptr<User>> users;
  for (int t = 0; t < threads; ++t) users.push_back(std::make_unique<User>(User{cache}));
  std::vector<std::string> failures(threads);
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      try {
        for (int i = 0; i < rounds; ++i) users[t]->run(1 + (i * (t + 1)) % 5, 1);
      } catch (std::exception const& raised) {
        failures[t] = raised.what();
      }
    });
  }
  for (auto& thread : running) thread.join();
  double sum = 0;
  for (int t = 0; t < threads; ++t) {
    EXPECT_EQ(failures[t], "");
    sum += users[t]->sum();
  }
  EXPECT_EQ(sum, threads * rounds);
  auto const stats = cache.stats();
  EXPECT_LE(stats.live, 3u);
  EXPECT_EQ(stats.hits + stats.misses, threads * rounds);
  EXPECT_EQ(stats.direct_runs + stats.recordings, stats.misses);
}

}  // namespace
