// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Checks a user's matrix and brings it to canonical form. Sequential, O(nnz), on the host.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/detail/matrix_input.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::lu::detail {

using HostInput = MatrixInput<Kokkos::HostSpace>;

/// Throws invalid_matrix for sizes, offsets and indices that do not describe a square matrix.
void check_matrix(HostInput const& input);

/// The user's row and column of an entry of the user's arrays.
Position position_of_entry(CanonicalPattern const& pattern, DefaultOffset entry);

/// The first entry that is NaN or Inf.
std::optional<Position> first_non_finite(HostInput const& input);

/// Canonical form of a checked matrix. Throws invalid_matrix for a duplicate under `reject`.
CanonicalPattern canonical_pattern(HostInput const& input, Duplicates duplicates);

/// Adds values in ascending magnitude (equal magnitudes: negative first), so that their order in
/// the input never changes a bit. One or two need no order. `value(k)` is the k-th of `count`.
template <class ValueAt>
KOKKOS_FUNCTION double ordered_sum(DefaultOffset count, ValueAt const& value) {
  if (count == 1) return value(0);
  if (count == 2) return value(0) + value(1);
  // Selection instead of sorting: nothing is stored, and few entries repeat more than a few times.
  double sum = 0, last = 0;
  DefaultOffset added = 0;
  auto before = [](double a, double b) {
    double const x = Kokkos::abs(a), y = Kokkos::abs(b);
    return x < y || (x == y && a < b);
  };
  while (added < count) {
    bool found = false;
    double smallest = 0;
    for (DefaultOffset k = 0; k < count; ++k) {
      double const candidate = value(k);
      if (candidate != candidate) return candidate;
      if (added > 0 && !before(last, candidate)) continue;
      if (!found || before(candidate, smallest)) smallest = candidate;
      found = true;
    }
    for (DefaultOffset k = 0; k < count; ++k) {
      if (value(k) == smallest) {
        sum += smallest;
        ++added;
      }
    }
    last = smallest;
  }
  return sum;
}

/// The values of the canonical entries.
std::vector<double> canonical_values(CanonicalPattern const& pattern, HostInput const& input);

/// The user's row and column of a canonical entry.
Position position_of_canonical(CanonicalPattern const& pattern, DefaultOffset entry);

/// A 64-bit fingerprint of values, bit for bit.
std::uint64_t fingerprint(std::span<double const> values);

}  // namespace heddle::lu::detail
