// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Orders that reduce fill: SuiteSparse's AMD and COLAMD and METIS' nested dissection, on plain
/// arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::ordering {

/// What AMD knows about a factorization in its order, from above: degrees are approximate.
struct AmdEstimate {
  double num_factor_entries = 0;  ///< of L + U, the diagonal counted once
  double multiply_adds = 0;
};

/// Approximate minimum degree on A + A^T (Amestoy, Davis, Duff, ACM TOMS 30, 2004; SuiteSparse
/// AMD). `offsets` and `rows` hold the pattern by columns or rows, which is the same here. The
/// result has the k-th pivot's index at position k. Dense rows as AMD treats them. `estimate`, if
/// given, receives what the order promises. Deterministic.
std::vector<std::int32_t> amd(std::int32_t n, std::span<std::int64_t const> offsets,
                              std::span<std::int32_t const> rows, AmdEstimate* estimate = nullptr);

/// Column approximate minimum degree on A^T A (Davis et al., ACM TOMS 30, 2004; SuiteSparse
/// COLAMD), for factorizations that choose their row pivots. The k-th column stands at position k.
std::vector<std::int32_t> colamd(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> rows);

/// Nested dissection of A + A^T (Karypis and Kumar, SIAM J. Sci. Comput. 20, 1998; METIS_NodeND):
/// fewer multiply-adds and a shorter critical path than minimum degree on meshes, some ten times as
/// dear. The k-th pivot stands at position k. Deterministic, unless another thread calls rand() in
/// the meantime, from which METIS draws. Throws out_of_memory, and unsupported for a pattern beyond
/// METIS' integers.
std::vector<std::int32_t> nested_dissection(std::int32_t n, std::span<std::int64_t const> offsets,
                                            std::span<std::int32_t const> rows);

}  // namespace heddle::ordering
