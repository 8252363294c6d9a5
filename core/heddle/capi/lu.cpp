// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C calls of sparse LU. Knows no Kokkos.
#include <heddle/capi/detail/backend.hpp>
#include <heddle/capi/detail/choices.hpp>

namespace heddle::capi {
namespace {

static_assert(static_cast<int>(lu::Ordering::nested_dissection) ==
                  HEDDLE_ORDERING_NESTED_DISSECTION &&
              static_cast<int>(lu::Matching::weighted) == HEDDLE_MATCHING_WEIGHTED &&
              static_cast<int>(lu::PivotPolicy::fail) == HEDDLE_PIVOTS_FAIL &&
              static_cast<int>(lu::Refinement::off) == HEDDLE_REFINEMENT_OFF &&
              static_cast<int>(lu::Operation::conjugate_transpose) == HEDDLE_CONJUGATE_TRANSPOSE);

LuOptions options_of(heddle_lu_options const* given) {
  LuOptions options;
  if (given == nullptr) return options;
  expect_prepared(given->struct_bytes, sizeof(*given), "heddle_lu_default_options");
  options.analyze.ordering =
      choice<lu::Ordering>(given->ordering, HEDDLE_ORDERING_NESTED_DISSECTION, "ordering");
  options.analyze.matching =
      choice<lu::Matching>(given->matching, HEDDLE_MATCHING_WEIGHTED, "matching");
  options.analyze.block_triangular = given->block_triangular != 0;
  options.analyze.expected_factorizations = given->expected_factorizations;
  options.analyze.memory_limit = given->memory_limit;
  options.pivots.policy = choice<lu::PivotPolicy>(given->pivots, HEDDLE_PIVOTS_FAIL, "pivots");
  options.pivots.in_place = given->in_place != 0;
  options.solve.refinement =
      choice<lu::Refinement>(given->refinement, HEDDLE_REFINEMENT_OFF, "refinement");
  options.solve.refinement_steps = given->refinement_steps;
  return options;
}

template <class Offset>
int analyze(heddle_context* context, int value_type, Rows<Offset> const& matrix,
            heddle_lu_options const* options, heddle_lu** lu) {
  return created(context, lu, [&](heddle_lu& made) {
    made.object = context->object->analyze(value_type, matrix, options_of(options));
    return made.object->analyzed();
  });
}

}  // namespace
}  // namespace heddle::capi

using namespace heddle;

extern "C" {

void heddle_lu_default_options(heddle_lu_options* options) {
  if (options == nullptr) return;
  capi::LuOptions const usual;
  *options = {sizeof(*options),
              static_cast<int>(usual.analyze.ordering),
              static_cast<int>(usual.analyze.matching),
              usual.analyze.block_triangular,
              usual.analyze.expected_factorizations,
              static_cast<int>(usual.pivots.policy),
              usual.pivots.in_place,
              static_cast<int>(usual.solve.refinement),
              usual.solve.refinement_steps,
              usual.analyze.memory_limit};
}

int heddle_lu_analyze_i32(heddle_context* context, int value_type, int memory, int64_t n,
                          int64_t num_entries, int32_t const* row_offsets, int32_t const* columns,
                          void const* values, heddle_lu_options const* options, heddle_lu** lu) {
  return capi::analyze<std::int32_t>(
      context, value_type, {memory, n, n, num_entries, row_offsets, columns, values}, options, lu);
}

int heddle_lu_analyze_i64(heddle_context* context, int value_type, int memory, int64_t n,
                          int64_t num_entries, int64_t const* row_offsets, int32_t const* columns,
                          void const* values, heddle_lu_options const* options, heddle_lu** lu) {
  return capi::analyze<std::int64_t>(
      context, value_type, {memory, n, n, num_entries, row_offsets, columns, values}, options, lu);
}

void heddle_lu_free(heddle_lu* lu) { capi::freed(lu); }

char const* heddle_lu_message(heddle_lu const* lu) { return capi::message_of(lu); }

int heddle_lu_factor(heddle_lu* lu, int memory, void const* values) {
  return capi::guarded(lu, [&] { return lu->object->factor(memory, values); });
}

int heddle_lu_refactor(heddle_lu* lu, int memory, void const* values) {
  return capi::guarded(lu, [&] { return lu->object->refactor(memory, values); });
}

int heddle_lu_solve(heddle_lu* lu, int operation, int memory, int64_t num_rhs, void const* b,
                    void* x) {
  return capi::guarded(lu, [&] {
    auto const chosen =
        capi::choice<lu::Operation>(operation, HEDDLE_CONJUGATE_TRANSPOSE, "operation");
    return lu->object->solve(chosen, memory, num_rhs, b, x);
  });
}

int heddle_lu_info(heddle_lu* lu, heddle_lu_report* report) {
  return capi::guarded(lu, [&] {
    capi::expect_pointer(report, "report");
    *report = lu->object->report();
    return capi::Outcome{};
  });
}
}
