// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments, help, information, and where output goes.
#include "process.hpp"

#include <tests/support/data.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::test {
namespace {

TEST(CliUsage, HelpAndVersionSucceedOnStandardOutput) {
  for (auto const& arguments : std::vector<std::vector<std::string>>{
           {"--help"}, {"solve", "--help"}, {"compare", "--help"}, {"info", "--help"}}) {
    auto const run = run_heddle(arguments);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("Exit codes"), std::string::npos) << run.out;
    EXPECT_EQ(run.err, "");
  }
  auto const version = run_heddle({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("heddle ", 0), 0u);
}

TEST(CliUsage, NonsenseIsOneLineAndTwo) {
  for (auto const& arguments : std::vector<std::vector<std::string>>{
           {},
           {"dissolve"},
           {"solve"},
           {"solve", "a.mtx", "b.mtx"},
           {"solve", "a.mtx", "--bogus"},
           {"solve", "a.mtx", "--place", "moon"},
           {"solve", "a.mtx", "--backend", "moon"},
           {"solve", "a.mtx", "--ordering", "nd"},
           {"solve", "a.mtx", "--backend", "serial", "--place", "device"},
           {"compare", "a.mtx", "--runs", "0"},
           {"compare", "a.mtx", "--runs", "many"},
           {"compare", "a.mtx", "--backends", "serial,moon"}}) {
    auto const run = run_heddle(arguments);
    EXPECT_EQ(run.exit_code, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(run.out, "") << testing::PrintToString(arguments);
    EXPECT_TRUE(is_one_line(run.err)) << run.err;
    EXPECT_EQ(run.err.rfind("heddle: ", 0), 0u) << run.err;
  }
}

TEST(CliInfo, TellsVersionBackendsAndDevices) {
  auto const text = run_heddle({"info"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.err, "");
  for (auto const* word : {"Heddle", "compilers", "Kokkos", "backends", "device"}) {
    EXPECT_NE(text.out.find(word), std::string::npos) << word;
  }
  auto const run = run_heddle({"info", "--json"});
  auto const info = nlohmann::json::parse(run.out);
  EXPECT_EQ(info.at("schema"), 1);
  EXPECT_EQ(info.at("command"), "info");
  EXPECT_FALSE(info.at("backends").empty());
  EXPECT_TRUE(info.at("devices").is_array());
  EXPECT_TRUE(info.at("version").is_string());
  EXPECT_TRUE(info.at("commit").is_string());
}

TEST(CliUsage, AnAbsentBackendIsSix) {
  if (has_backend("cuda")) GTEST_SKIP() << "this build has every backend";
  for (auto const& arguments : std::vector<std::vector<std::string>>{
           {"solve", small_data("arrow_klu.mtx"), "--backend", "cuda"},
           {"solve", small_data("arrow_klu.mtx"), "--place", "device"},
           {"compare", small_data("arrow_klu.mtx"), "--backends", "serial,cuda"}}) {
    auto const run = run_heddle(arguments);
    EXPECT_EQ(run.exit_code, 6);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(is_one_line(run.err)) << run.err;
  }
}

TEST(CliUsage, AFullDiskIsNoSuccess) {
  auto const matrix = small_data("arrow_klu.mtx");
  for (auto const& arguments :
       {std::vector<std::string>{"info"}, {"solve", matrix}, {"compare", matrix, "--runs", "1"}}) {
    auto const run = run_heddle_into("/dev/full", arguments);
    EXPECT_EQ(run.exit_code, 3) << arguments.front();
    EXPECT_TRUE(is_one_line(run.err)) << run.err;
  }
}

TEST(CliProgress, NothingOfItInAFile) {
  auto const piped = run_heddle({"compare", small_data("arrow_klu.mtx"), "--runs", "1"});
  EXPECT_EQ(piped.err, "");
}

TEST(CliProgress, ATerminalSeesIt) {
  if (!has_terminals()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  auto const shown =
      run_heddle({"compare", small_data("arrow_klu.mtx"), "--runs", "1"}, StandardError::terminal);
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_NE(shown.err.find("run 1 of 1"), std::string::npos) << shown.err;
  // The line is wiped at the end: nothing of it stays on the screen.
  auto const wipe = std::string("\r\033[K");
  ASSERT_GE(shown.err.size(), wipe.size());
  EXPECT_EQ(shown.err.substr(shown.err.size() - wipe.size()), wipe);
  EXPECT_EQ(shown.out.find('\033'), std::string::npos);
}

}  // namespace
}  // namespace heddle::test
