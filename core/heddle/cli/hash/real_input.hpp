// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// `heddle hash` on files: read, ask the table, write what was asked for. Knows no Kokkos.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/hash/arguments.hpp>
#include <heddle/cli/hash/outcome.hpp>

#include <string>

namespace heddle::cli {

// Each throws Failure (bad_input) or error naming the file, before anything is written.

CountOutcome count_words_of(HashArguments const& arguments, std::string const& backend);
EdgesOutcome count_edges_of(HashArguments const& arguments, std::string const& backend,
                            Observer const& observer);
JoinOutcome join_files(HashArguments const& arguments, std::string const& backend);

}  // namespace heddle::cli
