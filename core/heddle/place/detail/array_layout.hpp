// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Data types of Kokkos::View as rows of bytes, and Views over such rows.
#pragma once

#include <heddle/place/detail/record.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace heddle::place {

/// Views that phases get: rows are contiguous at every place, so that a copy is one transfer.
/// @{
template <class Data, class Memory>
using ViewIn = Kokkos::View<Data, Kokkos::LayoutRight, Memory>;
template <class Data>
using HostView = ViewIn<Data, Kokkos::HostSpace>;
template <class Data, class Exec = Kokkos::DefaultExecutionSpace>
using DeviceView = ViewIn<Data, typename Exec::memory_space>;
/// @}

/// The execution space of host bodies.
using HostExec = Kokkos::DefaultHostExecutionSpace;

namespace detail {

/// What a data type such as double*, int const*, or float*[3] means.
template <class Data>
struct ArrayLayout {
  using View = HostView<Data>;
  using Value = typename View::value_type;
  using ConstData = typename View::traits::const_data_type;
  using PlainData = typename View::traits::non_const_data_type;
  using Extents = std::array<std::size_t, 8>;

  static constexpr std::size_t rank = View::rank();
  static constexpr std::size_t dynamic = View::rank_dynamic();
  static_assert(dynamic >= 1, "an Array has at least one extent that is known at run time only");
  static_assert(std::is_trivially_copyable_v<Value>,
                "elements of an Array are copied as bytes: they must be trivially copyable");

  /// Bytes of everything behind one index of the first extent.
  static std::int64_t row_bytes(Extents const& extents) {
    std::size_t bytes = sizeof(Value);
    for (std::size_t i = 1; i < rank; ++i) {
      bytes *= i < dynamic ? extents[i] : View::static_extent(i);
    }
    return static_cast<std::int64_t>(bytes);
  }
};

/// A View of memory with as many rows; ViewData may be const.
template <class ViewData, class Memory, std::size_t... I>
ViewIn<ViewData, Memory> view_of_rows(void* data, std::array<std::size_t, 8> const& extents,
                                      std::index_sequence<I...>) {
  using View = ViewIn<ViewData, Memory>;
  return View(static_cast<typename View::pointer_type>(data), extents[I]...);
}

/// A block that is a View of the array's own type, so that its handles are counted.
template <class Data, class Memory, std::size_t... I>
Block owned_block(std::string const& label, std::array<std::size_t, 8> const& extents,
                  MemoryKind kind, std::index_sequence<I...>) {
  using View = ViewIn<Data, Memory>;
  auto owner = std::make_shared<View>(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "heddle::place::" + label), extents[I]...);
  Block block;
  block.data = owner->data();
  block.bytes = owner->span() * sizeof(typename View::value_type);
  block.kind = kind;
  block.uses = [](void const* view) { return long(static_cast<View const*>(view)->use_count()); };
  block.owner = std::move(owner);
  return block;
}

}  // namespace detail
}  // namespace heddle::place
