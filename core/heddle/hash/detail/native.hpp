// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls that a backend does with kernels of its own, where it has them for the table at hand.
#pragma once

#include <heddle/hash/bulk_options.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/items.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// No kernels: every call says so by returning false.
template <class Exec, class Table, bool enabled>
struct NativeCalls {
  static constexpr bool purges = false;
  static bool is_capturing(Exec const&) { return false; }
  static void purge_if_needed(Exec const&, Table const&) {}
  template <class Item>
  static bool enqueue(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&) {
    return false;
  }
  template <class Item>
  static bool run(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&, Counts&) {
    return false;
  }
};

}  // namespace heddle::hash::detail
