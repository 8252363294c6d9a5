// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three nodes in a row, joined by conductances of 1, with one more from the last node to ground.
// One ampere goes into the first node, so the voltages are 3, 2 and 1.
#include "twice/version.hpp"

#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdio>
#include <string_view>

namespace {

constexpr std::string_view circuit = R"(%%MatrixMarket matrix coordinate real symmetric
3 3 5
1 1 1
2 1 -1
2 2 2
3 2 -1
3 3 2
)";

using Exec = Kokkos::DefaultExecutionSpace;

int solve() {
  Exec const exec;
  auto const matrix = heddle::io::to_csr<double>(heddle::io::parse_matrix(circuit, "circuit.mtx"));
  auto const plan = heddle::lu::analyze(exec, matrix);
  if (plan.status != heddle::lu::Status::success) return 1;
  heddle::lu::Factorization<double, Exec> factors(exec, plan.analysis);
  if (factors.factor(exec, matrix).status != heddle::lu::Status::success) return 1;

  Kokkos::View<double*, Exec::memory_space> const currents("currents", 3);
  Kokkos::View<double*, Exec::memory_space> const voltages("voltages", 3);
  auto const host = Kokkos::create_mirror_view(currents);
  host(0) = 1;
  Kokkos::deep_copy(exec, currents, host);
  heddle::lu::SolveWorkspace<Exec> workspace;
  auto const result = factors.solve(exec, currents, voltages, workspace);
  Kokkos::deep_copy(exec, host, voltages);
  exec.fence();

  std::printf("voltages %g %g %g, backward error %g\n", host(0), host(1), host(2),
              result.backward_error);
  double const off = std::abs(host(0) - 3) + std::abs(host(1) - 2) + std::abs(host(2) - 1);
  return result.status == heddle::lu::Status::success && off < 1e-12 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return same_version() ? solve() : 1;
}
