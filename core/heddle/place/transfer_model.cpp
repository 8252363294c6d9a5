// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/transfer_model.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>

namespace heddle::place {

Line fit_line(std::span<TransferSample const> samples) {
  // Weighted normal equations: minimise sum of ((a + b x - y) / y)^2.
  double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;
  for (auto const& sample : samples) {
    HEDDLE_EXPECTS(sample.seconds > 0 && sample.bytes > 0, invalid_argument,
                   "a transfer without bytes or time");
    double const weight = 1 / (sample.seconds * sample.seconds);
    w += weight;
    wx += weight * sample.bytes;
    wxx += weight * sample.bytes * sample.bytes;
    wy += weight * sample.seconds;
    wxy += weight * sample.bytes * sample.seconds;
  }
  double const determinant = w * wxx - wx * wx;
  HEDDLE_EXPECTS(determinant > 1e-12 * w * wxx, invalid_argument,
                 "a line needs transfers of two sizes");
  Line line{(wy * wxx - wx * wxy) / determinant, (w * wxy - wx * wy) / determinant};
  if (line.a < 0) line = {0, wxy / wxx};
  if (line.b < 0) line = {wy / w, 0};
  return line;
}

}  // namespace heddle::place
