// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Real matrices: every square real one of the data set either solves with a componentwise backward
// error of at most 1e-12, computed here in long double, or has the outcome that is listed for it.
// UMFPACK is the second opinion.
#include <tests/families.hpp>
#include <tests/lu/files.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/umfpack.hpp>

#include <heddle/lu/batch.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ostream>

namespace heddle::test {
namespace {

using lu::Status;
using reference::backward_error;
using Vector = std::vector<double>;

enum class Expected {
  solved,           // success everywhere, backward error <= 1e-12
  ill_conditioned,  // so reported, backward error <= 1e-12 all the same
  structurally_singular,
  no_success,  // singular to working precision: any status but success
  honest       // solved, or not called so (patterns with ones as values)
};

struct Case {
  char const* file;
  Expected expected = Expected::solved;
  int deficit = 0;  // n - structural rank
  friend void PrintTo(Case const& which, std::ostream* out) { *out << which.file; }
};

std::string test_name(testing::TestParamInfo<Case> const& info) {
  std::string name = info.param.file;
  name.resize(name.find('.'));
  for (auto& letter : name)
    letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  return name;
}

void expect_solved(Solver<> const& solver, Entries const& a, Expected const expected) {
  auto const n = static_cast<std::size_t>(a.num_rows);
  auto const b = reference::multiply(a, ones(n));
  auto const solution = solver.solve(b);
  double const error = backward_error(a, solution.x, b);
  testing::Test::RecordProperty("backward_error", std::to_string(error / 1e-16) + "e-16");
  if (expected == Expected::honest) {
    bool const claimed = worse(solver.factored.status, solution.result.status) == Status::success;
    EXPECT_TRUE(!claimed || error <= 1e-12) << error;
    return;
  }
  auto const wanted = expected == Expected::solved ? Status::success : Status::ill_conditioned;
  EXPECT_EQ(solver.factored.status, wanted) << lu::to_string(solver.factored.status);
  EXPECT_EQ(solution.result.status, Status::success) << lu::to_string(solution.result.status);
  EXPECT_LE(error, 1e-12);
  EXPECT_LE(solution.result.backward_error, 1e-12);

  auto const peer = reference::umfpack_solve(a, b);
  if (peer.failed || peer.singular || peer.reciprocal_condition < 1e-10) return;
  EXPECT_LE(error, 4 * std::fmax(backward_error(a, peer.x, b), 1e-15));
  double const peer_error = reference::relative_difference(peer.x, ones(n));
  EXPECT_LE(reference::relative_difference(solution.x, ones(n)), 1000 * peer_error + 1e-12);
}

void check(Case const& which, Entries const& entries) {
  Solver<> const solver(csr(entries));
  if (which.expected == Expected::structurally_singular) {
    EXPECT_EQ(solver.analyzed.status, Status::structurally_singular);
    EXPECT_EQ(entries.num_rows - solver.analyzed.structural_rank, which.deficit);
    EXPECT_EQ(solver.analyzed.unmatched_rows.size(), static_cast<std::size_t>(which.deficit));
    EXPECT_EQ(solver.analyzed.unmatched_columns.size(), static_cast<std::size_t>(which.deficit));
  } else if (which.expected == Expected::no_success) {
    auto status = worse(solver.analyzed.status, solver.factored.status);
    if (solver.usable()) {
      auto const b = reference::multiply(entries, ones(entries.num_rows));
      status = worse(status, solver.solve(b).result.status);
    }
    EXPECT_NE(status, Status::success);
  } else if (which.expected == Expected::honest && !solver.usable()) {
    EXPECT_NE(worse(solver.analyzed.status, solver.factored.status), Status::success);
  } else {
    ASSERT_EQ(solver.analyzed.status, Status::success) << lu::to_string(solver.analyzed.status);
    ASSERT_TRUE(solver.usable()) << lu::to_string(solver.factored.status);
    expect_solved(solver, entries, which.expected);
  }
}

void check_large(Case const& which) {
  auto const entries = large_file(which.file);
  if (!entries)
    GTEST_SKIP() << which.file << " is not there; HEDDLE_DATA names the folder of the data set";
  check(which, *entries);
}

// One pattern, new values: refactor, solve with the second matrix, and back to the first.
void check_sequence(Entries const& first, Entries const& second) {
  Solver<> solver(csr(first));
  ASSERT_TRUE(solver.usable());
  for (auto const* entries : {&second, &first}) {
    auto const result = solver.factors->refactor(solver.exec, csr(*entries));
    EXPECT_EQ(result.status, Status::success) << lu::to_string(result.status);
    auto const b = reference::multiply(*entries, ones(entries->num_rows));
    auto const solution = solver.solve(b);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(*entries, solution.x, b), 1e-12);
  }
}

TEST(LuSmallFiles, Solve) {
  int found = 0;
  for (auto const& name : small_files) {
    SCOPED_TRACE(name);
    auto const entries = small_file(name);
    if (!entries) continue;
    ++found;
    check({name.c_str()}, *entries);
  }
  EXPECT_GT(found, 0) << "tests/data is not there; HEDDLE_TEST_ROOT names the source tree";
}

TEST(LuSmallFiles, Singular) {
  Case const cases[] = {{"hess_pat.mtx", Expected::structurally_singular, 1},
                        {"USAir97.mtx", Expected::structurally_singular, 51},
                        {"USPowerGrid.mtx", Expected::structurally_singular, 575},
                        {"Q2Q1_9x9.mtx.gz", Expected::no_success}};
  for (auto const& which : cases) {
    SCOPED_TRACE(which.file);
    if (auto const entries = small_file(which.file)) check(which, *entries);
  }
}

TEST(LuSmallFiles, Sequence) {
  auto const first = small_file("resolve_asymmetric01.mtx.gz");
  auto const second = small_file("resolve_asymmetric02.mtx.gz");
  if (!first || !second) GTEST_SKIP() << "tests/data is not there";
  check_sequence(*first, *second);
}

class LuData : public testing::TestWithParam<Case> {};
TEST_P(LuData, Outcome) { check_large(GetParam()); }

Case const circuits[] = {
    {"add32.mtx.gz"},        {"adder_dcop_05.mtx.gz"}, {"basker_matrix1.mtx.gz"},
    {"jpwh_991.mtx.gz"},     {"memplus.mtx.gz"},       {"mna_mem_plus.mtx.gz"},
    {"mna_pc_frame.mtx.gz"}, {"mna_ram2k.mtx.gz"},     {"mna_sram.mtx.gz"},
    {"mna_voter.mtx.gz"},    {"rajat11.mtx"}};
INSTANTIATE_TEST_SUITE_P(Circuits, LuData, testing::ValuesIn(circuits), test_name);

Case const power[] = {{"494_bus.mtx"},
                      {"bips98_606.mtx.gz"},
                      {"gemat12.mtx.gz"},
                      {"pf_ACTIVSg2000.mtx.gz"},
                      {"pf_ACTIVSg2000_flat.mtx.gz"},
                      {"pf_case118.mtx"},
                      {"pf_case2869pegase.mtx.gz"},
                      {"pf_case3012wp.mtx.gz"},
                      {"pf_case9241pegase.mtx.gz"},
                      {"pf_case9241pegase_flat.mtx.gz"},
                      {"qh1484.mtx"},
                      {"ScaleMicrogrid_Jacobian_N1000_01.mtx.gz"},
                      {"ScaleMicrogrid_Jacobian_N1000_02.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Power, LuData, testing::ValuesIn(power), test_name);

Case const programs[] = {
    {"bp___200.mtx.gz"},     {"hangGlider_2.mtx.gz"}, {"impcol_d.mtx"},
    {"mc64_example.mtx.gz"}, {"Pd.mtx.gz"},           {"tumorAntiAngiogenesis_2.mtx"},
    {"umfpack_di_demo.mtx"}, {"west0067.mtx"},        {"west0479.mtx"},
    {"west0479_rb.rb"},      {"west2021.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Programs, LuData, testing::ValuesIn(programs), test_name);

Case const flow[] = {{"cryg2500.mtx.gz"},      {"fuego1.mtx.gz"},
                     {"lns__131.mtx"},         {"lsc_Qu_2.mtx.gz"},
                     {"nnc1374.mtx.gz"},       {"olm1000.mtx"},
                     {"orsirr_2.mtx"},         {"orsreg_1.mtx.gz"},
                     {"pores_1.mtx"},          {"sherman1.mtx.gz"},
                     {"sherman3.mtx.gz"},      {"steam2.mtx.gz"},
                     {"teko_modified.mtx.gz"}, {"szdMat.mtx.gz", Expected::ill_conditioned}};
INSTANTIATE_TEST_SUITE_P(Flow, LuData, testing::ValuesIn(flow), test_name);

Case const elements[] = {{"ani4.mtx.gz"},
                         {"bcsstk01.rb"},
                         {"bcsstk13.mtx.gz"},
                         {"bcsstk16.mtx.gz"},
                         {"g20.rua"},
                         {"lap2D_5pt_n100.mtx.gz"},
                         {"lap3D_7pt_n20.mtx.gz"},
                         {"maxwell_M1.mtx.gz"},
                         {"meshtying2D.mtx.gz"},
                         {"nos5.mtx"},
                         {"nos7.mtx"},
                         {"pde900.mtx.gz"},
                         {"wathenSmall.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Elements, LuData, testing::ValuesIn(elements), test_name);

Case const others[] = {{"arc130.rua"},
                       {"arrow_big.mtx.gz"},
                       {"arrow_klu.mtx"},
                       {"bfw782a.mtx.gz"},
                       {"bfwa62.mtx"},
                       {"cage5.mtx"},
                       {"cage8.mtx.gz"},
                       {"gre__115.mtx"},
                       {"resolve_asymmetric01.mtx.gz"},
                       {"resolve_asymmetric02.mtx.gz"},
                       {"resolve_spd01.mtx.gz"},
                       {"resolve_symmetric01.mtx"},
                       {"tacho_test.mtx"},
                       {"Trefethen_2000.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Others, LuData, testing::ValuesIn(others), test_name);

Case const singular[] = {{"hess_pat.mtx", Expected::structurally_singular, 1},
                         {"mbeacxc.mtx.gz", Expected::structurally_singular, 48},
                         {"USAir97.mtx", Expected::structurally_singular, 51},
                         {"rmat_11.mtx.gz", Expected::structurally_singular, 60},
                         {"USPowerGrid.mtx", Expected::structurally_singular, 575},
                         {"hammond.mtx.gz", Expected::no_success},
                         {"Q2Q1_9x9.mtx.gz", Expected::no_success},
                         {"fidapex6.mtx.gz", Expected::no_success},
                         {"spinSZ12.mtx.gz", Expected::no_success}};
INSTANTIATE_TEST_SUITE_P(Singular, LuData, testing::ValuesIn(singular), test_name);

Case const patterns[] = {
    {"karate.mtx", Expected::honest},      {"gent113.mtx", Expected::honest},
    {"Erdos971.mtx", Expected::honest},    {"dwt_878.mtx", Expected::honest},
    {"dwt_1005.mtx", Expected::honest},    {"jagmesh7.mtx", Expected::honest},
    {"bcspwr06.mtx", Expected::honest},    {"raefsky6.mtx.gz", Expected::honest},
    {"bcspwr10.mtx.gz", Expected::honest}, {"rajat01.mtx.gz", Expected::honest}};
INSTANTIATE_TEST_SUITE_P(Patterns, LuData, testing::ValuesIn(patterns), test_name);

// Much fill; apart, so that each suite ends in time.
class LuHeavyData : public testing::TestWithParam<Case> {};
TEST_P(LuHeavyData, Outcome) { check_large(GetParam()); }
Case const heavy[] = {{"NSR8K.mtx.gz"}, {"cage10.mtx.gz"}, {"vardof_46k.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Heavy, LuHeavyData, testing::ValuesIn(heavy), test_name);

struct Pair {
  char const* first;
  char const* second;
  friend void PrintTo(Pair const& pair, std::ostream* out) { *out << pair.first; }
};

class LuSequenceData : public testing::TestWithParam<Pair> {};
TEST_P(LuSequenceData, RefactorsAndSolves) {
  auto const first = large_file(GetParam().first), second = large_file(GetParam().second);
  if (!first || !second) {
    GTEST_SKIP() << GetParam().first << ": HEDDLE_DATA names the folder of the data set";
  }
  check_sequence(*first, *second);
}

Pair const pairs[] = {
    {"ScaleMicrogrid_Jacobian_N1000_01.mtx.gz", "ScaleMicrogrid_Jacobian_N1000_02.mtx.gz"},
    {"resolve_asymmetric01.mtx.gz", "resolve_asymmetric02.mtx.gz"},
    {"pf_ACTIVSg2000_flat.mtx.gz", "pf_ACTIVSg2000.mtx.gz"},
    {"pf_case9241pegase_flat.mtx.gz", "pf_case9241pegase.mtx.gz"}};
INSTANTIATE_TEST_SUITE_P(Pairs, LuSequenceData, testing::ValuesIn(pairs));

// The published GPU forms on real circuits, grids and power flows: other symbolic phase, other
// levels, other numeric phase, the same solutions.
class LuSeedFormsData : public testing::TestWithParam<char const*> {};
TEST_P(LuSeedFormsData, Solve) {
  auto const entries = large_file(GetParam());
  if (!entries) GTEST_SKIP() << GetParam() << ": HEDDLE_DATA names the folder of the data set";
  auto const b = reference::multiply(*entries, ones(entries->num_rows));
  for (auto const format : {lu::ColumnFormat::dense, lu::ColumnFormat::search}) {
    lu::AnalyzeOptions options;
    options.symbolic = lu::Symbolic::fill2_chunked;
    options.levelize = lu::Levelize::kahn;
    options.numeric = lu::Numeric::right_looking;
    options.column_format = format;
    Solver<> const solver(csr(*entries), options);
    EXPECT_EQ(solver.factored.status, Status::success) << lu::to_string(solver.factored.status);
    ASSERT_TRUE(solver.usable());
    EXPECT_EQ(solver.factored.right_looking->dense_columns > 0, format == lu::ColumnFormat::dense);
    auto const solution = solver.solve(b);
    EXPECT_EQ(solution.result.status, Status::success);
    EXPECT_LE(backward_error(*entries, solution.x, b), 1e-12);
  }
}
INSTANTIATE_TEST_SUITE_P(Files, LuSeedFormsData,
                         testing::Values("add32.mtx.gz", "memplus.mtx.gz", "gemat12.mtx.gz",
                                         "pf_case2869pegase.mtx.gz", "sherman3.mtx.gz"));

// A batch around a real matrix: the values drift by up to a tenth from system to system.
TEST(LuBatchData, DriftingSystems) {
  int found = 0;
  for (auto const* file : {"memplus.mtx.gz", "pf_case2869pegase.mtx.gz", "add32.mtx.gz"}) {
    SCOPED_TRACE(file);
    auto entries = large_file(file);
    if (!entries) continue;
    ++found;
    std::stable_sort(entries->list.begin(), entries->list.end(),
                     [](auto const& a, auto const& c) { return a.row < c.row; });
    Exec const exec;
    constexpr int count = 5;
    auto const n = static_cast<std::size_t>(entries->num_rows);
    Kokkos::View<double**, Exec::memory_space> const values("heddle::test::values", count,
                                                            entries->list.size()),
        rows("heddle::test::rows", count, n);
    auto const host_values = Kokkos::create_mirror_view(values);
    auto const host_rows = Kokkos::create_mirror_view(rows);
    families::Random random(1);
    std::vector<Entries> systems(count, *entries);
    for (int k = 0; k < count; ++k) {
      for (std::size_t e = 0; e < entries->list.size(); ++e)
        host_values(k, e) = systems[k].list[e].value *= k == 0 ? 1 : 1 + 0.1 * random.value();
      auto const b = reference::multiply(systems[k], ones(n));
      for (std::size_t i = 0; i < n; ++i) host_rows(k, i) = b[i];
    }
    Kokkos::deep_copy(values, host_values);
    Kokkos::deep_copy(rows, host_rows);
    auto const analyzed = lu::analyze(exec, csr(*entries));
    lu::BatchFactorization<double, Exec> batch(exec, analyzed.analysis, count);
    EXPECT_EQ(batch.factor(exec, values).status, Status::success);
    lu::BatchWorkspace<Exec> workspace;
    EXPECT_EQ(batch.solve(exec, rows, rows, workspace).status, Status::success);
    auto const solved = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows);
    for (int k = 0; k < count; ++k) {
      Vector x(n);
      for (std::size_t i = 0; i < n; ++i) x[i] = solved(k, i);
      EXPECT_LE(backward_error(systems[k], x, reference::multiply(systems[k], ones(n))), 1e-12);
    }
  }
  if (found == 0) GTEST_SKIP() << "HEDDLE_DATA names the folder of the data set";
}

// Bit for bit on the larger circuits and power grids as well.
TEST(LuBackendsData, EqualSerial) {
  int found = 0;
  for (auto const* file : {"memplus.mtx.gz", "pf_ACTIVSg2000.mtx.gz", "sherman3.mtx.gz",
                           "gemat12.mtx.gz", "nnc1374.mtx.gz", "basker_matrix1.mtx.gz"}) {
    SCOPED_TRACE(file);
    auto const entries = large_file(file);
    if (!entries) continue;
    ++found;
    Solver<double, Exec> const here(csr(*entries));
    Solver<double, Yardstick> const there(csr(*entries));
    ASSERT_TRUE(here.usable() && there.usable());
    EXPECT_TRUE(same_bits(here.values(), there.values()));
    auto const b = reference::multiply(*entries, ones(entries->num_rows));
    EXPECT_TRUE(same_bits(here.solve(b).x, there.solve(b).x));
  }
  if (found == 0) GTEST_SKIP() << "HEDDLE_DATA names the folder of the data set";
}

}  // namespace
}  // namespace heddle::test
