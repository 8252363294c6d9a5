/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sparse LU for all types of values: the residual of what C computes with its own arithmetic. */
#include <tests/capi/dense.h>

#include <complex.h>

/* |A x - b| against |A| |x| + |b|, the largest of all rows, of complex numbers. */
static double residual(struct matrix const* matrix, double const* imaginary,
                       double complex const* x, double complex const* b) {
  double largest = 0;
  for (int row = 0; row < order; ++row) {
    double complex sum = -b[row];
    double size = cabs(b[row]);
    for (int64_t i = matrix->offsets64[row]; i < matrix->offsets64[row + 1]; ++i) {
      double complex const entry = matrix->values[i] + imaginary[i] * I;
      sum += entry * x[matrix->columns[i]];
      size += cabs(entry) * cabs(x[matrix->columns[i]]);
    }
    largest = fmax(largest, cabs(sum) / size);
  }
  return largest;
}

static int solve_all(char const* backend, int type, struct matrix const* matrix, void const* values,
                     void const* b, void* x) {
  int failures = 0;
  heddle_context* context = NULL;
  heddle_lu* lu = NULL;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_analyze_i64(context, type, HEDDLE_HOST, order, matrix->num_entries,
                               matrix->offsets64, matrix->columns, values, NULL,
                               &lu) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_factor(lu, HEDDLE_HOST, values) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_refactor(lu, HEDDLE_HOST, values) == HEDDLE_SUCCESS);
  EXPECT(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1, b, x) == HEDDLE_SUCCESS);
  heddle_lu_free(lu);
  heddle_context_free(context);
  return failures;
}

static int check_complex(char const* backend, struct matrix const* matrix,
                         double const* imaginary) {
  int failures = 0;
  static double complex wide[most_entries], b[order], x[order];
  static float complex narrow[most_entries], narrow_b[order], narrow_x[order];
  for (int64_t i = 0; i < matrix->num_entries; ++i) {
    wide[i] = matrix->values[i] + imaginary[i] * I;
    narrow[i] = (float complex)wide[i];
  }
  for (int i = 0; i < order; ++i) {
    b[i] = 1 + i * I;
    narrow_b[i] = (float complex)b[i];
  }
  failures += solve_all(backend, HEDDLE_C128, matrix, wide, b, x);
  EXPECT(residual(matrix, imaginary, x, b) < 1e-14);
  failures += solve_all(backend, HEDDLE_C64, matrix, narrow, narrow_b, narrow_x);
  for (int i = 0; i < order; ++i) x[i] = narrow_x[i];
  EXPECT(residual(matrix, imaginary, x, b) < 1e-5);
  return failures;
}

int check_lu_types(char const* backend) {
  int failures = 0;
  static struct matrix matrix;
  static double imaginary[most_entries];
  static float narrow[most_entries], b[order], x[order];
  static double complex wide_b[order], wide_x[order];
  uint64_t state = 3;
  draw_matrix(&matrix, 4);
  for (int64_t i = 0; i < matrix.num_entries; ++i) narrow[i] = (float)matrix.values[i];
  for (int i = 0; i < order; ++i) wide_b[i] = b[i] = (float)(i + 1);
  failures += solve_all(backend, HEDDLE_F32, &matrix, narrow, b, x);
  for (int i = 0; i < order; ++i) wide_x[i] = x[i];
  EXPECT(residual(&matrix, imaginary, wide_x, wide_b) < 1e-5);

  for (int64_t i = 0; i < matrix.num_entries; ++i) {
    imaginary[i] = (double)(next_random(&state) >> 40) / (1 << 24);
  }
  return failures + check_complex(backend, &matrix, imaginary);
}
