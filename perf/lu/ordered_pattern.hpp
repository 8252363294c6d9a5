// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A matrix's pattern in AMD order in the memory of a backend: what every symbolic method is given.
#pragma once

#include "copy_to.hpp"
#include "problem.hpp"

#include <heddle/ordering/fill_order.hpp>
#include <heddle/symbolic/elimination_tree.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace heddle::perf {

using ProblemPtr = std::shared_ptr<Problem const>;

template <class Exec>
struct OrderedPattern {
  Exec exec;
  symbolic::EliminationTree tree;
  Pattern<DefaultOffset, DefaultIndex, typename Exec::memory_space> matrix;

  explicit OrderedPattern(Problem const& problem) {
    std::vector<DefaultOffset> const offsets(problem.offsets.begin(), problem.offsets.end());
    auto const order = ordering::amd(problem.n, offsets, problem.rows);
    std::vector<DefaultIndex> step(order.size()), columns;
    for (std::size_t k = 0; k < order.size(); ++k) step[order[k]] = static_cast<DefaultIndex>(k);
    std::vector<DefaultOffset> starts(1, 0);
    // Columns of A as rows: F of the transposed pattern is the mirror image.
    for (auto const column : order) {
      auto const first = columns.size();
      for (auto p = problem.offsets[column]; p < problem.offsets[column + 1]; ++p) {
        columns.push_back(step[problem.rows[p]]);
      }
      std::sort(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end());
      starts.push_back(static_cast<DefaultOffset>(columns.size()));
    }
    tree = symbolic::elimination_tree(problem.n, starts, columns);
    matrix = {problem.n, problem.n, copy_to(exec, "heddle::perf::offsets", starts),
              copy_to(exec, "heddle::perf::columns", columns)};
  }
};

}  // namespace heddle::perf
