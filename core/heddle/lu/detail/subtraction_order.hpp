// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The order in which a column of F takes in the columns before it. All backends share it: it
/// decides the last bits of the factors.
///
/// Ascending k would do for a plain loop, but then a column that many subtrees of the elimination
/// meet in has to wait for the top of one subtree before it may take in the leaves of the next.
/// Ranks put what is finished early in front.
///
/// With long columns, arithmetic and memory count and not the wait: there the columns of a
/// supernode stay together, so that a host subtracts several of them in one pass over the target.
#pragma once

#include <heddle/lu/detail/analysis_data.hpp>

#include <cstdint>

namespace heddle::lu::detail {

/// Ranks and orders of a pattern that takes so many multiply-adds; see SubtractionOrder.
/// O(n + nnz(F)), on the host.
SubtractionOrder subtraction_order(symbolic::FactorPattern<Kokkos::HostSpace> const& factors,
                                   std::uint64_t multiply_adds);

}  // namespace heddle::lu::detail
