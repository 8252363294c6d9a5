// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// UMFPACK (Davis, ACM TOMS 30, 2004) as a second opinion: partial pivoting, its own scaling, order
/// and refinement. Knows neither Kokkos nor core.
#pragma once

#include <tests/reference/entries.hpp>

#include <umfpack.h>

#include <vector>

namespace heddle::reference {

struct UmfpackSolution {
  bool singular = false;            ///< UMFPACK_WARNING_singular_matrix
  bool failed = false;              ///< no factors at all
  double reciprocal_condition = 0;  ///< its rough estimate: min |u_kk| / max |u_kk|
  std::vector<double> x;
};

/// Solves A x = b with the defaults of UMFPACK. Duplicates are summed.
inline UmfpackSolution umfpack_solve(Entries const& entries, std::vector<double> const& b) {
  SuiteSparse_long const n = entries.num_rows;
  auto const count = static_cast<SuiteSparse_long>(entries.list.size());
  std::vector<SuiteSparse_long> rows, columns, offsets(n + 1), indices(count + 1);
  std::vector<double> given, values(count + 1);
  for (auto const& entry : entries.list) {
    rows.push_back(entry.row);
    columns.push_back(entry.column);
    given.push_back(entry.value);
  }
  UmfpackSolution solution;
  solution.x.assign(n, 0);
  void *symbolic = nullptr, *numeric = nullptr;
  double info[UMFPACK_INFO] = {};
  long status = umfpack_dl_triplet_to_col(n, n, count, rows.data(), columns.data(), given.data(),
                                          offsets.data(), indices.data(), values.data(), nullptr);
  if (status == UMFPACK_OK)
    status = umfpack_dl_symbolic(n, n, offsets.data(), indices.data(), values.data(), &symbolic,
                                 nullptr, nullptr);
  if (status == UMFPACK_OK)
    status = umfpack_dl_numeric(offsets.data(), indices.data(), values.data(), symbolic, &numeric,
                                nullptr, info);
  solution.singular = status == UMFPACK_WARNING_singular_matrix;
  solution.failed = status != UMFPACK_OK && !solution.singular;
  if (!solution.failed) {
    solution.reciprocal_condition = info[UMFPACK_RCOND];
    umfpack_dl_solve(UMFPACK_A, offsets.data(), indices.data(), values.data(), solution.x.data(),
                     b.data(), numeric, nullptr, nullptr);
  }
  umfpack_dl_free_symbolic(&symbolic);
  umfpack_dl_free_numeric(&numeric);
  return solution;
}

}  // namespace heddle::reference
