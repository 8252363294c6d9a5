// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Parameters of a graph: values that kernels read from a slot and the host sets between launches,
/// all in one copy, however many kernels read them. Conditions of loops and branches.
#pragma once

#include <heddle/backends/native_graph.hpp>
#include <heddle/graph/handles.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::graph {

/// What kernels hold of a parameter: the value as it was when the launch began.
template <class T>
class ParamRef {
 public:
  ParamRef() = default;
  /// Made by Param::ref.
  explicit ParamRef(T const* slot) : slot_(slot) {}
  /// The value; inside kernels of the graph.
  KOKKOS_FUNCTION T get() const { return *slot_; }
  /// The same, where a T is wanted.
  KOKKOS_FUNCTION operator T() const { return *slot_; }

 private:
  T const* slot_ = nullptr;
};

/// A parameter made by Recorder::param, of a trivially copyable type. It stays valid through
/// update_from: values survive by name and type.
template <class T>
class Param {
 public:
  Param() = default;
  /// Made by Recorder::param.
  Param(std::uint64_t graph, std::int32_t index, T const* slot)
      : graph_(graph), index_(index), slot_(slot) {}
  /// For functors of this graph.
  ParamRef<T> ref() const { return ParamRef<T>(slot_); }
  /// Which graph it belongs to; 0: none.
  std::uint64_t graph() const { return graph_; }
  /// Which slot of that graph it is.
  std::int32_t index() const { return index_; }

 private:
  std::uint64_t graph_ = 0;
  std::int32_t index_ = -1;
  T const* slot_ = nullptr;
};

/// What decides of a loop or a branch. Belongs to exactly one of them. Each launch begins with the
/// initial value.
class Condition {
 public:
  Condition() = default;
  /// Made by Recorder::condition: a slot for the value, or one that holds the backend's handle.
  /// Through a slot, kernels do not depend on the handle, which differs from recording to
  /// recording.
  Condition(std::uint64_t graph, std::int32_t index, unsigned* slot, std::uint64_t const* native)
      : graph_(graph), native_(native), slot_(slot), index_(index) {}
  /// Inside a kernel of the graph: whether to go on (while), to run (if), which body (switch). If
  /// several threads set it, they have to set the same.
  KOKKOS_FUNCTION void set(unsigned value) const {
    if (slot_) {
      *slot_ = value;
    } else {
      backends::set_graph_condition(*native_, value);
    }
  }
  /// Which graph it belongs to; 0: none.
  std::uint64_t graph() const { return graph_; }
  /// Which condition of that graph it is.
  std::int32_t index() const { return index_; }

 private:
  std::uint64_t graph_ = 0;
  std::uint64_t const* native_ = nullptr;
  unsigned* slot_ = nullptr;
  std::int32_t index_ = -1;
};

}  // namespace heddle::graph
