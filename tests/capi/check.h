/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the C sources here report: each part is a function that counts and prints what was wrong. */
#ifndef HEDDLE_TESTS_CAPI_CHECK_H
#define HEDDLE_TESTS_CAPI_CHECK_H

#include <heddle/capi/heddle.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
int check_map_u32(char const* backend);
int check_map_u64(char const* backend);
int check_map_growth(char const* backend);
int check_lu_real(char const* backend);
int check_lu_types(char const* backend);
int check_lu_outcomes(char const* backend);
int check_lu_refusals(char const* backend);
int check_coloring(char const* backend);
int check_jacobian(char const* backend);
int check_coloring_refusals(char const* backend);
int check_null_handles(void);
int check_contexts(char const* backend);
int check_map_refusals(char const* backend);
#ifdef __cplusplus
}
#endif

#define EXPECT(condition)                                                                        \
  do {                                                                                           \
    if (!(condition)) {                                                                          \
      ++failures;                                                                                \
      printf("%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #condition, heddle_last_message()); \
    }                                                                                            \
  } while (0)

/* A call that must return `status`, and say why in words that contain `words`. */
#define EXPECT_REFUSED(call, status, words)                                      \
  do {                                                                           \
    int const got = (call);                                                      \
    if (got != (status) || strstr(heddle_last_message(), (words)) == NULL) {     \
      ++failures;                                                                \
      printf("%s:%d: %s returned %d (%s): %s\n", __FILE__, __LINE__, #call, got, \
             heddle_status_name(got), heddle_last_message());                    \
    }                                                                            \
  } while (0)

/* A sequence of numbers that look random and are the same everywhere. */
static inline uint64_t next_random(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

#endif
