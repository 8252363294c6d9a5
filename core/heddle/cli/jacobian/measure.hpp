// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One problem on one backend: trace, plan, evaluate, time, check.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/jacobian/checks.hpp>
#include <heddle/cli/jacobian/report.hpp>
#include <heddle/cli/jacobian/steps.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

/// Median seconds of a step that enqueues work: runs of at least a millisecond each.
template <class Exec, class Step>
double median_of_runs(Exec const& exec, int runs, Step const& step) {
  constexpr double least = 1e-3;
  auto const timed = [&](int repeats) {
    Timer const timer;
    for (int i = 0; i < repeats; ++i) step();
    exec.fence("heddle::cli::timed");
    return timer.seconds() / repeats;
  };
  timed(1);
  int const repeats = static_cast<int>(std::clamp(least / timed(1), 1.0, 10'000.0));
  std::vector<double> seconds;
  for (int run = 0; run < runs; ++run) seconds.push_back(timed(repeats));
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

template <class T, class Exec, class V>
std::vector<T> to_vector(Exec const& exec, V const& view) {
  std::int64_t bytes = 0;
  auto const host =
      heddle::detail::to_memory<Kokkos::HostSpace>(exec, "heddle::cli::on_host", view, bytes);
  return {host.data(), host.data() + host.extent(0)};
}

inline jacobian::JacobianOptions plan_options(JacobianArguments const& arguments) {
  using Asked = JacobianArguments::Direction;
  using jacobian::Direction;
  jacobian::JacobianOptions options;
  switch (arguments.direction) {
    case Asked::automatic: options.direction = Direction::automatic; break;
    case Asked::columns: options.direction = Direction::columns; break;
    case Asked::rows: options.direction = Direction::rows; break;
    case Asked::bidirectional: options.direction = Direction::bidirectional; break;
    case Asked::dense: options.direction = Direction::dense; break;
  }
  options.lanes = arguments.lanes;
  options.bounded_memory = arguments.bounded_memory;
  options.color.order = arguments.order;
  options.color.place = arguments.place;
  return options;
}

template <class Plan>
void tell_choice(Plan const& plan, JacobianReport& report) {
  auto const& choice = plan.choice();
  report.direction = jacobian::to_string(choice.direction);
  report.reverse = choice.reverse;
  report.measured = choice.measured;
  report.in_groups = choice.in_groups;
  report.lanes = choice.lanes;
  report.sweeps = choice.sweeps;
  report.products = choice.products;
  auto const& coloring = plan.coloring();
  report.coloring_verified = coloring.verified;
  report.colors = coloring.num_colors;
  report.row_colors = coloring.num_row_colors;
  report.lower_bound = coloring.lower_bound;
  for (auto const& candidate : choice.candidates) {
    report.candidates.push_back({std::string(jacobian::to_string(candidate.direction)),
                                 candidate.reverse, candidate.colored, candidate.colors,
                                 candidate.row_colors, candidate.lower_bound, candidate.cost});
  }
}

/// The steps of an evaluation by themselves.
template <class Exec, class F, class Plan, class Vector>
void time_steps(Exec const& exec, F const& f, Plan& plan, Vector const& x, Vector const& values,
                JacobianReport& report) {
  using Memory = typename Exec::memory_space;
  auto const& choice = plan.choice();
  int const runs = report.arguments.runs;
  Steps<Exec, F> const steps(f, plan.pattern().num_rows, plan.pattern().num_columns,
                             choice.sweeps > 0 ? choice.lanes : 0);
  report.times.residual = median_of_runs(exec, runs, [&] { steps.residual(exec, x); });
  report.times.whole = median_of_runs(exec, runs, [&] { plan.evaluate(exec, x, values); });
  if (choice.sweeps > 0) {
    report.times.sweep =
        median_of_runs(exec, runs, [&] { steps.sweep(exec, x, plan.coloring().colors); });
  }
  // No gather of its own where it is part of the sweeps.
  if (report.arguments.bounded_memory || choice.in_groups) return;
  Kokkos::View<double*, Memory> const gathered("heddle::cli::gathered", values.extent(0));
  report.times.gather = median_of_runs(exec, runs, [&] { cli::gather(exec, plan, gathered); });
}

template <class Exec, class Plan, class Vector>
PlainJacobian plain_jacobian(Exec const& exec, Plan const& plan, Vector const& values) {
  auto const& pattern = plan.pattern();
  return {pattern.num_rows, pattern.num_columns, to_vector<std::int64_t>(exec, pattern.row_offsets),
          to_vector<std::int32_t>(exec, pattern.columns), to_vector<double>(exec, values)};
}

/// The whole of it for a row function f, which `host_f` is on the host, at x.
template <class Exec, class F, class HostF, class Vjp>
void measure_problem(JacobianReport& report, F const& f, HostF const& host_f, std::int32_t m,
                     std::int32_t n, Vjp const& vjp, std::vector<double> const& x_on_host) {
  using Vector = Kokkos::View<double*, typename Exec::memory_space>;
  Exec const exec;
  Timer timer;
  auto const pattern = jacobian::trace_sparsity(exec, host_f, m, n);
  report.times.trace = timer.seconds();
  report.rows = m;
  report.columns = n;
  report.nonzeros = pattern.num_entries();
  timer.reset();
  jacobian::SparseJacobian<F, Vjp, double, Exec> plan(exec, f, pattern,
                                                      plan_options(report.arguments), vjp);
  report.times.plan = timer.seconds();
  Vector const x("heddle::cli::x", n), values("heddle::cli::values", pattern.columns.extent(0));
  if (n > 0) Kokkos::deep_copy(exec, x, heddle::detail::view_of(x_on_host));
  exec.fence("heddle::cli::x");
  timer.reset();
  plan.evaluate(exec, x, values);
  exec.fence("heddle::cli::first");
  report.times.first = timer.seconds();
  report.skipped_rows = plan.check_report().skipped_rows;
  tell_choice(plan, report);
  time_steps(exec, f, plan, x, values, report);
  auto const got = plain_jacobian(exec, plan, values);
  report.checks.push_back(check_stencil(host_f, got, x_on_host));
  if (std::int64_t{m} * n <= most_dense_entries) {
    report.checks.push_back(check_dense(host_f, got, x_on_host));
  }
  if (report.arguments.reference) {
    report.checks.push_back(check_reference(*report.arguments.reference, got));
  }
}

}  // namespace heddle::cli
