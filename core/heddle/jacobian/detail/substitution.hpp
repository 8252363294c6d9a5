// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Substitution on the device: one thread per tree, leaves first. Trees do not touch each other,
/// so the result is the same for any number of threads.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/detail/lanes.hpp>
#include <heddle/jacobian/detail/recovery.hpp>
#include <heddle/jacobian/detail/trees.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::jacobian::detail {

/// Trees in the memory of an instance.
template <class Memory>
struct DeviceTrees {
  Kokkos::View<std::int64_t*, Memory> offsets;   ///< trees + 1
  Kokkos::View<std::int64_t*, Memory> position;  ///< per step: where it reads the block
  Kokkos::View<std::int64_t*, Memory> parent;    ///< per step; -1 at the root

  std::int64_t num_trees() const { return static_cast<std::int64_t>(offsets.extent(0)) - 1; }
  std::int64_t num_steps() const { return static_cast<std::int64_t>(parent.extent(0)); }
};

template <class Exec>
DeviceTrees<typename Exec::memory_space> upload_trees(Exec const& exec,
                                                      SubstitutionTrees const& trees,
                                                      BlockLayout const& layout,
                                                      std::span<DefaultIndex const> colors) {
  std::vector<std::int64_t> positions(trees.leaf.size());
  for (std::size_t s = 0; s < positions.size(); ++s) {
    positions[s] = layout.of_column(trees.leaf[s], colors[trees.partner[s]]);
  }
  auto const upload = [&](char const* label, std::vector<std::int64_t> const& items) {
    auto const view = heddle::detail::allocate<std::int64_t>(exec, label, items.size());
    if (!items.empty()) Kokkos::deep_copy(exec, view, heddle::detail::view_of(items));
    return view;
  };
  DeviceTrees<typename Exec::memory_space> result;
  result.offsets = upload("heddle::jacobian::tree_offsets", trees.offsets);
  result.position = upload("heddle::jacobian::tree_positions", positions);
  result.parent = upload("heddle::jacobian::tree_parents", trees.parent);
  exec.fence("heddle::jacobian::upload_trees");  // the vectors end here
  return result;
}

/// One tree. `entry` holds what is known at a leaf until the leaf's turn, then its entry.
template <class T>
struct SubstituteTree {
  std::int64_t const* offsets;
  std::int64_t const* position;
  std::int64_t const* parent;
  T const* block;
  T* entry;

  KOKKOS_FUNCTION void operator()(std::int64_t const tree) const {
    for (auto s = offsets[tree]; s < offsets[tree + 1]; ++s) entry[s] = 0;
    for (auto s = offsets[tree]; s < offsets[tree + 1]; ++s) {
      T const value = block[position[s]] - entry[s];
      entry[s] = value;
      if (parent[s] >= 0) entry[parent[s]] += value;
    }
  }
};

/// Entries of all steps, behind the compressed Hessian.
template <class Exec, class T>
void substitute(Exec const& exec, DeviceTrees<typename Exec::memory_space> const& trees,
                T const* block, T* entry) {
  Kokkos::parallel_for("heddle::jacobian::substitute", entries(exec, 0, trees.num_trees()),
                       SubstituteTree<T>{trees.offsets.data(), trees.position.data(),
                                         trees.parent.data(), block, entry});
}

}  // namespace heddle::jacobian::detail
