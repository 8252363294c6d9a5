/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compressed Jacobians through C, of a function whose derivatives are known. */
#include <tests/capi/patterns.h>

#include <math.h>

enum { most_colors = 20 };

/* y_i = sum of sin(a x_j) over the entries (i, j) of the pattern, with a of its own each. */
static double factor_of(int64_t entry) { return 1 + 0.01 * (double)entry; }

static void function(struct pattern const* pattern, double const* x, double* y) {
  for (int row = 0; row < num_rows; ++row) {
    y[row] = 0;
    for (int64_t i = pattern->offsets64[row]; i < pattern->offsets64[row + 1]; ++i) {
      y[row] += sin(factor_of(i) * x[pattern->columns[i]]);
    }
  }
}

static void derivative(struct pattern const* pattern, double const* x, double* values) {
  for (int64_t i = 0; i < pattern->num_entries; ++i) {
    values[i] = factor_of(i) * cos(factor_of(i) * x[pattern->columns[i]]);
  }
}

/* One column of J^T S: what products with the transposed Jacobian would give. */
static void transposed_product(struct pattern const* pattern, double const* values,
                               double const* seed, double* column) {
  for (int i = 0; i < num_columns; ++i) column[i] = 0;
  for (int row = 0; row < num_rows; ++row) {
    for (int64_t i = pattern->offsets64[row]; i < pattern->offsets64[row + 1]; ++i) {
      column[pattern->columns[i]] += values[i] * seed[row];
    }
  }
}

/* By columns: two differences a colour. */
static int check_differences(heddle_context* context, struct pattern const* pattern,
                             double const* x, double const* exact) {
  int failures = 0;
  static double seeds[num_columns * most_colors], compressed[num_rows * most_colors];
  static double values[most_entries];
  double const step = 1e-5;
  heddle_coloring* coloring = NULL;
  heddle_coloring_report report;
  EXPECT(color_pattern(context, pattern, NULL, &coloring) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_info(coloring, &report) == HEDDLE_SUCCESS);
  EXPECT(report.colors <= most_colors);
  // [snippet differences]
  EXPECT(heddle_coloring_seeds(coloring, HEDDLE_HOST, seeds) == HEDDLE_SUCCESS);
  for (int color = 0; color < report.colors; ++color) {
    double ahead[num_columns], behind[num_columns], above[num_rows], below[num_rows];
    for (int i = 0; i < num_columns; ++i) {
      ahead[i] = x[i] + step * seeds[color * num_columns + i];
      behind[i] = x[i] - step * seeds[color * num_columns + i];
    }
    function(pattern, ahead, above);
    function(pattern, behind, below);
    for (int i = 0; i < num_rows; ++i) {
      compressed[color * num_rows + i] = (above[i] - below[i]) / (2 * step);
    }
  }
  EXPECT(heddle_coloring_recover(coloring, HEDDLE_HOST, compressed, values) == HEDDLE_SUCCESS);
  // [end]
  for (int64_t i = 0; i < pattern->num_entries; ++i) EXPECT(fabs(values[i] - exact[i]) < 1e-8);
  heddle_coloring_free(coloring);
  return failures;
}

/* By rows: one transposed product a colour; every value is one term of a sum of zeros, so exact. */
static int check_products(heddle_context* context, struct pattern const* pattern,
                          double const* exact) {
  int failures = 0;
  static double seeds[num_rows * most_colors], compressed[num_columns * most_colors];
  static double values[most_entries];
  heddle_coloring* coloring = NULL;
  heddle_coloring_report report;
  heddle_color_options options;
  heddle_color_default_options(&options);
  options.kind = HEDDLE_ROWS;
  EXPECT(heddle_color_i64(context, HEDDLE_HOST, num_rows, num_columns, pattern->num_entries,
                          pattern->offsets64, pattern->columns, &options,
                          &coloring) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_info(coloring, &report) == HEDDLE_SUCCESS);
  EXPECT(report.colors <= most_colors);
  EXPECT(heddle_coloring_seeds(coloring, HEDDLE_HOST, seeds) == HEDDLE_SUCCESS);
  for (int color = 0; color < report.colors; ++color) {
    transposed_product(pattern, exact, seeds + color * num_rows, compressed + color * num_columns);
  }
  EXPECT(heddle_coloring_recover(coloring, HEDDLE_HOST, compressed, values) == HEDDLE_SUCCESS);
  for (int64_t i = 0; i < pattern->num_entries; ++i) EXPECT(values[i] == exact[i]);
  heddle_coloring_free(coloring);
  return failures;
}

int check_jacobian(char const* backend) {
  int failures = 0;
  static struct pattern pattern;
  static double exact[most_entries];
  double x[num_columns];
  heddle_context* context = NULL;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  draw_pattern(&pattern, 2);
  for (int i = 0; i < num_columns; ++i) x[i] = 0.1 * i - 2;
  derivative(&pattern, x, exact);
  failures += check_differences(context, &pattern, x, exact);
  failures += check_products(context, &pattern, exact);
  heddle_context_free(context);
  return failures;
}
