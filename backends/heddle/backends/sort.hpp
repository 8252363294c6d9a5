// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Stable sorts of (key, item) pairs by unsigned keys, in temporary memory that the caller brings.
///
/// Hosts: passes of 11 bits, least significant first; each worker has a stretch of the pairs,
/// counts its digits and moves them behind those of the workers before it, so the order of equal
/// keys stays whatever the number of workers. O(passes * count). Nothing waits for the device.
#pragma once

#include <heddle/cuda_native/sort.h>
#include <heddle/backends/native.hpp>
#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace heddle::backends {

/// The status of a sort in builds without the CUDA-native parts.
inline constexpr int no_sort = -1;

/// Where a sort left its result, and the status of the vendor's runtime, 0 if all is well.
struct SortResult {
  int buffer = 0;
  int status = 0;
};

namespace detail {

inline constexpr int digit_bits = 11;
inline constexpr int digits = 1 << digit_bits;

/// A pass of the host sort: stretches of pairs, and counters [stretch][digit].
template <class Key>
struct DigitPass {
  Key const* from_keys;
  std::uint32_t const* from_items;
  Key* to_keys;
  std::uint32_t* to_items;
  std::uint64_t* counters;
  std::int64_t count;
  std::int64_t stretches;
  int shift;

  std::int64_t begin(std::int64_t stretch) const { return count * stretch / stretches; }
  int digit(Key key) const { return static_cast<int>(key >> shift & (digits - 1)); }
};

template <class Key>
struct CountDigits {
  DigitPass<Key> pass;
  void operator()(std::int64_t stretch) const {
    auto* const mine = pass.counters + stretch * digits;
    for (int d = 0; d < digits; ++d) mine[d] = 0;
    for (auto i = pass.begin(stretch); i < pass.begin(stretch + 1); ++i) {
      ++mine[pass.digit(pass.from_keys[i])];
    }
  }
};

/// Counters become the places where the pairs of a digit and stretch begin.
template <class Key>
struct PlaceDigits {
  DigitPass<Key> pass;
  void operator()(std::int64_t) const {
    std::uint64_t before = 0;
    for (int d = 0; d < digits; ++d) {
      for (std::int64_t stretch = 0; stretch < pass.stretches; ++stretch) {
        auto& counter = pass.counters[stretch * digits + d];
        auto const here = counter;
        counter = before;
        before += here;
      }
    }
  }
};

template <class Key>
struct MovePairs {
  DigitPass<Key> pass;
  void operator()(std::int64_t stretch) const {
    auto* const places = pass.counters + stretch * digits;
    for (auto i = pass.begin(stretch); i < pass.begin(stretch + 1); ++i) {
      auto const to = places[pass.digit(pass.from_keys[i])]++;
      pass.to_keys[to] = pass.from_keys[i];
      pass.to_items[to] = pass.from_items[i];
    }
  }
};

}  // namespace detail

/// Host backends.
template <class Exec>
struct pair_sort {
  /// Of temporary memory for `count` pairs.
  template <class Key>
  static std::size_t bytes(Exec const& exec, std::int64_t) {
    return static_cast<std::size_t>(stretches(exec)) * detail::digits * sizeof(std::uint64_t);
  }

  /// Ascending by the low `bits` bits, stable. The pairs begin in keys[0], items[0].
  template <class Key>
  static SortResult run(Exec const& exec, void* temporary, std::size_t, Key* const (&keys)[2],
                        std::uint32_t* const (&items)[2], std::int64_t count, int bits) {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    int from = 0;
    for (int shift = 0; shift < bits; shift += detail::digit_bits) {
      detail::DigitPass<Key> const pass{keys[from],
                                        items[from],
                                        keys[1 - from],
                                        items[1 - from],
                                        static_cast<std::uint64_t*>(temporary),
                                        count,
                                        stretches(exec),
                                        shift};
      Range const each(exec, 0, pass.stretches, Kokkos::ChunkSize(1));
      Kokkos::parallel_for("heddle::backends::sort_count", each, detail::CountDigits<Key>{pass});
      Kokkos::parallel_for("heddle::backends::sort_place", Range(exec, 0, 1),
                           detail::PlaceDigits<Key>{pass});
      Kokkos::parallel_for("heddle::backends::sort_move", each, detail::MovePairs<Key>{pass});
      from = 1 - from;
    }
    return {from, 0};
  }

 private:
  static std::int64_t stretches(Exec const& exec) { return traits<Exec>::workers(exec); }
};

#ifdef KOKKOS_ENABLE_CUDA
/// CUDA: the radix sort of CUB.
template <>
struct pair_sort<Kokkos::Cuda> {
  template <class Key>
  static std::size_t bytes(Kokkos::Cuda const&, std::int64_t count) {
    std::size_t needed = 0;
    if constexpr (has_cuda_native) {
      cuda_native::sort_pairs_bytes(static_cast<std::uint64_t>(count), Key{}, &needed);
    }
    return needed;
  }
  template <class Key>
  static SortResult run(Kokkos::Cuda const& exec, void* temporary, std::size_t temporary_bytes,
                        Key* const (&keys)[2], std::uint32_t* const (&items)[2], std::int64_t count,
                        int bits) {
    SortResult result{0, no_sort};
    if constexpr (has_cuda_native) {
      result.status = cuda_native::sort_pairs(temporary, temporary_bytes, keys, items,
                                              static_cast<std::uint64_t>(count), bits,
                                              &result.buffer, exec.cuda_stream());
    }
    return result;
  }
};
#endif

}  // namespace heddle::backends
