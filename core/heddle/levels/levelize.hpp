// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Levels of the left-looking factorization: columns of one level do not depend on each other.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <vector>

namespace heddle::levels {

/// level(j) = 1 + max level(k) over k < j with U(k,j) in F; 0 without such k.
template <class Memory>
struct Levels {
  Kokkos::View<DefaultIndex*, Memory> level_of_column;  ///< n
  Kokkos::View<DefaultIndex*, Memory> order;            ///< n; columns by level, then by index
  std::vector<DefaultIndex> level_offsets;              ///< num_levels + 1, into `order`; host
  DefaultIndex num_levels = 0;
};

/// What a caller of levelize can choose.
struct LevelsOptions {
  int workers = 0;  ///< that share the columns; 0: one on hosts, as many as fit on devices
  Observer observer = {};
};

/// Levels of all columns. Every dependency points to a smaller column, so workers that take columns
/// in ascending order and wait for flags never deadlock; one worker makes the plain ascending pass.
/// Cost: O(nnz(U)) and a sort of n keys; on a device one hop of latency a level. Synchronises
/// `exec`. Deterministic: the same on every backend, for any number of workers.
template <class Exec>
Levels<typename Exec::memory_space> levelize(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    LevelsOptions const& options = {});

}  // namespace heddle::levels
