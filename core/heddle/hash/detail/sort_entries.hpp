// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Entries in the order of their keys: numbers by value, other keys by their bytes.
#pragma once

#include <heddle/base/detail/memory.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <vector>

namespace heddle::hash::detail {

/// A floating-point number as an integer of the same order: -NaN < -inf < -0 < 0 < inf < NaN.
template <class Float>
auto total_order(Float value) {
  using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return (bits & sign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | sign);
}

template <class Key>
bool key_before(Key const& a, Key const& b) {
  if constexpr (std::is_same_v<Key, float> || std::is_same_v<Key, double>) {
    return total_order(a) < total_order(b);
  } else if constexpr (std::is_arithmetic_v<Key>) {
    return a < b;
  } else {
    return std::memcmp(&a, &b, sizeof(Key)) < 0;
  }
}

/// A view's first `count` items in host memory. Fences `exec`.
template <class Exec, class View>
auto first_items(Exec const& exec, View const& view, std::size_t count) {
  auto const part = Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, count));
  auto const items = heddle::detail::allocate_host<typename View::non_const_value_type>(
      "heddle::hash::sort_entries", count);
  Kokkos::deep_copy(exec, items, part);
  exec.fence("heddle::hash::sort_entries");
  return items;
}

/// Puts a view's first items in the given order. Fences `exec`.
template <class Exec, class View>
void reorder(Exec const& exec, View const& view, std::vector<std::size_t> const& order) {
  auto const items = first_items(exec, view, order.size());
  auto const sorted = heddle::detail::allocate_host<typename View::non_const_value_type>(
      "heddle::hash::sort_entries", order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted(i) = items(order[i]);
  Kokkos::deep_copy(
      exec, Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, order.size())), sorted);
  exec.fence("heddle::hash::sort_entries");
}

/// Sorts the first `count` items of both views by key, on the host. Fences `exec`.
template <class Exec, class Keys, class Values>
void sort_entries(Exec const& exec, std::size_t count, Keys const& keys, Values const& values) {
  if (count == 0) return;
  auto const host_keys = first_items(exec, keys, count);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return key_before(host_keys(a), host_keys(b)); });
  reorder(exec, keys, order);
  if (values.data() != nullptr) reorder(exec, values, order);
}

}  // namespace heddle::hash::detail
