// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/hash/frozen.h>
#include <heddle/cuda_native/hash/find.cuh>

namespace heddle::cuda_native::hash {
namespace {

/// The three buckets of a key; see GlobalBuckets.
template <class Format_>
struct FrozenBuckets {
  using Format = Format_;
  using Bits = typename Format::Bits;

  class Path {
   public:
    __device__ Path(Bits hash, std::uint64_t seed, std::uint64_t buckets)
        : way_(hash, seed, buckets) {}
    __device__ bool done() const { return choice_ == frozen_choices; }
    __device__ std::uint64_t bucket() const { return way_.bucket(choice_); }
    __device__ std::uint32_t first_slot(std::uint32_t slots) const {
      return way_.first_slot(slots);
    }
    __device__ void advance() { ++choice_; }

   private:
    FrozenPath<Bits> way_;
    int choice_ = 0;
  };

  FrozenView<Format> table;

  __device__ bool empty() const { return table.buckets == 0; }
  /// Whether the key lives in a slot of its own.
  __device__ static bool is_special(Bits key) { return key == Format::empty; }
  __device__ Outcome<Bits> find_special(Bits) const {
    auto const word = load_word(table.side);
    bool const there = Format::key(word) != Format::empty;
    return {there ? Status::found : Status::not_found, Format::value(word), 0};
  }
  __device__ Path path(Bits hash) const { return Path(hash, table.seed, table.buckets); }
  __device__ std::uint32_t home(Bits hash) const {
    return static_cast<std::uint32_t>(home_bucket(hash, table.buckets));
  }
  __device__ typename Format::Word* bucket(std::uint64_t index) const {
    return table.slots + index * Format::slots;
  }
  __device__ static Quad<Format> load(typename Format::Word const* bucket, std::uint32_t quad) {
    return load_quad<Format>(bucket, quad);
  }
  /// There are no dead slots: what looks like one is a key.
  __device__ static Sight<Bits> see(Quad<Format> const& words, std::uint32_t quad, Bits key,
                                    std::uint32_t) {
    Sight<Bits> sight;
#pragma unroll
    for (std::uint32_t j = 0; j < Quad<Format>::slots; ++j) {
      auto const held = Format::key(words.word[j]);
      auto const slot = quad * Quad<Format>::slots + j;
      if (held == Format::empty && sight.code == 0) sight.code = Sight<Bits>::empty | slot;
      if (held == key) sight = {Sight<Bits>::live | slot, Format::value(words.word[j])};
    }
    return sight;
  }
};

}  // namespace

template <class Format, class Key, class Value>
cudaError_t find_frozen(FrozenView<Format> const& table, Key const* keys, Value* values,
                        std::uint64_t items, Status* statuses, Counts* counts, Value miss,
                        cudaStream_t stream) {
  if (counts != nullptr) {
    if (auto const error = cudaMemsetAsync(counts, 0, sizeof(Counts), stream)) return error;
  }
  if (items == 0) return cudaSuccess;
  find_tiles<FrozenBuckets<Format>, Key, Value, 4><<<tile_blocks(items), tile_threads, 0, stream>>>(
      FrozenBuckets<Format>{table}, keys, values, items, statuses, counts, miss);
  return cudaGetLastError();
}

#define HEDDLE_PAIR(Format, Key, Value)                                                          \
  template cudaError_t find_frozen(FrozenView<Format> const&, Key const*, Value*, std::uint64_t, \
                                   Status*, Counts*, Value, cudaStream_t);
HEDDLE_PAIR(Packed8, std::uint32_t, std::uint32_t)
HEDDLE_PAIR(Packed16, std::uint64_t, std::uint64_t)
HEDDLE_PAIR(Packed16, std::uint64_t, std::uint32_t)

}  // namespace heddle::cuda_native::hash
