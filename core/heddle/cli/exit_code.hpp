// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the command heddle tells its caller, and the exception that ends it. Knows no Kokkos.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/lu/result.hpp>

#include <stdexcept>
#include <string>

namespace heddle::cli {

/// Exit codes of the command. They are an interface: scripts depend on the numbers.
enum class ExitCode {
  success = 0,
  reservation = 1,   ///< solved, but the status is not success
  usage = 2,         ///< arguments that make no sense
  bad_input = 3,     ///< a file that cannot be read or written, or a matrix that is refused
  no_solution = 4,   ///< singular, or no finite solution
  too_large = 5,     ///< out of memory, or beyond what indices can count
  not_available = 6  ///< a backend that is not here, or an internal error
};

/// The exit code that goes with the outcome of a call, and with an error of the library.
ExitCode exit_code(lu::Status status);
ExitCode exit_code(ErrorCode code);

/// Of two outcomes in a row the command reports the graver one.
ExitCode graver(ExitCode first, ExitCode second);

/// Ends the command: main prints the one line and returns the code.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, std::string const& line) : std::runtime_error(line), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace heddle::cli
