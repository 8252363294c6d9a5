// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kernels of a backend's own for sparse LU: which there are, and their calls on an instance.
#pragma once

#include <heddle/cuda_native/lu/format.h>
#include <heddle/cuda_native/lu/solve_format.h>
#include <heddle/backends/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/cuda_native/lu/factor.h>
#include <heddle/cuda_native/lu/pull_plan.h>
#include <heddle/cuda_native/lu/solve.h>
#endif

namespace heddle::backends {

/// Layouts that the analysis and the kernels share; used in every build.
namespace lu_format = cuda_native::lu;

/// No kernels.
template <class Exec>
struct native_lu {
  static constexpr bool available = false;
  /// Whether there are kernels for values of this type.
  template <class Value>
  static constexpr bool takes = false;
};

#ifdef KOKKOS_ENABLE_CUDA
/// CUDA. Statuses are those of the CUDA runtime, 0 for success.
template <>
struct native_lu<Kokkos::Cuda> {
  static constexpr bool available = has_cuda_native;
  template <class Value>
  static constexpr bool takes = available &&
                                (std::is_same_v<Value, double> || std::is_same_v<Value, float>);

  using PullPlanArguments = cuda_native::lu::PullPlanArguments;
  template <class Value>
  using FactorArguments = cuda_native::lu::FactorArguments<Value>;
  template <class Value, class T>
  using SolveArguments = cuda_native::lu::SolveArguments<Value, T>;

  /// One line for a status.
  static std::string text(int status) {
    return cudaGetErrorString(static_cast<cudaError_t>(status));
  }
  static int build_pull_plan(Kokkos::Cuda const& exec, PullPlanArguments const& arguments) {
    return cuda_native::lu::build_pull_plan(arguments, exec.cuda_stream());
  }
  template <class Value>
  static int factor(Kokkos::Cuda const& exec, FactorArguments<Value> const& arguments) {
    return cuda_native::lu::factor(arguments, exec.cuda_stream());
  }
  static std::int32_t most_steps_in_block() { return cuda_native::lu::most_steps_in_block(); }
  template <class Value, class T>
  static int solve(Kokkos::Cuda const& exec, SolveArguments<Value, T> const& arguments) {
    return cuda_native::lu::solve(arguments, exec.cuda_stream());
  }
};
#endif

}  // namespace heddle::backends
