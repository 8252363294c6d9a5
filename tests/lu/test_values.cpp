// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// New values without their pattern, refactorizations in place, scales of rows and columns, explicit
// zeros that are left out.
#include <tests/lu/complex_support.hpp>
#include <tests/lu/files.hpp>
#include <tests/reference/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

using families::Family;
using lu::PivotPolicy;
using lu::Status;
using reference::backward_error;
using reference::from_rows;
using Vector = std::vector<double>;
using Memory = Exec::memory_space;

constexpr double eps = std::numeric_limits<double>::epsilon();

Entries drifted(Entries entries, std::uint64_t const seed) {
  families::Random random(seed);
  for (auto& entry : entries.list) entry.value *= 1 + 0.2 * random.value();
  return entries;
}

TEST(LuValues, AloneAreLikeTheirMatrix) {
  for (auto const family : {Family::random, Family::duplicates, Family::unsorted}) {
    Entries const first = families::make(family, 80, 3), second = drifted(first, 9);
    Solver<> by_rows(csr(first)), by_columns(csc(first)), expected(csr(first));
    ASSERT_EQ(expected.factors->refactor(expected.exec, csr(second)).status, Status::success);
    auto const rows = csr<double, std::int64_t, Memory>(second);
    EXPECT_EQ(by_rows.factors->refactor(by_rows.exec, rows.values).status, Status::success);
    EXPECT_TRUE(same_bits(by_rows.values(), expected.values()));
    auto const columns = csc(second);  // in host memory
    EXPECT_EQ(by_columns.factors->refactor(by_columns.exec, columns.values).status,
              Status::success);
    EXPECT_TRUE(same_bits(by_columns.values(), expected.values()));
    // The matrix that a solve refines with is the new one.
    auto const b = reference::multiply(second, ramp(80));
    EXPECT_LE(backward_error(second, by_rows.solve(b).x, b), 6 * eps);
  }
}

TEST(LuValues, OfTheOtherPrecisionAndComplex) {
  Entries const a = families::grid(7);  // 4.3, -1.3 and -1: the last alone is exact
  Solver<> solver(csr(a)), expected(csr<float>(a));
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr<float>(a).values).status, Status::success);
  EXPECT_TRUE(same_bits(solver.values(), expected.values()));
  auto const c = complex_family(Family::random, 50, 2);
  Solver<Double> complex(complex_csr(c));
  auto const before = to_complex_vector(complex.factors->factor_values());
  auto const values = complex_csr<Double, std::int64_t, Memory>(c).values;
  EXPECT_EQ(complex.factors->refactor(complex.exec, values).status, Status::success);
  EXPECT_TRUE(same_bits(to_complex_vector(complex.factors->factor_values()), before));
}

TEST(LuValues, AreCheckedAndRecovered) {
  Entries const good = from_rows({{1, 1}, {1, 2}}), bad = from_rows({{1e-16, 1}, {1, 2}});
  Solver<> solver(csr(good), natural_options());
  auto const values = csr(bad).values;
  EXPECT_EQ(solver.factors->refactor(solver.exec, values, policy(PivotPolicy::fail)).status,
            Status::zero_pivot);
  auto const result = solver.factors->refactor(solver.exec, values);
  EXPECT_EQ(result.status, Status::success);
  EXPECT_EQ(result.recovered, 1);
  // After a recovery the values still stand in the order of the analysed matrix.
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(good).values).status, Status::success);
  EXPECT_LE(reference::relative_difference(solver.solve({3, 5}).x, {1, 2}), 1e-15);
  auto const nan = csr(from_rows({{1, NAN}, {1, 2}})).values;
  auto const refused = solver.factors->refactor(solver.exec, nan);
  EXPECT_EQ(refused.status, Status::non_finite);
  EXPECT_EQ(refused.first_bad->column, 1);
}

TEST(LuValues, Refusals) {
  auto const matrix = csr(families::grid(3));
  lu::Factorization<double, Exec> factors(Exec(), lu::analyze(Exec(), matrix).analysis);
  EXPECT_EQ(thrown_by([&] { (void)factors.refactor(Exec(), matrix.values); }).code,
            ErrorCode::invalid_state);
  ASSERT_EQ(factors.factor(Exec(), matrix).status, Status::success);
  auto const few = to_view<double, Kokkos::HostSpace>(Vector(5, 1.0));
  auto const thrown = thrown_by([&] { (void)factors.refactor(Exec(), few); });
  EXPECT_EQ(thrown.code, ErrorCode::invalid_argument);
  EXPECT_TRUE(thrown.says("5 values")) << thrown.message;
}

TEST(LuInPlace, SameBitsInLessMemory) {
  Entries const first = families::make(Family::random, 90, 5), second = drifted(first, 2);
  Solver<> apart(csr(first)), in_place(csr(first));
  lu::PivotOptions options;
  options.in_place = true;
  auto const two = apart.factors->refactor(apart.exec, csr(second));
  auto const one = in_place.factors->refactor(in_place.exec, csr(second), options);
  EXPECT_EQ(one.status, Status::success);
  EXPECT_TRUE(same_bits(in_place.values(), apart.values()));
  EXPECT_EQ(one.bytes, in_place.factored.bytes);
  EXPECT_GT(two.bytes, one.bytes);
  auto const b = reference::multiply(second, ramp(90));
  EXPECT_LE(backward_error(second, in_place.solve(b).x, b), 6 * eps);
}

TEST(LuInPlace, FailuresLeaveNoFactors) {
  Entries const good = from_rows({{1, 1}, {1, 2}}), singular = from_rows({{1, 2}, {2, 4}});
  Entries const nan = from_rows({{1, NAN}, {1, 2}}), bad = from_rows({{1e-16, 1}, {1, 2}});
  lu::PivotOptions recover, fail = policy(PivotPolicy::fail);
  recover.in_place = fail.in_place = true;
  Solver<> solver(csr(good), natural_options());
  auto const values = solver.values();
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(nan), recover).status, Status::non_finite);
  ASSERT_TRUE(solver.usable());
  EXPECT_TRUE(same_bits(solver.values(), values));
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(singular), recover).status,
            Status::numerically_singular);
  EXPECT_FALSE(solver.usable());
  ASSERT_EQ(solver.factors->factor(solver.exec, csr(good)).status, Status::success);
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(bad), fail).status, Status::zero_pivot);
  EXPECT_FALSE(solver.usable());
  EXPECT_EQ(thrown_by([&] { (void)solver.factors->refactor(solver.exec, csr(good)); }).code,
            ErrorCode::invalid_state);
  ASSERT_EQ(solver.factors->factor(solver.exec, csr(good)).status, Status::success);
  auto const recovered = solver.factors->refactor(solver.exec, csr(bad), recover);
  EXPECT_EQ(recovered.status, Status::success);
  EXPECT_EQ(recovered.recovered, 1);
}

// Scaled by powers of two that differ by rows and columns: they come back as scales.
TEST(LuScaling, RowsAndColumnsWithoutAWeightedMatching) {
  Entries a = families::make(Family::banded, 40, 3);
  for (auto& entry : a.list)
    entry.value = std::ldexp(entry.value, 7 * (entry.row % 5) - 4 * (entry.column % 7));
  lu::AnalyzeOptions options;
  options.scaling = lu::Scaling::row_column;
  for (auto const matching :
       {lu::Matching::none, lu::Matching::cardinality, lu::Matching::weighted}) {
    options.matching = matching;
    Solver<> const solver(csr(a), options);
    ASSERT_TRUE(solver.usable());
    auto const factors = solver.factors->export_factors(solver.exec);
    Vector row(40, 0), column(40, 0);
    for (auto const& [i, j, value] : a.list) {
      double const size = std::fabs(value) * factors.row_scale[i] * factors.column_scale[j];
      row[i] = std::fmax(row[i], size);
      column[j] = std::fmax(column[j], size);
      int exponent = 0;
      EXPECT_EQ(std::frexp(factors.row_scale[i], &exponent), 0.5);
      EXPECT_EQ(std::frexp(factors.column_scale[j], &exponent), 0.5);
    }
    for (int k = 0; k < 40; ++k) {
      EXPECT_TRUE(row[k] > 0.4 && row[k] < 2.5) << row[k];
      EXPECT_TRUE(column[k] > 0.4 && column[k] < 2.5) << column[k];
    }
    auto const b = reference::multiply(a, ramp(40));
    EXPECT_LE(backward_error(a, solver.solve(b).x, b), 1e-14);
  }
}

Entries with_zeros(Entries entries) {
  auto const n = entries.num_rows;
  for (std::int32_t i = 0; i < n; ++i) entries.add(i, (7 * i + 3) % n, 0.0);
  return entries;
}

TEST(LuZeros, AreLeftOutOnRequest) {
  for (auto const family : {Family::random, Family::duplicates, Family::grid}) {
    Entries const a = families::make(family, 49, 3), padded = with_zeros(a);
    lu::AnalyzeOptions drop;
    drop.drop_explicit_zeros = true;
    Solver<> const plain(csr(a)), dropped(csr(padded), drop), kept(csr(padded));
    EXPECT_EQ(dropped.analyzed.num_factor_entries, plain.analyzed.num_factor_entries);
    EXPECT_GT(kept.analyzed.num_factor_entries, plain.analyzed.num_factor_entries);
    EXPECT_TRUE(same_bits(dropped.values(), plain.values()));
    auto const b = reference::multiply(a, ramp(49));
    EXPECT_TRUE(same_bits(dropped.solve(b).x, plain.solve(b).x));
    Solver<> const by_columns(csc(padded), drop);
    EXPECT_TRUE(same_bits(by_columns.solve(b).x, plain.solve(b).x));
  }
}

TEST(LuZeros, MustStayZero) {
  Entries padded = with_zeros(families::grid(5));
  lu::AnalyzeOptions drop;
  drop.drop_explicit_zeros = true;
  Solver<> solver(csr(padded), drop);
  auto const b = reference::multiply(padded, ramp(25));
  auto const before = solver.solve(b).x;
  auto const same = drifted(padded, 4);
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(same)).status, Status::success);
  EXPECT_EQ(solver.factors->refactor(solver.exec, csr(padded)).status, Status::success);
  auto filled = padded;
  for (auto& entry : filled.list) entry.value = entry.value == 0 ? 1e-300 : entry.value;
  EXPECT_EQ(thrown_by([&] { (void)solver.factors->refactor(solver.exec, csr(filled)); }).code,
            ErrorCode::pattern_mismatch);
  EXPECT_TRUE(same_bits(solver.solve(b).x, before));
}

// Zeros on the diagonal and in a real circuit.
TEST(LuZeros, OfRealMatrices) {
  for (auto const* name : {"rajat11.mtx", "adder_dcop_05.mtx.gz", "arc130.rua"}) {
    auto const a = small_file(name);
    if (!a) continue;
    lu::AnalyzeOptions drop;
    drop.drop_explicit_zeros = true;
    Solver<> const solver(csr(*a), drop), kept(csr(*a));
    ASSERT_TRUE(solver.usable()) << name;
    EXPECT_LE(solver.analyzed.num_factor_entries, kept.analyzed.num_factor_entries) << name;
    auto const b = reference::multiply(*a, ones(a->num_rows));
    EXPECT_LE(backward_error(*a, solver.solve(b).x, b), 1e-12) << name;
  }
}

TEST(LuZeros, NothingLeftIsSingular) {
  lu::AnalyzeOptions drop;
  drop.drop_explicit_zeros = true;
  auto const analyzed = lu::analyze(Exec(), csr(Entries{1, 1, {{0, 0, 0.0}}}), drop);
  EXPECT_EQ(analyzed.status, Status::structurally_singular);
  EXPECT_EQ(analyzed.structural_rank, 0);
}

}  // namespace
}  // namespace heddle::test
