// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "input.hpp"

#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <unistd.h>

#include <random>
#include <utility>

namespace heddle::perf {

Inputs::Inputs()
    : folder_(std::filesystem::temp_directory_path() /
              ("heddle_bench_io_" + std::to_string(getpid()))) {
  std::filesystem::create_directories(folder_);
}

Inputs::~Inputs() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Inputs::add_random(int megabytes) {
  constexpr int bytes_per_entry = 33;
  constexpr std::int32_t size = 300000;
  std::int64_t const count = std::int64_t{megabytes} * 1000000 / bytes_per_entry;
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::int32_t> row(0, size - 1);
  std::uniform_real_distribution<double> value(-1, 1);
  io::Matrix matrix;
  matrix.num_rows = matrix.num_columns = size;
  for (std::int64_t k = 0; k < count; ++k) {
    matrix.rows.push_back(row(random));
    matrix.columns.push_back(static_cast<std::int32_t>(k * size / count));
    matrix.values.push_back(value(random));
  }
  add("random_" + std::to_string(megabytes) + "MB", std::move(matrix));
}

void Inputs::add_file(std::string const& name, std::string const& path) {
  add(name, io::read_matrix(path));
}

void Inputs::add(std::string const& name, io::Matrix matrix) {
  Input input{name,
              (folder_ / (name + ".mtx")).string(),
              (folder_ / (name + ".mtx.gz")).string(),
              io::format_matrix_market(matrix),
              {}};
  io::write_matrix(input.path, matrix);
  io::write_matrix(input.compressed_path, matrix);
  input.matrix = std::move(matrix);
  inputs_.push_back(std::move(input));
}

}  // namespace heddle::perf
