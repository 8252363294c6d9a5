// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The way of a block of parameters from the host to a graph's kernels. Statuses are those of the
/// CUDA runtime; a failure leaves no last error behind.
///
/// Small blocks travel as the argument of a kernel that stores them: that needs no memory of its
/// own and no event. Larger blocks are copied from a ring of pinned memory, and then asked for line
/// by line. How a block arrives does not matter much to a graph that reads all of it: 512 slots
/// cost an H200 694 us a launch after a copy and 697 us after such a kernel, of which the Kokkos
/// launches that read them took 675 by themselves.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace heddle::cuda_native::graph {

/// Not thread-safe.
class ParameterRing {
 public:
  /// The largest block that travels as an argument.
  static constexpr std::size_t largest_argument = 16384;

  ParameterRing() = default;
  ~ParameterRing();
  ParameterRing(ParameterRing const&) = delete;
  ParameterRing& operator=(ParameterRing const&) = delete;

  /// Copies `bytes` to `block` on `stream`, after the last launch wherever it went: CUDA orders the
  /// launches of an executable, but not the copies before them. `block` is aligned to 16 bytes, and
  /// `block` and `shadow` have `capacity` bytes, a multiple of 16.
  int push(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
           std::size_t capacity);
  /// Notes where a launch went. The stream has to be there at the next push, unless it is
  /// forgotten.
  void launched_on(cudaStream_t stream) {
    last_ = stream;
    has_last_ = true;
  }
  void forget_stream() { has_last_ = false; }

 private:
  static constexpr int length = 4;
  int allocate(std::size_t capacity);
  int follow_last(cudaStream_t stream);
  int copy(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
           std::size_t capacity);

  unsigned char* pinned_ = nullptr;
  std::size_t capacity_ = 0;
  cudaEvent_t copied_[length] = {};
  cudaEvent_t launched_ = nullptr;
  cudaStream_t last_ = nullptr;
  bool has_last_ = false;
  int next_ = 0;
};

}  // namespace heddle::cuda_native::graph
