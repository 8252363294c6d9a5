// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Solves A x = b for a matrix from a file, with b = 1, where Kokkos computes by default.
//
//   solve A.mtx.gz
#include <heddle/base/error.hpp>

#include <iostream>
#include <string>

// [snippet includes]
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>
#include <heddle/lu/factorization.hpp>

namespace lu = heddle::lu;
// [end]

namespace {

int fail(char const* call, lu::Status status) {
  std::cerr << call << ": " << lu::to_string(status) << '\n';
  return 1;
}

int solve(std::string const& path) {
  // [snippet solve]
  using Exec = Kokkos::DefaultExecutionSpace;
  using Factors = lu::Factorization<double, Exec>;
  Exec const exec;
  auto const a = heddle::io::to_csr<double>(heddle::io::read_matrix(path));

  auto const analyzed = lu::analyze(exec, a);  // matching, fill order, pattern, levels
  if (analyzed.analysis.empty()) return fail("analyze", analyzed.status);
  Factors factors(exec, analyzed.analysis);
  auto const factored = factors.factor(exec, a);
  if (factors.state() == Factors::State::empty) return fail("factor", factored.status);

  Kokkos::View<double*, Exec::memory_space> b("b", a.num_rows), x("x", a.num_rows);
  Kokkos::deep_copy(exec, b, 1.0);
  lu::SolveWorkspace<Exec> workspace;
  auto const solved = factors.solve(exec, b, x, workspace);
  // [end]

  std::cout << path << ": " << a.num_rows << " unknowns, " << a.num_entries() << " entries, "
            << analyzed.num_factor_entries << " in the factors\n"
            << lu::to_string(solved.status) << ", backward error " << solved.backward_error
            << " on " << Exec::name() << '\n';
  return solved.status == lu::Status::success ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 2) {
    std::cerr << "usage: solve A.mtx\n";
    return 2;
  }
  try {
    return solve(argv[1]);
  } catch (heddle::error const& problem) {  // bad input: file, line, what is wrong
    std::cerr << "solve: " << problem.message() << '\n';
    return 1;
  }
}
