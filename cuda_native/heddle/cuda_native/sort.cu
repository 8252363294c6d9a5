// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/sort.h>

#include <cub/device/device_radix_sort.cuh>

namespace heddle::cuda_native {
namespace {

template <class Key>
int bytes_for(std::uint64_t count, std::size_t* bytes) {
  cub::DoubleBuffer<Key> keys;
  cub::DoubleBuffer<std::uint32_t> items;
  *bytes = 0;
  return cub::DeviceRadixSort::SortPairs(nullptr, *bytes, keys, items, count);
}

template <class Key>
int sort(void* temporary, std::size_t temporary_bytes, Key* const keys[2],
         std::uint32_t* const items[2], std::uint64_t count, int bits, int* result,
         cudaStream_t stream) {
  cub::DoubleBuffer<Key> key_buffers(keys[0], keys[1]);
  cub::DoubleBuffer<std::uint32_t> item_buffers(items[0], items[1]);
  auto const status = cub::DeviceRadixSort::SortPairs(temporary, temporary_bytes, key_buffers,
                                                      item_buffers, count, 0, bits, stream);
  *result = key_buffers.selector;
  return status;
}

}  // namespace

int sort_pairs_bytes(std::uint64_t count, std::uint32_t, std::size_t* bytes) {
  return bytes_for<std::uint32_t>(count, bytes);
}
int sort_pairs_bytes(std::uint64_t count, std::uint64_t, std::size_t* bytes) {
  return bytes_for<std::uint64_t>(count, bytes);
}

int sort_pairs(void* temporary, std::size_t temporary_bytes, std::uint32_t* const keys[2],
               std::uint32_t* const items[2], std::uint64_t count, int bits, int* result,
               CUstream_st* stream) {
  return sort(temporary, temporary_bytes, keys, items, count, bits, result, stream);
}
int sort_pairs(void* temporary, std::size_t temporary_bytes, std::uint64_t* const keys[2],
               std::uint32_t* const items[2], std::uint64_t count, int bits, int* result,
               CUstream_st* stream) {
  return sort(temporary, temporary_bytes, keys, items, count, bits, result, stream);
}

}  // namespace heddle::cuda_native
