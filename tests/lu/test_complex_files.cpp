// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The complex matrices of the data set; UMFPACK is the second opinion.
#include <tests/lu/complex_support.hpp>

#include <gtest/gtest.h>

#include <umfpack.h>

#include <vector>

namespace heddle::test {
namespace {

using lu::Status;
using reference::backward_error;

// x of UMFPACK's complex solver with its defaults; empty if it fails.
ComplexVector umfpack_solution(ComplexEntries const& a, ComplexVector const& b) {
  SuiteSparse_long const n = a.num_rows;
  auto const count = static_cast<SuiteSparse_long>(a.list.size());
  std::vector<SuiteSparse_long> rows, columns, offsets(n + 1), indices(count);
  std::vector<double> given(2 * count), values(2 * count), rhs(2 * n), x(2 * n);
  for (SuiteSparse_long k = 0; k < count; ++k) {
    rows.push_back(a.list[k].row);
    columns.push_back(a.list[k].column);
    given[2 * k] = a.list[k].value.real();
    given[2 * k + 1] = a.list[k].value.imag();
  }
  for (SuiteSparse_long i = 0; i < n; ++i) rhs[2 * i] = b[i].real(), rhs[2 * i + 1] = b[i].imag();
  void *symbolic = nullptr, *numeric = nullptr;
  long status =
      umfpack_zl_triplet_to_col(n, n, count, rows.data(), columns.data(), given.data(), nullptr,
                                offsets.data(), indices.data(), values.data(), nullptr, nullptr);
  if (status == UMFPACK_OK)
    status = umfpack_zl_symbolic(n, n, offsets.data(), indices.data(), values.data(), nullptr,
                                 &symbolic, nullptr, nullptr);
  if (status == UMFPACK_OK)
    status = umfpack_zl_numeric(offsets.data(), indices.data(), values.data(), nullptr, symbolic,
                                &numeric, nullptr, nullptr);
  if (status == UMFPACK_OK)
    status = umfpack_zl_solve(UMFPACK_A, offsets.data(), indices.data(), values.data(), nullptr,
                              x.data(), nullptr, rhs.data(), nullptr, numeric, nullptr, nullptr);
  umfpack_zl_free_symbolic(&symbolic);
  umfpack_zl_free_numeric(&numeric);
  ComplexVector result;
  for (SuiteSparse_long i = 0; i < n && status == UMFPACK_OK; ++i)
    result.emplace_back(x[2 * i], x[2 * i + 1]);
  return result;
}

void expect_solved(ComplexEntries const& a) {
  Solver<Double> const solver(complex_csr(a));
  ASSERT_TRUE(solver.usable()) << lu::to_string(solver.factored.status);
  EXPECT_EQ(solver.factored.status, Status::success);
  ComplexVector const x_true(a.num_rows, Complex(1));
  for (auto const operation : all_operations) {
    auto const system = system_of(a, operation);
    auto const b = reference::multiply(system, x_true);
    lu::SolveOptions options;
    options.operation = operation;
    auto const solution = solve(solver, b, options);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(system, solution.x, b), 1e-12);
    if (operation != lu::Operation::none) continue;
    auto const peer = umfpack_solution(a, b);
    ASSERT_FALSE(peer.empty());
    double const peer_error = reference::relative_difference(peer, x_true);
    EXPECT_LE(reference::relative_difference(solution.x, x_true), 1000 * peer_error + 1e-12);
  }
  Solver<Single> const single(complex_csr(a));
  if (!single.usable()) return;
  auto const b = reference::multiply(a, x_true);
  auto const solution = solve(single, b);
  bool const accurate = backward_error(a, solution.x, b) <= 1e-12;
  EXPECT_EQ(solution.result.status == Status::success, accurate);
}

void expect_deficit(ComplexEntries const& a, std::int64_t const deficit) {
  auto const analyzed = lu::analyze(Exec(), complex_csr(a));
  EXPECT_EQ(analyzed.status, Status::structurally_singular);
  EXPECT_EQ(a.num_rows - analyzed.structural_rank, deficit);
  EXPECT_EQ(analyzed.unmatched_rows.size(), static_cast<std::size_t>(deficit));
  EXPECT_EQ(analyzed.unmatched_columns.size(), static_cast<std::size_t>(deficit));
}

TEST(LuComplexFiles, Small) {
  for (auto const* name : {"cg20.mtx", "w156.mtx"}) {
    SCOPED_TRACE(name);
    auto const a = complex_file(small_data(name));
    ASSERT_TRUE(a.has_value());
    expect_solved(*a);
  }
  auto const singular = complex_file(small_data("GD99_cc.mtx"));
  ASSERT_TRUE(singular.has_value());
  expect_deficit(*singular, 41);
}

TEST(LuComplexFilesData, Large) {
  int found = 0;
  for (auto const* name : {"qc324.mtx.gz", "young1c.mtx"}) {
    SCOPED_TRACE(name);
    auto const a = complex_file(large_data(name));
    if (!a) continue;
    ++found;
    expect_solved(*a);
  }
  if (found == 0) GTEST_SKIP() << "HEDDLE_DATA does not lead to the complex matrices";
}

}  // namespace
}  // namespace heddle::test
