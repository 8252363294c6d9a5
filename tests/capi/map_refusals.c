/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps through C: what is refused, and that nothing has changed then. */
#include <tests/capi/check.h>

int check_map_refusals(char const* backend) {
  int failures = 0;
  uint32_t keys[] = {1, 2, 3, 0}, values[] = {4, 5, 6, 0};
  size_t size = 0;
  heddle_context* context = NULL;
  heddle_map_u32 *map = NULL, *huge = (heddle_map_u32*)keys;
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u32_create(context, 0, 0, &map) == HEDDLE_SUCCESS);
  EXPECT_REFUSED(heddle_map_u32_insert(map, HEDDLE_HOST, 1, keys, values, NULL, NULL),
                 HEDDLE_TABLE_FULL, "1 of 1");
  EXPECT(heddle_map_u32_rehash(map, 10) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u32_insert(map, HEDDLE_HOST, 3, keys, values, NULL, NULL) == HEDDLE_SUCCESS);

  EXPECT_REFUSED(heddle_map_u32_create(context, (size_t)1 << 61, 0, &huge), HEDDLE_INVALID_ARGUMENT,
                 "32-bit hash");
  EXPECT(huge == NULL);
  EXPECT(strcmp(heddle_context_message(context), heddle_last_message()) == 0);
  EXPECT_REFUSED(heddle_map_u32_create(context, 8, 0, NULL), HEDDLE_INVALID_ARGUMENT, "null");
  EXPECT_REFUSED(heddle_map_u32_insert(map, HEDDLE_HOST, 3, NULL, values, NULL, NULL),
                 HEDDLE_INVALID_ARGUMENT, "keys is null");
  EXPECT_REFUSED(heddle_map_u32_insert(map, HEDDLE_HOST, 3, keys, NULL, NULL, NULL),
                 HEDDLE_INVALID_ARGUMENT, "values is null");
  EXPECT_REFUSED(heddle_map_u32_insert(map, 2, 3, keys, values, NULL, NULL),
                 HEDDLE_INVALID_ARGUMENT, "memory is 2");
  EXPECT_REFUSED(
      heddle_map_u32_erase(map, HEDDLE_HOST, 3,
                           (uint32_t const*)(void const*)((char const*)keys + 1), NULL, NULL),
      HEDDLE_INVALID_ARGUMENT, "aligned");
  EXPECT_REFUSED(heddle_map_u32_size(map, NULL), HEDDLE_INVALID_ARGUMENT, "size is null");
  EXPECT_REFUSED(heddle_map_u32_retrieve_all(map, HEDDLE_HOST, 4, NULL, values, 0, &size),
                 HEDDLE_INVALID_ARGUMENT, "keys is null");
  if (strcmp(backend, "cuda") != 0) { /* there the arrays are copies */
    EXPECT_REFUSED(heddle_map_u32_find(map, HEDDLE_HOST, 3, keys, keys, 0, NULL, NULL),
                   HEDDLE_INVALID_ARGUMENT, "shares memory");
  }
  EXPECT_REFUSED(heddle_map_u32_rehash(map, 3), HEDDLE_CAPACITY_BELOW_SIZE, "3 keys");
  EXPECT(strcmp(heddle_map_u32_message(map), heddle_last_message()) == 0);

  /* Nothing of this has changed the map; empty batches need no arrays. */
  EXPECT(heddle_map_u32_size(map, &size) == HEDDLE_SUCCESS && size == 3);
  EXPECT(heddle_map_u32_find(map, HEDDLE_HOST, 3, keys, values, 0, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(values[0] == 4 && values[1] == 5 && values[2] == 6);
  EXPECT(heddle_map_u32_find(map, HEDDLE_HOST, 3, keys, NULL, 0, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u32_insert(map, HEDDLE_HOST, 0, NULL, NULL, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(heddle_map_u32_erase(map, HEDDLE_HOST, 0, NULL, NULL, NULL) == HEDDLE_SUCCESS);
  heddle_map_u32_free(map);
  heddle_context_free(context);
  return failures;
}
