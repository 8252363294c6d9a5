// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the C checks on a backend, and what C alone cannot do: arrays in the memory of a device.
#include <heddle/backends/traits.hpp>

#include <tests/capi/check.h>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace {

using Exec = TEST_EXECSPACE;
using Memory = typename Exec::memory_space;
constexpr char const* backend = heddle::backends::traits<Exec>::name;

TEST(CApiHandles, contexts_come_and_go) { EXPECT_EQ(check_contexts(backend), 0); }
TEST(CApiHandles, null_is_refused_everywhere) { EXPECT_EQ(check_null_handles(), 0); }
TEST(CApiMap, words_of_32_bits) { EXPECT_EQ(check_map_u32(backend), 0); }
TEST(CApiMap, words_of_64_bits) { EXPECT_EQ(check_map_u64(backend), 0); }
TEST(CApiMap, full_ones_say_so_and_others_grow) { EXPECT_EQ(check_map_growth(backend), 0); }
TEST(CApiMap, refusals_change_nothing) { EXPECT_EQ(check_map_refusals(backend), 0); }
TEST(CApiLu, solutions_are_those_of_dense_elimination) { EXPECT_EQ(check_lu_real(backend), 0); }
TEST(CApiLu, all_types_of_values) { EXPECT_EQ(check_lu_types(backend), 0); }
TEST(CApiLu, singular_and_non_finite_matrices) { EXPECT_EQ(check_lu_outcomes(backend), 0); }
TEST(CApiLu, refusals_change_nothing) { EXPECT_EQ(check_lu_refusals(backend), 0); }
TEST(CApiColoring, colors_are_legal) { EXPECT_EQ(check_coloring(backend), 0); }
TEST(CApiColoring, compressed_jacobians) { EXPECT_EQ(check_jacobian(backend), 0); }
TEST(CApiColoring, refusals) { EXPECT_EQ(check_coloring_refusals(backend), 0); }

template <class T>
Kokkos::View<T*, Memory> there(std::vector<T> const& items) {
  Kokkos::View<T*, Memory> view("heddle::test::items", items.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace>(items.data(), items.size()));
  return view;
}
template <class T>
std::vector<T> here(Kokkos::View<T*, Memory> const& view) {
  std::vector<T> items(view.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(items.data(), items.size()), view);
  return items;
}

/// The stream of an instance, for backends that have any.
template <class E>
void* stream_of(E const& exec) {
  if constexpr (requires { exec.cuda_stream(); }) return exec.cuda_stream();
  return nullptr;
}

struct Context {
  Exec exec;
  heddle_context* context = nullptr;
  Context() { EXPECT_EQ(heddle_context_create(backend, stream_of(exec), &context), 0); }
  ~Context() { heddle_context_free(context); }
};

TEST(CApiDeviceArrays, maps) {
  Context const c;
  heddle_map_u64* map = nullptr;
  ASSERT_EQ(heddle_map_u64_create(c.context, 100, 0, &map), HEDDLE_SUCCESS);
  auto const keys = there<std::uint64_t>({5, 6, 7}), values = there<std::uint64_t>({50, 60, 70});
  auto const found = there<std::uint64_t>({0, 0, 0});
  auto const statuses = there<std::uint8_t>({0, 0, 0});
  EXPECT_EQ(heddle_map_u64_insert(map, HEDDLE_DEVICE, 3, keys.data(), values.data(),
                                  statuses.data(), nullptr),
            HEDDLE_SUCCESS);
  EXPECT_EQ(here(statuses), std::vector<std::uint8_t>(3, HEDDLE_ITEM_INSERTED));
  auto const wanted = there<std::uint64_t>({7, 8, 5});
  EXPECT_EQ(heddle_map_u64_find(map, HEDDLE_DEVICE, 3, wanted.data(), found.data(), 1,
                                statuses.data(), nullptr),
            HEDDLE_SUCCESS);
  EXPECT_EQ(here(found), (std::vector<std::uint64_t>{70, 1, 50}));
  std::size_t size = 0;
  EXPECT_EQ(
      heddle_map_u64_retrieve_all(map, HEDDLE_DEVICE, 3, wanted.data(), found.data(), 1, &size),
      HEDDLE_SUCCESS);
  EXPECT_EQ(here(found), (std::vector<std::uint64_t>{50, 60, 70}));
  heddle_map_u64_free(map);
}

TEST(CApiDeviceArrays, lu_with_values_and_patterns_in_either_memory) {
  Context const c;
  std::vector<std::int64_t> const offsets{0, 2, 4};
  std::vector<std::int32_t> const columns{0, 1, 0, 1};
  std::vector<double> const values{0, 2, 4, 1};  // x = (1, 2) for b = (4, 6)
  auto const offsets_there = there(offsets);
  auto const columns_there = there(columns);
  auto const values_there = there(values);
  auto const b = there<double>({4, 6}), x = there<double>({0, 0});
  for (int const memory : {HEDDLE_HOST, HEDDLE_DEVICE}) {
    bool const is_there = memory == HEDDLE_DEVICE;
    heddle_lu* lu = nullptr;
    ASSERT_EQ(heddle_lu_analyze_i64(c.context, HEDDLE_F64, memory, 2, 4,
                                    is_there ? offsets_there.data() : offsets.data(),
                                    is_there ? columns_there.data() : columns.data(),
                                    is_there ? values_there.data() : values.data(), nullptr, &lu),
              HEDDLE_SUCCESS);
    EXPECT_EQ(heddle_lu_factor(lu, HEDDLE_HOST, values.data()), HEDDLE_SUCCESS);
    EXPECT_EQ(heddle_lu_refactor(lu, HEDDLE_DEVICE, values_there.data()), HEDDLE_SUCCESS);
    EXPECT_EQ(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_DEVICE, 1, b.data(), x.data()),
              HEDDLE_SUCCESS);
    EXPECT_EQ(here(x), (std::vector<double>{1, 2}));
    std::vector<double> const b_here{4, 6};
    std::vector<double> x_here(2);
    EXPECT_EQ(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b_here.data(), x_here.data()),
              HEDDLE_SUCCESS);
    EXPECT_EQ(x_here, (std::vector<double>{1, 2}));
    heddle_lu_free(lu);
  }
}

TEST(CApiDeviceArrays, colourings) {
  Context const c;
  auto const offsets = there<std::int32_t>({0, 2, 3});
  auto const columns = there<std::int32_t>({0, 1, 1});
  heddle_coloring* coloring = nullptr;
  ASSERT_EQ(heddle_color_i32(c.context, HEDDLE_DEVICE, 2, 2, 3, offsets.data(), columns.data(),
                             nullptr, &coloring),
            HEDDLE_SUCCESS);
  auto const seeds = there<double>({7, 7, 7, 7}), values = there<double>({0, 0, 0});
  EXPECT_EQ(heddle_coloring_seeds(coloring, HEDDLE_DEVICE, seeds.data()), HEDDLE_SUCCESS);
  EXPECT_EQ(here(seeds), (std::vector<double>{1, 0, 0, 1}));
  auto const compressed = there<double>({3, 0, 4, 5});
  EXPECT_EQ(heddle_coloring_recover(coloring, HEDDLE_DEVICE, compressed.data(), values.data()),
            HEDDLE_SUCCESS);
  EXPECT_EQ(here(values), (std::vector<double>{3, 4, 5}));
  heddle_coloring_free(coloring);
}

TEST(CApiHandles, last_messages_belong_to_threads) {
  EXPECT_NE(heddle_map_u32_clear(nullptr), 0);
  std::string elsewhere = "?";
  std::thread([&] { elsewhere = heddle_last_message(); }).join();
  EXPECT_EQ(elsewhere, "");
  EXPECT_NE(std::string(heddle_last_message()), "");
}

}  // namespace
