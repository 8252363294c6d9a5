// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Graphs of a backend's own: which there are, and what core needs of them.
#pragma once

#include <heddle/backends/graph_types.hpp>
#include <heddle/backends/native.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::backends {

/// What has to happen once in each translation unit before its kernels are captured, and so exists
/// once in each: nothing, where nothing is captured.
template <class Exec>
static void prepare_captures(Exec const&) {}

#ifndef KOKKOS_ENABLE_CUDA
/// Sets a condition of a graph of the backend's own, inside a kernel: there is none.
KOKKOS_INLINE_FUNCTION void set_graph_condition(std::uint64_t, unsigned) {}
#endif

}  // namespace heddle::backends

#ifdef KOKKOS_ENABLE_CUDA
#include <heddle/backends/cuda/native_graph.hpp>
#endif
