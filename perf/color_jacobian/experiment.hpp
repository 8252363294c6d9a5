// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The experiment: five places to colour, one Jacobian, and what a Jacobian costs otherwise.
#pragma once

#include "copies.hpp"
#include "differences.hpp"
#include "sequential.hpp"
#include "timing.hpp"

#include <heddle/cli/jacobian/steps.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace heddle::perf {

/// One way to colour, and what follows from it.
struct Row {
  std::string name, note;
  double coloring_ms = 0, jacobians_ms = 0;  ///< of 50 evaluations
  Copies copies;
  std::int64_t colors = 0;
};

/// Times of whole Jacobians, in milliseconds, and rates.
struct Costs {
  double residual = 0, sweep = 0, gather = 0, differences = 0;
  double whole = 0;           ///< as plans do it by default
  double through_memory = 0;  ///< with the compressed Jacobian in main memory: sweeps and a gather
  double differences_error = 0, stencil_error = 0;
  std::int64_t colors = 0, sweeps = 0, lanes = 0;
  double gather_gb_per_s = 0, copy_gb_per_s = 0;
};

template <class Exec>
class Experiment {
 public:
  using Memory = typename Exec::memory_space;
  using Model = jacobian::problems::Brusselator;
  using Plan = jacobian::SparseJacobian<Model, jacobian::NoReverse, double, Exec>;
  using Result = coloring::ResultOn<Exec>;
  using Vector = Kokkos::View<double*, Memory>;
  static constexpr bool is_host = backends::traits<Exec>::is_host;

  explicit Experiment(int side)
      : model_{side},
        pattern_(jacobian::trace_sparsity(exec_, model_, model_.size(), model_.size())),
        x_("heddle::perf::x", model_.size()),
        values_("heddle::perf::values", pattern_.columns.extent(0)) {
    auto const x = Kokkos::create_mirror_view(x_);
    int const n = model_.size();
    for (int i = 0; i < n; ++i) x(i) = (i < n / 2 ? 1 : 3) + 0.5 * std::sin(0.1 * i);
    Kokkos::deep_copy(x_, x);
  }

  Model const& model() const { return model_; }
  std::int64_t num_entries() const { return pattern_.num_entries(); }

  std::vector<Row> color_everywhere(std::int32_t prefix) {
    std::vector<Row> rows;
    rows.push_back(
        colored("host greedy, bulk copies", coloring::Method::greedy, coloring::Place::host));
    if (!is_host) rows.push_back(by_items(std::min<std::int32_t>(prefix / 100 + 1, size())));
    rows.push_back(one_thread(std::min<std::int32_t>(prefix, size())));
    rows.push_back(
        colored("device deterministic", coloring::Method::greedy, coloring::Place::device));
    rows.push_back(
        colored("device speculative", coloring::Method::speculative, coloring::Place::device));
    for (auto& row : rows) {  // the sequential loops give the host's colours
      if (row.jacobians_ms == 0) row.jacobians_ms = rows.front().jacobians_ms;
    }
    return rows;
  }

  Costs whole_jacobians(jacobian::Direction direction, int lanes) {
    jacobian::JacobianOptions options;
    options.lanes = lanes;
    options.direction = direction;
    Plan plan(exec_, model_, pattern_, options);
    options.keep_compressed = true;
    Plan kept(exec_, model_, pattern_, options);
    kept.evaluate(exec_, x_, values_);
    Costs costs;
    costs.through_memory = 1e3 * median_seconds(exec_, [&] { kept.evaluate(exec_, x_, values_); });
    costs.stencil_error = stencil_error();
    costs.colors = plan.coloring().num_colors;
    costs.sweeps = plan.choice().sweeps;
    costs.lanes = plan.choice().lanes;
    time_steps(kept, costs);
    costs.whole = 1e3 * median_seconds(exec_, [&] { plan.evaluate(exec_, x_, values_); });
    costs.stencil_error = std::max(costs.stencil_error, stencil_error());
    if (direction != jacobian::Direction::dense) time_differences(plan, costs);
    return costs;
  }

 private:
  std::int32_t size() const { return pattern_.num_columns; }

  Row colored(std::string name, coloring::Method method, coloring::Place place) {
    coloring::ColoringOptions options;
    options.method = method;
    options.place = place;
    options.verify = false;
    Row row{std::move(name), {}, 0, 0, {}, 0};
    coloring::color(exec_, pattern_, options);  // warms up
    {
      CopyCounter const counter;
      coloring::color(exec_, pattern_, options);
      row.copies = counter.copies();
    }
    row.coloring_ms =
        1e3 * median_seconds(exec_, [&] { coloring::color(exec_, pattern_, options); });
    options.verify = true;
    row.jacobians_ms = evaluate_50(coloring::color(exec_, pattern_, options), row);
    return row;
  }

  double evaluate_50(Result const& result, Row& row) {
    row.colors = result.num_colors;
    Plan plan(exec_, model_, pattern_, result);
    plan.prepare(exec_, x_);
    plan.evaluate(exec_, x_, values_);
    exec_.fence("heddle::perf::warm");
    Timer const timer;
    for (int step = 0; step < 50; ++step) plan.evaluate(exec_, x_, values_);
    exec_.fence("heddle::perf::steps");
    return 1e3 * timer.seconds();
  }

  /// The columns as rows of another pattern: made on the host, once, not timed.
  DeviceGraph<Exec> graph() const {
    auto const n = size();
    auto const offsets =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern_.row_offsets);
    auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pattern_.columns);
    std::vector<std::int64_t> begins(static_cast<std::size_t>(n) + 1, 0);
    for (std::size_t p = 0; p < columns.extent(0); ++p) ++begins[columns(p) + 1];
    for (std::int32_t j = 0; j < n; ++j) begins[j + 1] += begins[j];
    std::vector<std::int32_t> rows(columns.extent(0));
    auto next = begins;
    for (std::int32_t i = 0; i < pattern_.num_rows; ++i) {
      for (auto p = offsets(i); p < offsets(i + 1); ++p) rows[next[columns(p)]++] = i;
    }
    auto const on_device = [&](auto const& items) {
      using T = typename std::decay_t<decltype(items)>::value_type;
      Kokkos::View<T*, Memory> const view("heddle::perf::graph", items.size());
      Kokkos::deep_copy(view,
                        Kokkos::View<T const*, Kokkos::HostSpace>(items.data(), items.size()));
      return view;
    };
    Kokkos::View<std::int32_t*, Memory> const colors("heddle::perf::colors", n);
    Kokkos::deep_copy(exec_, colors, -1);
    exec_.fence("heddle::perf::graph");
    return {pattern_, {n, pattern_.num_rows, on_device(begins), on_device(rows)}, colors};
  }

  std::string share_note(std::int32_t count) const {
    if (count == size()) return {};
    return "from the first " + std::to_string(count) + " of " + std::to_string(size()) +
           " vertices";
  }

  Row by_items(std::int32_t count) {
    Row row{"host loop, element by element", share_note(count), 0, 0, {}, 0};
    auto const device = graph();
    CopyCounter const counter;
    Timer const timer;
    color_by_items(device, count);
    double const scale = static_cast<double>(size()) / count;
    row.coloring_ms = 1e3 * timer.seconds() * scale;
    auto const copies = counter.copies();
    row.copies = {static_cast<std::int64_t>(scale * static_cast<double>(copies.count)),
                  static_cast<std::int64_t>(scale * static_cast<double>(copies.bytes))};
    return row;
  }

  Row one_thread(std::int32_t count) {
    Row row{"one device thread", share_note(count), 0, 0, {}, 0};
    auto const device = graph();
    color_in_one_thread(exec_, device, 1);  // warms up
    Timer const timer;
    color_in_one_thread(exec_, device, count);
    row.coloring_ms = 1e3 * timer.seconds() * static_cast<double>(size()) / count;
    return row;
  }

  void time_steps(Plan& plan, Costs& costs) {
    cli::Steps<Exec, Model> const steps(model_, size(), size(), plan.choice().lanes);
    costs.residual = 1e3 * median_seconds(exec_, [&] { steps.residual(exec_, x_); });
    costs.sweep =
        1e3 * median_seconds(exec_, [&] { steps.sweep(exec_, x_, plan.coloring().colors); });
    costs.gather = 1e3 * median_seconds(exec_, [&] { cli::gather(exec_, plan, values_); });
    rate(plan, costs);
  }

  /// Bytes of the gather, each once: index, values, and the lines of the block that hold an entry:
  /// memory moves whole lines, whatever is read of them.
  void rate(Plan const& plan, Costs& costs) {
    auto const entries = static_cast<double>(num_entries());
    double const index = plan.recovery_index().is_wide() ? 8 : 4;
    costs.gather_gb_per_s = 1e-6 * (entries * (index + 8) + lines_read(plan)) / costs.gather;
    auto const count = static_cast<std::size_t>(entries);
    Vector const from("heddle::perf::from", count), to("heddle::perf::to", count);
    double const copy = 1e3 * median_seconds(exec_, [&] { cli::copy(exec_, from, to); });
    costs.copy_gb_per_s = 1e-6 * 16 * entries / copy;
  }

  /// Bytes of the block's lines that some nonzero reads: of 64 bytes on hosts, 32 on GPUs.
  static double lines_read(Plan const& plan) {
    constexpr std::size_t line = is_host ? 64 : 32;
    std::vector<bool> touched(plan.compressed().extent(0) * sizeof(double) / line + 1, false);
    auto const mark = [&](auto const& index) {
      auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), index);
      for (std::size_t p = 0; p < host.extent(0); ++p)
        touched[host(p) * sizeof(double) / line] = true;
    };
    mark(plan.recovery_index().narrow);
    mark(plan.recovery_index().wide);
    return static_cast<double>(line) *
           static_cast<double>(std::count(touched.begin(), touched.end(), true));
  }

  void time_differences(Plan& plan, Costs& costs) {
    Differences<Model, Exec> const differences(model_, pattern_, plan.coloring().colors,
                                               plan.coloring().num_colors);
    costs.differences =
        1e3 * median_seconds(exec_, [&] { differences.evaluate(exec_, x_, values_); });
    costs.differences_error = stencil_error();
  }

  /// Largest difference of the values from the derivatives written by hand.
  double stencil_error() const {
    auto const host = [](auto const& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    auto const offsets = host(pattern_.row_offsets);
    auto const columns = host(pattern_.columns);
    auto const x = host(x_), values = host(values_);
    jacobian::PlainInput<double> const input{x.data()};
    double worst = 0;
    for (std::int32_t i = 0; i < pattern_.num_rows; ++i) {
      for (auto p = offsets(i); p < offsets(i + 1); ++p) {
        worst = std::max(worst, std::abs(values(p) - model_.derivative(i, columns(p), input)));
      }
    }
    return worst;
  }

  Exec exec_;
  Model model_;
  Pattern<std::int64_t, std::int32_t, Memory> pattern_;
  Vector x_, values_;
};

}  // namespace heddle::perf
