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

template <class Check>
void replay(Check check, std::string const& reader) {
  int files = 0;
  for (auto const& file :
       std::filesystem::directory_iterator(heddle::test::small_data("../fuzz/corpus/" + reader))) {
    std::ifstream stream(file.path(), std::ios::binary);
    std::string const bytes(std::istreambuf_iterator<char>(stream), {});
    auto const* const data = reinterpret_cast<std::uint8_t const*>(bytes.data());
    EXPECT_NO_THROW(check(data, bytes.size())) << file.path();
    ++files;
  }
  EXPECT_GE(files, 5);
}

void replay_reader(heddle::fuzz::Parse parse, std::string const& reader) {
  replay([parse](auto const* data,
                 std::size_t size) { heddle::fuzz::check_reader(parse, data, size); },
         reader);
}

TEST(FuzzCorpus, MatrixMarket) { replay_reader(heddle::io::parse_matrix_market, "matrix_market"); }
TEST(FuzzCorpus, HarwellBoeing) {
  replay_reader(heddle::io::parse_harwell_boeing, "harwell_boeing");
}
TEST(FuzzCorpus, Gzip) { replay_reader(heddle::io::parse_matrix, "gzip"); }
TEST(FuzzCorpus, PowerCase) { replay(heddle::fuzz::check_power_case, "power_case"); }

}  // namespace
