// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C calls of colourings. Knows no Kokkos.
#include <heddle/capi/detail/backend.hpp>
#include <heddle/capi/detail/choices.hpp>

namespace heddle::capi {
namespace {

static_assert(static_cast<int>(coloring::Kind::acyclic) == HEDDLE_ACYCLIC &&
              static_cast<int>(coloring::Order::incidence) == HEDDLE_ORDER_INCIDENCE &&
              static_cast<int>(coloring::Method::exact) == HEDDLE_EXACT);

coloring::ColoringOptions options_of(heddle_color_options const* given) {
  coloring::ColoringOptions options;
  if (given == nullptr) return options;
  expect_prepared(given->struct_bytes, sizeof(*given), "heddle_color_default_options");
  options.kind = choice<coloring::Kind>(given->kind, HEDDLE_ACYCLIC, "kind");
  options.order = choice<coloring::Order>(given->order, HEDDLE_ORDER_INCIDENCE, "order");
  options.method = choice<coloring::Method>(given->method, HEDDLE_EXACT, "method");
  options.balance = given->balance != 0;
  options.symmetrize = given->symmetrize != 0;
  options.seed = given->seed;
  return options;
}

template <class Offset>
int color(heddle_context* context, Rows<Offset> const& pattern, heddle_color_options const* options,
          heddle_coloring** coloring) {
  return created(context, coloring, [&](heddle_coloring& made) {
    made.object = context->object->color(pattern, options_of(options));
    return Outcome{};
  });
}

template <class Call>
int plain(heddle_coloring* coloring, Call const& call) {
  return guarded(coloring, [&] {
    call(*coloring->object);
    return Outcome{};
  });
}

}  // namespace
}  // namespace heddle::capi

using namespace heddle;

extern "C" {

void heddle_color_default_options(heddle_color_options* options) {
  if (options == nullptr) return;
  coloring::ColoringOptions const usual;
  *options = {sizeof(*options),
              static_cast<int>(usual.kind),
              static_cast<int>(usual.order),
              static_cast<int>(usual.method),
              usual.balance,
              usual.symmetrize,
              usual.seed};
}

int heddle_color_i32(heddle_context* context, int memory, int64_t num_rows, int64_t num_columns,
                     int64_t num_entries, int32_t const* row_offsets, int32_t const* columns,
                     heddle_color_options const* options, heddle_coloring** coloring) {
  return capi::color<std::int32_t>(
      context, {memory, num_rows, num_columns, num_entries, row_offsets, columns}, options,
      coloring);
}

int heddle_color_i64(heddle_context* context, int memory, int64_t num_rows, int64_t num_columns,
                     int64_t num_entries, int64_t const* row_offsets, int32_t const* columns,
                     heddle_color_options const* options, heddle_coloring** coloring) {
  return capi::color<std::int64_t>(
      context, {memory, num_rows, num_columns, num_entries, row_offsets, columns}, options,
      coloring);
}

void heddle_coloring_free(heddle_coloring* coloring) { capi::freed(coloring); }

char const* heddle_coloring_message(heddle_coloring const* coloring) {
  return capi::message_of(coloring);
}

int heddle_coloring_info(heddle_coloring* coloring, heddle_coloring_report* report) {
  return capi::plain(coloring, [&](auto& object) {
    capi::expect_pointer(report, "report");
    *report = object.report();
  });
}

int heddle_coloring_colors(heddle_coloring* coloring, int memory, int32_t* colors,
                           int32_t* row_colors) {
  return capi::plain(coloring, [&](auto& object) { object.colors(memory, colors, row_colors); });
}

int heddle_coloring_seeds(heddle_coloring* coloring, int memory, double* seeds) {
  return capi::plain(coloring, [&](auto& object) { object.seeds(memory, seeds); });
}

int heddle_coloring_recover(heddle_coloring* coloring, int memory, double const* compressed,
                            double* values) {
  return capi::plain(coloring, [&](auto& object) { object.recover(memory, compressed, values); });
}
}
