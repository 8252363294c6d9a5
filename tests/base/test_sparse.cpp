// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/selection.hpp>
#include <heddle/base/compiled_for.hpp>
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace {

using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;

// Defaults: offsets count beyond 2^31 entries, indices are small, memory is the host's.
static_assert(std::is_same_v<heddle::Csr<double>::offset_type, std::int64_t>);
static_assert(std::is_same_v<heddle::Csr<double>::index_type, std::int32_t>);
static_assert(std::is_same_v<heddle::Csc<float>::memory_space, Kokkos::HostSpace>);
static_assert(std::is_same_v<heddle::Pattern<>::memory_space, Kokkos::HostSpace>);

// What was compiled: both value types, both offset types, this backend's memory and the host's.
using heddle::CompiledMatrix;
static_assert(heddle::CompiledBackend<Exec>);
static_assert(!heddle::CompiledBackend<int> && !heddle::CompiledBackend<Kokkos::HostSpace>);
static_assert(heddle::CompiledValue<float> && heddle::CompiledValue<double>);
static_assert(!heddle::CompiledValue<int> && !heddle::CompiledValue<Kokkos::complex<double>>);
static_assert(CompiledMatrix<heddle::Csr<double>, Exec>);
static_assert(CompiledMatrix<heddle::Csc<float, std::int32_t, std::int32_t, Memory>, Exec>);
static_assert(!CompiledMatrix<heddle::Csr<int>, Exec>);
static_assert(!CompiledMatrix<heddle::Csr<double, std::uint32_t>, Exec>);
static_assert(!CompiledMatrix<heddle::Csr<double, std::int64_t, std::int64_t>, Exec>);
static_assert(!CompiledMatrix<heddle::Pattern<>, Exec> && !CompiledMatrix<double, Exec>);

template <class T>
Kokkos::View<T*, Memory> filled(std::string const& label, int extent, T value) {
  Kokkos::View<T*, Memory> view(label, extent);
  Kokkos::deep_copy(view, value);
  return view;
}

heddle::Csr<double, int, int, Memory> two_by_three() {
  return {2, 3, filled("heddle::test::offsets", 3, 0), filled("heddle::test::columns", 4, 1),
          filled("heddle::test::values", 4, 2.5)};
}

TEST(Sparse, an_empty_matrix_has_no_rows_columns_and_entries) {
  heddle::Csr<double> const by_rows;
  EXPECT_EQ(by_rows.num_rows, 0);
  EXPECT_EQ(by_rows.num_columns, 0);
  EXPECT_EQ(by_rows.num_entries(), 0);
  EXPECT_EQ(heddle::Csc<double>().num_entries(), 0);
  EXPECT_EQ(heddle::Pattern<>().num_entries(), 0);
}

TEST(Sparse, the_pattern_of_a_matrix_shares_its_views) {
  auto const matrix = two_by_three();
  auto const pattern = matrix.pattern();
  EXPECT_EQ(pattern.num_rows, 2);
  EXPECT_EQ(pattern.num_columns, 3);
  EXPECT_EQ(pattern.num_entries(), 4);
  EXPECT_EQ(pattern.row_offsets.data(), matrix.row_offsets.data());
  EXPECT_EQ(pattern.columns.data(), matrix.columns.data());
}

TEST(Sparse, a_copy_is_a_handle) {
  auto const matrix = two_by_three();
  auto const copy = matrix;  // NOLINT(performance-unnecessary-copy-initialization): the subject
  EXPECT_EQ(copy.values.data(), matrix.values.data());
  EXPECT_EQ(matrix.values.use_count(), 2);
}

TEST(Selection, finds_this_backend_by_its_name) {
  bool same = false;
  EXPECT_TRUE(heddle::backends::with_backend(
      heddle::backends::traits<Exec>::name,
      [&]<class Found>(std::type_identity<Found>) { same = std::is_same_v<Found, Exec>; }));
  EXPECT_TRUE(same);
}

TEST(Selection, says_when_there_is_no_such_backend) {
  int calls = 0;
  EXPECT_FALSE(heddle::backends::with_backend("abacus", [&](auto) { ++calls; }));
  EXPECT_EQ(calls, 0);
}

TEST(Selection, lists_hosts_first) {
  auto const names = heddle::backends::backend_names();
  ASSERT_FALSE(names.empty());
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_NE(names[i], "serial");
}

}  // namespace
