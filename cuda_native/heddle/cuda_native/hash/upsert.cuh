// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk inserts and updates, each key along its own path.
#pragma once

#include <heddle/cuda_native/hash/tiles.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// Updates of a key that is there; `next(held, given)` in bits of the format.
struct KeepBits {
  static constexpr bool changes = false;
};
struct AssignBits {
  static constexpr bool changes = true;
  template <class Bits>
  HEDDLE_HOST_DEVICE Bits operator()(Bits, Bits given) const {
    return given;
  }
};

/// One key, by a group of lanes that all hold it. `quad` is this lane's first load of the path.
template <class Format, int lanes, class Update>
struct GroupUpsert {
  using Bits = typename Format::Bits;
  using Word = typename Format::Word;
  using Result = Outcome<Bits>;

  Group<lanes> group;
  TableView<Format> table;
  Update update;

  __device__ Result operator()(Bits key, Bits hash, Bits value, Quad<Format> quad) const {
    ProbePath<Bits> path(hash, table.buckets);
    auto const first_slot = path.first_slot(Format::slots);
    Result result{};
    for (bool loaded = true; !path.done(); path.advance()) {
      auto* const bucket = table.slots + path.bucket() * Format::slots;
      for (int step = 0; step < Group<lanes>::steps; ++step) {
        auto* const words = bucket + group.template quad_at<Format>(first_slot, step);
        if (!loaded) quad = load_quad<Format>(words);
        loaded = false;
        if (try_quad(words, quad, key, value, first_slot, result)) return result;
      }
    }
    return alone(key, hash, value);
  }

  /// By the first lane, for all: the two keys with slots of their own, and full tables.
  __device__ Result alone(Bits key, Bits hash, Bits value) const {
    Result result{};
    if (group.lane == 0) result = one_thread(table).upsert(key, hash, value, update);
    return share(result, 0);
  }

 private:
  __device__ Result share(Result const& result, int member) const {
    return {static_cast<Status>(group.from(static_cast<int>(result.status), member)),
            group.from(result.value, member), group.from(result.dead, member)};
  }

  /// One part of a bucket. False if it has neither the key nor a slot for it.
  __device__ bool try_quad(Word* words, Quad<Format> quad, Bits key, Bits value,
                           std::uint32_t first_slot, Result& result) const {
    while (true) {
      Sight<Format> const sight(quad, key, first_slot);
      int const holder = group.first(sight.live >= 0);
      int const taker = holder >= 0 ? holder : group.first(sight.free >= 0);
      if (taker < 0) return false;
      bool done = true;
      if (group.lane == taker) {
        int const at = holder >= 0 ? sight.live : sight.free;
        done = change(words + at, word_at(quad, at), holder >= 0, key, value, result);
      }
      if (group.from(done, taker)) {
        result = share(result, taker);
        return true;
      }
      quad = load_quad<Format>(words);  // somebody else was faster
    }
  }

  __device__ bool change(Word* slot, Word word, bool live, Bits key, Bits value,
                         Result& result) const {
    auto const held = Format::value(word);
    if constexpr (!Update::changes) {
      if (live) {
        result = {Status::exists, held};
        return true;
      }
    }
    auto next = value;
    if constexpr (Update::changes) {
      if (live) next = update(held, value);
    }
    auto const revives = !live && PackedTable<Format, DeviceAtomics>::is_dead(word);
    result = {live ? Status::updated : Status::inserted, next, revives ? -1 : 0};
    return compare_exchange_word(slot, word, Format::pack(key, next));
  }
};

/// Keys [0, items): `values` receives the values held if `write_back`. `statuses` may be null.
template <class Format, class Key, class Value, int lanes, bool write_back, class Update>
__global__ void __launch_bounds__(tile_threads)
    upsert_tiles(TableView<Format> table, Key const* keys, Value* values, std::uint64_t items,
                 Status* statuses, Counts* counts, Update update) {
  using Bits = typename Format::Bits;
  GroupUpsert<Format, lanes, Update> const upsert{{}, table, update};
  auto const& group = upsert.group;
  __shared__ BlockCounts block;
  block.begin();
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  for (std::uint64_t i = first; i - threadIdx.x % 32 < items; i += stride) {
    bool const there = i < items;
    Bits const key = there ? static_cast<Bits>(keys[i]) : 0;
    Bits const value = there ? static_cast<Bits>(values[i]) : 0;
    Bits const hash = mix(key);
    Quad<Format> quads[lanes];
    first_quads<Format>(group, table, hash, quads);
    Outcome<Bits> own{Status::none, 0};
#pragma unroll
    for (int member = 0; member < lanes; ++member) {
      if (!group.from(there, member)) continue;
      auto const k = group.from(key, member);
      auto const h = group.from(hash, member);
      auto const v = group.from(value, member);
      bool const special = table.buckets == 0 || k >= Format::erased;
      auto const result = special ? upsert.alone(k, h, v) : upsert(k, h, v, quads[member]);
      if (group.lane == member) own = result;
    }
    __syncwarp();
    if (there && statuses != nullptr) statuses[i] = own.status;
    if constexpr (write_back) {
      if (there && own.status != Status::full) values[i] = static_cast<Value>(own.value);
    }
    block.add_dead(own.dead);
    if (counts != nullptr) block.add(own.status);
  }
  block.end(counts, table.dead);
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
