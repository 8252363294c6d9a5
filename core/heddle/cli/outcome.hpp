// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Outcomes of sparse LU in one line for people. Rows, columns and steps count from 1 here, as in
/// Matrix Market files. Knows no Kokkos.
#pragma once

#include <heddle/cli/exit_code.hpp>
#include <heddle/cli/solver.hpp>
#include <heddle/lu/result.hpp>

#include <optional>
#include <string>

namespace heddle::cli {

/// Whether the factors can solve: success, or one of the two reservations of a factorization.
bool usable(lu::Status status);

/// The status of a factorization and the solve with it: the graver one; of equals that of the
/// solve.
lu::Status combined_status(lu::FactorResult const& factor,
                           std::optional<lu::SolveResult> const& solve);

/// "row 3, column 4 at elimination step 2"; parts that do not apply are left out.
std::string position_text(lu::Position const& position);

/// What stopped the analysis, with ranks, lists and sizes.
std::string describe(AnalysisReport const& analysis, std::int64_t size);
/// What a factorization and its solve say besides success.
std::string describe(lu::FactorResult const& factor, std::optional<lu::SolveResult> const& solve);

/// Prints the one line of an outcome that is not success on standard error.
void warn(std::string const& line);

}  // namespace heddle::cli
