/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps through C, against an array with one place for each key. Included once for each width, with
   WORD, MAP(call), MAP_HANDLE and CHECK_MAP defined. */
#include <tests/capi/check.h>

enum { num_keys = 500, num_items = 2000 };

struct model {
  int is_there[num_keys];
  WORD value[num_keys];
};
struct batch {
  uint64_t numbers[num_items];
  WORD keys[num_items], values[num_items];
  uint8_t statuses[num_items];
};
enum kind { insert, assign, add, erase };

/* Keys far apart, the two that tables of machine words like to reserve among them. */
static WORD key_of(uint64_t number) {
  WORD const most = (WORD)-1;
  return number == 0 ? most : number == 1 ? most - 1 : (WORD)(number * 7919);
}

/* Equal keys of a batch have equal values, unless they are added up. */
static void draw(struct batch* batch, enum kind kind, uint64_t* state) {
  uint64_t const salt = next_random(state);
  for (int i = 0; i < num_items; ++i) {
    uint64_t const number = next_random(state) % num_keys;
    batch->numbers[i] = number;
    batch->keys[i] = key_of(number);
    batch->values[i] = (WORD)(kind == add ? next_random(state) : salt + 5 * number);
  }
}

/* What the batch does to the model. Returns how many keys are new, or gone. */
static uint64_t apply(struct model* model, enum kind kind, struct batch const* batch) {
  uint64_t changed = 0;
  for (int i = 0; i < num_items; ++i) {
    uint64_t const number = batch->numbers[i];
    int const was_there = model->is_there[number];
    model->is_there[number] = kind != erase;
    changed += was_there == (kind == erase);
    if (!was_there || kind == assign) {
      model->value[number] = batch->values[i];
    } else if (kind == add) {
      model->value[number] = (WORD)(model->value[number] + batch->values[i]);
    }
  }
  return changed;
}

static int run(MAP_HANDLE* map, enum kind kind, struct batch* batch, heddle_map_counts* counts) {
  switch (kind) {
    case insert:
      return MAP(insert)(map, HEDDLE_HOST, num_items, batch->keys, batch->values, batch->statuses,
                         counts);
    case assign:
      return MAP(insert_or_assign)(map, HEDDLE_HOST, num_items, batch->keys, batch->values,
                                   batch->statuses, counts);
    case add:
      return MAP(insert_or_add)(map, HEDDLE_HOST, num_items, batch->keys, batch->values,
                                batch->statuses, counts);
    default: break;
  }
  return MAP(erase)(map, HEDDLE_HOST, num_items, batch->keys, batch->statuses, counts);
}

/* Every key is looked up. Returns failures; `expected` becomes the size. */
static int compare_finds(MAP_HANDLE* map, struct model const* model, size_t* expected) {
  int failures = 0;
  WORD keys[num_keys], values[num_keys];
  uint8_t statuses[num_keys];
  heddle_map_counts counts;
  for (int i = 0; i < num_keys; ++i) keys[i] = key_of((uint64_t)i);
  EXPECT(MAP(find)(map, HEDDLE_HOST, num_keys, keys, values, 77, statuses, &counts) == 0);
  *expected = 0;
  for (int i = 0; i < num_keys; ++i) {
    EXPECT(statuses[i] == (model->is_there[i] ? HEDDLE_ITEM_FOUND : HEDDLE_ITEM_NOT_FOUND));
    EXPECT(values[i] == (model->is_there[i] ? model->value[i] : 77));
    *expected += (size_t)model->is_there[i];
  }
  EXPECT(counts.found == *expected && counts.not_found == num_keys - *expected);
  return failures;
}

/* Everything is retrieved; what comes is what is found. */
static int compare_all(MAP_HANDLE* map, size_t expected) {
  int failures = 0;
  WORD keys[num_keys], values[num_keys], found[num_keys];
  size_t size = 0;
  EXPECT(MAP(size)(map, &size) == HEDDLE_SUCCESS && size == expected);
  EXPECT(MAP(retrieve_all)(map, HEDDLE_HOST, num_keys, keys, values, 1, &size) == HEDDLE_SUCCESS);
  EXPECT(size == expected);
  for (size_t i = 1; i < size; ++i) EXPECT(keys[i - 1] < keys[i]);
  EXPECT(MAP(find)(map, HEDDLE_HOST, size, keys, found, 77, NULL, NULL) == HEDDLE_SUCCESS);
  EXPECT(size == 0 || memcmp(values, found, size * sizeof(WORD)) == 0);
  if (size == 0) return failures;
  EXPECT_REFUSED(MAP(retrieve_all)(map, HEDDLE_HOST, expected - 1, keys, values, 0, &size),
                 HEDDLE_OUTPUT_TOO_SMALL, "needed");
  EXPECT(size == expected);
  return failures;
}

static int compare(MAP_HANDLE* map, struct model const* model) {
  size_t expected = 0;
  int const failures = compare_finds(map, model, &expected);
  return failures + compare_all(map, expected);
}

static int check_batch(MAP_HANDLE* map, struct model* model, enum kind kind, uint64_t* state) {
  int failures = 0;
  static struct batch batch;
  heddle_map_counts counts;
  uint64_t told = 0;
  draw(&batch, kind, state);
  uint64_t const changed = apply(model, kind, &batch);
  EXPECT(run(map, kind, &batch, &counts) == HEDDLE_SUCCESS);
  EXPECT((kind == erase ? counts.erased : counts.inserted) == changed && counts.full == 0);
  EXPECT(counts.inserted + counts.updated + counts.exists + counts.erased + counts.not_found ==
         num_items);
  for (int i = 0; i < num_items; ++i) {
    told += batch.statuses[i] == (kind == erase ? HEDDLE_ITEM_ERASED : HEDDLE_ITEM_INSERTED);
  }
  EXPECT(told == changed);
  return failures + compare(map, model);
}

int CHECK_MAP(char const* backend) {
  static enum kind const kinds[] = {insert, assign, add, erase, insert, add, erase, assign};
  int failures = 0;
  static struct model model;
  uint64_t state = 1;
  heddle_context* context = NULL;
  MAP_HANDLE* map = NULL;
  memset(&model, 0, sizeof(model));
  EXPECT(heddle_context_create(backend, NULL, &context) == HEDDLE_SUCCESS);
  EXPECT(MAP(create)(context, 1000, 0, &map) == HEDDLE_SUCCESS);
  heddle_context_free(context); /* the map does not need it */
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    failures += check_batch(map, &model, kinds[i], &state);
    if (i == 4) EXPECT(MAP(rehash)(map, 0) == HEDDLE_SUCCESS);
  }
  EXPECT(MAP(clear)(map) == HEDDLE_SUCCESS);
  memset(&model, 0, sizeof(model));
  failures += compare(map, &model);
  MAP(free)(map);
  return failures;
}
