// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the analysis hands to the kernels of sparse LU: columns in the order of work, and their
/// pull lists. Plain data, without Kokkos and CUDA types.
///
/// A column j of F is a triangular solve: x(t) -= L(t,k) x(k) for the rows k of U(:,j) and the rows
/// t of L(:,k), in the order of subtraction that all backends share: by the rank of k, then by k.
/// Columns of one rank do not depend on each other, so that x(k) is final once the smaller ranks
/// are through. The multiply-adds of a column lie in levels: those of a rank follow those of
/// smaller ranks, and among them each comes after its predecessors on the same target. So those of
/// a level touch different targets and none of their sources: they need no atomics, one barrier a
/// level is enough, and the factors have the bits of the plain loop. No column has more levels than
/// entries in U.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define HEDDLE_LU_FUNCTION __host__ __device__
#else
#define HEDDLE_LU_FUNCTION
#endif

namespace heddle::cuda_native::lu {

inline constexpr int warp_threads = 32;
inline constexpr int block_threads = 256;                         ///< that share a long column
inline constexpr int block_warps = block_threads / warp_threads;  ///< short columns of a bundle
inline constexpr std::int64_t short_length = 128;  ///< entries, up to which a warp is enough
inline constexpr std::int64_t short_pulls = 1024;  ///< and multiply-adds
inline constexpr std::int64_t longest_column = (1 << 14) - 1;  ///< entries that a pull addresses
inline constexpr std::int64_t most_columns = std::int64_t{1} << 28;  ///< that an item addresses
inline constexpr std::uint32_t no_entry = 0xFFFFFFFFu;  ///< of a slot: the matrix has none there

/// One multiply-add: x(target) -= values(factor) * x(source), both local to the column.
struct Pull {
  std::uint32_t factor;  ///< slot of L(t,k)
  std::uint32_t packed;  ///< source 14 bits, target 14 bits, 4 bits zero

  HEDDLE_LU_FUNCTION static Pull of(std::uint32_t factor, std::uint32_t source,
                                    std::uint32_t target) {
    return {factor, source | target << 14};
  }
  HEDDLE_LU_FUNCTION static Pull none() { return {0, 0xFFFFFFFFu}; }
  HEDDLE_LU_FUNCTION bool is_none() const { return packed == 0xFFFFFFFFu; }
  HEDDLE_LU_FUNCTION std::uint32_t source() const { return packed & 0x3FFFu; }
  HEDDLE_LU_FUNCTION std::uint32_t target() const { return packed >> 14; }
};

/// A column in the order of work.
struct Column {
  std::int64_t slots;   ///< its first slot of F
  std::int64_t pulls;   ///< its first pull; they are ordered by level
  std::int64_t levels;  ///< its first entry of `level_begin`, of upper + 1
  std::int32_t column;
  std::int32_t length;  ///< entries
  std::int32_t upper;   ///< entries of U without the diagonal
  std::int32_t depth;   ///< levels, at most `upper`
};

/// What one ticket stands for: a long column for a block, or up to block_warps short ones of one
/// level of the elimination, a warp each.
struct Item {
  std::uint32_t packed;  ///< first place 28 bits, number of columns 4 bits; 0 columns: a long one

  HEDDLE_LU_FUNCTION static Item of(std::uint32_t first, std::uint32_t count) {
    return {first << 4 | count};
  }
  HEDDLE_LU_FUNCTION std::uint32_t first() const { return packed >> 4; }
  HEDDLE_LU_FUNCTION std::uint32_t count() const { return packed & 15u; }
};

HEDDLE_LU_FUNCTION inline bool is_short(std::int64_t length, std::int64_t pulls) {
  return length <= short_length && pulls <= short_pulls;
}

}  // namespace heddle::cuda_native::lu
