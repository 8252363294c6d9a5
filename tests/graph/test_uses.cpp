// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heddle's own calls inside of graphs: bulk calls on hash tables, evaluations of Jacobians. The
// results are those of a std::map and of derivatives written down by hand.
#include <heddle/hash/map.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>

#include <map>
#include <memory>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
using Words = Kokkos::View<std::uint32_t*, Memory>;
using Map = heddle::hash::HashMap<std::uint32_t, std::uint32_t, Exec>;

constexpr int items_per_batch = 500;

/// The batch of a round: half of its keys were in the batch before.
std::uint32_t key_of(int round, int item) {
  return static_cast<std::uint32_t>(round * items_per_batch / 2 + item) * 2654435761u;
}

struct MakeBatch {
  Words keys, values;
  graph::ParamRef<int> round;
  KOKKOS_FUNCTION void operator()(int item) const {
    auto const number = static_cast<std::uint32_t>(round * items_per_batch / 2 + item);
    keys(item) = number * 2654435761u;
    values(item) = 10 * number + static_cast<std::uint32_t>(round.get());
  }
};

TEST(Uses, bulk_calls_on_hash_tables) {
  Exec const exec;
  Words const keys("keys", items_per_batch), values("values", items_per_batch),
      found("found", items_per_batch);
  auto map = std::make_unique<Map>(
      exec, heddle::hash::MapOptions{.capacity = 8192, .purge = heddle::hash::Purge::manual});
  graph::Param<int> round;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        round = r.param("round", 0);
        r.parallel_for("batch", items_per_batch, MakeBatch{keys, values, round.ref()});
        // The table was made by another instance than the one that records: nobody waits.
        r.capture("insert", [=, &map](Exec const& on) { map->insert_async(on, keys, values); });
        r.capture("find", [=, &map](Exec const& on) { map->find_async(on, keys, found); });
      }).instantiate(exec);
  std::map<std::uint32_t, std::uint32_t> expected;
  for (int i = 0; i < 6; ++i) {
    replay.set(round, i);
    replay.launch(exec);
    replay.wait();
    auto const seen = items(found);
    for (int item = 0; item < items_per_batch; ++item) {
      auto const number = static_cast<std::uint32_t>(i * items_per_batch / 2 + item);
      expected.emplace(key_of(i, item), 10 * number + static_cast<std::uint32_t>(i));
      EXPECT_EQ(seen[item], expected[key_of(i, item)]);
    }
  }
  EXPECT_EQ(map->size(exec), expected.size());
}

/// New keys each round, inserted; those of the round before, erased.
struct MakeTurnover {
  Words added, gone, values;
  graph::ParamRef<int> round;
  KOKKOS_FUNCTION void operator()(int item) const {
    auto const number = static_cast<std::uint32_t>(round * items_per_batch + item);
    added(item) = number * 2654435761u;
    gone(item) = (number - items_per_batch) * 2654435761u;
    values(item) = number;
  }
};

// Five times as many keys as the table has slots come and go. Without purges between the launches
// no slot would be empty in the end, and a key would be found after a walk past dead ones.
TEST(Uses, erased_slots_of_hash_tables_do_not_pile_up) {
  Exec const exec;
  Words const added("added", items_per_batch), gone("gone", items_per_batch),
      values("values", items_per_batch);
  Map map(exec, heddle::hash::MapOptions{.capacity = 4096});
  graph::Param<int> round;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        round = r.param("round", 0);
        r.parallel_for("turnover", items_per_batch, MakeTurnover{added, gone, values, round.ref()});
        r.capture("insert", [=, &map](Exec const& on) { map.insert_async(on, added, values); });
        r.capture("erase", [=, &map](Exec const& on) { map.erase_async(on, gone); });
      }).instantiate(exec);
  for (int i = 1; i <= 40; ++i) {
    replay.set(round, i);
    replay.launch(exec);
    replay.wait();
    auto const statistics = map.statistics(exec);
    ASSERT_EQ(statistics.keys, std::uint64_t{items_per_batch}) << i;
    ASSERT_LT(statistics.mean_buckets(), 2) << i;
  }
}

/// f_i = x_i^3 - x_{i-1} - x_{i+1}.
struct Cubes {
  int n;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = x[row] * x[row] * x[row];
    if (row > 0) sum -= x[row - 1];
    if (row + 1 < n) sum -= x[row + 1];
    return sum;
  }
};

TEST(Uses, evaluations_of_jacobians) {
  using Host = Kokkos::HostSpace;
  int const n = 50;
  Kokkos::View<heddle::DefaultOffset*, Host> const offsets("offsets", n + 1);
  Kokkos::View<heddle::DefaultIndex*, Host> const columns("columns", 3 * n - 2);
  int entries = 0;
  for (int row = 0; row < n; ++row) {
    for (int column : {row - 1, row, row + 1}) {
      if (column >= 0 && column < n) columns(entries++) = column;
    }
    offsets(row + 1) = entries;
  }
  heddle::Pattern<heddle::DefaultOffset, heddle::DefaultIndex, Host> const pattern{n, n, offsets,
                                                                                   columns};
  Exec const exec;
  heddle::jacobian::SparseJacobian plan(exec, Cubes{n}, pattern);
  auto const x = doubles(n, 1);
  auto const values = doubles(static_cast<std::size_t>(entries), 0);
  plan.prepare(exec, x);
  graph::KernelNode<Add> step;
  graph::GraphExec replay =
      graph::record(exec, [&](Recorder& r) {
        step = r.launch("step", n, Add{}, x.data(), 0.5);
        r.capture("jacobian", [&plan, x, values](Exec const& on) { plan.evaluate(on, x, values); });
      }).instantiate(exec);
  double at = 1;
  for (double const change : {0.5, -2.0, 0.25}) {
    replay.update(step, n, x.data(), change);
    replay.launch(exec);
    replay.wait();
    at += change;
    auto const derivatives = items(values);
    for (int row = 0; row < n; ++row) {
      for (auto p = pattern.row_offsets(row); p < pattern.row_offsets(row + 1); ++p) {
        EXPECT_EQ(derivatives[p], pattern.columns(p) == row ? 3 * at * at : -1);
      }
    }
  }
}

}  // namespace
