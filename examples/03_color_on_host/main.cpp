// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colour on the host, differentiate on the device. A greedy distance-2 colouring is a sequential
// loop: it belongs on the CPU, which gets the pattern by one bulk copy and sends the colours back
// by another. The sparse Jacobian is computed on the device, 50 times, and never copies again.
//
//   color_on_host [points on a side of the grid]
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <cstdlib>
#include <iostream>
#include <string>

#include "support.hpp"

namespace coloring = heddle::coloring;
namespace jacobian = heddle::jacobian;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

int run(int side) {
  Exec const exec;
  jacobian::problems::Brusselator const model{side};  // u' and v' on a periodic grid
  int const n = model.size();
  CopyCounter const copies;

  // [snippet color]
  auto const pattern = jacobian::trace_sparsity(exec, model, n, n);  // on the device from here on
  heddle::Timer timer;
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::distance2;
  options.place = coloring::Place::host;  // the default: a greedy colouring is sequential
  auto const colors = coloring::color(exec, pattern, options);
  // [end]
  double const coloring_ms = 1000 * timer.seconds();
  copies.report("copies of tracing and colouring");

  // [snippet evaluate]
  jacobian::SparseJacobian plan(exec, model, pattern, colors);
  Kokkos::View<double*, Exec::memory_space> x("x", n), rates("rates", n);
  Kokkos::View<double*, Exec::memory_space> values("values", pattern.num_entries());
  start_from_a_wave(exec, model, x);
  plan.prepare(exec, x);  // checks the pattern against a random direction, once
  // [end]
  copies.report("copies of planning");

  timer.reset();
  // [snippet steps]
  for (int step = 0; step < 50; ++step) {
    plan.evaluate(exec, x, rates, values);  // f and its Jacobian
    add(exec, 1e-3, rates, x);              // stands for the step of an integrator
  }
  exec.fence("50 steps");
  // [end]
  double const evaluation_ms = 1000 * timer.seconds();
  copies.report("copies of 50 evaluations");

  std::cout << n << " unknowns, " << pattern.num_entries() << " nonzeros, " << colors.num_colors
            << " colours, " << plan.choice().sweeps << " sweeps of " << plan.choice().lanes
            << " directions\ncolouring on the host " << coloring_ms << " ms, 50 Jacobians on "
            << Exec::name() << ' ' << evaluation_ms << " ms\n";

  plan.evaluate(exec, x, values);
  double const worst = largest_difference(exec, model, pattern, x, values);
  std::cout << "largest difference from the stencil " << worst << '\n';
  return worst < 1e-12 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  int const side = argc > 1 ? std::atoi(argv[1]) : 100;
  if (argc > 2 || side < 3 || side > 20000) {
    std::cerr << "usage: color_on_host [points on a side of the grid, 3 ... 20000]\n";
    return 2;
  }
  try {
    return run(side);
  } catch (heddle::error const& problem) {
    std::cerr << "color_on_host: " << problem.message() << '\n';
    return 1;
  }
}
