// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Checks a user's matrix and brings it to canonical form. Sequential, O(nnz), on the host.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/lu/detail/analysis_data.hpp>
#include <heddle/lu/detail/matrix_input.hpp>
#include <heddle/lu/detail/scalar.hpp>
#include <heddle/lu/options.hpp>
#include <heddle/lu/result.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::lu::detail {

using HostPattern = PatternInput<Kokkos::HostSpace>;
template <class T>
using HostInput = MatrixInput<T, Kokkos::HostSpace>;

/// Throws invalid_matrix for sizes, offsets and indices that do not describe a square matrix.
void check_matrix(HostPattern const& input);

/// The user's row and column of an entry of the user's arrays.
Position position_of_entry(CanonicalPattern const& pattern, DefaultOffset entry);

/// The first entry that is NaN or Inf.
template <class T>
std::optional<Position> first_non_finite(HostInput<T> const& input);

/// Canonical form of a checked matrix. Throws invalid_matrix for a duplicate under `reject`.
CanonicalPattern canonical_pattern(HostPattern const& input, Duplicates duplicates);

/// Leaves the entries out whose values are all zero.
template <class T>
void drop_zeros(CanonicalPattern& pattern, HostInput<T> const& input);

/// Adds values in ascending magnitude (equal magnitudes: negative first), so that their order in
/// the input never changes a bit. One or two need no order. `value(k)` is the k-th of `count`.
template <class ValueAt>
KOKKOS_FUNCTION double ordered_real_sum(DefaultOffset count, ValueAt const& value) {
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

/// The same for real or complex values T; the parts of complex ones are added by themselves.
template <class T, class ValueAt>
KOKKOS_FUNCTION T ordered_sum(DefaultOffset count, ValueAt const& value) {
  if constexpr (is_complex<T>) {
    return T(ordered_real_sum(count, [&](DefaultOffset k) { return value(k).real(); }),
             ordered_real_sum(count, [&](DefaultOffset k) { return value(k).imag(); }));
  } else {
    return ordered_real_sum(count, value);
  }
}

/// The values of the canonical entries.
template <class T>
std::vector<T> canonical_values(CanonicalPattern const& pattern, HostInput<T> const& input);

/// The user's row and column of a canonical entry.
Position position_of_canonical(CanonicalPattern const& pattern, DefaultOffset entry);

/// A 64-bit fingerprint of values, bit for bit.
template <class T>
std::uint64_t fingerprint(std::span<T const> values);

}  // namespace heddle::lu::detail
