// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The named problems, one source each, since every one compiles a plan for every backend.
#pragma once

#include <heddle/cli/jacobian/report.hpp>
#include <heddle/io/power_network.hpp>

#include <string_view>

namespace heddle::cli {

/// Completes a report that has its arguments. False if there is no backend of that name.
bool evaluate_brusselator(std::string_view backend, JacobianReport& report);
bool evaluate_rosenbrock(std::string_view backend, JacobianReport& report);
bool evaluate_powerflow(std::string_view backend, io::PowerNetwork const& network,
                        JacobianReport& report);

}  // namespace heddle::cli
