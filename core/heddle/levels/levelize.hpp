// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Levels of a factorization by columns: columns of one level do not depend on each other.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <vector>

namespace heddle::levels {

/// What makes column j wait for column k < j.
enum class Rule {
  left_looking,   ///< U(k,j) in F
  right_looking,  ///< step k writes what step j reads: U(k,j) in F and L(:,k) reaches row j, or
                  ///< L(j,k) in F and U(k,:) reaches beyond column j. Exact.
  right_looking_relaxed  ///< U(k,j) in F and L(:,k) not empty, or L(j,k) in F (Peng and Tan,
                         ///< GLU3.0, IEEE Design & Test 37, 2020): about a third more dependencies
};

/// How levels are found. All methods give the same.
enum class Method {
  automatic,  ///< host: ascending; device: tickets
  ascending,  ///< one pass on the calling thread, on the host
  tickets,    ///< workers take columns in ascending order and wait for the levels they need
  kahn        ///< workers take columns from a queue that their predecessors fill
};

/// level(j) = 1 + max level(k) over the columns k that j waits for; 0 without such k.
template <class Memory>
struct Levels {
  Kokkos::View<DefaultIndex*, Memory> level_of_column;  ///< n
  Kokkos::View<DefaultIndex*, Memory> order;            ///< n; columns by level, then by index
  std::vector<DefaultIndex> level_offsets;              ///< num_levels + 1, into `order`; host
  DefaultIndex num_levels = 0;
  place::PhaseReport phase;  ///< where they were found
};

/// What a caller of levelize can choose.
struct LevelsOptions {
  Rule rule = Rule::left_looking;
  Method method = Method::automatic;
  int workers = 0;  ///< that share the columns; 0: as many as the backend likes
  /// Where automatic runs: in one pass on the host, or by kernels on the instance, whatever its
  /// backend. The phase is "levels::levelize"; its default is the host on host backends (the device
  /// with more than one worker), else the place with the least estimate. "levels::levelize_serial",
  /// "levels::tickets" and "levels::kahn" have one place each.
  place::Policy place = {};
  DefaultIndex expected_levels = 0;  ///< for that estimate: a bound, if one is known
  Observer observer = {};
};

/// Levels of all columns. Every dependency points to a smaller column, so workers that take columns
/// in ascending order and wait for flags never deadlock; one worker makes the plain ascending pass.
/// Cost: O(nnz(U)), or O(nnz(F)) for the right-looking rules, and a sort of n keys; on a device one
/// hop of latency a level. Synchronises `exec`. Deterministic: the same on every backend, for any
/// number of workers, every method and place. Throws unsupported_place, and with Method::kahn
/// invalid_matrix for dependencies with a cycle.
template <class Exec>
Levels<typename Exec::memory_space> levelize(
    Exec const& exec, symbolic::FactorPattern<typename Exec::memory_space> const& factors,
    LevelsOptions const& options = {});

}  // namespace heddle::levels
