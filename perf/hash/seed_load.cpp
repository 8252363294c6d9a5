// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// seed_load [--slots=134217728] [--backend=cuda] [--chart=out.svg]
//
// The published load figure of the "Simple GPU Hash Table": 31 batches of 4 Mi draws into 128 Mi
// slots, HashMap beside it. JSON on standard output, the same as of `heddle hash seed-load --json`.
#include "seed_program.hpp"

#include <heddle/cli/hash/chart.hpp>
#include <heddle/cli/hash/outcome.hpp>

int main(int argc, char** argv) {
  return heddle::perf::run_seed_program(
      argc, argv, {"--slots=", "--backend=", "--chart="},
      [](heddle::perf::Options const& options, std::string const& backend) {
        heddle::cli::SeedLoadOptions load;
        load.capacity = heddle::perf::number_of(options, "--slots=", load.capacity);
        auto const report = heddle::cli::seed_load(backend, load);
        if (auto const chart = options.find("--chart="); chart != options.end()) {
          heddle::cli::write_text(chart->second,
                                  heddle::cli::svg_of(heddle::cli::chart_of(report)));
        }
        return heddle::cli::json_text_of(report);
      });
}
