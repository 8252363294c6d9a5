// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How long a transfer takes: a + b bytes. Knows no Kokkos.
#pragma once

#include <span>

namespace heddle::place {

/// Seconds as a line over bytes.
struct Line {
  double a = 0;  ///< seconds
  double b = 0;  ///< seconds per byte
  /// Of a transfer of that many bytes.
  double seconds(double bytes) const { return a + b * bytes; }
};

/// A transfer that was timed.
struct TransferSample {
  double bytes = 0;
  double seconds = 0;
};

/// Both directions.
struct TransferModel {
  Line to_device, to_host;
};

/// The line with the least relative errors, as sizes span orders of magnitude; neither coefficient
/// is negative. O(samples). Throws invalid_argument: fewer than two sizes, a sample without bytes
/// or time.
Line fit_line(std::span<TransferSample const> samples);

}  // namespace heddle::place
