// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Sets of inputs that traced numbers carry: up to ten in place, more in a shared node.
///
/// Union is the only operation; a set that contains the other is reused, not copied. Nodes are
/// immutable and counted, so copies are cheap and threads may share them. Host only: in device
/// code, which only has to compile, every member does nothing.
#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>
#include <vector>

namespace heddle::jacobian::detail {

struct SetNode;

/// An immutable set of column indices.
class IndexSet {
 public:
  static constexpr int capacity = 10;  // in place; stencils and residuals of networks fit

  KOKKOS_FUNCTION IndexSet() {}
  KOKKOS_FUNCTION IndexSet(IndexSet const& other) { KOKKOS_IF_ON_HOST((share(other);)) }
  KOKKOS_FUNCTION IndexSet& operator=(IndexSet const& other) {
    KOKKOS_IF_ON_HOST((if (this != &other) {
      release();
      share(other);
    }))
    return *this;
  }
  KOKKOS_FUNCTION ~IndexSet() { KOKKOS_IF_ON_HOST((release();)) }

  /// The set of one index.
  static IndexSet of(std::int32_t index);
  /// All indices of both.
  static IndexSet unite(IndexSet const& a, IndexSet const& b);

  bool empty() const { return count_ == 0 && node_ == nullptr; }
  /// Appends the indices, ascending.
  void append_to(std::vector<std::int32_t>& out) const;

 private:
  void share(IndexSet const& other);
  void release();

  std::int32_t count_ = 0;           // in place
  std::int32_t in_place_[capacity];  // ascending; the first count_ are set
  SetNode const* node_ = nullptr;    // if there are more than fit in place
};

}  // namespace heddle::jacobian::detail
