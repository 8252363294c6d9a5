// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C calls of maps: one text for both widths, and their names. Knows no Kokkos.
#include <heddle/capi/detail/backend.hpp>

namespace heddle::capi {
namespace {

template <class H, class Word>
int upsert(H* map, Upsert how, Items<Word> const& items) {
  return guarded(map, [&] { return map->object->upsert(how, items); });
}
/// A call that has no outcome but its result.
template <class H, class Call>
int plain(H* map, Call const& call) {
  return guarded(map, [&] {
    call(*map->object);
    return Outcome{};
  });
}

}  // namespace
}  // namespace heddle::capi

using namespace heddle::capi;

// NAME: u32 or u64. BITS and WORD: 32, std::uint32_t and so on.
#define HEDDLE_MAP(NAME, BITS, WORD)                                                               \
  int heddle_map_##NAME##_create(heddle_context* context, size_t capacity, int grows,              \
                                 heddle_map_##NAME** map) {                                        \
    return created(context, map, [&](auto& made) {                                                 \
      made.object = context->object->make_map##BITS(capacity, grows != 0);                         \
      return Outcome{};                                                                            \
    });                                                                                            \
  }                                                                                                \
  void heddle_map_##NAME##_free(heddle_map_##NAME* map) { freed(map); }                            \
  char const* heddle_map_##NAME##_message(heddle_map_##NAME const* map) {                          \
    return message_of(map);                                                                        \
  }                                                                                                \
  int heddle_map_##NAME##_insert(heddle_map_##NAME* map, int memory, size_t count,                 \
                                 WORD const* keys, WORD const* values, uint8_t* statuses,          \
                                 heddle_map_counts* counts) {                                      \
    return upsert<heddle_map_##NAME, WORD>(map, Upsert::keep,                                      \
                                           {memory, count, keys, values, statuses, counts});       \
  }                                                                                                \
  int heddle_map_##NAME##_insert_or_assign(heddle_map_##NAME* map, int memory, size_t count,       \
                                           WORD const* keys, WORD const* values,                   \
                                           uint8_t* statuses, heddle_map_counts* counts) {         \
    return upsert<heddle_map_##NAME, WORD>(map, Upsert::assign,                                    \
                                           {memory, count, keys, values, statuses, counts});       \
  }                                                                                                \
  int heddle_map_##NAME##_insert_or_add(heddle_map_##NAME* map, int memory, size_t count,          \
                                        WORD const* keys, WORD const* values, uint8_t* statuses,   \
                                        heddle_map_counts* counts) {                               \
    return upsert<heddle_map_##NAME, WORD>(map, Upsert::add,                                       \
                                           {memory, count, keys, values, statuses, counts});       \
  }                                                                                                \
  int heddle_map_##NAME##_find(heddle_map_##NAME* map, int memory, size_t count, WORD const* keys, \
                               WORD* values, WORD miss, uint8_t* statuses,                         \
                               heddle_map_counts* counts) {                                        \
    return guarded(map, [&] {                                                                      \
      return map->object->find({memory, count, keys, nullptr, statuses, counts}, values, miss);    \
    });                                                                                            \
  }                                                                                                \
  int heddle_map_##NAME##_erase(heddle_map_##NAME* map, int memory, size_t count,                  \
                                WORD const* keys, uint8_t* statuses, heddle_map_counts* counts) {  \
    return guarded(map, [&] {                                                                      \
      return map->object->erase({memory, count, keys, nullptr, statuses, counts});                 \
    });                                                                                            \
  }                                                                                                \
  int heddle_map_##NAME##_size(heddle_map_##NAME* map, size_t* size) {                             \
    return plain(map, [&](auto& object) {                                                          \
      expect_pointer(size, "size");                                                                \
      *size = object.size();                                                                       \
    });                                                                                            \
  }                                                                                                \
  int heddle_map_##NAME##_capacity(heddle_map_##NAME* map, size_t* capacity) {                     \
    return plain(map, [&](auto& object) {                                                          \
      expect_pointer(capacity, "capacity");                                                        \
      *capacity = object.capacity();                                                               \
    });                                                                                            \
  }                                                                                                \
  int heddle_map_##NAME##_retrieve_all(heddle_map_##NAME* map, int memory, size_t room,            \
                                       WORD* keys, WORD* values, int sorted, size_t* size) {       \
    return plain(map, [&](auto& object) {                                                          \
      expect_pointer(size, "size");                                                                \
      object.retrieve_all(memory, room, keys, values, sorted != 0, *size);                         \
    });                                                                                            \
  }                                                                                                \
  int heddle_map_##NAME##_rehash(heddle_map_##NAME* map, size_t slots) {                           \
    return plain(map, [&](auto& object) { object.rehash(slots); });                                \
  }                                                                                                \
  int heddle_map_##NAME##_clear(heddle_map_##NAME* map) {                                          \
    return plain(map, [&](auto& object) { object.clear(); });                                      \
  }

extern "C" {
HEDDLE_MAP(u32, 32, uint32_t)
HEDDLE_MAP(u64, 64, uint64_t)
}
