// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promise of equal bits: repeats, instances, concurrent solves, and every backend against
// Serial. Thread counts 1, 2 and 4 come from ctest, which runs this suite once for each.
#include <tests/families.hpp>
#include <tests/lu/files.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <type_traits>

namespace heddle::test {
namespace {

using families::Family;
using lu::Status;
using Vector = std::vector<double>;
using Memory = Exec::memory_space;

lu::SolveOptions solve_options(lu::Refinement const refinement, lu::Operation const operation) {
  lu::SolveOptions options;
  options.refinement = refinement;
  options.operation = operation;
  return options;
}

lu::SolveOptions const raw = solve_options(lu::Refinement::off, lu::Operation::none);
lu::SolveOptions const raw_transposed =
    solve_options(lu::Refinement::off, lu::Operation::transpose);
lu::SolveOptions const refined = solve_options(lu::Refinement::automatic, lu::Operation::none);

// What a factorization and its solves hand out and promise to be equal; the determinant and the
// condition are sums over all columns, whose order is left to the backend.
template <class Value, class Rhs, class Space>
std::vector<Vector> bits(Entries const& entries, lu::AnalyzeOptions const& options = {}) {
  Solver<Value, Space> const solver(csr<Value>(entries), options);
  if (!solver.usable()) return {{double(solver.analyzed.status), double(solver.factored.status)}};
  auto const& figures = solver.factored;
  auto const b = ramp(entries.num_rows);
  auto const last = solver.template solve<Rhs>(b, refined);
  return {solver.values(),
          solver.template solve<Rhs>(b, raw).x,
          solver.template solve<Rhs>(b, raw_transposed).x,
          last.x,
          {last.result.backward_error, double(last.result.refinements)},
          {figures.reciprocal_growth, double(figures.status), double(figures.determinant.sign)}};
}

void expect_same(std::vector<Vector> const& found, std::vector<Vector> const& expected,
                 std::string const& what) {
  constexpr char const* names[] = {"factor values",    "solution",   "transposed solution",
                                   "refined solution", "refinement", "figures"};
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_TRUE(same_bits(found[i], expected[i])) << what << ": " << names[i];
}

template <class Value, class Rhs>
void expect_backends_equal(Entries const& entries, std::string const& what) {
  expect_same(bits<Value, Rhs, Exec>(entries), bits<Value, Rhs, Yardstick>(entries), what);
}

TEST(LuBitwise, FamiliesOnEveryBackend) {
  for (auto const family : families::all) {
    Entries const entries = families::make(family, 400, 21);
    expect_backends_equal<double, double>(entries, families::name(family));
    expect_backends_equal<float, float>(entries, families::name(family));
    expect_backends_equal<float, double>(entries, families::name(family));
  }
}

TEST(LuBitwise, RealMatricesOnEveryBackend) {
  for (auto const& name : small_files) {
    auto const entries = small_file(name);
    if (!entries || entries->num_rows != entries->num_columns) continue;
    expect_backends_equal<double, double>(*entries, name);
    expect_backends_equal<float, double>(*entries, name);
  }
}

TEST(LuBitwise, NaturalOrderOnEveryBackend) {
  Entries const grid = families::grid(30);
  expect_same(bits<double, double, Exec>(grid, plain_options()),
              bits<double, double, Yardstick>(grid, plain_options()), "grid");
}

// Columns that whole blocks of a device share, and columns of full length.
TEST(LuBitwise, LongColumnsOnEveryBackend) {
  Entries full{300, 300, {}};
  families::Random random(51);
  for (int i = 0; i < 300; ++i)
    for (int j = 0; j < 300; ++j) full.add(i, j, random.value() + (i == j ? 20 : 0));
  expect_backends_equal<double, double>(full, "full");
  expect_backends_equal<float, double>(full, "full");
  expect_backends_equal<double, double>(families::grid(60), "grid");
  expect_backends_equal<double, double>(families::make(Family::arrow, 600, 52), "arrow");
}

TEST(LuBitwise, TwentyRepeats) {
  for (auto const family : {Family::grid, Family::random, Family::dense_row}) {
    Entries const entries = families::make(family, 300, 22);
    auto const expected = bits<double, double, Exec>(entries);
    for (int run = 1; run < 20; ++run)
      expect_same(bits<double, double, Exec>(entries), expected, families::name(family));
  }
}

// Unit lower triangular with a long chain and far entries: a solve has all its work in one sweep,
// and nothing in the pattern of the other sweep holds that back.
Entries one_sided(int const n) {
  families::Random random(31);
  Entries entries{n, n, {}};
  for (int i = 0; i < n; ++i) {
    entries.add(i, i, 4);
    if (i > 0) entries.add(i, i - 1, -1);
    for (int k = 0; k < 10 && i > 1; ++k)
      entries.add(i, random.below(i - 1), 0.25 * random.value());
  }
  return reference::summed(entries);
}

TEST(LuBitwise, SweepsDoNotOvertake) {
  Entries const lower = one_sided(4000), upper = reference::transposed(lower);
  auto const b = ramp(4000);
  Solver<double, Exec> const low(csr(lower), plain_options()), up(csr(upper), plain_options());
  Solver<double, Yardstick> const low_there(csr(lower), plain_options());
  Solver<double, Yardstick> const up_there(csr(upper), plain_options());
  auto const expected = low_there.solve(b, raw).x;
  auto const expected_transposed = up_there.solve(b, raw_transposed).x;
  EXPECT_LE(reference::backward_error(lower, expected, b), 1e-14);
  EXPECT_LE(reference::backward_error(lower, expected_transposed, b), 1e-14);
  for (int run = 0; run < 20; ++run) {
    ASSERT_TRUE(same_bits(low.solve(b, raw).x, expected)) << run;
    ASSERT_TRUE(same_bits(up.solve(b, raw_transposed).x, expected_transposed)) << run;
  }
}

TEST(LuBitwise, RefactorEqualsItself) {
  Entries const entries = families::make(Family::random, 500, 23);
  Solver<> solver(csr(entries));
  auto const expected = solver.values();
  for (int run = 0; run < 20; ++run) {
    ASSERT_EQ(solver.factors->refactor(solver.exec, csr(entries)).status, Status::success);
    ASSERT_TRUE(same_bits(solver.values(), expected)) << run;
  }
}

TEST(LuBitwise, RefactorOnEveryBackend) {
  Entries entries = families::make(Family::random, 500, 24);
  Solver<double, Exec> here(csr(entries));
  Solver<double, Yardstick> there(csr(entries));
  families::Random random(25);
  for (int step = 0; step < 5; ++step) {
    for (auto& entry : entries.list) entry.value *= 1 + 0.3 * random.value();
    auto const mine = here.factors->refactor(here.exec, csr(entries));
    auto const other = there.factors->refactor(there.exec, csr(entries));
    EXPECT_EQ(mine.status, other.status);
    EXPECT_EQ(mine.recovered, other.recovered);
    EXPECT_TRUE(same_bits(here.values(), there.values())) << step;
  }
}

TEST(LuBitwise, AnyNumberOfWorkers) {
  Entries const entries = families::make(Family::grid, 900, 27);
  auto const expected = bits<double, double, Yardstick>(entries);
  for (int const workers : {1, 2, 3, 7, 40}) {
    lu::AnalyzeOptions options;
    options.workers = workers;
    expect_same(bits<double, double, Exec>(entries, options), expected,
                std::to_string(workers) + " workers");
  }
}

TEST(LuBitwise, OtherInstances) {
  // A part of the threads, or another stream, gives the same bits.
  if (Exec().concurrency() < 2 && std::is_same_v<Memory, Kokkos::HostSpace>)
    GTEST_SKIP() << "one thread cannot be partitioned";
  Entries const entries = families::make(Family::random, 600, 26);
  Solver<> const whole(csr(entries));
  auto const x = whole.solve(ramp(600)).x;
  for (auto const& part : Kokkos::Experimental::partition_space(Exec(), 1, 1)) {
    Solver<> const solver(csr(entries), {}, {}, part);
    EXPECT_TRUE(same_bits(solver.values(), whole.values()));
    EXPECT_TRUE(same_bits(solver.solve(ramp(600)).x, x));
  }
}

// Instances for concurrent host threads: a stream each on a device, the same one on the host.
std::vector<Exec> one_instance_each(int const count) {
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>)
    return std::vector<Exec>(count, Exec());
  else
    return Kokkos::Experimental::partition_space(Exec(), std::vector<int>(count, 1));
}

TEST(LuBitwise, ConcurrentSolves) {
  constexpr int num_threads = 4, num_solves = 25, n = 500;
  Solver<> const solver(csr(families::make(Family::random, n, 27)));
  ASSERT_TRUE(solver.usable());
  auto const transposed = solve_options(lu::Refinement::automatic, lu::Operation::transpose);
  lu::SolveOptions const kinds[] = {raw, raw_transposed, refined, transposed};
  std::vector<Vector> expected;
  for (auto const& kind : kinds) expected.push_back(solver.solve(ramp(n), kind).x);

  auto const instances = one_instance_each(num_threads);
  std::vector<int> wrong(num_threads, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t)
    threads.emplace_back([&, t] {
      lu::SolveWorkspace<Exec> workspace;
      auto const b = to_view<double, Memory>(ramp(n));
      Kokkos::View<double*, Memory> const x("heddle::test::x", n);
      for (int k = 0; k < num_solves; ++k) {
        auto const kind = static_cast<std::size_t>(t + k) % 4;
        (void)solver.factors->solve(instances[t], b, x, workspace, kinds[kind]);
        if (!same_bits(to_vector(x), expected[kind])) ++wrong[t];
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(num_threads, 0));
}

TEST(LuBitwise, WorkspaceServesManySizes) {
  lu::SolveWorkspace<Exec> workspace;
  for (int const n : {300, 2, 1, 500, 40}) {
    Entries const entries = families::make(Family::random, n, 28);
    Solver<> const solver(csr(entries));
    auto const b = to_view<double, Memory>(ramp(n));
    Kokkos::View<double*, Memory> const x("heddle::test::x", n);
    EXPECT_EQ(solver.factors->solve(solver.exec, b, x, workspace).status, Status::success);
    EXPECT_TRUE(same_bits(to_vector(x), solver.solve(ramp(n)).x)) << n;
  }
}

}  // namespace
}  // namespace heddle::test
