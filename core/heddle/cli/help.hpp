// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of --help. core/docs/command.md tells the same at length.
#pragma once

namespace heddle::cli::help {

inline constexpr char const* summary =
    "Irregular sparse work on real files: solve, colour, differentiate, hash; and where it runs "
    "best.";
inline constexpr char const* info = "Version, build, backends and devices";
inline constexpr char const* solve = "Solve A x = b for a square real matrix from a file";
inline constexpr char const* compare =
    "Time every phase at every place it can run in this build, and name the fastest";

inline constexpr char const* json = "Write one JSON object instead of text";
inline constexpr char const* html = "Write a page with the table and a timeline, too";
inline constexpr char const* matrix =
    "Matrix Market, Rutherford-Boeing or Harwell-Boeing file, gzip-compressed or not";
inline constexpr char const* right_hand_side =
    "Right-hand sides, one per column; without it b = A 1, and the error is reported too";
inline constexpr char const* output =
    "Write the solution, a Matrix Market array; with --refactor that of the last matrix";
inline constexpr char const* refactor =
    "Matrices of the same pattern, refactored in turn with the same analysis";
inline constexpr char const* transpose = "Solve A^T x = b";
inline constexpr char const* backend = "Run everything on this backend";
inline constexpr char const* place =
    "Host or device for factors and solves; auto says what it chose and why";
inline constexpr char const* precision = "Type of the factors; residuals are f64";
inline constexpr char const* ordering = "Order that keeps the factors sparse";
inline constexpr char const* matching = "Which rows are moved to the diagonal first";
inline constexpr char const* runs = "Runs that count; one more goes before them and is discarded";
inline constexpr char const* backends = "Compare these backends only";

inline constexpr char const* exit_codes =
    "Results go to standard output; errors are one line on standard error.\n"
    "Exit codes:\n"
    "  0  success\n"
    "  1  solved with a reservation: ill_conditioned, pivot_degraded, not_converged\n"
    "  2  usage: arguments that make no sense\n"
    "  3  bad input: a file or matrix that is refused (file, line, what is wrong)\n"
    "  4  no solution: singular, structurally or numerically, or not finite\n"
    "  5  too large, or out of memory\n"
    "  6  backend not available, or an internal error";

}  // namespace heddle::cli::help
