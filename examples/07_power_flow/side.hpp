// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the iteration needs at one place: the equations, their Jacobian, and the linear systems.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/io/power_network.hpp>
#include <heddle/jacobian/problems/powerflow.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/lu/replay.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace power_flow {

namespace jacobian = heddle::jacobian;
namespace lu = heddle::lu;

template <class Memory>
using Equations = jacobian::problems::PowerFlow<Memory>;

/// The equations of a network, with arrays in the memory of `exec`.
template <class Exec>
Equations<typename Exec::memory_space> equations_of(Exec const& exec,
                                                    heddle::io::PowerNetwork const& network) {
  auto const upload = [&]<class T>(std::vector<T> const& items) {
    Kokkos::View<T*, typename Exec::memory_space> const view(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "power_flow::network"), items.size());
    Kokkos::deep_copy(exec, view,
                      Kokkos::View<T const*, Kokkos::HostSpace>(items.data(), items.size()));
    return view;
  };
  Equations<typename Exec::memory_space> f;
  f.num_angles = network.num_angles;
  f.num_magnitudes = network.num_magnitudes;
  f.bus_of = upload(network.bus_of);
  f.angle_of = upload(network.angle_of);
  f.magnitude_of = upload(network.magnitude_of);
  f.fixed_angle = upload(network.fixed_angle);
  f.fixed_magnitude = upload(network.fixed_magnitude);
  f.offsets = upload(network.offsets);
  f.neighbour = upload(network.neighbour);
  f.conductance = upload(network.conductance);
  f.susceptance = upload(network.susceptance);
  f.wanted = upload(network.wanted);
  exec.fence("power_flow::network");
  return f;
}

/// Everything that one place has.
template <class Exec>
class Side {
 public:
  using Memory = typename Exec::memory_space;
  using Input = Kokkos::View<double const*, Memory>;
  using Output = Kokkos::View<double*, Memory>;

  Side(Exec const& exec, heddle::io::PowerNetwork const& network, heddle::Pattern<> const& pattern,
       heddle::Observer const& observer)
      : jacobian_(exec, equations_of(exec, network), pattern, options(observer)) {}

  // [snippet evaluate]
  /// The mismatch at x, and its Jacobian.
  void evaluate(Exec const& exec, Input const& x, Output const& mismatch, Output const& values) {
    jacobian_.evaluate(exec, x, mismatch, values);
  }
  // [end]

  // [snippet solve]
  /// The Newton step. The first system is factored, refactorization and solve are recorded; the
  /// others are one launch each. A pivot that fails its check leads back to a new factorization.
  lu::Status solve(Exec const& exec, lu::Analysis const& analysis, Input const& values,
                   Input const& mismatch, Output const& step) {
    std::array const addresses{values.data(), mismatch.data(), Input(step).data()};
    if (replay_ && recorded_ == addresses) {
      replay_->launch(exec);
      auto const status = replay_->status(exec).status;
      ++replays_;
      if (status == lu::Status::success) return status;
    }
    replay_.reset();
    if (!factors_) factors_.emplace(exec, analysis);
    auto const& pattern = jacobian_.pattern();
    heddle::Csr<double, heddle::DefaultOffset, heddle::DefaultIndex, Memory> const matrix{
        pattern.num_rows, pattern.num_columns, pattern.row_offsets, pattern.columns, values};
    auto const status = factors_->factor(exec, matrix).status;
    ++factorizations_;
    if (factors_->state() == lu::Factorization<double, Exec>::State::empty) return status;
    lu::SolveOptions once;
    once.refinement = lu::Refinement::fixed;  // reads nothing back, so a graph can hold it
    replay_.emplace(lu::record_refactor_solve(exec, *factors_, values, mismatch, step, workspace_,
                                              once));  // and solves
    recorded_ = addresses;
    return status;
  }
  // [end]

  /// What was decided about the Jacobian.
  jacobian::SparseJacobian<Equations<Memory>, jacobian::NoReverse, double, Exec> const& plan()
      const {
    return jacobian_;
  }
  std::int64_t replays() const { return replays_; }
  std::int64_t factorizations() const { return factorizations_; }

 private:
  static jacobian::JacobianOptions options(heddle::Observer const& observer) {
    jacobian::JacobianOptions result;
    result.color.place = heddle::coloring::Place::host;  // a greedy colouring is sequential
    result.color.observer = observer;
    return result;
  }

  jacobian::SparseJacobian<Equations<Memory>, jacobian::NoReverse, double, Exec> jacobian_;
  lu::SolveWorkspace<Exec> workspace_;
  std::optional<lu::Factorization<double, Exec>> factors_;
  std::optional<lu::RefactorSolve<double, Exec>> replay_;  // ends before the factors do
  std::array<double const*, 3> recorded_{};                // what it works on
  std::int64_t replays_ = 0, factorizations_ = 0;
};

}  // namespace power_flow
