// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/parameters.h>

#include <cstring>

namespace heddle::cuda_native::graph {
namespace {

/// A block by value.
template <std::size_t size>
struct Piece {
  uint4 words[size / sizeof(uint4)];
};

template <std::size_t size>
__global__ void store_parameters(__grid_constant__ Piece<size> const piece, uint4* to,
                                 unsigned count) {
  unsigned const word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word < count) to[word] = piece.words[word];
}

/// Asks for a block line by line.
__global__ void fetch_parameters(unsigned char const* block, std::size_t bytes) {
  constexpr std::size_t line = 32;
  auto const at = (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * line;
  if (at < bytes) asm volatile("prefetch.global.L2 [%0];" ::"l"(block + at));
}

unsigned groups_of(std::size_t items, unsigned size) {
  return static_cast<unsigned>((items + size - 1) / size);
}

template <std::size_t size>
int store(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
          std::size_t capacity) {
  constexpr unsigned threads = 64;
  Piece<size> local;
  if (capacity < size) {  // the launch reads a whole piece
    std::memcpy(&local, shadow, bytes);
    shadow = &local;
  }
  auto count = groups_of(bytes, sizeof(uint4));
  void* arguments[] = {const_cast<void*>(shadow), &block, &count};
  return cleared(cudaLaunchKernel(reinterpret_cast<void const*>(&store_parameters<size>),
                                  dim3(groups_of(count, threads)), dim3(threads), arguments, 0,
                                  stream));
}

}  // namespace

ParameterRing::~ParameterRing() {
  for (auto const event : copied_) {
    if (!event) continue;
    static_cast<void>(cudaEventSynchronize(event));
    static_cast<void>(cudaEventDestroy(event));
  }
  if (launched_) static_cast<void>(cudaEventDestroy(launched_));
  if (pinned_) static_cast<void>(cudaFreeHost(pinned_));
}

int ParameterRing::allocate(std::size_t capacity) {
  void* memory = nullptr;
  if (auto const status = cudaMallocHost(&memory, length * capacity)) return cleared(status);
  pinned_ = static_cast<unsigned char*>(memory);
  capacity_ = capacity;
  for (auto& event : copied_) {
    if (auto const status = cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) {
      return cleared(status);
    }
  }
  return cudaSuccess;
}

int ParameterRing::follow_last(cudaStream_t stream) {
  if (!has_last_ || last_ == stream) return cudaSuccess;
  if (!launched_) {
    if (auto const status = cudaEventCreateWithFlags(&launched_, cudaEventDisableTiming)) {
      return cleared(status);
    }
  }
  return follow(last_, stream, launched_);
}

int ParameterRing::copy(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
                        std::size_t capacity) {
  if (!pinned_) {
    if (int const status = allocate(capacity)) return status;
  }
  // The copy that used this part of the ring last, some launches ago; usually done.
  if (auto const status = cudaEventSynchronize(copied_[next_])) return cleared(status);
  auto* const part = pinned_ + static_cast<std::size_t>(next_) * capacity_;
  std::memcpy(part, shadow, bytes);
  if (auto const status = cudaMemcpyAsync(block, part, bytes, cudaMemcpyHostToDevice, stream)) {
    return cleared(status);
  }
  if (auto const status = cudaEventRecord(copied_[next_], stream)) return cleared(status);
  next_ = (next_ + 1) % length;
  constexpr unsigned threads = 128, line = 32;
  auto const* from = static_cast<unsigned char const*>(block);
  void* arguments[] = {&from, &bytes};
  return cleared(cudaLaunchKernel(reinterpret_cast<void const*>(&fetch_parameters),
                                  dim3(groups_of(groups_of(bytes, line), threads)), dim3(threads),
                                  arguments, 0, stream));
}

int ParameterRing::push(cudaStream_t stream, void* block, void const* shadow, std::size_t bytes,
                        std::size_t capacity) {
  if (bytes == 0) return cudaSuccess;
  if (int const status = follow_last(stream)) return status;
  if (bytes <= 256) return store<256>(stream, block, shadow, bytes, capacity);
  if (bytes <= 1024) return store<1024>(stream, block, shadow, bytes, capacity);
  if (bytes <= 4064) return store<4064>(stream, block, shadow, bytes, capacity);
  if (bytes <= 8192) return store<8192>(stream, block, shadow, bytes, capacity);
  if (bytes <= largest_argument) {
    return store<largest_argument>(stream, block, shadow, bytes, capacity);
  }
  return copy(stream, block, shadow, bytes, capacity);
}

}  // namespace heddle::cuda_native::graph
