// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What placement asks of the backend of an execution space; compiled once per backend.
#pragma once

#include <heddle/place/detail/store.hpp>

#include <cstddef>
#include <memory>

namespace heddle::place::detail {

template <class Exec>
QueuePtr make_queue(Exec const& exec);
template <class Exec>
void const* queue_identity(Exec const& exec);
template <class Exec>
std::shared_ptr<backends::PlaceMemory> backend_memory(Exec const& exec, std::size_t pinned_bytes);

/// Whether the caller is a worker of a parallel region of the host.
bool in_parallel_region();

/// Calls `action` before Kokkos ends; once for each call.
void before_finalize(void (*action)());

}  // namespace heddle::place::detail
