// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Left-looking factorization by pull lists. Knows no Kokkos.
#pragma once

#include <heddle/cuda_native/lu/format.h>

#include <cstdint>

struct CUstream_st;  // *cudaStream_t

namespace heddle::cuda_native::lu {

/// What makes a pivot acceptable, and what replaces one that is not.
struct PivotChecks {
  double relative, absolute, replacement;
};

/// Everything a factorization reads and writes, in device memory.
template <class Value>
struct FactorArguments {
  Item const* items;
  std::uint32_t num_items;
  Column const* columns;
  std::uint32_t const* level_begin;
  Pull const* pulls;
  std::int64_t num_slots;
  std::int64_t longest;  ///< entries of the longest column

  double const* matrix;             ///< canonical values
  double const* entry_scale;        ///< of each canonical entry
  std::uint32_t const* slot_entry;  ///< canonical entry of each slot, or no_entry
  std::int64_t const* row_slot;     ///< slot in row order of each slot

  Value *values, *row_values;  ///< L + U by columns and by rows
  std::uint8_t* bad;           ///< per column: 1 if the pivot failed a check
  Value* reciprocal_growth;    ///< per column: max|A(:,j)| / max|U(:,j)|
  std::uint32_t* tickets;      ///< two items, zero before and after
  PivotChecks checks;
  int blocks;  ///< that work at once; any number is right. 0: as many as the device keeps resident
};

/// Factors. Everything is enqueued on `stream`, nothing waits and nothing is allocated, so the call
/// may be captured into a graph. Returns a cudaError_t.
int factor(FactorArguments<double> const& arguments, CUstream_st* stream);
int factor(FactorArguments<float> const& arguments, CUstream_st* stream);

}  // namespace heddle::cuda_native::lu
