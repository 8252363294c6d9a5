// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The left-looking factorization of canonical values: the kernel of the backend's own where there
/// is one for the plan, else the portable form. Both give the same bits. Does not synchronise.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/lu/detail/factors.hpp>
#include <heddle/lu/detail/load.hpp>
#include <heddle/lu/detail/native_plan.hpp>
#include <heddle/lu/detail/numeric.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::lu::detail {

/// Factors by pull lists; it reads the canonical values itself.
template <class Value, class Exec>
void factor_natively(Exec const& exec, Plan<Exec> const& plan,
                     NumericWorkspace<Value, Exec> const& work, Factors<Value, Exec> const& factors,
                     PivotLimits const& limits) {
  auto const& native = plan.native;
  typename backends::native_lu<Exec>::template FactorArguments<Value> const arguments{
      native.items.data(),
      static_cast<std::uint32_t>(native.items.extent(0)),
      native.columns.data(),
      native.level_begin.data(),
      native.pulls.data(),
      plan.num_factor_entries(),
      native.longest,
      factors.matrix.data(),
      plan.entry_scale.data(),
      native.slot_entry.data(),
      plan.row_slot.data(),
      factors.values.data(),
      factors.row_values.data(),
      work.report.bad.data(),
      work.report.reciprocal_growth.data(),
      work.native_tickets.data(),
      {limits.relative, limits.absolute, limits.replacement},
      plan.workers};
  expect_native_success<Exec>(backends::native_lu<Exec>::factor(exec, arguments), "factor");
}

/// Whether factors of this type are computed natively.
template <class Value, class Exec>
bool factors_natively(Plan<Exec> const& plan) {
  return backends::native_lu<Exec>::template takes<Value> && plan.native.has_pulls;
}

/// Factors what `factors.matrix` holds, or natively not, has been scattered from there.
template <class Value, class Exec>
void factor_left_looking(Exec const& exec, Plan<Exec> const& plan,
                         NumericWorkspace<Value, Exec>& work, Factors<Value, Exec> const& factors,
                         PivotLimits const& limits) {
  if constexpr (backends::native_lu<Exec>::template takes<Value>) {
    if (factors_natively<Value>(plan)) return factor_natively(exec, plan, work, factors, limits);
  }
  factor_columns(exec, plan, work, factors.values, factors.row_values, limits);
}

}  // namespace heddle::lu::detail
