// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the memory of a machine gives, measured in the run whose figures are held against it:
/// random reads of 16 bytes, random compare-exchanges of 8 bytes, and a copy, all within a block of
/// memory as large as the table under test.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/hash/keys.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::cli {

struct Limits {
  double reads_per_s = 0;       ///< random aligned reads of 16 bytes
  double cas_per_s = 0;         ///< random compare-exchanges of 8 bytes
  double copy_bytes_per_s = 0;  ///< bytes read plus bytes written
};

struct alignas(16) Pair16 {
  std::uint64_t first, second;
};

/// A random place below `count`, a power of two.
KOKKOS_INLINE_FUNCTION std::uint64_t random_place(std::uint64_t item, std::uint64_t count) {
  return Scatter<std::uint64_t>::mixed(item) & (count - 1);
}

/// Hosts ask for a group of lines before they touch the first, as a good table does.
template <class Exec>
inline constexpr int limit_group = backends::traits<Exec>::is_host ? 32 : 1;

template <class Exec, class Item>
KOKKOS_INLINE_FUNCTION void prefetch_group(
    Kokkos::View<Item*, typename Exec::memory_space> const& items, std::uint64_t first) {
  KOKKOS_IF_ON_HOST((for (int i = 0; i < limit_group<Exec>; ++i) {
    __builtin_prefetch(&items(random_place(first + i, items.extent(0))));
  }))
}

template <class Exec>
struct ReadRandomly {
  using value_type = std::uint64_t;
  Kokkos::View<Pair16*, typename Exec::memory_space> items;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(std::int64_t const group, std::uint64_t& sum) const {
    std::uint64_t const first = seed + static_cast<std::uint64_t>(group) * limit_group<Exec>;
    prefetch_group<Exec, Pair16>(items, first);
    for (int i = 0; i < limit_group<Exec>; ++i) {
      Pair16 const item = items(random_place(first + i, items.extent(0)));
      sum += item.first ^ item.second;
    }
  }
};

template <class Exec>
struct ExchangeRandomly {
  Kokkos::View<std::uint64_t*, typename Exec::memory_space> items;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(std::int64_t const group) const {
    std::uint64_t const first = seed + static_cast<std::uint64_t>(group) * limit_group<Exec>;
    prefetch_group<Exec, std::uint64_t>(items, first);
    for (int i = 0; i < limit_group<Exec>; ++i) {
      auto* const item = &items(random_place(first + i, items.extent(0)));
      Kokkos::atomic_compare_exchange(item, std::uint64_t(0), first + i);
    }
  }
};

/// The shortest of five runs, after one to warm up.
template <class Exec, class Body>
double best_seconds(Exec const& exec, Body const& body) {
  double best = 1e30;
  for (int run = 0; run < 6; ++run) {
    Timer timer;
    body(static_cast<std::uint64_t>(run) << 40);
    exec.fence("heddle::cli::limits");
    if (run > 0) best = std::min(best, timer.seconds());
  }
  return best;
}

/// `bytes` is a power of two of at least 2^12.
template <class Exec>
Limits measure_limits(Exec const& exec, std::size_t bytes) {
  Kokkos::View<std::uint64_t*, typename Exec::memory_space> const words(
      Kokkos::view_alloc(exec, "heddle::cli::limits"), bytes / 8);
  Kokkos::View<Pair16*, typename Exec::memory_space, Kokkos::MemoryUnmanaged> const pairs(
      reinterpret_cast<Pair16*>(words.data()), bytes / 16);
  std::size_t const accesses =
      std::max<std::size_t>(std::min<std::size_t>(bytes / 8, std::size_t(1) << 28), 1 << 20);
  auto const groups = accesses / limit_group<Exec>;
  Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> const range(
      exec, 0, static_cast<std::int64_t>(groups));
  Limits limits;
  auto const count = static_cast<double>(groups * limit_group<Exec>);
  limits.cas_per_s =
      count / best_seconds(exec, [&](std::uint64_t seed) {
        Kokkos::parallel_for("heddle::cli::limit_cas", range, ExchangeRandomly<Exec>{words, seed});
      });
  limits.reads_per_s = count / best_seconds(exec, [&](std::uint64_t seed) {
                         std::uint64_t sum = 0;
                         Kokkos::parallel_reduce("heddle::cli::limit_read", range,
                                                 ReadRandomly<Exec>{pairs, seed}, sum);
                       });
  auto const half = std::pair<std::size_t, std::size_t>(0, bytes / 16);
  auto const other = std::pair<std::size_t, std::size_t>(bytes / 16, bytes / 8);
  limits.copy_bytes_per_s =
      static_cast<double>(bytes) / best_seconds(exec, [&](std::uint64_t) {
        Kokkos::deep_copy(exec, Kokkos::subview(words, half), Kokkos::subview(words, other));
      });
  return limits;
}

}  // namespace heddle::cli
