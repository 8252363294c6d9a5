/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// What calls of the C API return.
#ifndef HEDDLE_CAPI_STATUS_H
#define HEDDLE_CAPI_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Negative: an error, by the names of heddle::ErrorCode; nothing was changed unless the call says
/// otherwise. Zero: done. Positive: done, with an outcome to look at. Numbers never change.
enum heddle_status {
  HEDDLE_SUCCESS = 0,
  HEDDLE_TABLE_FULL = 1,              ///< some keys of a batch found no slot
  HEDDLE_ILL_CONDITIONED = 11,        ///< factors that can be used, with care
  HEDDLE_PIVOT_DEGRADED = 12,         ///< factors that can be used, with care
  HEDDLE_STRUCTURALLY_SINGULAR = 13,  ///< no permutation gives a zero-free diagonal
  HEDDLE_NUMERICALLY_SINGULAR = 14,   ///< no usable pivot in some column
  HEDDLE_ZERO_PIVOT = 15,             ///< a bad pivot under HEDDLE_PIVOTS_FAIL
  HEDDLE_NON_FINITE = 16,             ///< NaN or infinity in the matrix, b or x
  HEDDLE_TOO_LARGE = 17,              ///< more entries than the offsets can count
  HEDDLE_LU_OUT_OF_MEMORY = 18,       ///< more bytes than the limit or the memory allows
  HEDDLE_NOT_CONVERGED = 19,          ///< refinement did not reach the accepted error
  HEDDLE_INVALID_ARGUMENT = -1,       ///< a null pointer, or a number that makes no sense
  HEDDLE_INVALID_STATE = -2,          ///< a call out of order
  HEDDLE_INVALID_MATRIX = -3,         ///< sizes, offsets, indices or entries are wrong
  HEDDLE_PATTERN_MISMATCH = -4,
  HEDDLE_UNSUPPORTED = -5,
  HEDDLE_NOT_INITIALIZED = -6,  ///< Kokkos is not initialised, or already finalised
  HEDDLE_OUT_OF_MEMORY = -9,
  HEDDLE_INTERNAL = -10,  ///< a broken promise of Heddle itself
  HEDDLE_BAD_PATTERN = -14,
  HEDDLE_SIZE_MISMATCH = -15,
  HEDDLE_INVALID_COLORING = -16,
  HEDDLE_UNSUPPORTED_PLACE = -17,
  HEDDLE_OUTPUT_TOO_SMALL = -18,
  HEDDLE_CAPACITY_BELOW_SIZE = -19,
  HEDDLE_FOREIGN_ERROR = -1000  ///< an exception that is not Heddle's
};

/// Initialises Kokkos if nobody has; its settings come from the environment (KOKKOS_NUM_THREADS,
/// OMP_NUM_THREADS, ...). Programs that have Kokkos up need no such call. Fails once Kokkos was
/// finalised: it cannot be initialised twice.
int heddle_initialize(void);
/// Finalises Kokkos if heddle_initialize initialised it, else does nothing. HEDDLE_INVALID_STATE
/// while handles are alive.
int heddle_finalize(void);

/// 10000 major + 100 minor + patch, of the library in use.
int heddle_version(void);
/// The name of a status as it is spelled here without HEDDLE_ and in lower case, such as
/// "pivot_degraded"; "unknown" for other numbers.
char const* heddle_status_name(int status);
/// The message of the last call of this thread that did not return 0, one line. Valid until the
/// next such call.
char const* heddle_last_message(void);

#ifdef __cplusplus
}
#endif
#endif
