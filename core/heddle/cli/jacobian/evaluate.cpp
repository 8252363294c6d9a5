// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/cli/jacobian/problems.hpp>

namespace heddle::cli {

JacobianReport evaluate_problem(std::string_view backend, JacobianArguments const& arguments) {
  using Problem = JacobianArguments::Problem;
  JacobianReport report;
  report.arguments = arguments;
  report.backend = backend;
  bool found = false;
  switch (arguments.problem) {
    case Problem::brusselator: found = evaluate_brusselator(backend, report); break;
    case Problem::rosenbrock: found = evaluate_rosenbrock(backend, report); break;
    case Problem::powerflow: {
      auto const start = arguments.flat ? io::PowerStart::flat : io::PowerStart::stored;
      found = evaluate_powerflow(
          backend, io::to_network(io::read_power_case(arguments.case_file), start), report);
      break;
    }
  }
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

}  // namespace heddle::cli
