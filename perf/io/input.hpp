// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The files that the readers are measured on, in a folder that vanishes with the object.
#pragma once

#include <heddle/io/matrix.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::perf {

/// One matrix, as text on disk and in memory.
struct Input {
  std::string name;
  std::string path;             ///< plain text
  std::string compressed_path;  ///< the same by gzip
  std::string text;
  io::Matrix matrix;
};

class Inputs {
 public:
  Inputs();
  ~Inputs();
  Inputs(Inputs const&) = delete;
  Inputs& operator=(Inputs const&) = delete;

  /// Columns in order, rows and values at random: sixteen digits a value, the worst case of real
  /// files. `megabytes` is the size of the text, about.
  void add_random(int megabytes);
  /// A real file, rewritten as plain text.
  void add_file(std::string const& name, std::string const& path);

  std::vector<Input> const& all() const { return inputs_; }

 private:
  void add(std::string const& name, io::Matrix matrix);

  std::filesystem::path folder_;
  std::vector<Input> inputs_;
};

}  // namespace heddle::perf
