// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory that bulk calls sort their batches in, kept from call to call.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/bulk_options.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <exception>
#include <string>

namespace heddle::hash {

/// Give it to calls through BulkOptions::workspace. Calls that wait make it larger if they need to;
/// `_async` calls refuse one that is too small, so make it large enough before (see
/// `HashMap::workspace_bytes`), or let one waiting call of the same size do it. One call at a time
/// uses it: calls on one instance may follow each other, on several they need one each. It must
/// live until the work is done. Growing frees the old memory, which on CUDA waits for the device.
template <class Exec = Kokkos::DefaultExecutionSpace>
class Workspace {
 public:
  Workspace() = default;
  /// With `bytes` from the start.
  Workspace(Exec const& exec, std::size_t bytes) { reserve(exec, bytes); }

  /// What there is now.
  std::size_t bytes() const { return memory_.extent(0); }
  /// Aligned for every type and to 64 bytes; null if there are none.
  void* data() const { return memory_.data(); }
  /// At least `bytes`; what was there is lost if they grow. Throws out_of_memory, and has none
  /// then.
  void reserve(Exec const& exec, std::size_t bytes) {
    if (bytes <= memory_.extent(0)) return;
    try {
      memory_ = {};  // first, so that both need not fit
      memory_ = heddle::detail::allocate<unsigned char>(exec, "heddle::hash::workspace", bytes);
    } catch (std::exception const&) {  // Kokkos has several types for it, by version
      HEDDLE_EXPECTS(false, out_of_memory,
                     "a workspace of " + std::to_string(bytes) + " bytes was not to be had");
    }
  }

 private:
  Kokkos::View<unsigned char*, typename Exec::memory_space> memory_;
};

}  // namespace heddle::hash
