// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "readers.hpp"

#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace heddle::perf {
namespace {

Found found(Triplets const& triplets) {
  auto const& values = triplets.values;
  return {static_cast<std::int64_t>(values.size()),
          std::accumulate(values.begin(), values.end(), 0.0)};
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Found read_with_fscanf(std::string const& path) {
  std::unique_ptr<std::FILE, Close> const file(std::fopen(path.c_str(), "r"));
  if (!file) throw std::runtime_error("cannot open " + path);
  // Comment lines, among them the banner.
  int c = std::fgetc(file.get());
  while (c == '%') {
    while (c != '\n' && c != EOF) c = std::fgetc(file.get());
    c = std::fgetc(file.get());
  }
  std::ungetc(c, file.get());
  int rows = 0;
  int columns = 0;
  std::size_t count = 0;
  if (std::fscanf(file.get(), "%d %d %zu", &rows, &columns, &count) != 3) return {};
  Triplets triplets{std::vector<int>(count), std::vector<int>(count), std::vector<double>(count)};
  for (std::size_t k = 0; k < count; ++k) {
    if (std::fscanf(file.get(), "%d %d %lg", &triplets.rows[k], &triplets.columns[k],
                    &triplets.values[k]) != 3) {
      return {};
    }
  }
  return found(triplets);
}

Found read_with_iostream(std::string const& path) {
  std::ifstream file(path);
  while (file.peek() == '%') file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  int rows = 0;
  int columns = 0;
  std::size_t count = 0;
  file >> rows >> columns >> count;
  Triplets triplets{std::vector<int>(count), std::vector<int>(count), std::vector<double>(count)};
  for (std::size_t k = 0; k < count; ++k) {
    file >> triplets.rows[k] >> triplets.columns[k] >> triplets.values[k];
  }
  return file ? found(triplets) : Found{};
}

}  // namespace heddle::perf
