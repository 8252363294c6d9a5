// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Programs that can be placed in several ways, and their times: fixed ways, and the automatic one.
#pragma once

#include <heddle/place/context.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::perf {

using Exec = Kokkos::DefaultExecutionSpace;

/// A program from its inputs to its end, in every fixed way and the automatic one.
struct PlacedProgram {
  std::string name;
  std::vector<std::string> ways;          ///< names of the fixed ones, such as "host+device"
  std::function<double(int)> fixed;       ///< seconds of a run in a fixed way
  std::function<double()> automatic;      ///< the same as the library places it
  std::function<std::string()> chosen;    ///< where that was, in the words of `ways`
  std::function<double()> preparation{};  ///< seconds of measurements before it, if there are some
};

/// Colouring once and 50 Jacobians at points that the device changes, on the stencils and the
/// random pattern of the guide. The colouring of the host is the greedy one, that of the device the
/// speculative one, an alternative; places are chosen by autoplace. `share`: of the guide's sizes.
std::vector<PlacedProgram> jacobian_programs(Exec const& exec, double share);

/// Analysis, factorization, and ten times a refactorization and a solve of a matrix file; places
/// are chosen by the default policies of the phases, which estimate.
PlacedProgram lu_program(Exec const& exec, std::string const& name, std::string const& path);

}  // namespace heddle::perf
