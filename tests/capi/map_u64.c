/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

#define WORD uint64_t
#define MAP(call) heddle_map_u64_##call
#define MAP_HANDLE heddle_map_u64
#define CHECK_MAP check_map_u64
#include <tests/capi/map_words.h>

int check_map_growth(char const* backend) {
  int failures = 0;
  enum { many = 3000 };
  static uint64_t keys[many];
  static uint8_t statuses[many];
  heddle_context* context = NULL;
  heddle_map_u64 *fixed = NULL, *growing = NULL, *huge = NULL;
  heddle_map_counts counts;
  size_t capacity = 0, size = 0;
  for (uint64_t i = 0; i < many; ++i) keys[i] = i;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u64_create(context, 100, 0, &fixed) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u64_create(context, 100, 1, &growing) == HEDDLE_SUCCESS);
  EXPECT_REFUSED(heddle_map_u64_create(context, (size_t)1 << 58, 0, &huge), HEDDLE_OUT_OF_MEMORY,
                 "slots");
  EXPECT(huge == NULL);
  heddle_context_free(context);

  /* Exactly full: the capacity is what fits, and the rest is told item by item. */
  EXPECT(heddle_map_u64_capacity(fixed, &capacity) == HEDDLE_SUCCESS && capacity >= 100);
  EXPECT_REFUSED(heddle_map_u64_insert(fixed, HEDDLE_HOST, many, keys, keys, statuses, &counts),
                 HEDDLE_TABLE_FULL, "found no slot");
  EXPECT(strcmp(heddle_map_u64_message(fixed), heddle_last_message()) == 0);
  EXPECT(counts.inserted == capacity && counts.full == many - capacity);
  EXPECT_REFUSED(heddle_map_u64_rehash(fixed, capacity), HEDDLE_CAPACITY_BELOW_SIZE, "keys");
  EXPECT(heddle_map_u64_size(fixed, &size) == HEDDLE_SUCCESS && size == capacity);

  EXPECT(heddle_map_u64_insert(growing, HEDDLE_HOST, many, keys, keys, NULL, &counts) ==
         HEDDLE_SUCCESS);
  EXPECT(counts.inserted == many && counts.full == 0);
  EXPECT(heddle_map_u64_size(growing, &size) == HEDDLE_SUCCESS && size == many);
  heddle_map_u64_free(fixed);
  heddle_map_u64_free(growing);
  return failures;
}
