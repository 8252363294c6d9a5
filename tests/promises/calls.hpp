// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The public calls of Heddle that launch kernels, prepared to be made again and again. A new
/// algorithm adds one entry here and gets every promise tested.
#pragma once

#include <heddle/base/sparse.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <string>
#include <vector>

namespace heddle::test {

using Exec = TEST_EXECSPACE;

struct Call {
  std::string name;
  /// Repetitions reuse all memory: nothing is allocated or freed, so nothing stops other instances.
  bool steady = false;
  std::function<void()> make;
};

/// Those of a HashMap of either layout.
void add_hash_calls(Exec const& exec, std::vector<Call>& calls);

/// Those of a recorded graph.
void add_graph_calls(Exec const& exec, std::vector<Call>& calls);

/// All calls, on the given instance. What they need is made here, outside of what is recorded.
std::vector<Call> calls_on(Exec const& exec);

/// Adds those of the module jacobian, on a matrix with a symmetric pattern.
void add_jacobian_calls(Exec const& exec, Csr<double> const& matrix, std::vector<Call>& calls);

}  // namespace heddle::test
