/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Patterns for the checks of colourings. */
#ifndef HEDDLE_TESTS_CAPI_PATTERNS_H
#define HEDDLE_TESTS_CAPI_PATTERNS_H

#include <tests/capi/check.h>

enum { num_rows = 70, num_columns = 50, most_entries = num_rows * 4 };

/* Up to 4 entries a row, some rows empty. */
struct pattern {
  int64_t num_entries;
  int32_t offsets32[num_rows + 1];
  int64_t offsets64[num_rows + 1];
  int32_t columns[most_entries];
};

static inline void draw_pattern(struct pattern* pattern, uint64_t seed) {
  uint64_t state = seed;
  int64_t count = 0;
  for (int row = 0; row < num_rows; ++row) {
    int const length = (int)(next_random(&state) % 5);
    int column = (int)(next_random(&state) % 12);
    pattern->offsets32[row] = (int32_t)count;
    pattern->offsets64[row] = count;
    for (int i = 0; i < length && column < num_columns; ++i) {
      pattern->columns[count++] = column;
      column += 1 + (int)(next_random(&state) % 12);
    }
  }
  pattern->offsets32[num_rows] = (int32_t)count;
  pattern->offsets64[num_rows] = count;
  pattern->num_entries = count;
}

static inline int color_pattern(heddle_context* context, struct pattern const* pattern,
                                heddle_color_options const* options, heddle_coloring** coloring) {
  return heddle_color_i32(context, HEDDLE_HOST, num_rows, num_columns, pattern->num_entries,
                          pattern->offsets32, pattern->columns, options, coloring);
}

#endif
