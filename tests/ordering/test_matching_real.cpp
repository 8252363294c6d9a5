// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Real matrices: small ones of the repository always, the large set where HEDDLE_DATA points.
#include <tests/ordering/scales.hpp>
#include <tests/support/data.hpp>

#include <heddle/ordering/matching.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using heddle::ordering::maximum_matching;
using heddle::ordering::weighted_matching;
using heddle::test::StoredColumns;

/// Structural rank n - deficit over nonzero values by the oracle and by both matchings; a heaviest
/// matching where it is perfect; scales that keep their bounds.
void expect_matched(std::string const& path, std::int64_t const deficit) {
  SCOPED_TRACE(path);
  auto const entries = heddle::test::entries_of_file(path);
  std::int64_t const n = entries.num_rows;
  EXPECT_EQ(heddle::reference::maximum_matching_size(entries, false), n - deficit);
  StoredColumns const stored(entries);
  auto const maximum = maximum_matching(stored.pattern());
  EXPECT_EQ(maximum.structural_rank, heddle::reference::maximum_matching_size(entries));
  auto const weighted = weighted_matching(stored.columns());
  EXPECT_EQ(weighted.structural_rank, maximum.structural_rank);
  if (weighted.structural_rank < n) {
    EXPECT_EQ(weighted.row_of_column, maximum.row_of_column);
    EXPECT_EQ(static_cast<std::int64_t>(weighted.unmatched_rows.size()), deficit);
    return;
  }
  heddle::test::expect_powers_of_two(weighted);
  auto const sizes = heddle::test::scaled_sizes(entries, weighted);
  EXPECT_LE(sizes.largest, 2);
  EXPECT_EQ(weighted.used_zeros, deficit > 0);
  if (deficit == 0) {
    EXPECT_TRUE(heddle::reference::no_exchange_gains(entries, weighted.row_of_column));
    EXPECT_GE(sizes.least_matched, 0.5);
  }
}

TEST(MatchingReal, SmallFiles) {
  for (auto const* name :
       {"umfpack_di_demo.mtx", "pores_1.mtx", "cage5.mtx", "gre__115.mtx", "rajat11.mtx",
        "pf_case118.mtx", "bfwa62.mtx", "west0067.mtx", "west0479.mtx", "mc64_example.mtx.gz",
        "adder_dcop_05.mtx.gz", "nnc1374.mtx.gz", "qh1484.mtx", "Q2Q1_9x9.mtx.gz", "w156.mtx"})
    expect_matched(heddle::test::small_data(name), 0);
}

TEST(MatchingReal, SmallDeficientFiles) {
  for (auto const& [name, deficit] : std::vector<std::pair<std::string, int>>{
           {"hess_pat.mtx", 1}, {"USAir97.mtx", 51}, {"GD99_cc.mtx", 41}, {"USPowerGrid.mtx", 575}})
    expect_matched(heddle::test::small_data(name), deficit);
}

class LargeMatchingData : public testing::TestWithParam<std::pair<char const*, int>> {};

TEST_P(LargeMatchingData, AgreesWithTheOracles) {
  auto const [name, deficit] = GetParam();
  auto const path = heddle::test::large_data(std::string(name) + ".mtx.gz");
  if (path.empty()) GTEST_SKIP() << "HEDDLE_DATA does not lead to " << name;
  expect_matched(path, deficit);
}

INSTANTIATE_TEST_SUITE_P(Files, LargeMatchingData,
                         testing::Values(std::pair("memplus", 0), std::pair("mna_ram2k", 0),
                                         std::pair("szdMat", 0), std::pair("pf_case9241pegase", 0),
                                         std::pair("basker_matrix1", 0),
                                         std::pair("ScaleMicrogrid_Jacobian_N1000_01", 0),
                                         std::pair("gemat12", 0), std::pair("NSR8K", 0),
                                         std::pair("cage10", 0), std::pair("vardof_46k", 0),
                                         std::pair("hangGlider_2", 0), std::pair("fidapex6", 0),
                                         std::pair("mbeacxc", 48), std::pair("rmat_11", 60)),
                         [](auto const& info) { return std::string(info.param.first); });

}  // namespace
