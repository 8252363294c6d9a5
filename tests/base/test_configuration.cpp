// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/device_info.hpp>
#include <heddle/base/configuration.hpp>
#include <heddle/base/version.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>

namespace {

TEST(Version, macros_number_and_text_agree) {
  static_assert(HEDDLE_VERSION ==
                10000 * HEDDLE_VERSION_MAJOR + 100 * HEDDLE_VERSION_MINOR + HEDDLE_VERSION_PATCH);
  EXPECT_EQ(heddle::version(), HEDDLE_TEST_VERSION);  // what CMake's project() says
  EXPECT_EQ(heddle::version_number(), HEDDLE_VERSION);
  std::ostringstream text;
  text << HEDDLE_VERSION_MAJOR << '.' << HEDDLE_VERSION_MINOR << '.' << HEDDLE_VERSION_PATCH;
  EXPECT_EQ(heddle::version(), text.str());
}

TEST(Configuration, states_the_facts_of_this_build) {
  auto const facts = heddle::configuration();
  EXPECT_EQ(facts.version, heddle::version());
  EXPECT_TRUE(std::regex_match(facts.commit, std::regex("unknown|[0-9a-f]{12,40}")));
  ASSERT_FALSE(facts.compilers.empty());
  EXPECT_EQ(facts.compilers.front().substr(0, 4), "CXX ");
  EXPECT_EQ(facts.build_type, HEDDLE_TEST_BUILD_TYPE);
  EXPECT_TRUE(std::regex_match(facts.kokkos_version, std::regex("[4-5]\\.[0-9]+\\.[0-9]+")));
  EXPECT_FALSE(facts.kokkos_path.empty());
  EXPECT_EQ(facts.value_types, (std::vector<std::string>{"float", "double"}));
  EXPECT_EQ(facts.offset_types, (std::vector<std::string>{"int32", "int64"}));
  EXPECT_EQ(facts.index_types, (std::vector<std::string>{"int32"}));
}

TEST(Configuration, lists_the_backends_that_cmake_found) {
  std::string found;
  for (auto const& name : heddle::configuration().backends) found += name + ' ';
  EXPECT_EQ(found, HEDDLE_TEST_BACKENDS);
}

TEST(Configuration, prints_one_fact_a_line) {
  std::ostringstream out;
  heddle::print_configuration(out);
  auto const text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_EQ(text.find("Heddle         " + std::string(heddle::version())), 0u);
  EXPECT_NE(text.find("\nvalue types    float, double\n"), std::string::npos);
  EXPECT_NE(text.find("\nCUDA native    "), std::string::npos);
}

TEST(DeviceInfo, reports_devices_or_none) {
  auto const report = heddle::backends::device_report();
  EXPECT_EQ(report.problem, "");
  if (!heddle::configuration().cuda_native) {
    EXPECT_TRUE(report.devices.empty());
    EXPECT_EQ(report.runtime_version, "");
    return;
  }
  EXPECT_TRUE(std::regex_match(report.runtime_version, std::regex("[0-9]+\\.[0-9]+")));
  int with_free_bytes = 0;
  for (auto const& device : report.devices) {
    EXPECT_FALSE(device.name.empty());
    EXPECT_GT(device.multiprocessors, 0);
    EXPECT_GT(device.total_bytes, std::uint64_t(1) << 30);
    EXPECT_GT(device.clock_ghz, 0.1);
    EXPECT_GT(device.bandwidth_gb_per_s, 10);
    with_free_bytes += device.free_bytes.has_value();
    EXPECT_LE(device.free_bytes.value_or(0), device.total_bytes);
  }
  EXPECT_EQ(with_free_bytes, report.devices.empty() ? 0 : 1);
}

}  // namespace
