// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which types the compiled parts of Heddle were compiled for.
///
/// lu, ordering and io are compiled once per backend and type. The concepts here turn a type
/// that was not compiled into one readable error at the call, instead of a link error later.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace heddle {

/// A list of types, to look something up in.
template <class... Types>
struct TypeList {
  template <class T>
  static constexpr bool contains = (std::is_same_v<T, Types> || ...);
  /// Calls `f(std::type_identity<T>{})` for each type, in order.
  template <class F>
  static constexpr void for_each(F&& f) {
    (f(std::type_identity<Types>{}), ...);
  }
};

using CompiledValues = TypeList<float, double>;
using CompiledOffsets = TypeList<std::int32_t, std::int64_t>;
using CompiledIndices = TypeList<std::int32_t>;

/// An execution space that is a backend of this build.
template <class Exec>
concept CompiledBackend = requires {
  backends::traits<Exec>::name;
};

/// A type of matrix entries and vectors: float or double.
template <class Value>
concept CompiledValue = CompiledValues::contains<Value>;

/// Memory that calls on `Exec` take matrices from: that of `Exec`, and that of the host.
template <class Memory, class Exec>
concept MemoryNear =
    std::same_as<Memory, typename Exec::memory_space> || std::same_as<Memory, Kokkos::HostSpace>;

namespace detail {
template <class T>
inline constexpr bool is_csr_or_csc = false;
template <class V, class O, class I, class M>
inline constexpr bool is_csr_or_csc<Csr<V, O, I, M>> = true;
template <class V, class O, class I, class M>
inline constexpr bool is_csr_or_csc<Csc<V, O, I, M>> = true;
}  // namespace detail

/// Csr or Csc with compiled value, offset and index types, in memory that `Exec` takes.
template <class Matrix, class Exec>
concept CompiledMatrix =
    detail::is_csr_or_csc<Matrix> && CompiledValue<typename Matrix::value_type> &&
    CompiledOffsets::contains<typename Matrix::offset_type> &&
    CompiledIndices::contains<typename Matrix::index_type> &&
    MemoryNear<typename Matrix::memory_space, Exec>;

}  // namespace heddle
