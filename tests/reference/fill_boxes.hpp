// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Nested dissection of a k x k grid by boxes: an order that everybody can repeat, with known fill.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::reference {

/// Half-open boxes are cut at the middle of their longer side, x if both are equal: the lower half,
/// the upper half, then the separating line. Boxes of at most 8 cells are numbered row by row.
/// order[s] is the cell y * k + x that is eliminated at step s.
class BoxOrder {
 public:
  static std::vector<std::int32_t> of_grid(std::int32_t const k) {
    BoxOrder boxes(k);
    boxes.dissect(0, k, 0, k);
    return boxes.order_;
  }

 private:
  explicit BoxOrder(std::int32_t const k) : k_(k) {}

  void dissect(std::int32_t const x0, std::int32_t const x1, std::int32_t const y0,
               std::int32_t const y1) {
    if ((x1 - x0) * (y1 - y0) <= 8) return number(x0, x1, y0, y1);
    if (x1 - x0 >= y1 - y0) {
      std::int32_t const middle = (x0 + x1) / 2;
      dissect(x0, middle, y0, y1);
      dissect(middle + 1, x1, y0, y1);
      number(middle, middle + 1, y0, y1);
    } else {
      std::int32_t const middle = (y0 + y1) / 2;
      dissect(x0, x1, y0, middle);
      dissect(x0, x1, middle + 1, y1);
      number(x0, x1, middle, middle + 1);
    }
  }

  void number(std::int32_t const x0, std::int32_t const x1, std::int32_t const y0,
              std::int32_t const y1) {
    for (std::int32_t y = y0; y < y1; ++y)
      for (std::int32_t x = x0; x < x1; ++x) order_.push_back(y * k_ + x);
  }

  std::int32_t k_;
  std::vector<std::int32_t> order_;
};

}  // namespace heddle::reference
