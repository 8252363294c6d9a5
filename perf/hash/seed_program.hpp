// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the two programs of the published figures have in common. Knows no Kokkos.
#pragma once

#include <heddle/cli/runtime.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::perf {

/// Arguments "--name=text" by "--name=".
using Options = std::map<std::string, std::string>;

inline Options options_of(int argc, char** argv, std::vector<std::string> const& names) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string const argument = argv[i];
    auto const end = argument.find('=');
    auto const name = argument.substr(0, end == std::string::npos ? argument.size() : end + 1);
    bool known = false;
    for (auto const& one : names) known = known || one == name;
    if (!known) throw std::invalid_argument("'" + argument + "' is no argument of this program");
    options[name] = argument.substr(end + 1);
  }
  return options;
}

inline std::uint64_t number_of(Options const& options, std::string const& name,
                               std::uint64_t otherwise) {
  auto const found = options.find(name);
  if (found == options.end()) return otherwise;
  bool const digits = !found->second.empty() && found->second.size() < 12 &&
                      found->second.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || found->second == "0") {
    throw std::invalid_argument("'" + found->second + "' is no number of things");
  }
  return std::stoull(found->second);
}

/// The one asked for, or the last of the build.
inline std::string backend_of(Options const& options, cli::Runtime const& runtime) {
  auto const backends = runtime.available_backends();
  auto const found = options.find("--backend=");
  if (found == options.end()) return backends.back().name;
  return cli::find_backend(backends, found->second).name;
}

using SeedProgram = std::function<std::string(Options const&, std::string const& backend)>;

/// Runs the program with Kokkos initialised, prints what it returns, and says on one line what
/// failed.
inline int run_seed_program(int argc, char** argv, std::vector<std::string> const& names,
                            SeedProgram const& program) {
  try {
    auto const options = options_of(argc, argv, names);
    cli::Runtime const runtime;
    std::puts(program(options, backend_of(options, runtime)).c_str());
    return 0;
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "%s: %s\n", argv[0], failure.what());
    return 1;
  }
}

}  // namespace heddle::perf
