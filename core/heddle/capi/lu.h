/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Sparse LU: analyse a pattern once, factor and refactor values, solve. See heddle/lu.
#ifndef HEDDLE_CAPI_LU_H
#define HEDDLE_CAPI_LU_H

#include <heddle/capi/context.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A plan for matrices of one pattern, and their factors.
typedef struct heddle_lu heddle_lu;

/// Types of matrix entries and vectors. Complex ones are pairs of real and imaginary part, aligned
/// to their own size, as memory from malloc is.
enum heddle_value {
  HEDDLE_F32 = 0,
  HEDDLE_F64 = 1,
  HEDDLE_C64 = 2,  ///< float _Complex
  HEDDLE_C128 = 3  ///< double _Complex
};
/// The order that keeps factors sparse.
enum heddle_ordering {
  HEDDLE_ORDERING_AUTOMATIC = 0,
  HEDDLE_ORDERING_NATURAL = 1,
  HEDDLE_ORDERING_AMD = 2,
  HEDDLE_ORDERING_COLAMD = 3,
  HEDDLE_ORDERING_NESTED_DISSECTION = 4
};
/// Which rows are moved to the diagonal first.
enum heddle_matching {
  HEDDLE_MATCHING_AUTOMATIC = 0,
  HEDDLE_MATCHING_NONE = 1,
  HEDDLE_MATCHING_CARDINALITY = 2,
  HEDDLE_MATCHING_WEIGHTED = 3
};
/// What happens when a pivot fails its checks.
enum heddle_pivots {
  HEDDLE_PIVOTS_RECOVER = 0,  ///< choose new ones
  HEDDLE_PIVOTS_PERTURB = 1,  ///< replace and count them
  HEDDLE_PIVOTS_FAIL = 2      ///< HEDDLE_ZERO_PIVOT; refactor keeps the old factors
};
/// How solutions are improved.
enum heddle_refinement {
  HEDDLE_REFINEMENT_AUTOMATIC = 0,
  HEDDLE_REFINEMENT_FIXED = 1,
  HEDDLE_REFINEMENT_OFF = 2
};
/// Which system is solved.
enum heddle_operation {
  HEDDLE_NONE = 0,                ///< A x = b
  HEDDLE_TRANSPOSE = 1,           ///< A^T x = b
  HEDDLE_CONJUGATE_TRANSPOSE = 2  ///< A^H x = b
};

/// What can be chosen. heddle_lu_default_options fills it; fields may be added.
typedef struct heddle_lu_options {
  size_t struct_bytes;          ///< set by heddle_lu_default_options
  int ordering;                 ///< heddle_ordering
  int matching;                 ///< heddle_matching
  int block_triangular;         ///< 1: factor the blocks of a block triangular form alone
  int expected_factorizations;  ///< how much a better order may cost
  int pivots;                   ///< heddle_pivots
  int in_place;                 ///< 1: refactor overwrites, and a failed one leaves no factors
  int refinement;               ///< heddle_refinement
  int refinement_steps;         ///< of HEDDLE_REFINEMENT_FIXED
  uint64_t memory_limit;        ///< bytes of the factors; 0: what the memory has
} heddle_lu_options;

/// What is known about a handle: of the analysis, the last factorization, the last solve.
typedef struct heddle_lu_report {
  int64_t rows, entries;
  int64_t structural_rank;  ///< rows unless HEDDLE_STRUCTURALLY_SINGULAR
  int64_t blocks, levels;
  uint64_t factor_entries;                  ///< of L + U
  uint64_t multiply_adds;                   ///< of one factorization
  uint64_t bytes;                           ///< that the factors hold
  int is_factored;                          ///< 1 if heddle_lu_solve has factors
  int64_t generation;                       ///< rises with each recovery that changed the pivots
  int64_t perturbed;                        ///< pivots that were replaced
  int64_t first_bad_row, first_bad_column;  ///< of a pivot that failed its check, or -1
  double reciprocal_growth;
  double reciprocal_condition;  ///< an estimate; NaN if none was made
  double log_determinant;       ///< log |det A|
  double determinant_phase[2];  ///< det A / |det A|: the sign, or a complex number
  double backward_error;        ///< of the last solve; NaN if none or not refined
  int refinements;              ///< of the last solve
} heddle_lu_report;

/// The defaults.
void heddle_lu_default_options(heddle_lu_options* options);

/// Analyses an n x n matrix in compressed sparse rows: row i has the columns[row_offsets[i] ...
/// row_offsets[i + 1]), in any order, numbered from 0; duplicates are summed. `value_type`
/// (heddle_value) is that of all later values. `values` guide the choice of pivots; they are not
/// kept, the pattern is. NULL options: the defaults. A positive status comes with a handle, which
/// can be asked for its report; it has factors to come only if the status is 0. A matrix in
/// compressed columns is its transpose here: solve with HEDDLE_TRANSPOSE. Errors: invalid_matrix
/// (naming what is wrong), invalid_argument, out_of_memory.
/// @{
int heddle_lu_analyze_i32(heddle_context* context, int value_type, int memory, int64_t n,
                          int64_t num_entries, int32_t const* row_offsets, int32_t const* columns,
                          void const* values, heddle_lu_options const* options, heddle_lu** lu);
int heddle_lu_analyze_i64(heddle_context* context, int value_type, int memory, int64_t n,
                          int64_t num_entries, int64_t const* row_offsets, int32_t const* columns,
                          void const* values, heddle_lu_options const* options, heddle_lu** lu);
/// @}
/// Frees the handle; NULL is none.
void heddle_lu_free(heddle_lu* lu);
/// Of its last call that did not return 0.
char const* heddle_lu_message(heddle_lu const* lu);

/// Factors values, one for each entry of the analysed matrix in its order. A failed one leaves no
/// factors. HEDDLE_INVALID_STATE if the analysis has failed.
int heddle_lu_factor(heddle_lu* lu, int memory, void const* values);
/// Factors new values with the pivots in use, checks them, and recovers as the options say. A
/// failed one keeps the old factors unless it is in place. HEDDLE_INVALID_STATE before a factor.
int heddle_lu_refactor(heddle_lu* lu, int memory, void const* values);
/// Solves for `num_rhs` columns of n values each, one after the other, in b and x, which may be the
/// same array. HEDDLE_INVALID_STATE without factors.
int heddle_lu_solve(heddle_lu* lu, int operation, int memory, int64_t num_rhs, void const* b,
                    void* x);
/// What is known so far.
int heddle_lu_info(heddle_lu* lu, heddle_lu_report* report);

#ifdef __cplusplus
}
#endif
#endif
