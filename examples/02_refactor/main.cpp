// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulator's loop: the pattern of the matrix stays, its values change at each step. The matrix
// is analysed and factored once; each step refactors with the pivots in use and solves.
//
//   refactor A.mtx.gz
#include <heddle/base/error.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>
#include <heddle/lu/factorization.hpp>

#include <iostream>
#include <string>

namespace lu = heddle::lu;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Values = Kokkos::View<double*, Kokkos::HostSpace>;

/// Stands for the assembly of a simulator: the diagonal grows from step to step.
void assemble(heddle::Csr<double> const& first, int step, Values const& values) {
  for (int row = 0; row < first.num_rows; ++row) {
    for (auto k = first.row_offsets(row); k < first.row_offsets(row + 1); ++k) {
      values(k) = first.values(k) * (first.columns(k) == row ? 1 + 0.1 * step : 1);
    }
  }
}

int simulate(std::string const& path) {
  Exec const exec;
  // [snippet read]
  heddle::Csr<double> const first = heddle::io::to_csr<double>(heddle::io::read_matrix(path));
  // [end]
  Values const values("values", first.num_entries());
  auto a = first;
  a.values = values;

  Kokkos::View<double*, Exec::memory_space> b("b", a.num_rows), x("x", a.num_rows);
  Kokkos::deep_copy(exec, b, 1.0);
  // [snippet steps]
  auto const analyzed = lu::analyze(exec, first);
  if (analyzed.analysis.empty()) return 1;
  lu::Factorization<double, Exec> factors(exec, analyzed.analysis);
  if (factors.factor(exec, first).status != lu::Status::success) return 1;

  lu::SolveWorkspace<Exec> workspace;  // kept: repeated solves allocate nothing
  for (int step = 1; step <= 5; ++step) {
    assemble(first, step, values);  // new values in a, the same pattern
    auto const refactored = factors.refactor(exec, a);
    if (refactored.status != lu::Status::success) return 1;
    auto const solved = factors.solve(exec, b, x, workspace);
    if (solved.status != lu::Status::success) return 1;
    std::cout << "step " << step << ": backward error " << solved.backward_error << '\n';
  }
  // [end]

  // [snippet transposed]
  lu::SolveOptions transposed;
  transposed.operation = lu::Operation::transpose;
  auto const solved = factors.solve(exec, b, x, workspace, transposed);
  // [end]
  std::cout << "transposed: backward error " << solved.backward_error << '\n';
  return solved.status == lu::Status::success ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 2) {
    std::cerr << "usage: refactor A.mtx\n";
    return 2;
  }
  try {
    return simulate(argv[1]);
  } catch (heddle::error const& problem) {
    std::cerr << "refactor: " << problem.message() << '\n';
    return 1;
  }
}
