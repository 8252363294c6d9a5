// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bulk inserts and updates, each key along its own path.
#pragma once

#include <heddle/cuda_native/hash/tiles.cuh>

#include <cstdint>
#include <cstring>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

/// The bytes of a value in a wider or narrower one.
template <class To, class From>
HEDDLE_HOST_DEVICE To cast_bits(From from) {
  To to{};
  memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}

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

/// By one lane: the two keys with slots of their own, and tables without an empty slot.
template <class Format, class Update>
__device__ __noinline__ Outcome<typename Format::Bits> upsert_alone(TableView<Format> table,
                                                                    typename Format::Bits key,
                                                                    typename Format::Bits hash,
                                                                    typename Format::Bits value,
                                                                    Update update) {
  return one_thread(table).upsert(key, hash, value, update);
}

/// One attempt at the slot of a sight, by one lane. False if somebody else changed it first.
template <class Format, class Update>
__device__ bool try_upsert(Sight<typename Format::Bits> const& sight, typename Format::Word* bucket,
                           typename Format::Bits key, typename Format::Bits value,
                           Update const& update, Outcome<typename Format::Bits>& result) {
  using Table = PackedTable<Format, DeviceAtomics>;
  using Seen = Sight<typename Format::Bits>;
  bool const live = sight.is(Seen::live);
  bool const dead = sight.is(Seen::dead);
  auto next = value;
  auto expected = dead ? Table::erased_word(key) : Table::empty_word();
  if (live) {
    if constexpr (!Update::changes) {
      result = {Status::exists, sight.held, 0};
      return true;
    } else {
      next = update(sight.held, value);
      expected = Format::pack(key, sight.held);
    }
  }
  if (!compare_exchange_word(bucket + sight.slot(), expected, Format::pack(key, next)))
    return false;
  result = {live ? Status::updated : Status::inserted, next, dead ? -1 : 0};
  return true;
}

/// One key per lane; lanes without `there` only take part. Called by whole warps. `attempt(sight,
/// bucket, key, value, outcome)` tries the slot of a sight and says whether the key is done.
/// `outcomes` has an item per lane, in shared memory. Status::none in lanes whose keys found no
/// slot.
template <int lanes, class Buckets, class Bits, class Attempt>
__device__ Outcome<Bits> upsert_warp(Buckets const& buckets, bool there, Bits key, Bits hash,
                                     Bits value, Attempt const& attempt, Outcome<Bits>* outcomes) {
  Outcome<Bits> own{Status::none, 0, 0};
  bool open = there;
  auto const sight = first_look<lanes>(buckets, key, hash);
  if (open && sight.code != 0) {
    open = !attempt(sight, buckets.bucket(buckets.home(hash)), key, value, own);
  }
  if (__any_sync(whole_warp, open)) {
    auto const result = walk_on<false>(buckets, key, hash, value, open, outcomes, attempt);
    if (open) own = result;
  }
  return own;
}

/// Keys [0, items): `values` receives the values held if `write_back`. Null values are zeros
/// (sets); `statuses` may be null.
template <class Format, class Key, class Value, int lanes, bool write_back, class Update>
__global__ void __launch_bounds__(tile_threads, 6)
    upsert_tiles(TableView<Format> table, Key const* keys, Value* values, std::uint64_t items,
                 Status* statuses, Counts* counts, Update update) {
  using Bits = typename Format::Bits;
  __shared__ BlockCounts block;
  __shared__ Outcome<Bits> outcomes[tile_threads];
  block.begin();
  GlobalBuckets<Format> const buckets{table};
  auto* const of_warp = outcomes + threadIdx.x / 32 * 32;
  auto const attempt = [&update](Sight<Bits> const& sight, typename Format::Word* bucket, Bits key,
                                 Bits value, Outcome<Bits>& outcome) {
    return try_upsert<Format>(sight, bucket, key, value, update, outcome);
  };
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * tile_threads;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * tile_threads + threadIdx.x;
  for (auto i = first; i - threadIdx.x % 32 < items; i += stride) {
    bool const there = i < items;
    Bits const key = there ? static_cast<Bits>(keys[i]) : 0;
    Bits const value = there && values != nullptr ? cast_bits<Bits>(values[i]) : 0;
    Bits const hash = mix(key);
    Outcome<Bits> own{Status::none, 0, 0};
    if (table.buckets != 0) {
      own = upsert_warp<lanes>(buckets, there && key < Format::erased, key, hash, value, attempt,
                               of_warp);
    }
    if (there && own.status == Status::none) {
      own = upsert_alone<Format>(table, key, hash, value, update);
    }
    if (there && statuses != nullptr) statuses[i] = own.status;
    if constexpr (write_back) {
      if (there && own.status != Status::full) values[i] = cast_bits<Value>(own.value);
    }
    block.add_dead(own.dead);
    if (counts != nullptr) {
      block.add<Status::inserted, Update::changes ? Status::updated : Status::exists, Status::full>(
          own.status);
    }
  }
  block.end(counts, table.dead);
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
