/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles: what comes of none, of wrong backends, of calls in any order. */
#include <tests/capi/check.h>

int check_contexts(char const* backend) {
  int failures = 0;
  int not_a_stream = 0;
  heddle_context *context = NULL, *other = (heddle_context*)&not_a_stream;
  EXPECT(heddle_has_backend(backend) == 1);
  EXPECT(heddle_has_backend("abacus") == 0 && heddle_has_backend(NULL) == 0);
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  EXPECT(strcmp(heddle_context_backend(context), backend) == 0);
  EXPECT_REFUSED(heddle_context_create("abacus", NULL, &other), HEDDLE_UNSUPPORTED, "abacus");
  EXPECT(other == NULL);
  EXPECT_REFUSED(heddle_context_create(backend, NULL, NULL), HEDDLE_INVALID_ARGUMENT, "null");
  if (strcmp(backend, "cuda") != 0) {
    EXPECT_REFUSED(heddle_context_create(backend, &not_a_stream, &other), HEDDLE_INVALID_ARGUMENT,
                   "no streams");
  }
  EXPECT(heddle_context_create(NULL, NULL, &other) == HEDDLE_SUCCESS && other != NULL);
  EXPECT(heddle_has_backend(heddle_context_backend(other)) == 1);
  heddle_context_free(other);
  heddle_context_free(context);
  heddle_context_free(NULL);

  /* Kokkos was there before, so it is not ours to end. */
  EXPECT(heddle_initialize() == HEDDLE_SUCCESS);
  EXPECT(heddle_finalize() == HEDDLE_SUCCESS);
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  heddle_context_free(context);

  EXPECT(heddle_version() >= 100);
  EXPECT(strcmp(heddle_status_name(HEDDLE_SUCCESS), "success") == 0);
  EXPECT(strcmp(heddle_status_name(HEDDLE_ZERO_PIVOT), "zero_pivot") == 0);
  EXPECT(strcmp(heddle_status_name(HEDDLE_BAD_PATTERN), "bad_pattern") == 0);
  EXPECT(strcmp(heddle_status_name(4711), "unknown") == 0);
  EXPECT(strcmp(heddle_status_name(-999), "unknown") == 0);
  return failures;
}

/* No call of anything crashes without its handle. */
int check_null_handles(void) {
  int failures = 0;
  uint32_t word = 0;
  uint64_t wide = 0;
  size_t size = 0;
  double number = 0;
  int32_t color = 0;
  int32_t const offsets[] = {0, 1};
  heddle_lu* lu = (heddle_lu*)&word;
  heddle_coloring* coloring = (heddle_coloring*)&word;
  heddle_map_u32* map = (heddle_map_u32*)&word;
  heddle_lu_report lu_report;
  heddle_coloring_report coloring_report;
#define EXPECT_NULL_REFUSED(call) EXPECT_REFUSED(call, HEDDLE_INVALID_ARGUMENT, "handle is null")
  EXPECT_NULL_REFUSED(heddle_map_u32_create(NULL, 8, 0, &map));
  EXPECT(map == NULL);
  EXPECT_NULL_REFUSED(heddle_map_u32_insert(NULL, 0, 1, &word, &word, NULL, NULL));
  EXPECT_NULL_REFUSED(heddle_map_u64_insert_or_assign(NULL, 0, 1, &wide, &wide, NULL, NULL));
  EXPECT_NULL_REFUSED(heddle_map_u64_insert_or_add(NULL, 0, 1, &wide, &wide, NULL, NULL));
  EXPECT_NULL_REFUSED(heddle_map_u32_find(NULL, 0, 1, &word, &word, 0, NULL, NULL));
  EXPECT_NULL_REFUSED(heddle_map_u32_erase(NULL, 0, 1, &word, NULL, NULL));
  EXPECT_NULL_REFUSED(heddle_map_u32_size(NULL, &size));
  EXPECT_NULL_REFUSED(heddle_map_u32_capacity(NULL, &size));
  EXPECT_NULL_REFUSED(heddle_map_u32_retrieve_all(NULL, 0, 1, &word, &word, 0, &size));
  EXPECT_NULL_REFUSED(heddle_map_u32_rehash(NULL, 8));
  EXPECT_NULL_REFUSED(heddle_map_u32_clear(NULL));
  EXPECT_NULL_REFUSED(heddle_lu_analyze_i32(NULL, HEDDLE_F64, HEDDLE_HOST, 1, 1, offsets, offsets,
                                            &number, NULL, &lu));
  EXPECT(lu == NULL);
  EXPECT_NULL_REFUSED(heddle_lu_factor(NULL, HEDDLE_HOST, &number));
  EXPECT_NULL_REFUSED(heddle_lu_refactor(NULL, HEDDLE_HOST, &number));
  EXPECT_NULL_REFUSED(heddle_lu_solve(NULL, HEDDLE_NONE, HEDDLE_HOST, 1, &number, &number));
  EXPECT_NULL_REFUSED(heddle_lu_info(NULL, &lu_report));
  EXPECT_NULL_REFUSED(
      heddle_color_i32(NULL, HEDDLE_HOST, 1, 1, 1, offsets, offsets, NULL, &coloring));
  EXPECT(coloring == NULL);
  EXPECT_NULL_REFUSED(heddle_coloring_info(NULL, &coloring_report));
  EXPECT_NULL_REFUSED(heddle_coloring_colors(NULL, HEDDLE_HOST, &color, NULL));
  EXPECT_NULL_REFUSED(heddle_coloring_seeds(NULL, HEDDLE_HOST, &number));
  EXPECT_NULL_REFUSED(heddle_coloring_recover(NULL, HEDDLE_HOST, &number, &number));
  EXPECT(strcmp(heddle_context_backend(NULL), "") == 0);
  EXPECT(strstr(heddle_context_message(NULL), "null") != NULL);
  EXPECT(strstr(heddle_lu_message(NULL), "null") != NULL);
  heddle_map_u32_free(NULL);
  heddle_map_u64_free(NULL);
  heddle_lu_free(NULL);
  heddle_coloring_free(NULL);
  heddle_lu_default_options(NULL);
  heddle_color_default_options(NULL);
  return failures;
}
