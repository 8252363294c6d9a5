// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What copies and fills are given, as addresses, with a share in the Views they came from.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/graph/detail/memory_steps.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace heddle::graph::detail {

template <class Exec, class View>
constexpr void require_reachable() {
  static_assert(Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible,
                "heddle::graph: a copy from or to pageable memory of the host is by address; say "
                "so with graph::by_address");
}

template <class View>
void require_contiguous(View const& view) {
  HEDDLE_EXPECTS(view.span_is_contiguous(), unsupported,
                 "graph: '" + view.label() +
                     "' is not contiguous; copies and fills have one "
                     "dimension");
}

/// The enqueueing function for two memory spaces. One for all where the backend tells addresses
/// apart itself.
template <class Exec, class To, class From>
typename CopyRange<Exec>::Enqueue enqueue_function() {
  if constexpr (Step<Exec>::Native::available) {
    return &Step<Exec>::Native::enqueue_copy;
  } else {
    return &enqueue_copy<Exec, To, From>;
  }
}

template <class Exec, class To, class From>
CopyRange<Exec> copy_range(To const& to, From const& from) {
  using T = typename To::value_type;
  static_assert(std::is_same_v<T, typename From::non_const_value_type>,
                "heddle::graph: a copy between Views of one value type, to one that is not const");
  require_contiguous(to);
  require_contiguous(from);
  HEDDLE_EXPECTS(
      to.size() == from.size(), size_mismatch,
      "graph: a copy of " + std::to_string(from.size()) + " items to " + std::to_string(to.size()));
  HEDDLE_EXPECTS(to.size() > 0, invalid_argument, "graph: a copy of nothing");
  return {to.data(), from.data(), to.size() * sizeof(T),
          enqueue_function<Exec, typename To::memory_space, typename From::memory_space>(),
          std::make_shared<std::pair<To, From> const>(to, from)};
}

template <class Exec, class T>
CopyRange<Exec> copy_range(T* to, T const* from, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>, "heddle::graph: copies are of bytes");
  HEDDLE_EXPECTS(count > 0 && to && from, invalid_argument, "graph: a copy of nothing");
  using Host = Kokkos::HostSpace;
  return {to, from, count * sizeof(T), enqueue_function<Exec, Host, Host>(), nullptr};
}

template <class View, class T>
FillBody<T> fill_body(View const& to, T const& value) {
  static_assert(std::is_same_v<T, typename View::value_type>,
                "heddle::graph: the value has another type than the View's items");
  static_assert(std::is_trivially_copyable_v<T>, "heddle::graph: fills are of bytes");
  require_small<FillBody<T>>();
  require_contiguous(to);
  HEDDLE_EXPECTS(to.size() > 0, invalid_argument, "graph: a fill of nothing");
  return {to.data(), static_cast<std::int64_t>(to.size()), value};
}

}  // namespace heddle::graph::detail
