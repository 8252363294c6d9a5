/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Colourings through C, checked by their definition. */
#include <tests/capi/patterns.h>

/* Whether two columns that meet in a row have one colour, or a colour is out of range. */
static int columns_clash(struct pattern const* pattern, int32_t const* colors, int32_t num_colors) {
  for (int row = 0; row < num_rows; ++row) {
    for (int64_t i = pattern->offsets64[row]; i < pattern->offsets64[row + 1]; ++i) {
      int32_t const color = colors[pattern->columns[i]];
      if (color < 0 || color >= num_colors) return 1;
      for (int64_t j = pattern->offsets64[row]; j < i; ++j) {
        if (colors[pattern->columns[j]] == color) return 1;
      }
    }
  }
  return 0;
}

/* Whether two rows with an entry in the same column have one colour. */
static int rows_clash(struct pattern const* pattern, int32_t const* colors, int32_t num_colors) {
  for (int64_t i = 0; i < pattern->num_entries; ++i) {
    for (int64_t j = 0; j < i; ++j) {
      int a = 0, b = 0;
      while (pattern->offsets64[a + 1] <= i) ++a;
      while (pattern->offsets64[b + 1] <= j) ++b;
      if (colors[a] < 0 || colors[a] >= num_colors) return 1;
      if (a != b && pattern->columns[i] == pattern->columns[j] && colors[a] == colors[b]) return 1;
    }
  }
  return 0;
}

static int check_kind(heddle_context* context, struct pattern const* pattern, int kind, int order) {
  int failures = 0;
  int32_t colors[num_rows + num_columns];
  heddle_coloring* coloring = NULL;
  heddle_coloring_report report;
  heddle_color_options options;
  heddle_color_default_options(&options);
  options.kind = kind;
  options.order = order;
  EXPECT(color_pattern(context, pattern, &options, &coloring) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_info(coloring, &report) == HEDDLE_SUCCESS);
  EXPECT(report.rows == num_rows && report.columns == num_columns && report.kind == kind);
  EXPECT(report.entries == pattern->num_entries);
  EXPECT(report.colors >= report.lower_bound && report.lower_bound >= 4);
  EXPECT(report.colors < 15 && report.row_colors == 0);
  EXPECT(heddle_coloring_colors(coloring, HEDDLE_HOST, colors, NULL) == HEDDLE_SUCCESS);
  EXPECT(!(kind == HEDDLE_ROWS ? rows_clash : columns_clash)(pattern, colors, report.colors));
  heddle_coloring_free(coloring);
  return failures;
}

static int check_bidirectional(heddle_context* context, struct pattern const* pattern) {
  int failures = 0;
  int32_t colors[num_columns], row_colors[num_rows];
  heddle_coloring* coloring = NULL;
  heddle_coloring_report report;
  heddle_color_options options;
  heddle_color_default_options(&options);
  options.kind = HEDDLE_BIDIRECTIONAL;
  EXPECT(heddle_color_i64(context, HEDDLE_HOST, num_rows, num_columns, pattern->num_entries,
                          pattern->offsets64, pattern->columns, &options,
                          &coloring) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_info(coloring, &report) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_colors(coloring, HEDDLE_HOST, colors, row_colors) == HEDDLE_SUCCESS);
  for (int i = 0; i < num_columns; ++i) EXPECT(colors[i] >= -1 && colors[i] < report.colors);
  for (int i = 0; i < num_rows; ++i) {
    EXPECT(row_colors[i] >= -1 && row_colors[i] < report.row_colors);
  }
  EXPECT_REFUSED(heddle_coloring_colors(coloring, HEDDLE_HOST, colors, NULL),
                 HEDDLE_INVALID_ARGUMENT, "row_colors is null");
  EXPECT_REFUSED(heddle_coloring_seeds(coloring, HEDDLE_HOST, (double[1]){0}), HEDDLE_UNSUPPORTED,
                 "bidirectional");
  heddle_coloring_free(coloring);
  return failures;
}

int check_coloring(char const* backend) {
  int failures = 0;
  static struct pattern pattern;
  heddle_context* context = NULL;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  draw_pattern(&pattern, 1);
  for (int order = HEDDLE_ORDER_AUTOMATIC; order <= HEDDLE_ORDER_INCIDENCE; ++order) {
    failures += check_kind(context, &pattern, HEDDLE_COLUMNS, order);
    failures += check_kind(context, &pattern, HEDDLE_ROWS, order);
  }
  failures += check_bidirectional(context, &pattern);
  heddle_context_free(context);
  return failures;
}

int check_coloring_refusals(char const* backend) {
  int failures = 0;
  static struct pattern pattern;
  int32_t const offsets[] = {0, 2, 3}, falling[] = {0, 3, 2}, columns[] = {0, 1, 5};
  int32_t color = 0;
  heddle_context* context = NULL;
  heddle_coloring* coloring = NULL;
  heddle_color_options options;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
#define COLOR(rows, cols, entries, offsets, columns, options) \
  heddle_color_i32(context, HEDDLE_HOST, rows, cols, entries, offsets, columns, options, &coloring)
  EXPECT_REFUSED(COLOR(2, 2, 3, offsets, columns, NULL), HEDDLE_BAD_PATTERN, "5");
  EXPECT_REFUSED(COLOR(2, 6, 3, falling, columns, NULL), HEDDLE_BAD_PATTERN, "offset");
  EXPECT_REFUSED(COLOR(2, 6, 2, offsets, columns, NULL), HEDDLE_BAD_PATTERN, "3");
  EXPECT_REFUSED(COLOR(-1, 6, 3, offsets, columns, NULL), HEDDLE_INVALID_ARGUMENT, "-1");
  EXPECT_REFUSED(COLOR(2, 6, 3, NULL, columns, NULL), HEDDLE_INVALID_ARGUMENT, "row_offsets");
  EXPECT_REFUSED(COLOR(2, 6, 3, offsets, NULL, NULL), HEDDLE_INVALID_ARGUMENT, "columns is null");
  memset(&options, 0, sizeof(options));
  EXPECT_REFUSED(COLOR(2, 6, 3, offsets, columns, &options), HEDDLE_INVALID_ARGUMENT,
                 "heddle_color_default_options");
  heddle_color_default_options(&options);
  options.kind = 7;
  EXPECT_REFUSED(COLOR(2, 6, 3, offsets, columns, &options), HEDDLE_INVALID_ARGUMENT, "kind is 7");
  options.kind = HEDDLE_STAR; /* not symmetric */
  draw_pattern(&pattern, 1);
  EXPECT_REFUSED(color_pattern(context, &pattern, &options, &coloring), HEDDLE_BAD_PATTERN,
                 "square");
  EXPECT(coloring == NULL);

  EXPECT(COLOR(2, 6, 3, offsets, columns, NULL) == HEDDLE_SUCCESS);
  EXPECT_REFUSED(heddle_coloring_colors(coloring, HEDDLE_HOST, NULL, NULL), HEDDLE_INVALID_ARGUMENT,
                 "colors is null");
  EXPECT_REFUSED(heddle_coloring_colors(coloring, HEDDLE_HOST, &color, &color),
                 HEDDLE_INVALID_ARGUMENT, "bidirectional");
  EXPECT_REFUSED(heddle_coloring_seeds(coloring, 3, NULL), HEDDLE_INVALID_ARGUMENT, "memory is 3");
  EXPECT_REFUSED(heddle_coloring_recover(coloring, HEDDLE_HOST, NULL, NULL),
                 HEDDLE_INVALID_ARGUMENT, "compressed is null");
  EXPECT_REFUSED(heddle_coloring_info(coloring, NULL), HEDDLE_INVALID_ARGUMENT, "report is null");
  heddle_coloring_free(coloring);
  EXPECT(COLOR(0, 0, 0, (int32_t[1]){0}, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_colors(coloring, HEDDLE_HOST, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(heddle_coloring_recover(coloring, HEDDLE_HOST, NULL, NULL) == HEDDLE_SUCCESS);
  heddle_coloring_free(coloring);
  heddle_context_free(context);
  return failures;
}
