// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/selection.hpp>
#include <heddle/cli/jacobian/measure.hpp>
#include <heddle/cli/jacobian/problems.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/problems/brusselator_vjp.hpp>

#include <cmath>
#include <type_traits>

namespace heddle::cli {

bool evaluate_brusselator(std::string_view backend, JacobianReport& report) {
  jacobian::problems::Brusselator const model{report.arguments.side};
  int const n = model.size();
  std::vector<double> x(n);
  for (int i = 0; i < n; ++i) x[i] = (i < n / 2 ? 1 : 3) + 0.5 * std::sin(0.1 * i);
  return backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    measure_problem<Exec>(report, model, model, n, n, jacobian::problems::BrusselatorVjp{model}, x);
  });
}

}  // namespace heddle::cli
