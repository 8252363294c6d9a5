// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>

#include <utility>

namespace heddle {
namespace {

/// "…/core/heddle/io/x.cpp" becomes "heddle/io/x.cpp": builds of other people show no foreign path.
std::string below_include_root(std::string_view path) {
  auto const start = path.rfind("heddle/");
  auto const folder = path.find_last_of('/');
  if (start != std::string_view::npos) return std::string(path.substr(start));
  return std::string(folder == std::string_view::npos ? path : path.substr(folder + 1));
}

std::string with_place(std::string const& message, std::string_view file, int line) {
  return message + " [" + below_include_root(file) + ":" + std::to_string(line) + "]";
}

}  // namespace

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::invalid_state: return "invalid_state";
    case ErrorCode::invalid_matrix: return "invalid_matrix";
    case ErrorCode::pattern_mismatch: return "pattern_mismatch";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::not_initialized: return "not_initialized";
    case ErrorCode::file_not_found: return "file_not_found";
    case ErrorCode::bad_format: return "bad_format";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::internal: return "internal";
    case ErrorCode::pattern_too_small: return "pattern_too_small";
    case ErrorCode::traced_branch: return "traced_branch";
    case ErrorCode::no_reverse: return "no_reverse";
    case ErrorCode::bad_pattern: return "bad_pattern";
    case ErrorCode::size_mismatch: return "size_mismatch";
    case ErrorCode::invalid_coloring: return "invalid_coloring";
    case ErrorCode::unsupported_place: return "unsupported_place";
    case ErrorCode::output_too_small: return "output_too_small";
    case ErrorCode::capacity_below_size: return "capacity_below_size";
    case ErrorCode::not_power_of_two: return "not_power_of_two";
    case ErrorCode::build_failed: return "build_failed";
    case ErrorCode::unwritten_read: return "unwritten_read";
    case ErrorCode::lost_data: return "lost_data";
    case ErrorCode::overlapping_access: return "overlapping_access";
    case ErrorCode::conflicting_writes: return "conflicting_writes";
    case ErrorCode::copy_in_parallel_region: return "copy_in_parallel_region";
    case ErrorCode::refused_in_capture: return "refused_in_capture";
    case ErrorCode::copy_refused: return "copy_refused";
    case ErrorCode::device_fault: return "device_fault";
    case ErrorCode::bad_option: return "bad_option";
    case ErrorCode::capture_failed: return "capture_failed";
    case ErrorCode::unjoined_branch: return "unjoined_branch";
    case ErrorCode::foreign_node: return "foreign_node";
    case ErrorCode::stale_handle: return "stale_handle";
    case ErrorCode::opaque_node: return "opaque_node";
    case ErrorCode::stale_buffer: return "stale_buffer";
    case ErrorCode::backend_failure: return "backend_failure";
  }
  return "unknown";
}

error::error(ErrorCode code, std::string message, char const* file, int line)
    : std::runtime_error(with_place(message, file, line)),
      code_(code),
      message_(std::move(message)),
      file_(below_include_root(file)),
      line_(line) {}

}  // namespace heddle
