// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command heddle: arguments in, exit code out. Every way to fail ends here, in one line.
#include <heddle/base/error.hpp>
#include <heddle/cli/arguments.hpp>
#include <heddle/cli/commands.hpp>
#include <heddle/cli/exit_code.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <variant>

namespace heddle::cli {
namespace {

ExitCode fail(ExitCode code, std::string line) {
  std::replace(line.begin(), line.end(), '\n', ' ');
  fmt::print(stderr, "heddle: {}\n", line);
  return code;
}

ExitCode run(int argc, char const* const* argv) {
  auto const arguments = parse_arguments(argc, argv);
  if (!arguments) return ExitCode::success;
  return std::visit([](auto const& chosen) { return run_command(chosen); }, *arguments);
}

/// Bad input speaks for itself; where the library raised an error matters only if it is its own.
std::string line_of(error const& raised) {
  return raised.code() == ErrorCode::internal ? raised.what() : raised.message();
}

/// Kokkos reports a failed allocation as a runtime_error; only its words tell.
bool is_out_of_memory(std::exception const& raised) {
  return std::string_view(raised.what()).find("memory space failed to allocate") !=
         std::string_view::npos;
}

ExitCode run_guarded(int argc, char const* const* argv) {
  try {
    return run(argc, argv);
  } catch (Failure const& failure) {
    return fail(failure.code(), failure.what());
  } catch (error const& raised) {
    return fail(exit_code(raised.code()), line_of(raised));
  } catch (std::bad_alloc const&) {
    return fail(ExitCode::too_large, "out of memory");
  } catch (std::exception const& raised) {
    if (is_out_of_memory(raised)) return fail(ExitCode::too_large, raised.what());
    return fail(ExitCode::not_available, fmt::format("internal error: {}", raised.what()));
  }
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  auto code = heddle::cli::run_guarded(argc, argv);
  // A full disk or a closed pipe must not look like success.
  if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) &&
      code == heddle::cli::ExitCode::success) {
    std::fputs("heddle: cannot write to standard output\n", stderr);
    code = heddle::cli::ExitCode::bad_input;
  }
  return static_cast<int>(code);
}
