// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Copies between pageable host memory and a GPU through pinned blocks, on one stream.
///
/// Two blocks take turns: while the GPU moves one, the host fills or empties the other. Small
/// arrays go through a ring of small slots, so that a copy seldom waits for the one before it. A
/// slot is used again once the event behind its last copy has passed.
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace heddle::backends::cuda {

/// One pinned block.
class PinnedSlot {
 public:
  PinnedSlot() = default;
  PinnedSlot(PinnedSlot const&) = delete;
  PinnedSlot& operator=(PinnedSlot const&) = delete;
  ~PinnedSlot() {
    if (event_) cudaEventDestroy(event_);
    if (data_) cudaFreeHost(data_);
  }

  /// Memory and event, made once.
  cudaError_t prepare(std::size_t bytes) {
    if (data_) return cudaSuccess;
    if (auto const status = cudaMallocHost(&data_, bytes)) {
      data_ = nullptr;
      return status;
    }
    return cudaEventCreateWithFlags(&event_, cudaEventDisableTiming);
  }
  /// The block; null before `prepare`.
  void* data() const { return data_; }
  /// Waits for the last copy through this block.
  cudaError_t wait() const { return cudaEventSynchronize(event_); }
  /// Marks the end of a copy.
  cudaError_t mark(cudaStream_t stream) const { return cudaEventRecord(event_, stream); }

 private:
  void* data_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

/// The blocks of one context. Used by one thread at a time.
class PinnedStaging {
 public:
  /// Nothing is allocated before the first copy.
  explicit PinnedStaging(std::size_t pinned_bytes)
      : block_bytes_(std::min(largest_block, pinned_bytes / 4)) {}

  /// Enqueues; the source is free on return.
  cudaError_t to_device(cudaStream_t stream, void* to, void const* from, std::size_t bytes) {
    auto const step = step_for(bytes);
    for (std::size_t done = 0; done < bytes; done += step) {
      auto const size = std::min(step, bytes - done);
      auto& slot = next_slot(bytes);
      cudaError_t status = slot.prepare(step);
      if (!status) status = slot.wait();
      if (status) return status;
      std::memcpy(slot.data(), static_cast<char const*>(from) + done, size);
      status = cudaMemcpyAsync(static_cast<char*>(to) + done, slot.data(), size,
                               cudaMemcpyHostToDevice, stream);
      if (!status) status = slot.mark(stream);
      if (status) return status;
    }
    return cudaSuccess;
  }

  /// The target holds the data on return.
  cudaError_t to_host(cudaStream_t stream, void* to, void const* from, std::size_t bytes) {
    auto const step = step_for(bytes);
    PinnedSlot* filled = nullptr;  // by the step before, and not emptied yet
    for (std::size_t done = 0; done < bytes + step; done += step) {
      PinnedSlot* filling = nullptr;
      if (done < bytes) {
        filling = &next_slot(bytes);
        cudaError_t status = filling->prepare(step);
        if (!status) status = filling->wait();
        if (!status) {
          status = cudaMemcpyAsync(filling->data(), static_cast<char const*>(from) + done,
                                   std::min(step, bytes - done), cudaMemcpyDeviceToHost, stream);
        }
        if (!status) status = filling->mark(stream);
        if (status) return status;
      }
      if (filled) {
        auto const before = done - step;
        if (auto const status = filled->wait()) return status;
        std::memcpy(static_cast<char*>(to) + before, filled->data(),
                    std::min(step, bytes - before));
      }
      filled = filling;
    }
    return cudaSuccess;
  }

 private:
  static constexpr std::size_t largest_block = std::size_t(4) << 20;
  static constexpr std::size_t slot_bytes = std::size_t(64) << 10;

  std::size_t step_for(std::size_t bytes) const {
    return bytes <= slot_bytes ? slot_bytes : std::max(block_bytes_, slot_bytes);
  }
  PinnedSlot& next_slot(std::size_t bytes) {
    if (bytes <= slot_bytes) return ring_[next_in_ring_++ % ring_.size()];
    return blocks_[next_block_++ % blocks_.size()];
  }

  std::size_t block_bytes_;
  std::array<PinnedSlot, 2> blocks_;
  std::array<PinnedSlot, 16> ring_;
  std::size_t next_block_ = 0, next_in_ring_ = 0;
};

}  // namespace heddle::backends::cuda
