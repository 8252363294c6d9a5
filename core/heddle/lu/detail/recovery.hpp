// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a factorization does when its pivots fail their checks and the policy is to look for
/// others.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/lu/detail/analyze.hpp>
#include <heddle/lu/detail/factorization_state.hpp>
#include <heddle/lu/detail/pivot_search.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace heddle::lu::detail {

/// Factors the values of a failed attempt under another analysis of the same canonical matrix.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::retry(Exec const& exec, Analysis const& analysis,
                                           Attempt const& failed, PivotOptions const& options)
    -> Attempt {
  adopt(exec, analysis);
  FactorsType factors = allocate_factors<Value>(exec, analysis_, plan_);
  factors.matrix = failed.factors.matrix;
  scatter(exec, factors);
  return attempt(exec, std::move(factors), options);
}

/// First a new analysis if the values are not those that it saw, then partial pivoting; once each.
/// Returns what to use, or nothing and the reason in `result`.
template <class Value, class Exec>
auto FactorizationImpl<Value, Exec>::find_pivots(Exec const& exec, Attempt const& failed,
                                                 std::span<W const> values,
                                                 PivotOptions const& options, FactorResult& result)
    -> std::optional<Attempt> {
  AnalysisData const& before = analysis_.data();
  auto const& matrix = before.matrix;
  AnalyzeOptions const analyze_options = before.options;
  if (fingerprint<W>(values) != before.value_fingerprint) {
    auto const fresh = analyze_values<W>(exec, matrix, values, analyze_options);
    if (fresh.status == Status::success) {
      Attempt tried = retry(exec, fresh.analysis, failed, options);
      if (acceptable(tried.summary, options)) return tried;
    }
  }
  PivotSearch const search = search_pivots<W>(analysis_.data().matrix, values, analysis_.data());
  result.status = search.status;
  result.first_bad = search.first_bad;
  if (search.status != Status::success) return std::nullopt;
  AnalysisData data;
  data.matrix = analysis_.data().matrix;
  data.permutation = search.permutation;
  data.blocks = analysis_.data().blocks;
  data.smallest_pivot = search.smallest_pivot;
  data.value_fingerprint = fingerprint<W>(values);
  data.value_bytes = sizeof(W);
  data.options = analyze_options;
  AnalyzeResult searched;
  complete_analysis(exec, std::move(data), searched);
  result.status = searched.status;
  if (searched.status != Status::success) return std::nullopt;
  return retry(exec, searched.analysis, failed, options);
}

/// Unless usable factors are found, everything stays as it was; also if memory runs out on the way.
template <class Value, class Exec>
void FactorizationImpl<Value, Exec>::recover(Exec const& exec, Attempt&& failed,
                                             PivotOptions const& options, bool with_condition,
                                             FactorResult& result) {
  Kokkos::Profiling::ScopedRegion const region("heddle::lu::recover");
  Timer timer;
  auto const before = std::make_tuple(analysis_, plan_, work_, searched_growth_);
  auto restore = [&] { std::tie(analysis_, plan_, work_, searched_growth_) = before; };
  searched_growth_ = 0;
  std::int64_t bytes_moved = 0;
  auto const matrix = heddle::detail::to_memory<Kokkos::HostSpace>(
      exec, "heddle::lu::recover::values", Kokkos::View<W const*, Space>(failed.factors.matrix),
      bytes_moved);
  try {
    auto found = find_pivots(exec, failed, {matrix.data(), matrix.extent(0)}, options, result);
    result.phases.push_back({"recover", "host", timer.seconds(), bytes_moved});
    if (!found) {
      if (result.status == Status::numerically_singular) {
        result.determinant = {-std::numeric_limits<double>::infinity(), 0, {0, 0}};
      }
      return restore();
    }
    result.recovered = 1;
    searched_growth_ = found->summary.reciprocal_growth;
    settle(exec, std::move(*found), options, with_condition, result);
  } catch (...) {
    restore();
    throw;
  }
  ++generation_;
}

}  // namespace heddle::lu::detail
