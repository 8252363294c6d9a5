// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How the columns of F are dealt to the native kernels of a backend
/// (backends/native_lu.hpp). On the host.
#pragma once

#include <heddle/backends/native_lu.hpp>
#include <heddle/lu/detail/analysis_data.hpp>

#include <cstdint>
#include <vector>

namespace heddle::lu::detail {

/// The columns in the order of work, bundled to items; their pulls and levels have places, but are
/// not written yet.
struct NativeWork {
  std::vector<backends::lu_format::Item> items;
  std::vector<backends::lu_format::Column> columns;
  std::int64_t num_pulls = 0;
  std::int64_t num_level_begins = 0;
  std::int64_t longest = 0;  ///< entries of the longest column
};

/// Levels in turn; in each the long columns, those with most multiply-adds first, then bundles of
/// short ones. O(n + nnz(U)).
NativeWork native_work(AnalysisData const& data);

/// Whether the layouts of the native kernels can address all of it.
bool fits_native_layout(AnalysisData const& data, NativeWork const& work);

}  // namespace heddle::lu::detail
