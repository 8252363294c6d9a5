// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What bulk calls expect of the views they are given.
#pragma once

#include <heddle/base/error.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace heddle::hash::detail {

/// A rank-1 view of `T` that `Exec` can reach.
template <class View, class T, class Exec>
concept ViewOf = Kokkos::is_view_v<View> &&(View::rank() == 1) &&
                 std::is_same_v<typename View::non_const_value_type, T>&& static_cast<bool>(
                     Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible);

/// The same, or the values of a set, which are no view at all.
template <class View, class T, class Exec>
concept ValuesOf = ViewOf<View, T, Exec> ||(!Kokkos::is_view_v<View> && std::is_empty_v<T>);

template <class View>
concept Writable = !std::is_const_v<typename View::value_type>;

template <class View>
void expect_length(View const& view, std::size_t expected, char const* name) {
  HEDDLE_EXPECTS(view.extent(0) == expected, size_mismatch,
                 std::string(name) + " has " + std::to_string(view.extent(0)) +
                     " items, keys has " + std::to_string(expected));
}
/// The same for a view that may be left out.
template <class View>
void expect_length_if_given(View const& view, std::size_t expected, char const* name) {
  if (view.data() != nullptr || view.extent(0) != 0) expect_length(view, expected, name);
}

/// The bytes of a rank-1 view: `item` of them every `stride`.
struct Footprint {
  std::uintptr_t begin = 0, end = 0;
  std::size_t item = 0, stride = 0;

  template <class View>
  static Footprint of(View const& view) {
    auto const begin = reinterpret_cast<std::uintptr_t>(view.data());
    std::size_t const item = sizeof(*view.data());
    std::size_t stride = item;
    if constexpr (Kokkos::is_view_v<View>) stride *= view.stride(0);
    return {begin, begin + view.span() * item, item, stride};
  }
  bool is_empty() const { return begin == end; }
  bool spans_meet(Footprint const& other) const { return begin < other.end && other.begin < end; }
  /// Columns of one table: between two items of one lie those of the other.
  bool is_beside(Footprint const& other) const {
    if (stride != other.stride || stride == 0) return false;
    auto const ahead = begin <= other.begin ? (other.begin - begin) % stride
                                            : (stride - (begin - other.begin) % stride) % stride;
    return ahead >= item && ahead + other.item <= stride;
  }
};

/// An output must not share memory with another view of the call.
template <class Output, class Other>
void expect_disjoint(Output const& output, Other const& other, char const* output_name,
                     char const* other_name) {
  auto const mine = Footprint::of(output), its = Footprint::of(other);
  bool const apart =
      mine.is_empty() || its.is_empty() || !mine.spans_meet(its) || mine.is_beside(its);
  HEDDLE_EXPECTS(apart, invalid_argument,
                 std::string(output_name) + " shares memory with " + other_name);
}

}  // namespace heddle::hash::detail
