/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle of the LU checks: dense elimination with partial pivoting. */
#ifndef HEDDLE_TESTS_CAPI_DENSE_H
#define HEDDLE_TESTS_CAPI_DENSE_H

#include <tests/capi/check.h>

#include <math.h>

enum { order = 60, most_entries = order * order };

/* A sparse matrix by rows, with offsets of both widths. */
struct matrix {
  int64_t num_entries;
  int32_t offsets32[order + 1];
  int64_t offsets64[order + 1];
  int32_t columns[most_entries];
  double values[most_entries];
};

/* About 6 entries a row; large ones on a shuffled diagonal, so that rows have to move. */
static inline void draw_matrix(struct matrix* matrix, uint64_t seed) {
  uint64_t state = seed;
  int64_t count = 0;
  for (int row = 0; row < order; ++row) {
    int const large = (row * 7 + 3) % order; /* 7 and 60 have no common factor */
    matrix->offsets32[row] = (int32_t)count;
    matrix->offsets64[row] = count;
    for (int column = 0; column < order; ++column) {
      uint64_t const random = next_random(&state);
      if (column != large && random % 12 != 0) continue;
      matrix->columns[count] = column;
      matrix->values[count] = (double)(random >> 40) / (1 << 24) - 0.5;
      if (column == large) matrix->values[count] += 4;
      ++count;
    }
  }
  matrix->offsets32[order] = (int32_t)count;
  matrix->offsets64[order] = count;
  matrix->num_entries = count;
}

/* New values of the same pattern. */
static inline void change_values(struct matrix* matrix, uint64_t seed) {
  uint64_t state = seed;
  for (int64_t i = 0; i < matrix->num_entries; ++i) {
    matrix->values[i] *= 1 + (double)(next_random(&state) >> 44) / (1 << 20) / 4;
  }
}

static inline void to_dense(struct matrix const* matrix, int transposed, double* dense) {
  for (int i = 0; i < order * order; ++i) dense[i] = 0;
  for (int row = 0; row < order; ++row) {
    for (int64_t i = matrix->offsets64[row]; i < matrix->offsets64[row + 1]; ++i) {
      int const column = matrix->columns[i];
      dense[transposed ? column * order + row : row * order + column] += matrix->values[i];
    }
  }
}

/* Row `other` minus so much of row `row` that its entry in column `row` vanishes. */
static inline void subtract_row(double* dense, double* x, int row, int other) {
  double const factor = dense[other * order + row] / dense[row * order + row];
  for (int column = row; column < order; ++column) {
    dense[other * order + column] -= factor * dense[row * order + column];
  }
  x[other] -= factor * x[row];
}

static inline void swap(double* a, double* b) {
  double const was = *a;
  *a = *b;
  *b = was;
}

/* Overwrites b with the solution, and the matrix. Returns log |det|, and its sign. */
static inline double solve_dense(double* dense, double* b, int* sign) {
  double log_determinant = 0;
  *sign = 1;
  for (int step = 0; step < order; ++step) {
    int pivot = step;
    for (int row = step + 1; row < order; ++row) {
      if (fabs(dense[row * order + step]) > fabs(dense[pivot * order + step])) pivot = row;
    }
    if (pivot != step) {
      for (int i = 0; i < order; ++i) swap(&dense[pivot * order + i], &dense[step * order + i]);
      swap(&b[pivot], &b[step]);
      *sign = -*sign;
    }
    if (dense[step * order + step] < 0) *sign = -*sign;
    log_determinant += log(fabs(dense[step * order + step]));
    for (int row = step + 1; row < order; ++row) subtract_row(dense, b, step, row);
  }
  for (int row = order - 1; row >= 0; --row) {
    for (int column = row + 1; column < order; ++column) {
      b[row] -= dense[row * order + column] * b[column];
    }
    b[row] /= dense[row * order + row];
  }
  return log_determinant;
}

#endif
