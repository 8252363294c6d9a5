// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Orders that reduce fill: SuiteSparse's AMD and COLAMD on plain arrays.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::ordering {

/// Approximate minimum degree on A + A^T (Amestoy, Davis, Duff, ACM TOMS 30, 2004; SuiteSparse
/// AMD). `offsets` and `rows` hold the pattern by columns or rows, which is the same here. The
/// result has the k-th pivot's index at position k. Dense rows as AMD treats them. Deterministic.
std::vector<std::int32_t> amd(std::int32_t n, std::span<std::int64_t const> offsets,
                              std::span<std::int32_t const> rows);

/// Column approximate minimum degree on A^T A (Davis et al., ACM TOMS 30, 2004; SuiteSparse
/// COLAMD), for factorizations that choose their row pivots. The k-th column stands at position k.
std::vector<std::int32_t> colamd(std::int32_t n, std::span<std::int64_t const> offsets,
                                 std::span<std::int32_t const> rows);

}  // namespace heddle::ordering
