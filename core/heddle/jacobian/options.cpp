// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/jacobian/options.hpp>

namespace heddle::jacobian {

std::string_view to_string(Direction const direction) {
  switch (direction) {
    case Direction::automatic: return "automatic";
    case Direction::columns: return "columns";
    case Direction::rows: return "rows";
    case Direction::bidirectional: return "bidirectional";
    case Direction::dense: return "dense";
  }
  return "unknown";
}

}  // namespace heddle::jacobian
