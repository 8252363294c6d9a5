// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with types that Heddle was not compiled for. HEDDLE_CASE picks one; the compiler must
// refuse it at the call, naming the concept of lu/value.hpp or the sentence of a static_assert.
// Case 0 is right and must compile.
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultHostExecutionSpace;

int main() {
  using heddle::Csc;
  using heddle::Csr;
  Exec const exec;
#if HEDDLE_CASE == 0
  heddle::lu::analyze(exec, Csr<double>{});
  heddle::lu::analyze(exec, Csc<float, int>{});
  return sizeof(heddle::lu::Factorization<float, Exec>) == 0;
#elif HEDDLE_CASE == 1  // integers have no LU
  heddle::lu::analyze(exec, Csr<int>{});
#elif HEDDLE_CASE == 2  // 64-bit indices
  heddle::lu::analyze(exec, Csc<double, std::int64_t, std::int64_t>{});
#elif HEDDLE_CASE == 3  // memory that is neither the host's nor that of Exec
  heddle::lu::analyze(exec, Csr<double, std::int64_t, std::int32_t, Kokkos::AnonymousSpace>{});
#elif HEDDLE_CASE == 4  // no execution space
  heddle::lu::analyze(Kokkos::HostSpace{}, Csr<double>{});
#elif HEDDLE_CASE == 5  // a value type that was not compiled
  return sizeof(heddle::lu::Factorization<long double, Exec>) == 0;
#endif
}
