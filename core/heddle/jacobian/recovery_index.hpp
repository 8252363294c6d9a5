// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where each nonzero of a sparse Jacobian lies in the compressed one.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::jacobian {

/// One position per nonzero, in the order of the pattern: values(p) = block(index(p)). 32-bit if
/// the compressed Jacobian has at most 2^32 values; the other view is empty.
///
/// The block: row i and colour c of the columns lie at ((c / W) m + i) W + c % W for W lanes, and
/// after ceil(k / W) m W of these column j and row colour c at c n + j.
template <class Memory>
struct RecoveryIndex {
  Kokkos::View<std::uint32_t const*, Memory> narrow;
  Kokkos::View<std::uint64_t const*, Memory> wide;

  /// Which of the views is in use.
  bool is_wide() const { return wide.extent(0) > 0; }
  /// Nonzeros.
  std::size_t size() const { return is_wide() ? wide.extent(0) : narrow.extent(0); }
};

}  // namespace heddle::jacobian
