// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/selection.hpp>
#include <heddle/cli/jacobian/measure.hpp>
#include <heddle/cli/jacobian/problems.hpp>
#include <heddle/jacobian/problems/rosenbrock.hpp>

#include <cmath>
#include <type_traits>

namespace heddle::cli {

bool evaluate_rosenbrock(std::string_view backend, JacobianReport& report) {
  int const n = report.arguments.variables;
  jacobian::problems::RosenbrockChain const chain{n};
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) x[i] = (i % 2 == 0 ? -1.2 : 1) + 0.1 * std::sin(i);
  return backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    measure_problem<Exec>(report, chain, chain, chain.num_rows(), n,
                          jacobian::problems::RosenbrockChainVjp{n}, x);
  });
}

}  // namespace heddle::cli
