/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Colourings of sparse patterns, and compressed Jacobians: with one derivative, or difference, a
/// colour instead of one a column. See heddle/coloring.
///
/// A Jacobian J whose columns have k colours: seeds S (n x k, column by column) say which columns
/// share a direction; the caller computes B = J S (m x k), by any means that gives a derivative in
/// a direction; heddle_coloring_recover brings B to the nonzeros of J. By rows: B = J^T S.
#ifndef HEDDLE_CAPI_COLORING_H
#define HEDDLE_CAPI_COLORING_H

#include <heddle/capi/context.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Colours of a pattern, which it keeps.
typedef struct heddle_coloring heddle_coloring;

/// What two vertices of one colour must not do; see heddle::coloring::Kind.
enum heddle_kind {
  HEDDLE_COLUMNS = 0,  ///< columns that meet in a row differ
  HEDDLE_ROWS = 1,     ///< rows that meet in a column differ
  HEDDLE_BIDIRECTIONAL = 2,
  HEDDLE_DISTANCE1 = 3,  ///< this and those below: symmetric patterns
  HEDDLE_DISTANCE2 = 4,
  HEDDLE_STAR = 5,
  HEDDLE_ACYCLIC = 6
};
/// In which order vertices are coloured; see heddle::coloring::Order.
enum heddle_order {
  HEDDLE_ORDER_AUTOMATIC = 0,
  HEDDLE_ORDER_NATURAL = 1,
  HEDDLE_ORDER_LARGEST_FIRST = 2,
  HEDDLE_ORDER_SMALLEST_LAST = 3,
  HEDDLE_ORDER_INCIDENCE = 4
};
/// How colours are found; see heddle::coloring::Method.
enum heddle_method { HEDDLE_GREEDY = 0, HEDDLE_SPECULATIVE = 1, HEDDLE_EXACT = 2 };

/// What can be chosen. heddle_color_default_options fills it; fields may be added.
typedef struct heddle_color_options {
  size_t struct_bytes;  ///< set by heddle_color_default_options
  int kind;             ///< heddle_kind
  int order;            ///< heddle_order
  int method;           ///< heddle_method
  int balance;          ///< 1: colours of even sizes
  int symmetrize;       ///< 1: add mirrored entries where a kind needs them
  uint64_t seed;        ///< of HEDDLE_SPECULATIVE
} heddle_color_options;

/// What is known about a colouring.
typedef struct heddle_coloring_report {
  int64_t rows, columns, entries;
  int32_t colors;
  int32_t row_colors;   ///< of HEDDLE_BIDIRECTIONAL
  int32_t lower_bound;  ///< no colouring of this kind has fewer
  int kind;
} heddle_coloring_report;

/// The defaults: columns, greedy.
void heddle_color_default_options(heddle_color_options* options);

/// Colours a pattern by rows: row i has the columns[row_offsets[i] ... row_offsets[i + 1]), in any
/// order, numbered from 0. The result is verified. NULL options: the defaults. Errors: bad_pattern
/// (naming row and position), invalid_argument, unsupported.
/// @{
int heddle_color_i32(heddle_context* context, int memory, int64_t num_rows, int64_t num_columns,
                     int64_t num_entries, int32_t const* row_offsets, int32_t const* columns,
                     heddle_color_options const* options, heddle_coloring** coloring);
int heddle_color_i64(heddle_context* context, int memory, int64_t num_rows, int64_t num_columns,
                     int64_t num_entries, int64_t const* row_offsets, int32_t const* columns,
                     heddle_color_options const* options, heddle_coloring** coloring);
/// @}
/// Frees the handle; NULL is none.
void heddle_coloring_free(heddle_coloring* coloring);
/// Of its last call that did not return 0.
char const* heddle_coloring_message(heddle_coloring const* coloring);
/// What is known.
int heddle_coloring_info(heddle_coloring* coloring, heddle_coloring_report* report);

/// The colour of each vertex, from 0: num_columns (columns, bidirectional) or num_rows of them; of
/// bidirectional colourings also num_rows `row_colors`, else NULL. -1: needs no colour.
int heddle_coloring_colors(heddle_coloring* coloring, int memory, int32_t* colors,
                           int32_t* row_colors);

/// S: one column of 0 and 1 a colour. num_columns x colors for HEDDLE_COLUMNS, num_rows x colors
/// for HEDDLE_ROWS; HEDDLE_UNSUPPORTED for other kinds.
int heddle_coloring_seeds(heddle_coloring* coloring, int memory, double* seeds);
/// The values of the nonzeros, in the order of the pattern's entries, from B: num_rows x colors for
/// HEDDLE_COLUMNS, num_columns x colors for HEDDLE_ROWS, column by column. Entries that repeat get
/// the same value, their sum. HEDDLE_UNSUPPORTED for other kinds.
int heddle_coloring_recover(heddle_coloring* coloring, int memory, double const* compressed,
                            double* values);

#ifdef __cplusplus
}
#endif
#endif
