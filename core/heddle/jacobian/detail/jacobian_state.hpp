// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The body of SparseJacobian: decide once, reserve once, evaluate many times.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>
#include <heddle/jacobian/detail/choose.hpp>
#include <heddle/jacobian/detail/compression.hpp>
#include <heddle/jacobian/detail/forward.hpp>
#include <heddle/jacobian/detail/groups.hpp>
#include <heddle/jacobian/detail/host_twin.hpp>
#include <heddle/jacobian/detail/input_pattern.hpp>
#include <heddle/jacobian/detail/measurement.hpp>
#include <heddle/jacobian/detail/placed.hpp>
#include <heddle/jacobian/detail/random_check.hpp>
#include <heddle/jacobian/detail/require.hpp>
#include <heddle/jacobian/detail/reverse.hpp>
#include <heddle/jacobian/options.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace heddle::jacobian::detail {

template <class F, class Vjp, class T, class Exec, class Offset>
class JacobianState {
 public:
  using Memory = typename Exec::memory_space;
  using P = Pattern<Offset, DefaultIndex, Memory>;
  using Coloring = coloring::ColoringResult<DefaultIndex, Memory>;
  using Input = Kokkos::View<T const*, Memory>;
  using Vector = Kokkos::View<T*, Memory>;

  template <class M>
  JacobianState(Exec const& exec, F f, Pattern<Offset, DefaultIndex, M> const& pattern,
                JacobianOptions const& options, Vjp vjp)
      : options_(options),
        twin_(f, vjp, options),
        forward_(std::move(f), pattern.num_rows, pattern.num_columns),
        reverse_(std::move(vjp), pattern.num_rows, pattern.num_columns) {
    constexpr auto phase = "heddle::jacobian::plan";
    require_initialized(phase);
    Kokkos::Profiling::ScopedRegion const region(phase);
    require_lanes(options.lanes, true);
    require_reverse(options.direction == Direction::rows ||
                    options.direction == Direction::bidirectional);
    hash_ = coloring::pattern_hash(exec, pattern);  // throws bad_pattern
    pattern_ = in_memory_of(exec, pattern);
    require_no_duplicates(exec, pattern_);
  }

  /// Decides what can be decided without a point x.
  void plan(Exec const& exec) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::plan");
    chooser_ = std::make_unique<Chooser<Exec, P>>(exec, pattern_, options_, Reverse_::exists);
    if (!chooser_->needs_measurement()) decide(exec, chooser_->given_costs());
  }

  /// Uses a colouring that was made for this pattern.
  void adopt(Exec const& exec, Coloring coloring) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::adopt");
    require_hash(coloring.pattern_hash, hash_);
    if (coloring.kind == coloring::Kind::distance2) as_columns(coloring);
    Choice choice;
    choice.direction = direction_of(coloring.kind);
    require_reverse(choice.direction != Direction::columns);
    if (!coloring.verified) require_valid(exec, pattern_, coloring);
    bool const by_rows = choice.direction == Direction::rows;
    choice.products = by_rows ? coloring.num_colors : coloring.num_row_colors;
    choice.decided = true;
    build(exec, choice, coloring);
  }

  /// Measures and decides if that was left open, and makes the check of the first call.
  void prepare(Exec const& exec, Input const& x) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::prepare");
    require_size("x", x.extent(0), pattern_.num_columns);
    decide_if_open(exec, x);
    if (options_.check == Check::first_call && check_.is_due(options_.check)) {
      check(exec, x, Vector());
      check_.release(options_.check);
    }
  }

  void evaluate(Exec const& exec, Input const& x, Vector const& y, Vector const& values) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::evaluate");
    require_size("x", x.extent(0), pattern_.num_columns);
    require_size("values", values.extent(0), pattern_.num_entries());
    place::LibraryPhase run(evaluate_question<F, Vjp, Exec>(pattern_, options_.place));
    evaluate_at(exec, x, y, values, run);
    evaluation_ = run.end();
  }

  /// The same on this instance, wherever the phase was placed.
  void evaluate_here(Exec const& exec, Input const& x, Vector const& y, Vector const& values) {
    decide_if_open(exec, x);
    if (!check_.is_due(options_.check)) {
      recover(exec, x, y, values.data());
      return;
    }
    check(exec, x, y);
    copy(exec, check_.values(), values);
    exec.fence("heddle::jacobian::check");
    check_.release(options_.check);
  }

  P const& pattern() const { return pattern_; }
  Choice const& choice() const { return choice_; }
  Coloring const& coloring() const { return coloring_; }
  Compression<T, Exec> const& compression() const { return compression_; }
  CheckReport const& check_report() const { return check_.report(); }
  place::PhaseReport const& evaluation() const { return evaluation_; }
  place::PhaseReport const& recovery() const { return recovery_; }

 private:
  using Forward_ = Forward<F, T, Exec>;
  using Reverse_ = Reverse<Vjp, T, Exec>;
  using Twin = HostTwin<F, Vjp, T, Exec, Offset>;

  static void require_reverse(bool needed) {
    HEDDLE_EXPECTS(!needed || Reverse_::exists, no_reverse,
                   "this direction needs a vector-Jacobian product: pass one to the plan");
  }

  static Direction direction_of(coloring::Kind kind) {
    HEDDLE_EXPECTS(kind == coloring::Kind::columns || kind == coloring::Kind::rows ||
                       kind == coloring::Kind::bidirectional,
                   unsupported,
                   "a Jacobian is recovered from colours of its columns, rows or both, not from " +
                       std::string(coloring::to_string(kind)));
    return kind == coloring::Kind::columns ? Direction::columns
           : kind == coloring::Kind::rows  ? Direction::rows
                                           : Direction::bidirectional;
  }

  /// Distance-2 colours of a square pattern are colours of its columns, if they verify as such.
  static void as_columns(Coloring& coloring) {
    coloring.kind = coloring::Kind::columns;
    coloring.lower_bound = 0;
    coloring.verified = false;
  }

  void decide_if_open(Exec const& exec, Input const& x) {
    if (!choice_.decided) decide(exec, measured_costs(exec, x));
    if (lanes_open_) settle_lanes(exec, x);
  }

  void evaluate_at(Exec const& exec, Input const& x, Vector const& y, Vector const& values,
                   place::LibraryPhase& run) {
    if constexpr (Twin::exists) {
      if (run.where() == place::Where::host) {
        decide_if_open(exec, x);
        twin_.evaluate(exec, pattern_, coloring_, choice_.lanes, x, y, values, run);
        return;
      }
    }
    evaluate_here(exec, x, y, values);
  }

  void decide(Exec const& exec, Costs const& costs) {
    auto [choice, coloring] = chooser_->choose(exec, costs);
    choice.measured = costs.sweeps_measured;
    build(exec, choice, coloring);
    chooser_.reset();
  }

  Costs measured_costs(Exec const& exec, Input const& x) {
    int const lanes =
        options_.lanes > 0 ? options_.lanes : lanes_for<Exec>(chooser_->forward_directions(exec));
    reverse_.reserve(exec);
    auto costs = measure_costs<T>(exec, pattern_, forward_, reverse_, x, lanes);
    if (options_.jvp_cost >= 0) {
      costs.jvp = options_.jvp_cost;
      costs.sweeps_measured = false;
    }
    if (options_.vjp_cost >= 0) costs.vjp = options_.vjp_cost;
    return costs;
  }

  void build(Exec const& exec, Choice choice, Coloring const& coloring) {
    bool const by_rows = coloring.kind == coloring::Kind::rows;
    bool const empty = pattern_.num_entries() == 0;
    Compression<T, Exec> next;
    next.bounded = options_.bounded_memory;
    (by_rows ? next.row_colors : next.colors) = coloring.colors;
    if (coloring.kind == coloring::Kind::bidirectional) next.row_colors = coloring.row_colors;
    auto const directions = by_rows || empty ? 0 : coloring.num_colors;
    if (empty) choice.products = 0;
    lanes_open_ = options_.lanes == measure_lanes && directions > 0;
    choice.lanes = options_.lanes > 0 ? options_.lanes : lanes_for<Exec>(directions);
    next.layout = {pattern_.num_rows, pattern_.num_columns, directions, choice.products,
                   choice.lanes};
    choice.sweeps = next.layout.sweeps();
    next.index = index_of(exec, next, coloring.kind);
    Groups<Memory> groups;
    if (!lanes_open_) {
      groups = groups_of(exec, next);
      if (!groups.exist()) next.reserve(exec);
      forward_.reserve(exec, choice.lanes);
    }
    choice.in_groups = groups.exist();
    if (choice.products > 0) reverse_.reserve(exec);
    exec.fence("heddle::jacobian::plan");
    twin_.forget();
    compression_ = std::move(next);
    groups_ = std::move(groups);
    coloring_ = coloring;
    choice_ = std::move(choice);
  }

  /// Where rows are swept one by one, their nonzeros need no way through main memory.
  Groups<Memory> groups_of(Exec const& exec, Compression<T, Exec> const& next) const {
    auto const& layout = next.layout;
    if (!Forward_::by_rows || options_.keep_compressed || layout.row_colors > 0) return {};
    auto const groups = group_layout<Exec, T>(std::int64_t{layout.sweeps()} * layout.lanes);
    if (groups.rows == 0) return {};
    return {groups,
            filled_index<std::uint16_t>(exec, pattern_, ReadInGroup{groups, next.colors.data()})};
  }

  /// The values at x; enqueues only.
  void recover(Exec const& exec, Input const& x, Vector const& y, T* values) const {
    if (groups_.exist()) {
      forward_.sweep_into(exec, choice_.lanes, x, compression_.colors.data(),
                          pattern_.row_offsets.data(), groups_, values, y.data());
    } else {
      compression_.evaluate(exec, forward_, reverse_, x, y, values);
    }
  }

  RecoveryIndex<Memory> index_of(Exec const& exec, Compression<T, Exec> const& next,
                                 coloring::Kind kind) {
    auto const& layout = next.layout;
    place::LibraryPhase run(recovery_question<Exec>(pattern_, kind, options_.place));
    RecoveryIndex<Memory> index;
    if (kind == coloring::Kind::bidirectional) {
      note_pattern<Exec>(run, pattern_);
      index = bidirectional_index(exec, pattern_, next);
    } else if (kind == coloring::Kind::rows) {
      index = placed_index(exec, next.row_colors, run, layout.size(), [&](auto const* colors) {
        return ReadByRow{layout, colors, layout.row_part()};
      });
    } else {
      index = placed_index(exec, next.colors, run, layout.size(), [&](auto const* colors) {
        return ReadByColumn{layout, colors};
      });
    }
    recovery_ = run.end();
    return index;
  }

  template <class Colors, class MakeRead>
  RecoveryIndex<Memory> placed_index(Exec const& exec, Colors const& colors,
                                     place::LibraryPhase& run, std::int64_t size,
                                     MakeRead const& make_read) const {
    if (run.where() == place::Where::host) {
      return index_by_host(exec, pattern_, colors, make_read, size, run);
    }
    return make_index(exec, pattern_, make_read(colors.data()), size);
  }

  /// Builds again with the number of lanes that makes all sweeps cheapest at x.
  void settle_lanes(Exec const& exec, Input const& x) {
    options_.lanes = fastest_lanes<T>(exec, forward_, pattern_.num_rows, x, compression_);
    build(exec, choice_, coloring_);
  }

  /// Evaluates into memory of the check, which keeps the result until it has passed.
  void check(Exec const& exec, Input const& x, Vector const& y) {
    check_.run(exec, pattern_, forward_, x, hash_, options_.check,
               {.products = choice_.products > 0},
               [&](T* recovered) { recover(exec, x, y, recovered); });
    if (options_.check == Check::first_call && choice_.lanes != 1) forward_.release(1);
  }

  JacobianOptions options_;
  Twin twin_;  // before f is moved on
  P pattern_;
  Forward_ forward_;
  Reverse_ reverse_;
  std::uint64_t hash_ = 0;
  std::unique_ptr<Chooser<Exec, P>> chooser_;  // until the choice is made
  Choice choice_;
  Coloring coloring_;
  Compression<T, Exec> compression_;
  Groups<Memory> groups_;
  RandomCheck<T, Exec> check_;
  bool lanes_open_ = false;
  place::PhaseReport evaluation_, recovery_;
};

}  // namespace heddle::jacobian::detail
