// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host and device must agree where the members of a struct with a View lie. They do not for the
// mdspan-based View of Kokkos 4.7.00 under nvcc 13 with C++20 ([[no_unique_address]]): functors
// then arrive scrambled, simple kernels seem to work, and reductions end in an illegal address.
// Whatever Kokkos is in use, these tests say so before anything else is believed.
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace {

using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;

struct ViewThenInt {
  Kokkos::View<double*, Memory> values;
  int number;
};

constexpr int num_facts = 7;

/// Sizes and offsets as the compiler of the calling side sees them.
template <class Member, class Struct>
KOKKOS_FUNCTION std::size_t offset_in(Struct const& whole, Member const& member) {
  return reinterpret_cast<char const*>(&member) - reinterpret_cast<char const*>(&whole);
}

KOKKOS_FUNCTION void describe(ViewThenInt const& pair,
                              heddle::Csr<double, std::int64_t, int, Memory> const& matrix,
                              std::size_t* facts) {
  facts[0] = sizeof(pair.values);
  facts[1] = sizeof(pair);
  facts[2] = offset_in(pair, pair.number);
  facts[3] = sizeof(matrix);
  facts[4] = offset_in(matrix, matrix.row_offsets);
  facts[5] = offset_in(matrix, matrix.columns);
  facts[6] = offset_in(matrix, matrix.values);
}

/// The pointer comes first: its place is certain even where the rest is not.
struct DescribeOnDevice {
  std::size_t* facts;
  ViewThenInt pair;
  heddle::Csr<double, std::int64_t, int, Memory> matrix;
  KOKKOS_FUNCTION void operator()(int) const { describe(pair, matrix, facts); }
};

struct ScaledSum {
  Kokkos::View<double*, Memory> values;
  int factor;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += factor * values(i); }
};

TEST(Layout, host_and_device_agree_on_structs_with_views) {
  Exec const exec;
  Kokkos::View<std::size_t*, Memory> facts("heddle::test::facts", num_facts);
  DescribeOnDevice const functor{facts.data(), {}, {}};
  Kokkos::parallel_for("heddle::test::describe", Kokkos::RangePolicy<Exec>(exec, 0, 1), functor);

  std::array<std::size_t, num_facts> on_host{};
  describe(functor.pair, functor.matrix, on_host.data());
  std::array<std::size_t, num_facts> on_device{};
  Kokkos::deep_copy(
      exec, Kokkos::View<std::size_t*, Kokkos::HostSpace>(on_device.data(), num_facts), facts);
  exec.fence("heddle::test::layout");
  EXPECT_EQ(on_host, on_device);
}

TEST(Layout, a_reduction_over_a_view_and_an_int_is_right) {
  Exec const exec;
  int const n = 1000;
  Kokkos::View<double*, Memory> values("heddle::test::values", n);
  Kokkos::deep_copy(exec, values, 0.5);
  double sum = 0;
  Kokkos::parallel_reduce("heddle::test::scaled_sum", Kokkos::RangePolicy<Exec>(exec, 0, n),
                          ScaledSum{values, 6}, sum);
  EXPECT_EQ(sum, 3.0 * n);
}

}  // namespace
