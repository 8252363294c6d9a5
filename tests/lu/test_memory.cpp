// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that runs out at every single allocation of a call that is not tiny: a status or an error
// that says so, the old factors as good as before, and a call that succeeds once there is memory
// again. This program replaces the operators new, through which the library and Kokkos' host memory
// allocate.
#include <tests/families.hpp>
#include <tests/lu/failing_new.hpp>
#include <tests/lu/support.hpp>

#include <gtest/gtest.h>

#include <new>

namespace heddle::test {
namespace {

using lu::Status;

/// What a call came to.
enum class End { success, out_of_memory, other };

template <class Call>
End end_of(Call const& call) {
  try {
    auto const status = call();
    return status == Status::success         ? End::success
           : status == Status::out_of_memory ? End::out_of_memory
                                             : End::other;
  } catch (std::bad_alloc const&) {
    return End::out_of_memory;
  } catch (error const& caught) {
    return caught.code() == ErrorCode::out_of_memory ? End::out_of_memory : End::other;
  }
}

/// Fails each allocation of `call` in turn until it succeeds; `between` looks after each failure.
/// Returns how many there were.
template <class Call, class Between>
int fail_everywhere(Call const& call, Between const& between) {
  for (int site = 0; site < 5000; ++site) {
    allocations_until_failure = site;
    End const end = end_of(call);
    bool const spent = allocations_until_failure.load() < 0;
    allocations_until_failure = -1;
    if (!spent) {
      EXPECT_EQ(end, End::success) << site;
      return site;
    }
    // A failure that somebody can do without is no failure.
    EXPECT_NE(end, End::other) << site;
    between();
  }
  ADD_FAILURE() << "no end of allocations";
  return 0;
}

/// Blocks, fill and a pattern without symmetry.
Entries matrix_for_failures() {
  Entries entries = families::make(families::Family::random, 40, 3);
  entries.num_rows = entries.num_columns = 43;
  for (std::int32_t k = 40; k < 43; ++k) entries.add(k, k, 2), entries.add(k - 30, k, 1);
  return entries;
}

std::vector<lu::AnalyzeOptions> ways() {
  std::vector<lu::AnalyzeOptions> all(4);
  all[1].symbolic = lu::Symbolic::etree_filter;
  all[2].symbolic = lu::Symbolic::fill2;
  all[2].levelize = lu::Levelize::kahn;
  all[3].symbolic = lu::Symbolic::fill2_chunked;
  all[3].ordering = lu::Ordering::colamd;
  all[3].numeric = lu::Numeric::right_looking;
  all[3].block_triangular = false;
  return all;
}

/// Kokkos keeps scratch memory of its own and does not survive that it cannot have it, so it gets
/// it before anything fails: everything runs once.
void warm_up() {
  Entries const entries = matrix_for_failures();
  for (auto const& options : ways()) {
    Solver<> solver(csr(entries), options);
    solver.solve(ones(43));
    auto drifted = entries;
    for (auto& entry : drifted.list) entry.value *= 1e-9 * (1 + entry.column);
    solver.factors->refactor(solver.exec, csr(drifted));
  }
}

TEST(LuMemory, AnalyzeFailsAtEverySite) {
  if (!std::is_same_v<Exec::memory_space, Kokkos::HostSpace>) GTEST_SKIP() << "host memory only";
  warm_up();
  auto const matrix = csr(matrix_for_failures());
  for (auto const& options : ways()) {
    int const sites =
        fail_everywhere([&] { return lu::analyze(Exec(), matrix, options).status; }, [] {});
    EXPECT_GT(sites, 30);
  }
}

TEST(LuMemory, FactorFailsAtEverySite) {
  if (!std::is_same_v<Exec::memory_space, Kokkos::HostSpace>) GTEST_SKIP() << "host memory only";
  warm_up();
  auto const matrix = csr(matrix_for_failures());
  for (auto const& options : ways()) {
    auto const analyzed = lu::analyze(Exec(), matrix, options);
    int const sites = fail_everywhere(
        [&] {
          lu::Factorization<double, Exec> factors(Exec(), analyzed.analysis);
          auto const result = factors.factor(Exec(), matrix);
          auto const expected = result.status == Status::success
                                    ? lu::Factorization<double, Exec>::State::factored
                                    : lu::Factorization<double, Exec>::State::empty;
          EXPECT_EQ(factors.state(), expected);
          return result.status;
        },
        [] {});
    EXPECT_GT(sites, 5);
  }
}

// The drift needs a recovery, which analyses anew and searches pivots: many more sites.
TEST(LuMemory, OldFactorsSurviveARefactorizationThatFails) {
  if (!std::is_same_v<Exec::memory_space, Kokkos::HostSpace>) GTEST_SKIP() << "host memory only";
  warm_up();
  Entries const before = matrix_for_failures();
  Entries after = before;
  families::Random random(8);
  for (auto& entry : after.list) entry.value *= random.below(2) == 0 ? 1 : 1e-10;
  auto const b = reference::multiply(before, ramp(43));
  lu::SolveOptions options;
  Solver<> solver(csr(before));
  ASSERT_TRUE(solver.usable());
  auto const expected = solver.solve(b).x;
  auto const matrix = csr(after);
  int recovered = 0;
  int const sites = fail_everywhere(
      [&] {
        auto const result = solver.factors->refactor(solver.exec, matrix);
        recovered = result.recovered;
        return result.status == Status::ill_conditioned ? Status::success : result.status;
      },
      [&] { EXPECT_TRUE(same_bits(solver.solve(b).x, expected)); });
  EXPECT_EQ(recovered, 1);
  EXPECT_GT(sites, 50);
  auto const c = reference::multiply(after, ramp(43));
  auto const solution = solver.solve(c);
  EXPECT_EQ(solution.result.status, Status::success);
  EXPECT_LE(reference::backward_error(after, solution.x, c), 1e-12);
}

TEST(LuMemory, SolveFailsAtEverySite) {
  if (!std::is_same_v<Exec::memory_space, Kokkos::HostSpace>) GTEST_SKIP() << "host memory only";
  warm_up();
  Entries const entries = matrix_for_failures();
  Solver<> const solver(csr(entries));
  auto const b = to_view<double, Exec::memory_space>(reference::multiply(entries, ramp(43)));
  auto const x = to_view<double, Exec::memory_space>(ones(43));
  int const sites = fail_everywhere(
      [&] {
        lu::SolveWorkspace<Exec> workspace;
        return solver.factors->solve(solver.exec, b, x, workspace).status;
      },
      [] {});
  EXPECT_GT(sites, 5);
  EXPECT_LE(reference::backward_error(entries, to_vector(x), to_vector(b)), 1e-14);
}

}  // namespace
}  // namespace heddle::test
