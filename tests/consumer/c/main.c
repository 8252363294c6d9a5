/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Heat in a rod: one system, solved again for other numbers; and words counted. */
// [snippet include]
#include <heddle/capi/heddle.h>
// [end]

#include <math.h>
#include <stdio.h>

// [snippet solve]
/* 2 x_i - x_(i-1) - x_(i+1) = b_i for 4 points. */
static int solve_rod(heddle_context* context, double x[4]) {
  int32_t const row_offsets[] = {0, 2, 5, 8, 10};
  int32_t const columns[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
  double const values[] = {2, -1, -1, 2, -1, -1, 2, -1, -1, 2};
  double const b[] = {5, 0, 0, 0};
  heddle_lu* lu = NULL;
  int status = heddle_lu_analyze_i32(context, HEDDLE_F64, HEDDLE_HOST, 4, 10, row_offsets, columns,
                                     values, NULL, &lu);
  if (status == HEDDLE_SUCCESS) status = heddle_lu_factor(lu, HEDDLE_HOST, values);
  if (status == HEDDLE_SUCCESS) status = heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, x);
  if (status != HEDDLE_SUCCESS) printf("%s\n", heddle_last_message());
  heddle_lu_free(lu);
  return status;
}
// [end]

// [snippet count]
/* How often 7 is among the keys. */
static uint32_t count_sevens(heddle_context* context) {
  uint32_t const keys[] = {7, 3, 7, 9, 7}, ones[] = {1, 1, 1, 1, 1}, seven = 7;
  uint32_t count = 0;
  heddle_map_u32* map = NULL;
  if (heddle_map_u32_create(context, 100, 1, &map) == HEDDLE_SUCCESS) {
    heddle_map_u32_insert_or_add(map, HEDDLE_HOST, 5, keys, ones, NULL, NULL);
    heddle_map_u32_find(map, HEDDLE_HOST, 1, &seven, &count, 0, NULL, NULL);
  }
  heddle_map_u32_free(map);
  return count;
}
// [end]

int main(void) {
  heddle_context* context = NULL;
  double x[4] = {0, 0, 0, 0};
  int failures = heddle_context_create(NULL, NULL, &context) != HEDDLE_NOT_INITIALIZED;
  failures += context != NULL;

  // [snippet start]
  if (heddle_initialize() != HEDDLE_SUCCESS) return 1;
  heddle_context_create(NULL, NULL, &context); /* the default backend and stream */
  // [end]
  failures += solve_rod(context, x) != HEDDLE_SUCCESS;
  for (int i = 0; i < 4; ++i) failures += fabs(x[i] - (4 - i)) > 1e-14;
  failures += count_sevens(context) != 3;
  failures += heddle_finalize() != HEDDLE_INVALID_STATE; /* the context is alive */
  // [snippet start]
  heddle_context_free(context);
  heddle_finalize();
  // [end]
  failures += heddle_initialize() != HEDDLE_NOT_INITIALIZED; /* Kokkos begins once */
  failures += heddle_version() < 100;
  printf("version %d, %d failures; the last message: %s\n", heddle_version(), failures,
         heddle_last_message());
  return failures;
}
