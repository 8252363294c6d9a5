// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The body of SparseHessian: the sweeps of a Jacobian, with a recovery that uses symmetry.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>
#include <heddle/jacobian/detail/compression.hpp>
#include <heddle/jacobian/detail/forward.hpp>
#include <heddle/jacobian/detail/hessian_positions.hpp>
#include <heddle/jacobian/detail/hessian_twin.hpp>
#include <heddle/jacobian/detail/input_pattern.hpp>
#include <heddle/jacobian/detail/placed.hpp>
#include <heddle/jacobian/detail/random_check.hpp>
#include <heddle/jacobian/detail/require.hpp>
#include <heddle/jacobian/detail/reverse.hpp>
#include <heddle/jacobian/detail/substitution.hpp>
#include <heddle/jacobian/hessian_options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::jacobian::detail {

template <class Gradient, class T, class Exec, class Offset>
class HessianState {
 public:
  using Memory = typename Exec::memory_space;
  using P = Pattern<Offset, DefaultIndex, Memory>;
  using Coloring = coloring::ColoringResult<DefaultIndex, Memory>;
  using Input = Kokkos::View<T const*, Memory>;
  using Vector = Kokkos::View<T*, Memory>;

  template <class M>
  HessianState(Exec const& exec, Gradient gradient, Pattern<Offset, DefaultIndex, M> const& pattern,
               HessianOptions const& options)
      : options_(options),
        twin_(gradient),
        forward_(std::move(gradient), pattern.num_rows, pattern.num_columns),
        reverse_({}, pattern.num_rows, pattern.num_columns) {
    constexpr auto phase = "heddle::jacobian::plan_hessian";
    require_initialized(phase);
    Kokkos::Profiling::ScopedRegion const region(phase);
    require_lanes(options.lanes, false);
    HEDDLE_EXPECTS(pattern.num_rows == pattern.num_columns, bad_pattern,
                   "a Hessian is square, and this pattern has " + std::to_string(pattern.num_rows) +
                       " rows and " + std::to_string(pattern.num_columns) + " columns");
    hash_ = coloring::pattern_hash(exec, pattern);
    full_ = in_memory_of(exec, pattern);
    require_no_duplicates(exec, full_);
  }

  void plan(Exec const& exec) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::plan_hessian");
    auto options = options_.color;
    options.kind =
        options_.recovery == Recovery::direct ? coloring::Kind::star : coloring::Kind::acyclic;
    options.place = coloring::Place::host;
    options.symmetrize = false;  // values have places for the entries of the pattern only
    build(exec, coloring::color(exec, full_, options));
  }

  void adopt(Exec const& exec, Coloring const& coloring) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::adopt");
    require_hash(coloring.pattern_hash, hash_);
    HEDDLE_EXPECTS(
        coloring.kind == coloring::Kind::star || coloring.kind == coloring::Kind::acyclic,
        unsupported,
        "a Hessian is recovered from a star or an acyclic colouring, not from " +
            std::string(coloring::to_string(coloring.kind)));
    if (!coloring.verified) require_valid(exec, full_, coloring);
    build(exec, coloring);
  }

  /// Makes the check of the first call.
  void prepare(Exec const& exec, Input const& x) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::prepare_hessian");
    require_size("x", x.extent(0), full_.num_columns);
    if (options_.check != Check::first_call || !check_.is_due(options_.check)) return;
    fill(exec, x, Vector());
    check(exec, x);
  }

  void evaluate(Exec const& exec, Input const& x, Vector const& gradient, Vector const& values) {
    Kokkos::Profiling::ScopedRegion const region("heddle::jacobian::evaluate_hessian");
    require_size("x", x.extent(0), full_.num_columns);
    require_size("values", values.extent(0), pattern_.num_entries());
    place::LibraryPhase run(evaluate_question<Gradient, NoReverse, Exec>(
        full_, options_.place, "jacobian::evaluate_hessian"));
    evaluate_at(exec, x, gradient, values, run);
    evaluation_ = run.end();
  }

  /// The same on this instance, wherever the phase was placed.
  void evaluate_here(Exec const& exec, Input const& x, Vector const& gradient,
                     Vector const& values) {
    fill(exec, x, gradient);
    if (check_.is_due(options_.check)) check(exec, x);
    gather(exec, compression_.index, compression_.block.data(), values.data());
  }

  P const& pattern() const { return pattern_; }
  Coloring const& coloring() const { return coloring_; }
  RecoveryIndex<Memory> const& recovery_index() const { return compression_.index; }
  int lanes() const { return compression_.layout.lanes; }
  CheckReport const& check_report() const { return check_.report(); }
  place::PhaseReport const& evaluation() const { return evaluation_; }

 private:
  using Twin = HessianTwin<Gradient, T, Exec, Offset>;

  void evaluate_at(Exec const& exec, Input const& x, Vector const& gradient, Vector const& values,
                   place::LibraryPhase& run) {
    if constexpr (Twin::exists) {
      if (run.where() == place::Where::host) {
        twin_.evaluate(exec, full_, coloring_, options_, x, gradient, values, run);
        return;
      }
    }
    evaluate_here(exec, x, gradient, values);
  }

  void fill(Exec const& exec, Input const& x, Vector const& gradient) {
    compression_.fill(exec, forward_, reverse_, x, gradient, static_cast<T*>(nullptr));
    if (trees_.num_steps() > 0) {
      T* const block = compression_.block.data();
      substitute(exec, trees_, block, block + compression_.layout.size());
    }
  }

  /// Of what the block holds: all entries, whatever the triangle.
  void check(Exec const& exec, Input const& x) {
    check_.run(
        exec, full_, forward_, x, hash_, options_.check, {.substitution = trees_.num_steps() > 0},
        [&](T* recovered) { gather(exec, full_index_, compression_.block.data(), recovered); });
    check_.release(options_.check);
    if (options_.check == Check::first_call) full_index_ = {};
  }

  void build(Exec const& exec, Coloring const& coloring) {
    auto const n = full_.num_rows;
    Compression<T, Exec> next;
    next.colors = coloring.colors;
    auto const directions = full_.num_entries() == 0 ? 0 : coloring.num_colors;
    next.layout = {n, n, directions, 0,
                   options_.lanes > 0 ? options_.lanes : lanes_for<Exec>(directions)};
    auto rows = host_rows(exec, full_);
    auto const colors = colors_on_host(exec, next.colors);
    auto const mirror = mirrored_entries(rows);
    std::vector<std::int64_t> positions;
    DeviceTrees<Memory> trees;
    if (coloring.kind == coloring::Kind::star) {
      positions = star_positions(rows, mirror, colors, next.layout);
    } else {
      auto const on_host = substitution_trees(rows, mirror, colors);
      positions = tree_positions(rows, on_host, colors, next.layout);
      trees = upload_trees(exec, on_host, next.layout, colors);
    }
    auto const block_size = next.layout.size() + trees.num_steps();
    auto const full_index = upload_index(exec, positions, block_size);
    next.index = full_index;
    auto pattern = full_;
    if (options_.triangle != Triangle::full) {
      keep_triangle(options_.triangle, rows, positions);
      next.index = upload_index(exec, positions, block_size);
      pattern = upload_pattern<Offset>(exec, rows);
    }
    next.reserve(exec, trees.num_steps());
    forward_.reserve(exec, next.layout.lanes);
    exec.fence("heddle::jacobian::plan_hessian");
    if (options_.check != Check::never) full_index_ = full_index;
    compression_ = std::move(next);
    trees_ = std::move(trees);
    pattern_ = std::move(pattern);
    coloring_ = coloring;
  }

  HessianOptions options_;
  Twin twin_;         // before the gradient is moved on
  P full_, pattern_;  // of the Hessian; of the result
  Forward<Gradient, T, Exec> forward_;
  Reverse<NoReverse, T, Exec> reverse_;
  std::uint64_t hash_ = 0;
  Coloring coloring_;
  Compression<T, Exec> compression_;
  DeviceTrees<Memory> trees_;
  RecoveryIndex<Memory> full_index_;  // until the check is done
  RandomCheck<T, Exec> check_;
  place::PhaseReport evaluation_;
};

}  // namespace heddle::jacobian::detail
