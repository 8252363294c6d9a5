// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/ordering/fill_order.hpp>

#include <heddle/base/error.hpp>
#include <heddle/ordering/detail/check_pattern.hpp>

#include <amd.h>
#include <colamd.h>

#include <algorithm>
#include <limits>
#include <string>

namespace heddle::ordering {
namespace {

using Long = SuiteSparse_long;

/// SuiteSparse has each algorithm twice: for int and for 64-bit integers.
int amd_order_as(int n, int const* offsets, int const* rows, int* order, double* info) {
  return amd_order(n, offsets, rows, order, nullptr, info);
}
Long amd_order_as(Long n, Long const* offsets, Long const* rows, Long* order, double* info) {
  return amd_l_order(n, offsets, rows, order, nullptr, info);
}
std::size_t colamd_length(int num_entries, int n) { return colamd_recommended(num_entries, n, n); }
std::size_t colamd_length(Long num_entries, Long n) {
  return colamd_l_recommended(num_entries, n, n);
}
int colamd_as(int n, int length, int* rows, int* offsets, int* stats) {
  return ::colamd(n, n, length, rows, offsets, nullptr, stats);
}
Long colamd_as(Long n, Long length, Long* rows, Long* offsets, Long* stats) {
  return colamd_l(n, n, length, rows, offsets, nullptr, stats);
}

template <class Int>
std::vector<std::int32_t> amd_with(Int n, std::span<std::int64_t const> offsets,
                                   std::span<std::int32_t const> rows, AmdEstimate* estimate) {
  std::vector<Int> const starts(offsets.begin(), offsets.end());
  std::vector<Int> converted;
  Int const* indices = nullptr;
  if constexpr (sizeof(Int) == sizeof(std::int32_t)) {
    indices = rows.data();
  } else {
    converted.assign(rows.begin(), rows.end());
    indices = converted.data();
  }
  Int const none = 0;
  if (rows.empty()) indices = &none;  // AMD wants an address, even of nothing
  std::vector<Int> order(n);
  double info[AMD_INFO];
  auto const status = amd_order_as(n, starts.data(), indices, order.data(), info);
  HEDDLE_EXPECTS(status != AMD_OUT_OF_MEMORY, out_of_memory, "AMD ran out of memory");
  HEDDLE_EXPECTS(status == AMD_OK || status == AMD_OK_BUT_JUMBLED, internal,
                 "AMD failed with status " + std::to_string(status));
  if (estimate != nullptr) *estimate = {2 * info[AMD_LNZ] + n, info[AMD_NMULTSUBS_LU]};
  return {order.begin(), order.end()};
}

template <class Int>
std::vector<std::int32_t> colamd_with(Int n, std::span<std::int64_t const> offsets,
                                      std::span<std::int32_t const> rows) {
  std::size_t const length = colamd_length(static_cast<Int>(rows.size()), n);
  HEDDLE_EXPECTS(length > 0, unsupported, "the matrix is too large for COLAMD");
  std::vector<Int> workspace(length);
  std::copy(rows.begin(), rows.end(), workspace.begin());
  std::vector<Int> order(offsets.begin(), offsets.end());  // offsets in, the order out
  Int stats[COLAMD_STATS];
  auto const succeeded =
      colamd_as(n, static_cast<Int>(length), workspace.data(), order.data(), stats);
  HEDDLE_EXPECTS(succeeded, internal,
                 "COLAMD failed with status " + std::to_string(stats[COLAMD_STATUS]));
  return {order.begin(), order.end() - 1};
}

/// Whether the workspace of the int version can be counted by an int: AMD takes up to 2.4 nnz + 8 n
/// items, COLAMD 2.2 nnz + 11 n and a few.
bool fits_int(std::int32_t n, std::size_t num_entries) {
  double const items = 2.5 * static_cast<double>(num_entries) + 12.0 * n + 64;
  return items < std::numeric_limits<std::int32_t>::max();
}

}  // namespace

std::vector<std::int32_t> amd(std::int32_t n, std::span<std::int64_t const> offsets,
                              std::span<std::int32_t const> rows, AmdEstimate* estimate) {
  detail::check_pattern(n, offsets, rows);
  if (n == 0) return {};
  return fits_int(n, rows.size()) ? amd_with<int>(n, offsets, rows, estimate)
                                  : amd_with<Long>(n, offsets, rows, estimate);
}

std::vector<std::int32_t> colamd(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> rows) {
  detail::check_pattern(n, offsets, rows);
  if (n == 0) return {};
  return fits_int(n, rows.size()) ? colamd_with<int>(n, offsets, rows)
                                  : colamd_with<Long>(n, offsets, rows);
}

}  // namespace heddle::ordering
