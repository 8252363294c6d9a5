/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse LU in double precision through C, against dense elimination. */
#include <tests/capi/dense.h>

enum { num_rhs = 3 };

static void draw_rhs(double* b, uint64_t seed) {
  uint64_t state = seed;
  for (int i = 0; i < num_rhs * order; ++i) b[i] = (double)(next_random(&state) >> 40) / (1 << 24);
}

/* Solves with the factors and by dense elimination. */
static int compare_solutions(heddle_lu* lu, struct matrix const* matrix, int operation) {
  int failures = 0;
  static double dense[order * order], b[num_rhs * order], x[num_rhs * order];
  int sign = 0;
  double log_determinant = 0, largest = 0, difference = 0;
  heddle_lu_report report;
  draw_rhs(b, 5);
  EXPECT(heddle_lu_solve(lu, operation, HEDDLE_HOST, num_rhs, b, x) == HEDDLE_SUCCESS);
  for (int rhs = 0; rhs < num_rhs; ++rhs) {
    to_dense(matrix, operation != HEDDLE_NONE, dense);
    log_determinant = solve_dense(dense, b + rhs * order, &sign);
  }
  for (int i = 0; i < num_rhs * order; ++i) {
    largest = fmax(largest, fabs(b[i]));
    difference = fmax(difference, fabs(x[i] - b[i]));
  }
  EXPECT(difference <= 1e-11 * largest);
  EXPECT(heddle_lu_info(lu, &report) == HEDDLE_SUCCESS);
  EXPECT(report.is_factored == 1 && report.structural_rank == order && report.rows == order);
  EXPECT(report.entries == matrix->num_entries);
  EXPECT(report.backward_error >= 0 && report.backward_error < 1e-12);
  EXPECT(fabs(report.log_determinant - log_determinant) < 1e-9 * fabs(log_determinant) + 1e-9);
  EXPECT(report.determinant_phase[0] == sign && report.determinant_phase[1] == 0);
  EXPECT(report.perturbed == 0 && report.first_bad_row == -1);
  EXPECT(report.reciprocal_growth > 0);
  return failures;
}

/* All of one factorization: factor, solve, transposed, in place, refactor. */
static int check_factors(heddle_lu* lu, struct matrix* matrix) {
  int failures = 0;
  static double x[order], b[order];
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, matrix->values) == HEDDLE_SUCCESS);
  failures += compare_solutions(lu, matrix, HEDDLE_NONE);
  failures += compare_solutions(lu, matrix, HEDDLE_TRANSPOSE);
  failures += compare_solutions(lu, matrix, HEDDLE_CONJUGATE_TRANSPOSE);
  change_values(matrix, 9);
  EXPECT(heddle_lu_refactor(lu, HEDDLE_HOST, matrix->values) == HEDDLE_SUCCESS);
  failures += compare_solutions(lu, matrix, HEDDLE_NONE);
  change_values(matrix, 10);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, matrix->values) == HEDDLE_SUCCESS);
  failures += compare_solutions(lu, matrix, HEDDLE_NONE);

  for (int i = 0; i < order; ++i) b[i] = i + 1;
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, x) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, b) == HEDDLE_SUCCESS);
  EXPECT(memcmp(b, x, sizeof(x)) == 0); /* in place */
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 0, NULL, NULL) == HEDDLE_SUCCESS);
  return failures;
}

int check_lu_real(char const* backend) {
  int failures = 0;
  static struct matrix matrix;
  heddle_context* context = NULL;
  heddle_lu* lu = NULL;
  heddle_lu_options options;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  draw_matrix(&matrix, 1);
  EXPECT(heddle_lu_analyze_i32(context, HEDDLE_F64, HEDDLE_HOST, order, matrix.num_entries,
                               matrix.offsets32, matrix.columns, matrix.values, NULL,
                               &lu) == HEDDLE_SUCCESS);
  failures += check_factors(lu, &matrix);
  heddle_lu_free(lu);

  heddle_lu_default_options(&options);
  options.ordering = HEDDLE_ORDERING_COLAMD;
  options.matching = HEDDLE_MATCHING_CARDINALITY;
  options.block_triangular = 0;
  options.in_place = 1;
  options.refinement = HEDDLE_REFINEMENT_FIXED;
  options.refinement_steps = 2;
  draw_matrix(&matrix, 2);
  EXPECT(heddle_lu_analyze_i64(context, HEDDLE_F64, HEDDLE_HOST, order, matrix.num_entries,
                               matrix.offsets64, matrix.columns, matrix.values, &options,
                               &lu) == HEDDLE_SUCCESS);
  heddle_context_free(context);
  failures += check_factors(lu, &matrix);
  heddle_lu_free(lu);
  return failures;
}
