// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What heddle solve does not solve: each refusal has its exit code and one line.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::test {
namespace {

constexpr char const* head = "%%MatrixMarket matrix coordinate real general\n";

void expect_refusal(Run const& run, int exit_code, std::vector<std::string> const& words) {
  EXPECT_EQ(run.exit_code, exit_code) << run.err;
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_EQ(run.err.rfind("heddle: ", 0), 0u) << run.err;
  for (auto const& word : words) EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
}

TEST(CliBadInput, BadFilesAreNamed) {
  for (auto const* file :
       {"bad_empty_file.mtx", "bad_many_lines.mtx", "bad_missing_data.mtx",
        "bad_symmetric_rectangular.mtx", "bad_wrong_dims.mtx", "bad_wrong_header.mtx"}) {
    auto const run = run_heddle({"solve", small_data(file)});
    EXPECT_EQ(run.out, "") << file;
    expect_refusal(run, 3, {file});
  }
  expect_refusal(run_heddle({"solve", "no/such/file.mtx"}), 3, {"no/such/file.mtx"});
  expect_refusal(run_heddle({"compare", "no/such/file.mtx"}), 3, {"no/such/file.mtx"});
}

TEST(CliBadInput, TheLineIsNamed) {
  Scratch const scratch;
  auto const outside = scratch.write("outside.mtx", std::string(head) + "2 2 2\n1 1 1\n3 1 1\n");
  expect_refusal(run_heddle({"solve", outside}), 3, {"outside.mtx:4:"});
  auto const nan = scratch.write("nan.mtx", std::string(head) + "1 1 1\n1 1 nan\n");
  expect_refusal(run_heddle({"solve", nan}), 3, {"nan.mtx:3:"});
}

TEST(CliBadInput, RectangularMatricesAreRefused) {
  expect_refusal(run_heddle({"solve", small_data("jac_pat.mtx")}), 3,
                 {"jac_pat.mtx", "rectangular", "10 x 43"});
  expect_refusal(run_heddle({"compare", small_data("lp_afiro.mtx")}), 3, {"rectangular"});
}

TEST(CliBadInput, RealAndComplexDoNotMix) {
  Scratch const scratch;
  auto const real = scratch.write("real.mtx", std::string(head) + "2 2 2\n1 1 1\n2 2 1\n");
  auto const complex_head = std::string("%%MatrixMarket matrix coordinate complex general\n");
  auto const complex = scratch.write("complex.mtx", complex_head + "2 2 2\n1 1 1 1\n2 2 1 0\n");
  auto const b =
      scratch.write("b.mtx", "%%MatrixMarket matrix array complex general\n2 1\n1 2\n3 4\n");
  expect_refusal(run_heddle({"solve", real, "-b", b}), 3, {"b.mtx", "complex right-hand sides"});
  expect_refusal(run_heddle({"solve", real, "--refactor", complex}), 3,
                 {"complex.mtx", "complex values", "real ones"});
  expect_refusal(run_heddle({"solve", complex, "--refactor", real}), 3,
                 {"real.mtx", "real values", "complex ones"});
}

TEST(CliBadInput, RightHandSidesMustFit) {
  Scratch const scratch;
  auto const matrix = scratch.write("A.mtx", std::string(head) + "2 2 2\n1 1 1\n2 2 1\n");
  auto const array = std::string("%%MatrixMarket matrix array real general\n");
  auto const longer = scratch.write("longer.mtx", array + "3 1\n1\n2\n3\n");
  expect_refusal(run_heddle({"solve", matrix, "-b", longer}), 3, {"longer.mtx", "3 rows"});
  auto const wide = scratch.write("wide.mtx", std::string(head) + "2 2000000000 1\n1 1 1\n");
  expect_refusal(run_heddle({"solve", matrix, "-b", wide}), 3, {"wide.mtx", "right-hand sides"});
}

TEST(CliBadInput, OutputThatCannotBeWritten) {
  auto const run =
      run_heddle({"solve", small_data("arrow_klu.mtx"), "-o", "/no/such/folder/x.mtx"});
  expect_refusal(run, 3, {"/no/such/folder/x.mtx"});
}

TEST(CliBadInput, RefactorWantsTheSamePattern) {
  Scratch const scratch;
  auto const first =
      scratch.write("1.mtx", std::string(head) + "3 3 4\n1 1 1\n2 1 1\n2 2 1\n3 3 1\n");
  auto const other =
      scratch.write("2.mtx", std::string(head) + "3 3 4\n1 1 1\n3 1 1\n2 2 1\n3 3 1\n");
  expect_refusal(run_heddle({"solve", first, "--refactor", other}), 3, {"2.mtx"});
  auto const small = scratch.write("3.mtx", std::string(head) + "1 1 1\n1 1 1\n");
  expect_refusal(run_heddle({"solve", first, "--refactor", small}), 3, {"3.mtx", "1 row"});
}

TEST(CliSingular, StructurallyByHand) {
  Scratch const scratch;
  auto const matrix = scratch.write(
      "A.mtx", std::string(head) + "3 3 6\n1 1 1\n1 2 2\n2 1 3\n2 2 4\n3 1 5\n3 2 6\n");
  auto const run = run_heddle({"solve", matrix, "-o", scratch.path("x.mtx"), "--json"});
  expect_refusal(run, 4, {"A.mtx", "structurally_singular", "rank 2 of 3", "columns 3"});
  EXPECT_EQ(text_of(scratch.path("x.mtx")), "") << "there is no solution to write";
  auto const report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report.at("exit_code"), 4);
  EXPECT_EQ(report.at("analysis").at("status"), "structurally_singular");
  EXPECT_EQ(report.at("analysis").at("structural_rank"), 2);
  EXPECT_EQ(report.at("analysis").at("unmatched_columns"), nlohmann::json({3}));
  EXPECT_TRUE(report.at("steps").empty());
}

TEST(CliSingular, NumericallyByHand) {
  Scratch const scratch;
  auto const matrix =
      scratch.write("A.mtx", std::string(head) + "2 2 4\n1 1 1\n1 2 2\n2 1 2\n2 2 4\n");
  auto const run = run_heddle({"solve", matrix, "--json"});
  expect_refusal(run, 4, {"A.mtx", "numerically_singular", "elimination step 2"});
  auto const report = nlohmann::json::parse(run.out);
  auto const& step = report.at("steps").at(0);
  EXPECT_EQ(step.at("status"), "numerically_singular");
  EXPECT_EQ(step.at("factor").at("first_bad").at("step"), 2);
  EXPECT_TRUE(step.at("solve").is_null());
  expect_refusal(run_heddle({"compare", matrix, "--runs", "1"}), 4, {"numerically_singular"});
}

TEST(CliSingular, RealMatrices) {
  expect_refusal(run_heddle({"solve", small_data("hess_pat.mtx")}), 4, {"rank 42 of 43"});
  expect_refusal(run_heddle({"solve", small_data("USAir97.mtx")}), 4, {"rank 281 of 332"});
  expect_refusal(run_heddle({"compare", small_data("hess_pat.mtx")}), 4, {"rank 42 of 43"});
}

TEST(CliSingular, AClaimOfManyEmptyRowsTakesNoMemory) {
  Scratch const scratch;
  auto const matrix =
      scratch.write("A.mtx", std::string(head) + "2147483647 2147483647 1\n1 1 1\n");
  auto const run = run_heddle({"solve", matrix});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
}

}  // namespace
}  // namespace heddle::test
