/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse LU of what has no solution, and calls that make no sense. */
#include <tests/capi/dense.h>

/* A 2 x 2 matrix with all entries. */
static int32_t const full_offsets[] = {0, 2, 4};
static int32_t const full_columns[] = {0, 1, 0, 1};

static int analyze(heddle_context* context, double const* values, heddle_lu_options const* options,
                   heddle_lu** lu) {
  return heddle_lu_analyze_i32(context, HEDDLE_F64, HEDDLE_HOST, 2, 4, full_offsets, full_columns,
                               values, options, lu);
}

static int check_singular(heddle_context* context) {
  int failures = 0;
  int32_t const offsets[] = {0, 1, 2};
  int32_t const columns[] = {1, 1};
  double const values[] = {1, 2};
  heddle_lu* lu = NULL;
  heddle_lu_report report;
  EXPECT_REFUSED(heddle_lu_analyze_i32(context, HEDDLE_F64, HEDDLE_HOST, 2, 2, offsets, columns,
                                       values, NULL, &lu),
                 HEDDLE_STRUCTURALLY_SINGULAR, "rank 1 of 2");
  EXPECT(strcmp(heddle_lu_message(lu), heddle_last_message()) == 0);
  EXPECT(heddle_lu_info(lu, &report) == HEDDLE_SUCCESS);
  EXPECT(report.structural_rank == 1 && report.is_factored == 0);
  EXPECT_REFUSED(heddle_lu_factor(lu, HEDDLE_HOST, values), HEDDLE_INVALID_STATE,
                 "structurally_singular");
  EXPECT_REFUSED(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, values, (double[2]){0, 0}),
                 HEDDLE_INVALID_STATE, "analysis");
  heddle_lu_free(lu);
  return failures;
}

static int check_bad_pivots(heddle_context* context) {
  int failures = 0;
  double const good[] = {2, 1, 1, 2}, singular[] = {1, 1, 1, 1};
  double const bad[] = {2, 1, NAN, 2};
  double const b[] = {3, 3};
  double x[2] = {0, 0};
  heddle_lu* lu = NULL;
  heddle_lu_options options;
  heddle_lu_report report;
  heddle_lu_default_options(&options);
  options.pivots = HEDDLE_PIVOTS_FAIL;
  EXPECT(analyze(context, good, &options, &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, good) == HEDDLE_SUCCESS);
  EXPECT_REFUSED(heddle_lu_refactor(lu, HEDDLE_HOST, singular), HEDDLE_ZERO_PIVOT, "column");
  EXPECT(heddle_lu_info(lu, &report) == HEDDLE_SUCCESS);
  EXPECT(report.first_bad_column >= 0 && report.first_bad_column < 2 && report.is_factored == 1);
  EXPECT_REFUSED(heddle_lu_refactor(lu, HEDDLE_HOST, bad), HEDDLE_NON_FINITE, "non_finite");
  /* The old factors are still there. */
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, x) == HEDDLE_SUCCESS);
  EXPECT(fabs(x[0] - 1) < 1e-15 && fabs(x[1] - 1) < 1e-15);
  EXPECT_REFUSED(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, bad + 1, x), HEDDLE_NON_FINITE,
                 "row 1");
  /* A failed factor leaves none. */
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, singular) == HEDDLE_ZERO_PIVOT);
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, x) == HEDDLE_INVALID_STATE);
  heddle_lu_free(lu);

  EXPECT(analyze(context, singular, NULL, &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, singular) == HEDDLE_NUMERICALLY_SINGULAR);
  heddle_lu_free(lu);
  options.pivots = HEDDLE_PIVOTS_PERTURB;
  EXPECT(analyze(context, singular, &options, &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, singular) == HEDDLE_PIVOT_DEGRADED);
  EXPECT(heddle_lu_info(lu, &report) == HEDDLE_SUCCESS && report.perturbed == 1);
  heddle_lu_free(lu);
  EXPECT(analyze(context, bad, NULL, &lu) == HEDDLE_NON_FINITE);
  heddle_lu_free(lu);
  return failures;
}

int check_lu_outcomes(char const* backend) {
  int failures = 0;
  int64_t const no_offsets[] = {0};
  heddle_context* context = NULL;
  heddle_lu* lu = NULL;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  failures += check_singular(context);
  failures += check_bad_pivots(context);
  /* Nothing is a matrix, too. */
  EXPECT(heddle_lu_analyze_i64(context, HEDDLE_F64, HEDDLE_HOST, 0, 0, no_offsets, NULL, NULL, NULL,
                               &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, NULL) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, NULL, NULL) == HEDDLE_SUCCESS);
  heddle_lu_free(lu);
  heddle_context_free(context);
  return failures;
}

static int check_bad_matrices(heddle_context* context) {
  int failures = 0;
  int32_t const falling[] = {0, 3, 2}, outside[] = {0, 1, 0, 7};
  double const values[] = {2, 1, 1, 2};
  heddle_lu* lu = NULL;
#define ANALYZE(n, entries, offsets, columns, values, type) \
  heddle_lu_analyze_i32(context, type, HEDDLE_HOST, n, entries, offsets, columns, values, NULL, &lu)
  EXPECT_REFUSED(ANALYZE(2, 4, full_offsets, outside, values, HEDDLE_F64), HEDDLE_INVALID_MATRIX,
                 "7");
  EXPECT_REFUSED(ANALYZE(2, 4, falling, full_columns, values, HEDDLE_F64), HEDDLE_INVALID_MATRIX,
                 "offset");
  EXPECT_REFUSED(ANALYZE(2, 3, full_offsets, full_columns, values, HEDDLE_F64),
                 HEDDLE_INVALID_MATRIX, "4");
  EXPECT_REFUSED(ANALYZE(-2, 4, full_offsets, full_columns, values, HEDDLE_F64),
                 HEDDLE_INVALID_ARGUMENT, "-2");
  EXPECT_REFUSED(ANALYZE((int64_t)1 << 40, 4, full_offsets, full_columns, values, HEDDLE_F64),
                 HEDDLE_INVALID_ARGUMENT, "32 bits");
  EXPECT_REFUSED(ANALYZE(2, -4, full_offsets, full_columns, values, HEDDLE_F64),
                 HEDDLE_INVALID_ARGUMENT, "num_entries");
  EXPECT_REFUSED(ANALYZE(2, 4, NULL, full_columns, values, HEDDLE_F64), HEDDLE_INVALID_ARGUMENT,
                 "row_offsets is null");
  EXPECT_REFUSED(ANALYZE(2, 4, full_offsets, NULL, values, HEDDLE_F64), HEDDLE_INVALID_ARGUMENT,
                 "columns is null");
  EXPECT_REFUSED(ANALYZE(2, 4, full_offsets, full_columns, NULL, HEDDLE_F64),
                 HEDDLE_INVALID_ARGUMENT, "values is null");
  EXPECT_REFUSED(ANALYZE(2, 4, full_offsets, full_columns, values, 9), HEDDLE_INVALID_ARGUMENT,
                 "value_type is 9");
  EXPECT(lu == NULL);
  return failures;
}

static int check_bad_options(heddle_context* context) {
  int failures = 0;
  double const values[] = {2, 1, 1, 2};
  heddle_lu* lu = NULL;
  heddle_lu_options options;
  memset(&options, 0, sizeof(options));
  EXPECT_REFUSED(analyze(context, values, &options, &lu), HEDDLE_INVALID_ARGUMENT,
                 "heddle_lu_default_options");
  heddle_lu_default_options(&options);
  options.ordering = 5;
  EXPECT_REFUSED(analyze(context, values, &options, &lu), HEDDLE_INVALID_ARGUMENT, "ordering is 5");
  heddle_lu_default_options(&options);
  options.pivots = -1;
  EXPECT_REFUSED(analyze(context, values, &options, &lu), HEDDLE_INVALID_ARGUMENT, "pivots is -1");
  EXPECT_REFUSED(analyze(context, values, NULL, NULL), HEDDLE_INVALID_ARGUMENT, "new handle");
  return failures;
}

int check_lu_refusals(char const* backend) {
  int failures = 0;
  double const values[] = {2, 1, 1, 2};
  double b[] = {3, 3};
  heddle_context* context = NULL;
  heddle_lu* lu = NULL;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  failures += check_bad_matrices(context);
  failures += check_bad_options(context);
  EXPECT(strcmp(heddle_context_message(context), heddle_last_message()) == 0);

  /* Calls out of order, and after each of them the right ones still work. */
  EXPECT(analyze(context, values, NULL, &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_refactor(lu, HEDDLE_HOST, values) == HEDDLE_INVALID_STATE);
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, b) == HEDDLE_INVALID_STATE);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, values) == HEDDLE_SUCCESS);
  EXPECT_REFUSED(heddle_lu_factor(lu, HEDDLE_HOST, NULL), HEDDLE_INVALID_ARGUMENT,
                 "values is null");
  EXPECT_REFUSED(heddle_lu_factor(lu, -1, values), HEDDLE_INVALID_ARGUMENT, "memory is -1");
  EXPECT_REFUSED(heddle_lu_solve(lu, 3, HEDDLE_HOST, 1, b, b), HEDDLE_INVALID_ARGUMENT,
                 "operation is 3");
  EXPECT_REFUSED(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, -1, b, b), HEDDLE_INVALID_ARGUMENT,
                 "negative");
  EXPECT_REFUSED(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, NULL, b), HEDDLE_INVALID_ARGUMENT,
                 "b is null");
  EXPECT_REFUSED(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, NULL), HEDDLE_INVALID_ARGUMENT,
                 "x is null");
  EXPECT_REFUSED(heddle_lu_info(lu, NULL), HEDDLE_INVALID_ARGUMENT, "report is null");
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, b) == HEDDLE_SUCCESS);
  EXPECT(fabs(b[0] - 1) < 1e-15 && fabs(b[1] - 1) < 1e-15);
  heddle_lu_free(lu);
  heddle_context_free(context);
  return failures;
}
