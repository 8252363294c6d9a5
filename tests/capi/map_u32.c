/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

#define WORD uint32_t
#define MAP(call) heddle_map_u32_##call
#define MAP_HANDLE heddle_map_u32
#define CHECK_MAP check_map_u32
#include <tests/capi/map_words.h>
