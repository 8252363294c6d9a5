// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// seed_timing [--pairs=67108864] [--backend=cuda]
//
// The published timing of the "Simple GPU Hash Table": 64 Mi inserts in 16 batches, 32 Mi deletes
// in 8, an iteration, std::unordered_map on the same pairs beside it and as the check. JSON on
// standard output, the same as of `heddle hash seed-timing --json`.
#include "seed_program.hpp"

#include <heddle/cli/hash/outcome.hpp>

#include <bit>

int main(int argc, char** argv) {
  return heddle::perf::run_seed_program(
      argc, argv, {"--pairs=", "--backend="},
      [](heddle::perf::Options const& options, std::string const& backend) {
        heddle::cli::SeedTimingOptions timing;
        timing.pairs = heddle::perf::number_of(options, "--pairs=", timing.pairs);
        timing.capacity = std::bit_ceil(2 * timing.pairs);
        auto const report = heddle::cli::seed_timing(backend, timing);
        return heddle::cli::json_text_of(report);
      });
}
