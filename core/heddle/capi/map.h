/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Concurrent hash maps of pairs of 32-bit or 64-bit words; see heddle/hash/map.hpp for what they
/// promise. Every bit pattern is a legal key and a legal value.
///
/// Calls on whole arrays take `count` items. `statuses`, one byte an item (heddle_item), and
/// `counts` may be NULL. Outputs share no memory with other arrays of the call.
#ifndef HEDDLE_CAPI_MAP_H
#define HEDDLE_CAPI_MAP_H

#include <heddle/capi/context.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A map of 32-bit keys to 32-bit values.
typedef struct heddle_map_u32 heddle_map_u32;
/// A map of 64-bit keys to 64-bit values.
typedef struct heddle_map_u64 heddle_map_u64;

/// What became of an item.
enum heddle_item {
  HEDDLE_ITEM_INSERTED = 1,
  HEDDLE_ITEM_UPDATED = 2,
  HEDDLE_ITEM_EXISTS = 3,
  HEDDLE_ITEM_FOUND = 4,
  HEDDLE_ITEM_NOT_FOUND = 5,
  HEDDLE_ITEM_ERASED = 6,
  HEDDLE_ITEM_FULL = 7
};

/// How many items of a call became what.
typedef struct heddle_map_counts {
  uint64_t inserted, updated, exists, found, not_found, erased, full;
} heddle_map_counts;

/// An empty map of at least `capacity` slots, 0 among them. With `grows` (0 or 1) inserts double it
/// instead of reporting HEDDLE_TABLE_FULL. Errors: out_of_memory, with the bytes.
/// @{
int heddle_map_u32_create(heddle_context* context, size_t capacity, int grows,
                          heddle_map_u32** map);
int heddle_map_u64_create(heddle_context* context, size_t capacity, int grows,
                          heddle_map_u64** map);
/// @}
/// Frees the map; NULL is none.
/// @{
void heddle_map_u32_free(heddle_map_u32* map);
void heddle_map_u64_free(heddle_map_u64* map);
/// @}
/// Of its last call that did not return 0.
/// @{
char const* heddle_map_u32_message(heddle_map_u32 const* map);
char const* heddle_map_u64_message(heddle_map_u64 const* map);
/// @}

/// Stores the pairs whose keys are absent: inserted, exists, full. Of equal keys in a batch one is
/// inserted. HEDDLE_TABLE_FULL if any is full; all others are stored.
/// @{
int heddle_map_u32_insert(heddle_map_u32* map, int memory, size_t count, uint32_t const* keys,
                          uint32_t const* values, uint8_t* statuses, heddle_map_counts* counts);
int heddle_map_u64_insert(heddle_map_u64* map, int memory, size_t count, uint64_t const* keys,
                          uint64_t const* values, uint8_t* statuses, heddle_map_counts* counts);
/// @}
/// Stores all pairs; of equal keys in a batch one value stays: inserted, updated, full.
/// @{
int heddle_map_u32_insert_or_assign(heddle_map_u32* map, int memory, size_t count,
                                    uint32_t const* keys, uint32_t const* values, uint8_t* statuses,
                                    heddle_map_counts* counts);
int heddle_map_u64_insert_or_assign(heddle_map_u64* map, int memory, size_t count,
                                    uint64_t const* keys, uint64_t const* values, uint8_t* statuses,
                                    heddle_map_counts* counts);
/// @}
/// Stores the pairs whose keys are absent and adds the values of the others to those held, exactly:
/// inserted, updated, full. Sums wrap around.
/// @{
int heddle_map_u32_insert_or_add(heddle_map_u32* map, int memory, size_t count,
                                 uint32_t const* keys, uint32_t const* values, uint8_t* statuses,
                                 heddle_map_counts* counts);
int heddle_map_u64_insert_or_add(heddle_map_u64* map, int memory, size_t count,
                                 uint64_t const* keys, uint64_t const* values, uint8_t* statuses,
                                 heddle_map_counts* counts);
/// @}
/// Writes the value of each key, `miss` for absent ones: found, not_found. `values` may be NULL.
/// @{
int heddle_map_u32_find(heddle_map_u32* map, int memory, size_t count, uint32_t const* keys,
                        uint32_t* values, uint32_t miss, uint8_t* statuses,
                        heddle_map_counts* counts);
int heddle_map_u64_find(heddle_map_u64* map, int memory, size_t count, uint64_t const* keys,
                        uint64_t* values, uint64_t miss, uint8_t* statuses,
                        heddle_map_counts* counts);
/// @}
/// Removes keys: erased, not_found.
/// @{
int heddle_map_u32_erase(heddle_map_u32* map, int memory, size_t count, uint32_t const* keys,
                         uint8_t* statuses, heddle_map_counts* counts);
int heddle_map_u64_erase(heddle_map_u64* map, int memory, size_t count, uint64_t const* keys,
                         uint8_t* statuses, heddle_map_counts* counts);
/// @}

/// How many keys there are, by a scan.
/// @{
int heddle_map_u32_size(heddle_map_u32* map, size_t* size);
int heddle_map_u64_size(heddle_map_u64* map, size_t* size);
/// @}
/// Its slots. Two keys more fit, which have slots of their own.
/// @{
int heddle_map_u32_capacity(heddle_map_u32* map, size_t* capacity);
int heddle_map_u64_capacity(heddle_map_u64* map, size_t* capacity);
/// @}
/// Writes all pairs into arrays of `room` items, `sorted` by key (1) or in any order (0), and how
/// many there are into `size`, also when that is HEDDLE_OUTPUT_TOO_SMALL.
/// @{
int heddle_map_u32_retrieve_all(heddle_map_u32* map, int memory, size_t room, uint32_t* keys,
                                uint32_t* values, int sorted, size_t* size);
int heddle_map_u64_retrieve_all(heddle_map_u64* map, int memory, size_t room, uint64_t* keys,
                                uint64_t* values, int sorted, size_t* size);
/// @}
/// Moves the pairs into a table of `slots`; 0: the fewest for what is there at load 0.8.
/// HEDDLE_CAPACITY_BELOW_SIZE unless slots exceed the size.
/// @{
int heddle_map_u32_rehash(heddle_map_u32* map, size_t slots);
int heddle_map_u64_rehash(heddle_map_u64* map, size_t slots);
/// @}
/// Removes all pairs.
/// @{
int heddle_map_u32_clear(heddle_map_u32* map);
int heddle_map_u64_clear(heddle_map_u64* map);
/// @}

#ifdef __cplusplus
}
#endif
#endif
