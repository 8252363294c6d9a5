// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the benchmarks vary: matrices, repetitions, and the least time of one repetition.
#pragma once

#include <array>
#include <string_view>

namespace heddle::perf {

/// Repetitions of each benchmark; the reports give the median and the spread.
inline constexpr int repetitions = 5;

/// Seconds that one repetition runs at least, so that a phase of microseconds is measured often.
inline constexpr double seconds_per_repetition = 0.05;

/// The one real matrix that is part of the repository; every run has it.
inline constexpr std::string_view bundled_matrix = "memplus";

/// Little fill: circuits, power grids, linear programs. What simulators factor again and again.
inline constexpr std::array<std::string_view, 9> light_matrices = {
    "hangGlider_2",  "gemat12",      "add32",     "pf_case9241pegase",
    "memplus",       "mna_mem_plus", "mna_ram2k", "ScaleMicrogrid_Jacobian_N1000_01",
    "basker_matrix1"};

/// Grids and finite elements, with a factorization below about a second.
inline constexpr std::array<std::string_view, 8> mesh_matrices = {
    "lap2D_5pt_n100", "teko_modified", "wathenSmall", "sherman3",
    "szdMat",         "bcsstk16",      "vardof_46k",  "lap3D_7pt_n20"};

/// Much fill: KLU takes 8 to 20 s for each factorization of these.
inline constexpr std::array<std::string_view, 2> heavy_matrices = {"NSR8K", "cage10"};

}  // namespace heddle::perf
