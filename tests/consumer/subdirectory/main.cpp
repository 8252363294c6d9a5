// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in a rod with cold ends: (I + dt A) T_new = T, where the time step doubles after each step,
// so that one analysis and one factorization are followed by refactorizations. The first
// eigenvector of A is damped by 1 / (1 + dt lambda) in each step, which is the answer to compare
// with.
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

constexpr int cells = 200;
constexpr int steps = 5;
constexpr double pi = 3.14159265358979323846;

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = heddle::Csr<double>;

/// Rows of I + dt A, where A is the second difference with spacing 1.
Matrix step_matrix(double const dt) {
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> const offsets("offsets", cells + 1);
  Kokkos::View<std::int32_t*, Kokkos::HostSpace> const columns("columns", 3 * cells - 2);
  Kokkos::View<double*, Kokkos::HostSpace> const values("values", 3 * cells - 2);
  std::int64_t entry = 0;
  for (int row = 0; row < cells; ++row) {
    for (int column = std::max(row - 1, 0); column <= std::min(row + 1, cells - 1); ++column) {
      columns(entry) = column;
      values(entry++) = column == row ? 1 + 2 * dt : -dt;
    }
    offsets(row + 1) = entry;
  }
  return {cells, cells, offsets, columns, values};
}

int run() {
  Exec const exec;
  Kokkos::View<double*, Exec::memory_space> const heat("heat", cells);
  auto const host = Kokkos::create_mirror_view(heat);
  auto const mode = [](int cell) { return std::sin(pi * (cell + 1) / (cells + 1)); };
  for (int cell = 0; cell < cells; ++cell) host(cell) = mode(cell);
  Kokkos::deep_copy(exec, heat, host);

  double dt = 1;
  auto const plan = heddle::lu::analyze(exec, step_matrix(dt));
  if (plan.status != heddle::lu::Status::success) return 1;
  heddle::lu::Factorization<double, Exec> factors(exec, plan.analysis);
  heddle::lu::SolveWorkspace<Exec> workspace;
  double const eigenvalue = 2 - 2 * std::cos(pi / (cells + 1));
  double damping = 1;
  for (int step = 0; step < steps; ++step, dt *= 2) {
    auto const factored =
        step == 0 ? factors.factor(exec, step_matrix(dt)) : factors.refactor(exec, step_matrix(dt));
    if (factored.status != heddle::lu::Status::success) return 1;
    auto const solved = factors.solve(exec, heat, heat, workspace);
    if (solved.status != heddle::lu::Status::success) return 1;
    damping /= 1 + dt * eigenvalue;
  }
  Kokkos::deep_copy(exec, host, heat);
  exec.fence();

  double worst = 0;
  for (int cell = 0; cell < cells; ++cell) {
    worst = std::max(worst, std::abs(host(cell) - damping * mode(cell)));
  }
  std::printf("%d steps, largest difference from the exact damping %g\n", steps, worst);
  return worst < 1e-10 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return run();
}
