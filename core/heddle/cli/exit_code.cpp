// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/exit_code.hpp>

#include <algorithm>

namespace heddle::cli {

ExitCode exit_code(lu::Status status) {
  switch (status) {
    case lu::Status::success: return ExitCode::success;
    case lu::Status::ill_conditioned:
    case lu::Status::pivot_degraded:
    case lu::Status::not_converged: return ExitCode::reservation;
    case lu::Status::structurally_singular:
    case lu::Status::numerically_singular:
    case lu::Status::zero_pivot:
    case lu::Status::non_finite: return ExitCode::no_solution;
    case lu::Status::too_large:
    case lu::Status::out_of_memory: return ExitCode::too_large;
  }
  return ExitCode::not_available;
}

ExitCode exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::size_mismatch:
    case ErrorCode::output_too_small:
    case ErrorCode::capacity_below_size:
    case ErrorCode::not_power_of_two:
    case ErrorCode::bad_option: return ExitCode::usage;
    case ErrorCode::invalid_matrix:
    case ErrorCode::pattern_mismatch:
    case ErrorCode::unsupported:
    case ErrorCode::pattern_too_small:
    case ErrorCode::traced_branch:
    case ErrorCode::no_reverse:
    case ErrorCode::bad_pattern:
    case ErrorCode::invalid_coloring:
    case ErrorCode::file_not_found:
    case ErrorCode::bad_format: return ExitCode::bad_input;
    case ErrorCode::out_of_memory: return ExitCode::too_large;
    case ErrorCode::invalid_state:
    case ErrorCode::unsupported_place:
    case ErrorCode::build_failed:
    case ErrorCode::unwritten_read:
    case ErrorCode::lost_data:
    case ErrorCode::overlapping_access:
    case ErrorCode::conflicting_writes:
    case ErrorCode::copy_in_parallel_region:
    case ErrorCode::refused_in_capture:
    case ErrorCode::copy_refused:
    case ErrorCode::device_fault:
    case ErrorCode::capture_failed:
    case ErrorCode::unjoined_branch:
    case ErrorCode::foreign_node:
    case ErrorCode::stale_handle:
    case ErrorCode::opaque_node:
    case ErrorCode::stale_buffer:
    case ErrorCode::backend_failure:
    case ErrorCode::not_initialized:
    case ErrorCode::internal: return ExitCode::not_available;
  }
  return ExitCode::not_available;
}

ExitCode graver(ExitCode first, ExitCode second) { return std::max(first, second); }

}  // namespace heddle::cli
