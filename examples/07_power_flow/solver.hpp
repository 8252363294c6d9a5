// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Newton's method for one network at one placement. Knows no Kokkos; Kokkos must be initialized.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/io/power_network.hpp>

#include "outcome.hpp"

#include <string>

namespace power_flow {

/// How to solve.
struct SolverOptions {
  std::string place = "auto";  ///< host, device or auto
  double tolerance = 1e-8;     ///< largest mismatch, per unit
  int max_iterations = 20;
  bool again = false;  ///< solve twice, to tell what is set up once from what each solution takes
  heddle::Observer observer = {};
};

/// Solves. Throws heddle::error.
Outcome solve(heddle::io::PowerNetwork const& network, SolverOptions const& options);

}  // namespace power_flow
