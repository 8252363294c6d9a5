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

/// Copies between a view of host memory and one of any layout. Strided device memory is packed on
/// the device: no transfer takes it. Fences `exec`.
template <class Exec, class To, class From>
void copy_items(Exec const& exec, To const& to, From const& from) {
  if (to.span_is_contiguous() && from.span_is_contiguous()) {
    Kokkos::deep_copy(exec, to, from);
  } else {
    auto const packed = heddle::detail::allocate<typename From::non_const_value_type>(
        exec, "heddle::hash::sort_entries", from.extent(0));
    Kokkos::deep_copy(exec, packed, from);
    Kokkos::deep_copy(exec, to, packed);
  }
  exec.fence("heddle::hash::sort_entries");
}

/// A view's first `count` items in host memory. Fences `exec`.
template <class Exec, class View>
auto first_items(Exec const& exec, View const& view, std::size_t count) {
  auto const items = heddle::detail::allocate_host<typename View::non_const_value_type>(
      "heddle::hash::sort_entries", count);
  copy_items(exec, items, Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, count)));
  return items;
}

/// Puts a view's first items in the given order. Fences `exec`.
template <class Exec, class View>
void reorder(Exec const& exec, View const& view, std::vector<std::size_t> const& order) {
  auto const items = first_items(exec, view, order.size());
  auto const sorted = heddle::detail::allocate_host<typename View::non_const_value_type>(
      "heddle::hash::sort_entries", order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted(i) = items(order[i]);
  copy_items(exec, Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, order.size())),
             sorted);
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
