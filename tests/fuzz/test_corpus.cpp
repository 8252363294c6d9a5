// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replays the corpora of the fuzz targets, so that what was found once stays fixed in every build.
#include <gtest/gtest.h>

#include "readers.hpp"
#include "tests/support/data.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

void replay(heddle::fuzz::Parse parse, std::string const& reader) {
  int files = 0;
  for (auto const& file :
       std::filesystem::directory_iterator(heddle::test::small_data("../fuzz/corpus/" + reader))) {
    std::ifstream stream(file.path(), std::ios::binary);
    std::string const bytes(std::istreambuf_iterator<char>(stream), {});
    auto const* const data = reinterpret_cast<std::uint8_t const*>(bytes.data());
    EXPECT_NO_THROW(heddle::fuzz::check_reader(parse, data, bytes.size())) << file.path();
    ++files;
  }
  EXPECT_GE(files, 5);
}

TEST(FuzzCorpus, MatrixMarket) { replay(heddle::io::parse_matrix_market, "matrix_market"); }
TEST(FuzzCorpus, HarwellBoeing) { replay(heddle::io::parse_harwell_boeing, "harwell_boeing"); }
TEST(FuzzCorpus, Gzip) { replay(heddle::io::parse_matrix, "gzip"); }

}  // namespace
