// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// heddle solve: answers worked out by hand, and real matrices whose solution is all ones.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

namespace heddle::test {
namespace {

using nlohmann::json;

constexpr char const* zero_diagonal =
    "%%MatrixMarket matrix coordinate real general\n3 3 6\n"
    "1 2 1\n2 1 1\n2 2 1\n2 3 2\n3 2 2\n3 3 1\n";
constexpr char const* its_right_hand_side =
    "%%MatrixMarket matrix array real general\n3 1\n2\n9\n7\n";

/// The numbers of a Matrix Market array, without its head and size.
std::vector<double> array_values(std::string const& path) {
  std::istringstream text(text_of(path));
  std::string line;
  while (std::getline(text, line) && line.rfind('%', 0) == 0) continue;
  std::vector<double> values;
  for (double value = 0; text >> value;) values.push_back(value);
  return values;
}

TEST(CliSolve, ZeroDiagonalByHand) {
  Scratch const scratch;
  auto const run = run_heddle({"solve", scratch.write("A.mtx", zero_diagonal), "-b",
                               scratch.write("b.mtx", its_right_hand_side), "-o",
                               scratch.path("x.mtx"), "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(array_values(scratch.path("x.mtx")), (std::vector<double>{1, 2, 3}));
  auto const report = json::parse(run.out);
  EXPECT_EQ(report.at("schema"), 1);
  EXPECT_EQ(report.at("command"), "solve");
  EXPECT_EQ(report.at("exit_code"), 0);
  auto const& factor = report.at("steps").at(0).at("factor");
  EXPECT_EQ(factor.at("log_determinant"), 0.0);
  EXPECT_EQ(factor.at("determinant_sign"), -1);
  EXPECT_TRUE(report.at("steps").at(0).at("error_against_ones").is_null());
}

TEST(CliSolve, TransposedAndTwoRightHandSidesByHand) {
  Scratch const scratch;
  auto const matrix = scratch.write(
      "A.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n1 2 1\n2 2 4\n");
  // A^T = [[2,0],[1,4]]: columns (2,9) and (4,2) give (1,2) and (2,0).
  auto const b =
      scratch.write("b.mtx", "%%MatrixMarket matrix array real general\n2 2\n2\n9\n4\n2\n");
  auto const run =
      run_heddle({"solve", matrix, "--transpose", "-b", b, "-o", scratch.path("x.mtx")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(array_values(scratch.path("x.mtx")), (std::vector<double>{1, 2, 2, 0}));
}

// Two by two with the solution (1, i), a triangle stored where the kind says so.
struct ComplexCase {
  char const* kind;
  char const* entries;  ///< with their number
  char const* b;
  double log_determinant, phase_real, phase_imaginary;
};

TEST(CliSolve, ComplexKindsByHand) {
  double const root = std::sqrt(17.0);
  ComplexCase const cases[] = {
      {"general", "3\n1 1 0 1\n1 2 1 0\n2 2 2 0\n", "0 2\n0 2\n", std::log(2.0), 0, 1},
      {"hermitian", "3\n1 1 2 0\n2 1 1 1\n2 2 3 0\n", "3 1\n1 4\n", std::log(4.0), 1, 0},
      {"symmetric", "3\n1 1 0 1\n2 1 2 0\n2 2 1 0\n", "0 3\n2 1\n", std::log(root), -4 / root,
       1 / root},
      {"skew-symmetric", "1\n2 1 1 1\n", "1 -1\n1 1\n", std::log(2.0), 0, 1}};
  for (auto const& which : cases) {
    SCOPED_TRACE(which.kind);
    Scratch const scratch;
    auto const matrix =
        scratch.write("A.mtx", std::string("%%MatrixMarket matrix coordinate complex ") +
                                   which.kind + "\n2 2 " + which.entries);
    auto const b = scratch.write(
        "b.mtx", std::string("%%MatrixMarket matrix array complex general\n2 1\n") + which.b);
    auto const run = run_heddle({"solve", matrix, "-b", b, "-o", scratch.path("x.mtx"), "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    auto const x = array_values(scratch.path("x.mtx"));
    ASSERT_EQ(x.size(), 4u);
    double const expected[] = {1, 0, 0, 1};
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(x[k], expected[k], 1e-15);
    auto const factor = json::parse(run.out).at("steps").at(0).at("factor");
    EXPECT_NEAR(factor.at("log_determinant").get<double>(), which.log_determinant, 1e-15);
    EXPECT_NEAR(factor.at("determinant_phase").at(0).get<double>(), which.phase_real, 1e-15);
    EXPECT_NEAR(factor.at("determinant_phase").at(1).get<double>(), which.phase_imaginary, 1e-15);
  }
}

TEST(CliSolve, ComplexMatrices) {
  for (auto const* file : {"cg20.mtx", "w156.mtx"})
    for (auto const* precision : {"f64", "f32"}) {
      auto const run = run_heddle({"solve", small_data(file), "--json", "--precision", precision});
      EXPECT_EQ(run.exit_code, 0) << file << run.err;
      auto const report = json::parse(run.out);
      EXPECT_EQ(report.at("matrix").at("field"), "complex");
      EXPECT_LE(report.at("steps").at(0).at("solve").at("backward_error").get<double>(), 1e-12);
      EXPECT_LE(report.at("steps").at(0).at("error_against_ones").get<double>(), 1e-6);
    }
  auto const singular = run_heddle({"solve", small_data("GD99_cc.mtx"), "--json"});
  EXPECT_EQ(singular.exit_code, 4);
  auto const analysis = json::parse(singular.out).at("analysis");
  EXPECT_EQ(analysis.at("status"), "structurally_singular");
  EXPECT_EQ(analysis.at("structural_rank"), 105 - 41);
}

TEST(CliSolve, TinySystems) {
  Scratch const scratch;
  auto const one =
      scratch.write("one.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
  auto const b = scratch.write("b.mtx", "%%MatrixMarket matrix array real general\n1 1\n8\n");
  auto const run = run_heddle({"solve", one, "-b", b, "-o", scratch.path("x.mtx")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(array_values(scratch.path("x.mtx")), std::vector<double>{2});

  auto const none =
      scratch.write("none.mtx", "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
  EXPECT_EQ(run_heddle({"solve", none}).exit_code, 0);
}

TEST(CliSolve, RealMatricesOnEveryHostBackend) {
  for (auto const* file :
       {"umfpack_di_demo.mtx", "pf_case118.mtx", "bcsstk01.rb", "jpwh_991.mtx.gz"}) {
    for (auto const* backend : {"serial", "openmp"}) {
      if (!has_backend(backend)) continue;
      auto const run = run_heddle({"solve", small_data(file), "--backend", backend, "--json"});
      ASSERT_EQ(run.exit_code, 0) << file << ": " << run.err;
      auto const report = json::parse(run.out);
      auto const& step = report.at("steps").at(0);
      EXPECT_EQ(report.at("numeric_place").at("backend"), backend);
      EXPECT_LE(step.at("solve").at("backward_error").get<double>(), 1e-12) << file;
      EXPECT_LE(step.at("error_against_ones").get<double>(), 1e-6) << file;
      EXPECT_FALSE(step.at("phases").empty());
    }
  }
}

TEST(CliSolve, OptionsReachTheLibrary) {
  auto const file = small_data("pf_case118.mtx");
  auto const entries = [&](std::string const& ordering) {
    auto const run = run_heddle({"solve", file, "--ordering", ordering, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return json::parse(run.out).at("analysis").at("factor_entries").get<std::int64_t>();
  };
  EXPECT_LT(entries("amd"), entries("natural"));

  auto const single = run_heddle({"solve", file, "--precision", "f32", "--json"});
  EXPECT_EQ(single.exit_code, 0) << single.err;
  EXPECT_EQ(json::parse(single.out).at("precision"), "f32");
  for (auto const* matching : {"cardinality", "none"}) {
    EXPECT_EQ(run_heddle({"solve", small_data("arrow_klu.mtx"), "--matching", matching}).exit_code,
              0);
  }
}

TEST(CliSolve, RefactorsTheSamePattern) {
  auto const run = run_heddle({"solve", small_data("resolve_asymmetric01.mtx.gz"), "--json",
                               "--refactor", small_data("resolve_asymmetric02.mtx.gz"),
                               small_data("resolve_asymmetric01.mtx.gz")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  auto const report = json::parse(run.out);
  ASSERT_EQ(report.at("steps").size(), 3u);
  for (auto const& step : report.at("steps")) {
    EXPECT_EQ(step.at("status"), "success");
    EXPECT_LE(step.at("solve").at("backward_error").get<double>(), 1e-12);
  }
  EXPECT_FALSE(report.at("steps").at(0).at("refactored").get<bool>());
  EXPECT_TRUE(report.at("steps").at(2).at("refactored").get<bool>());
}

TEST(CliSolve, TextNamesWhatWasDone) {
  auto const run = run_heddle({"solve", small_data("pf_case118.mtx")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (auto const* word : {"181 x 181", "success", "backward error", "levels", "ln |det A|", "auto",
                           "read", "match", "order", "symbolic", "numeric", "solve"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word << " in\n" << run.out;
  }
}

}  // namespace
}  // namespace heddle::test
