// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kernels in the backend's own language, named at compile time.
#pragma once

#include <heddle/graph/detail/arguments.hpp>
#include <heddle/graph/detail/step.hpp>

#include <string>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

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
