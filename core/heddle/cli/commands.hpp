// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The commands, one source each. Knows no Kokkos.
#pragma once

#include <heddle/cli/arguments.hpp>
#include <heddle/cli/exit_code.hpp>

namespace heddle::cli {

/// `heddle info`: never initialises Kokkos, so that it answers on a machine without a device too.
ExitCode run_command(InfoArguments const& arguments);
/// `heddle solve`: read, analyse, factor, solve; then refactor and solve each further matrix.
ExitCode run_command(SolveArguments const& arguments);
/// `heddle compare`: the same chain several times at every place, and which place won.
ExitCode run_command(CompareArguments const& arguments);
/// `heddle hash`: measure a hash table, or count, deduplicate and join real input with it.
ExitCode run_command(HashArguments const& arguments);
/// `heddle color`: colour the pattern of a file by every kind, order and method asked for.
ExitCode run_command(ColorArguments const& arguments);
/// `heddle jacobian`: the sparse Jacobian of a named problem, timed and checked.
ExitCode run_command(JacobianArguments const& arguments);
/// `heddle graph`: a chain of kernels by launches and by graphs, changed in every way, timed.
ExitCode run_command(GraphArguments const& arguments);
/// `heddle bench`: the published tables of all parts on this machine, as ratios within one run.
ExitCode run_command(BenchArguments const& arguments);

}  // namespace heddle::cli
