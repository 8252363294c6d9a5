// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refactorization and solve of sparse LU as one graph (guide A8): replays give the bits of the
// eager calls; with twice the matrix the solution halves.
#include <heddle/lu/replay.hpp>

#include <cstring>

#include "tests/graph/support.hpp"

namespace {

using namespace heddle::test;
namespace lu = heddle::lu;
using Host = Kokkos::HostSpace;
using Matrix = heddle::Csr<double, std::int64_t, std::int32_t, Host>;

/// The 5-point Laplacian plus 0.3 upwind on k x k points.
Matrix upwind_grid(int k) {
  int const n = k * k;
  Kokkos::View<std::int64_t*, Host> const offsets("offsets", n + 1);
  Kokkos::View<std::int32_t*, Host> const columns("columns", 5 * n);
  Kokkos::View<double*, Host> const values("values", 5 * n);
  std::int64_t entries = 0;
  auto const add = [&](int column, double value) {
    columns(entries) = column;
    values(entries++) = value;
  };
  for (int i = 0; i < n; ++i) {
    if (i >= k) add(i - k, -1.3);
    if (i % k > 0) add(i - 1, -1.3);
    add(i, 4.6);
    if (i % k < k - 1) add(i + 1, -1);
    if (i < n - k) add(i + k, -1);
    offsets(i + 1) = entries;
  }
  auto const used = std::pair<std::int64_t, std::int64_t>(0, entries);
  Matrix matrix;
  matrix.num_rows = matrix.num_columns = n;
  matrix.row_offsets = offsets;
  matrix.columns = Kokkos::subview(columns, used);
  matrix.values = Kokkos::subview(values, used);
  return matrix;
}

lu::SolveOptions raw() {
  lu::SolveOptions options;
  options.refinement = lu::Refinement::off;
  return options;
}

/// What a replay reads and writes.
struct System {
  Exec exec;
  Matrix matrix = upwind_grid(20);
  Doubles values = doubles(matrix.values.extent(0), 0), b = doubles(400, 1), x = doubles(400, 0);
  lu::Factorization<double, Exec> factors{exec, lu::analyze(exec, matrix).analysis};
  lu::SolveWorkspace<Exec> workspace;

  System() {
    factors.factor(exec, matrix);
    set_values(1);
  }
  void set_values(double scale) {
    auto const host = Kokkos::create_mirror_view(values);
    for (std::size_t i = 0; i < host.extent(0); ++i) host(i) = scale * matrix.values(i);
    Kokkos::deep_copy(values, host);
  }
};

std::vector<double> eager_solution(double scale) {
  System system;
  system.set_values(scale);
  Matrix changed = system.matrix;
  changed.values = Kokkos::create_mirror_view_and_copy(Host(), system.values);
  system.factors.refactor(system.exec, changed);
  system.factors.solve(system.exec, system.b, system.x, system.workspace, raw());
  return items(system.x);
}

TEST(LuReplay, refactors_and_solves_for_new_numbers) {
  System system;
  auto replay = lu::record_refactor_solve(system.exec, system.factors, system.values, system.b,
                                          system.x, system.workspace, raw());
  std::vector<double> once;
  for (double const scale : {1.0, 2.0, 0.75, 1.0}) {
    system.set_values(scale);
    Kokkos::deep_copy(system.x, 0.0);
    replay.launch(system.exec);
    EXPECT_EQ(replay.status(system.exec).status, lu::Status::success);
    auto const x = items(system.x), expected = eager_solution(scale);
    EXPECT_EQ(std::memcmp(x.data(), expected.data(), x.size() * sizeof(double)), 0) << scale;
    if (scale == 1) once = x;
    for (std::size_t i = 0; i < x.size() && scale == 2; ++i) EXPECT_EQ(2 * x[i], once[i]);
  }
}

TEST(LuReplay, launches_follow_each_other_without_a_wait) {
  System system;
  auto replay = lu::record_refactor_solve(system.exec, system.factors, system.values, system.b,
                                          system.x, system.workspace, raw());
  for (int i = 0; i < 10; ++i) replay.launch(system.exec);
  replay.wait();
  EXPECT_EQ(items(system.x), eager_solution(1));
}

TEST(LuReplay, says_what_became_of_the_factors) {
  System system;
  auto replay = lu::record_refactor_solve(system.exec, system.factors, system.values, system.b,
                                          system.x, system.workspace, raw());
  system.set_values(0);
  replay.launch(system.exec);
  auto const zero = replay.status(system.exec);
  EXPECT_EQ(zero.status, lu::Status::pivot_degraded);
  EXPECT_EQ(zero.perturbed, 400);
  system.set_values(1);
  replay.launch(system.exec);
  EXPECT_EQ(replay.status(system.exec).status, lu::Status::success);
  // An eager refactorization writes other memory: the recording knows.
  system.factors.refactor(system.exec, system.matrix);
  try {
    replay.launch(system.exec);
    FAIL() << "a recording of factors that moved was launched";
  } catch (heddle::error const& caught) {
    EXPECT_EQ(caught.code(), heddle::ErrorCode::invalid_state);
  }
}

}  // namespace
