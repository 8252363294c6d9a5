// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Stable sorts of pairs in device memory. Knows no Kokkos.
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;  // *cudaStream_t

namespace heddle::cuda_native {

/// Bytes of temporary memory that sort_pairs takes for up to `count` pairs. Returns a cudaError_t.
int sort_pairs_bytes(std::uint64_t count, std::uint32_t key_tag, std::size_t* bytes);
int sort_pairs_bytes(std::uint64_t count, std::uint64_t key_tag, std::size_t* bytes);

/// Sorts pairs ascending by the low `bits` bits of their keys, pairs of equal keys in the order
/// that they had. They begin in keys[0] and items[0] and end in keys[*result] and items[*result];
/// the other two are scratch. Enqueued on `stream`. Returns a cudaError_t.
int sort_pairs(void* temporary, std::size_t temporary_bytes, std::uint32_t* const keys[2],
               std::uint32_t* const items[2], std::uint64_t count, int bits, int* result,
               CUstream_st* stream);
int sort_pairs(void* temporary, std::size_t temporary_bytes, std::uint64_t* const keys[2],
               std::uint32_t* const items[2], std::uint64_t count, int bits, int* result,
               CUstream_st* stream);

}  // namespace heddle::cuda_native
