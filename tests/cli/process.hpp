// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runs the command heddle as a process and keeps all that it says.
#pragma once

#include <string>
#include <vector>

namespace heddle::test {

struct Run {
  int exit_code = -1;  ///< negative: the number of the signal that ended it
  std::string out;     ///< standard output
  std::string err;     ///< standard error
};

enum class StandardError { file, terminal };

/// Whether this machine gives pseudo-terminals; a bare container may have none.
bool has_terminals();

/// Runs the command beside the test executable, with standard output in a file.
Run run_heddle(std::vector<std::string> const& arguments,
               StandardError standard_error = StandardError::file);
/// The same with standard output to the given path; `out` stays empty.
Run run_heddle_into(std::string const& out_path, std::vector<std::string> const& arguments);

/// The OpenMP threads of the runs that follow, as long as this lives. Without it they have one, so
/// that tests of one line of text do not wait for each other's threads.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(Threads const&) = delete;
  Threads& operator=(Threads const&) = delete;
};

/// Whether the text is exactly one line and ends there.
bool is_one_line(std::string const& text);

/// Whether the command was built for this backend, as `heddle info` says.
bool has_backend(std::string const& name);

/// A file of the examples; HEDDLE_TEST_ROOT replaces the source tree's place.
std::string example_data(std::string const& name);

/// A folder that is removed with what it holds.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  std::string path(std::string const& name) const { return folder_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(std::string const& name, std::string const& text) const;

 private:
  std::string folder_;
};

/// The text of a file; empty if there is none.
std::string text_of(std::string const& path);

}  // namespace heddle::test
