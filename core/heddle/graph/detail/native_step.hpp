// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kernels in the backend's own language, named at compile time.
#pragma once

#include <heddle/graph/detail/arguments.hpp>
#include <heddle/graph/detail/step.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// Whether any device could launch it: no dimension is 0, no block has more than 1024 threads.
inline bool is_launchable(backends::LaunchConfig const& config) {
  constexpr std::uint64_t largest_block = 1024;
  std::uint64_t threads = 1;
  for (int d = 0; d < 3; ++d) {
    if (config.grid[d] == 0 || config.block[d] == 0 || config.block[d] > largest_block)
      return false;
    threads *= config.block[d];
  }
  return threads <= largest_block;
}
inline std::string config_text(backends::LaunchConfig const& config) {
  auto const product = [](unsigned const(&n)[3]) {
    return std::to_string(n[0]) + " x " + std::to_string(n[1]) + " x " + std::to_string(n[2]);
  };
  return "a grid of " + product(config.grid) + " blocks of " + product(config.block) +
         " threads; none may be 0, and a block has 1024 threads at most";
}

template <class Exec, auto kernel>
struct NativeStep final : Step<Exec> {
  using Parameters = typename SignatureOf<decltype(kernel)>::type;
  using Values = typename ArgumentsOf<Parameters>::type;
  backends::LaunchConfig config;
  Values values;

  NativeStep(backends::LaunchConfig const& how, Values what)
      : config(how), values(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    std::vector<void*> addresses;
    values.addresses(addresses);
    Step<Exec>::Native::launch_function(exec, reinterpret_cast<void const*>(kernel), config,
                                        addresses.data());
  }
  void describe(std::vector<std::string>& texts) const override { values.describe(texts); }
};

}  // namespace heddle::graph::detail
