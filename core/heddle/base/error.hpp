// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The one exception type of Heddle, and the macro that raises it.
///
/// Misuse and bad input throw heddle::error on the host. Numerical and capacity outcomes (a zero
/// pivot, a full table) are not errors: they are results with an enum status. Knows no Kokkos.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace heddle {

/// What kind of misuse or bad input an error reports. Stable across releases; new codes go last.
enum class ErrorCode {
  invalid_argument,     ///< an option or extent that makes no sense for the call
  invalid_state,        ///< a call out of order, such as refactor before factor
  invalid_matrix,       ///< a sparse matrix whose sizes, offsets, indices or entries are wrong
  pattern_mismatch,     ///< a matrix whose pattern differs from the analysed one
  unsupported,          ///< a combination that this build or this method cannot do
  not_initialized,      ///< Kokkos is not initialised, or already finalised
  file_not_found,       ///< a file that does not exist or cannot be opened
  bad_format,           ///< a file whose contents are not what its format allows
  out_of_memory,        ///< memory that the call needs and the machine does not have
  internal,             ///< a broken promise of Heddle itself; please report it
  pattern_too_small,    ///< a function with derivatives outside of the sparsity pattern given
  traced_branch,        ///< a branch on a traced value whose pattern is to hold everywhere
  no_reverse,           ///< a direction that needs a vector-Jacobian product, and none was given
  bad_pattern,          ///< a sparsity pattern that does not fit its sizes or its use
  size_mismatch,        ///< an array of another length than the call needs
  invalid_coloring,     ///< a given colouring in which two vertices clash
  unsupported_place,    ///< a phase that cannot run at the place that was asked for
  output_too_small,     ///< an output with fewer items than the call writes
  capacity_below_size,  ///< a table to be shrunk below the number of its keys
  not_power_of_two,     ///< a capacity that has to be a power of two
  build_failed,         ///< a read-only table that no choice of hash functions could build
  unwritten_read,       ///< a read of an array that nothing has written yet
  lost_data,            ///< a read of an array whose only valid copy a failed phase had opened
  overlapping_access,   ///< two open accesses to one array, at least one of them writing
  conflicting_writes,   ///< a result that nobody read, overwritten at another place
  copy_in_parallel_region,  ///< a phase in a parallel region that would have to copy
  refused_in_capture,       ///< what cannot become part of a recorded graph
  copy_refused,             ///< a copy beyond those that a strict scope allows
  device_fault,             ///< a fault that the device reported after the call that caused it
  bad_option,               ///< a setting in text that cannot be understood, with its position
  capture_failed,   ///< a recording that its body spoiled: it threw, allocated, freed or fenced
  unjoined_branch,  ///< a branch of a recording that was left open
  foreign_node,     ///< a handle of another graph
  stale_handle,     ///< a handle from before the graph was recorded anew
  opaque_node,      ///< a node without typed parameters
  stale_buffer,     ///< a kept view that only the graph still owns
  backend_failure   ///< a call into the backend's own interface that failed
};

/// The name of a code as it is spelled in C++, such as "invalid_matrix".
std::string_view to_string(ErrorCode code);

/// Misuse or bad input. `what()` is one line: the message, then where it was raised.
class error : public std::runtime_error {
 public:
  /// Raised by HEDDLE_EXPECTS, which fills in file and line.
  error(ErrorCode code, std::string message, char const* file, int line);

  /// What kind of misuse or bad input it is; stable, for programs.
  ErrorCode code() const { return code_; }
  /// The message alone: one line, written for the user.
  std::string const& message() const { return message_; }
  /// The source file of Heddle that raised it, without its folders' absolute path.
  std::string const& file() const { return file_; }
  /// The line in that file.
  int line() const { return line_; }

 private:
  ErrorCode code_;
  std::string message_;
  std::string file_;
  int line_;
};

}  // namespace heddle

/// Throws heddle::error unless `condition` holds. The message is evaluated only on failure.
#define HEDDLE_EXPECTS(condition, error_code, error_message)                                       \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      throw ::heddle::error(::heddle::ErrorCode::error_code, (error_message), __FILE__, __LINE__); \
    }                                                                                              \
  } while (0)
