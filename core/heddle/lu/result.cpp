// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/result.hpp>

namespace heddle::lu {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::success: return "success";
    case Status::ill_conditioned: return "ill_conditioned";
    case Status::pivot_degraded: return "pivot_degraded";
    case Status::structurally_singular: return "structurally_singular";
    case Status::numerically_singular: return "numerically_singular";
    case Status::zero_pivot: return "zero_pivot";
    case Status::non_finite: return "non_finite";
    case Status::too_large: return "too_large";
    case Status::out_of_memory: return "out_of_memory";
    case Status::not_converged: return "not_converged";
  }
  return "unknown";
}

}  // namespace heddle::lu
