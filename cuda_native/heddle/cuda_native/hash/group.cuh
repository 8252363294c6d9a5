// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Groups of 1, 2 or 4 lanes of a warp that look at one bucket together, 16 bytes a lane.
///
/// A warp takes 32 keys, one a lane; each group works on the keys of its lanes one after another,
/// after the first loads of all of them are under way. All lanes follow the visiting order of
/// format.h, so the number of lanes changes the speed and nothing else.
#pragma once

#include <heddle/cuda_native/hash/device_atomics.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// 16 bytes of a bucket: two slots of 8 bytes, or one of 16.
template <class Format>
struct Quad {
  static constexpr int slots = 16 / sizeof(typename Format::Word);
  typename Format::Word word[slots];
};

template <class Format>
__device__ inline Quad<Format> load_quad(typename Format::Word const* words) {
  auto const both = load_word(reinterpret_cast<Word128 const*>(words));
  if constexpr (sizeof(typename Format::Word) == 8) {
    return {{both.key, both.value}};
  } else {
    return {{both}};
  }
}

template <int lanes>
struct Group {
  static constexpr int steps = 4 / lanes;  // loads per bucket

  unsigned mask;  // of the lanes of this group in the warp
  int lane;       // in the group

  __device__ Group() {
    auto const in_warp = threadIdx.x % 32;
    lane = static_cast<int>(in_warp % lanes);
    mask = ((1u << lanes) - 1) << (in_warp - lane);
  }
  __device__ int warp_lane(int member) const { return __ffs(mask) - 1 + member; }
  template <class T>
  __device__ T from(T value, int member) const {
    return __shfl_sync(mask, value, warp_lane(member));
  }
  /// The first lane of the group for which `condition` holds, else -1.
  __device__ int first(bool condition) const {
    auto const votes = __ballot_sync(mask, condition);
    return votes == 0 ? -1 : __ffs(votes) - __ffs(mask);
  }

  /// Where this lane reads in the `step`-th part of a bucket: the offset of a 16-byte quad.
  template <class Format>
  __device__ std::uint32_t quad_at(std::uint32_t first_slot, int step) const {
    auto const first_quad = first_slot / Quad<Format>::slots;
    return (first_quad ^ static_cast<std::uint32_t>(step * lanes + lane)) * Quad<Format>::slots;
  }
};

/// What this lane's quad means for a key: the first slot of the visiting order that holds the key,
/// and the first one that the key may take (empty, or dead with its name).
template <class Format>
struct Sight {
  int live = -1;
  int free = -1;

  __device__ Sight(Quad<Format> const& quad, typename Format::Bits key, std::uint32_t first_slot) {
    using Table = PackedTable<Format, DeviceAtomics>;
    auto const dead_word = Table::erased_word(key);
    for (int j = Quad<Format>::slots - 1; j >= 0; --j) {
      auto const at = j ^ static_cast<int>(first_slot % Quad<Format>::slots);
      auto const word = quad.word[Quad<Format>::slots == 1 ? 0 : at];
      if (Format::key(word) == key) live = at;
      if (Table::is_empty(word) || word == dead_word) free = at;
    }
  }
};

/// The word at a position that is not known at compile time, without local memory.
template <class Format>
__device__ typename Format::Word word_at(Quad<Format> const& quad, int at) {
  if constexpr (Quad<Format>::slots == 1) {
    return quad.word[0];
  } else {
    return at == 0 ? quad.word[0] : quad.word[1];
  }
}

/// This lane's first load for each key of its group, all under way at once.
template <class Format, int lanes>
__device__ void first_quads(Group<lanes> const& group, TableView<Format> const& table,
                            typename Format::Bits hash, Quad<Format> (&quads)[lanes]) {
  if (table.buckets == 0) return;
#pragma unroll
  for (int member = 0; member < lanes; ++member) {
    ProbePath<typename Format::Bits> const path(group.from(hash, member), table.buckets);
    quads[member] =
        load_quad<Format>(table.slots + path.bucket() * Format::slots +
                          group.template quad_at<Format>(path.first_slot(Format::slots), 0));
  }
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
