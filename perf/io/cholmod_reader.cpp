// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "readers.hpp"

#include <cholmod.h>

#include <cstdio>
#include <numeric>
#include <stdexcept>

namespace heddle::perf {
namespace {

Found read_with_cholmod(std::string const& path) {
  cholmod_common common;
  cholmod_l_start(&common);
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (!file) throw std::runtime_error("cannot open " + path);
  cholmod_triplet* triplets = cholmod_l_read_triplet(file, &common);
  std::fclose(file);
  Found result;
  if (triplets) {
    auto const* const values = static_cast<double const*>(triplets->x);
    result.num_entries = static_cast<std::int64_t>(triplets->nnz);
    result.sum = std::accumulate(values, values + triplets->nnz, 0.0);
  }
  cholmod_l_free_triplet(&triplets, &common);
  cholmod_l_finish(&common);
  return result;
}

}  // namespace

std::vector<NamedReader> cholmod_reader() { return {{"cholmod", read_with_cholmod}}; }

}  // namespace heddle::perf
