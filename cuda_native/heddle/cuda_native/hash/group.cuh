// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Groups of 1, 2 or 4 lanes of a warp that look at one bucket together, 16 bytes a lane. All lanes
/// follow the visiting order of format.h, so their number changes the speed and nothing else.
///
/// Every function here is called by whole warps: lanes without work take part in the votes.
#pragma once

#include <heddle/cuda_native/hash/device_atomics.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

#ifdef __CUDACC__

inline constexpr unsigned whole_warp = ~0u;

/// 16 bytes of a bucket: two slots of 8 bytes, or one of 16.
template <class Format>
struct Quad {
  static constexpr std::uint32_t slots = 16 / sizeof(typename Format::Word);
  typename Format::Word word[slots];
};

template <class Format>
__device__ inline Quad<Format> load_quad(typename Format::Word const* bucket, std::uint32_t quad) {
  auto const both = load_word(reinterpret_cast<Word128 const*>(bucket) + quad);
  if constexpr (sizeof(typename Format::Word) == 8) {
    return {{both.key, both.value}};
  } else {
    return {{both}};
  }
}

/// What a key meets in (a part of) a bucket: the slot that it lives in, else the first slot that it
/// may take, which is empty or dead with its name, else nothing.
template <class Bits>
struct Sight {
  static constexpr std::uint32_t empty = 1u << 4;
  static constexpr std::uint32_t dead = 2u << 4;
  static constexpr std::uint32_t live = 4u << 4;

  std::uint32_t code = 0;  // one of the above, plus the slot in the bucket; 0 for nothing
  Bits held{};             // the value, if it lives there

  __device__ bool is(std::uint32_t kind) const { return (code & kind) != 0; }
  __device__ std::uint32_t slot() const { return code & 15; }
};

/// What one lane sees in its 16 bytes. `first` is the key's first slot.
template <class Format>
__device__ Sight<typename Format::Bits> look(Quad<Format> const& words, std::uint32_t quad,
                                             typename Format::Bits key, std::uint32_t first) {
  using Table = PackedTable<Format, DeviceAtomics>;
  using Seen = Sight<typename Format::Bits>;
  auto const dead_word = Table::erased_word(key);
  Seen sight;
#pragma unroll
  for (std::uint32_t j = 0; j < Quad<Format>::slots; ++j) {
    auto const word = words.word[j];
    auto const slot = quad * Quad<Format>::slots + j;
    bool const is_first = Quad<Format>::slots == 1 || j == first % Quad<Format>::slots;
    if (sight.code == 0 || (is_first && !sight.is(Seen::live))) {
      if (Table::is_empty(word)) sight.code = Seen::empty | slot;
      if (word == dead_word) sight.code = Seen::dead | slot;
    }
    if (Format::key(word) == key) {
      sight.code = Seen::live | slot;
      sight.held = Format::value(word);
    }
  }
  return sight;
}

/// The buckets of a table, by their index in it, and the path of a key over them.
template <class Format_>
struct GlobalBuckets {
  using Format = Format_;
  using Bits = typename Format::Bits;
  using Path = ProbePath<Bits, Format::range>;

  TableView<Format> table;

  __device__ bool empty() const { return table.buckets == 0; }
  /// Whether a key lives in a slot of its own.
  __device__ static bool is_special(Bits key) { return key >= Format::erased; }
  __device__ Outcome<Bits> find_special(Bits key) const {
    return one_thread(table).find(key, mix(key));
  }
  __device__ Path path(Bits hash) const { return Path(hash, table.buckets); }
  __device__ std::uint32_t home(Bits hash) const {
    return static_cast<std::uint32_t>(home_bucket(hash, table.buckets));
  }
  __device__ typename Format::Word* bucket(std::uint64_t index) const {
    return table.slots + index * Format::slots;
  }
  __device__ static Quad<Format> load(typename Format::Word const* bucket, std::uint32_t quad) {
    return load_quad<Format>(bucket, quad);
  }
  __device__ static Sight<Bits> see(Quad<Format> const& words, std::uint32_t quad, Bits key,
                                    std::uint32_t first) {
    return look<Format>(words, quad, key, first);
  }
};

template <int lanes>
struct Group {
  static constexpr int steps = 4 / lanes;  // loads per bucket
  static constexpr unsigned all = (1u << lanes) - 1;

  int lane = static_cast<int>(threadIdx.x % lanes);      // in the group
  int base = static_cast<int>(threadIdx.x % 32) - lane;  // of the group in the warp

  template <class T>
  __device__ T from(T value, int member) const {
    return __shfl_sync(whole_warp, value, base + member);
  }
  /// For which lanes of the group a condition holds.
  __device__ unsigned votes(bool condition) const {
    return __ballot_sync(whole_warp, condition) >> base & all;
  }
  /// Which 16 bytes of a bucket this lane reads in a step.
  template <class Format>
  __device__ std::uint32_t quad(std::uint32_t first, int step) const {
    return first / Quad<Format>::slots ^ static_cast<std::uint32_t>(step * lanes + lane);
  }
  /// What the group sees, in all of its lanes: who lives there, else the first free slot.
  template <class Bits>
  __device__ Sight<Bits> share(Sight<Bits> const& own) const {
    if constexpr (lanes == 1) return own;
    auto const live = votes(own.is(Sight<Bits>::live));
    auto const any = votes(own.code != 0);
    auto const member = __ffs(static_cast<int>(live != 0 ? live : any)) - 1;
    auto const code = from(own.code, member < 0 ? 0 : member);
    return {code, from(own.held, member < 0 ? 0 : member)};
  }
};

/// What each lane's own key meets first: in 16, 32 or 64 bytes of its first bucket. The groups look
/// at the keys of their lanes one after another, after the loads for all of them are under way.
template <int lanes, class Buckets, class Bits>
__device__ Sight<Bits> first_look(Buckets const& buckets, Bits key, Bits hash) {
  using Format = typename Buckets::Format;
  Group<lanes> const group;
  auto const home = buckets.home(hash);
  auto const first = first_slot(probe_seed(hash), Format::slots);
  Quad<Format> words[lanes];
#pragma unroll
  for (int member = 0; member < lanes; ++member) {
    words[member] = Buckets::load(buckets.bucket(group.from(home, member)),
                                  group.template quad<Format>(group.from(first, member), 0));
  }
  Sight<Bits> own;
#pragma unroll
  for (int member = 0; member < lanes; ++member) {
    auto const its_first = group.from(first, member);
    auto const seen =
        group.share(Buckets::see(words[member], group.template quad<Format>(its_first, 0),
                                 group.from(key, member), its_first));
    if (group.lane == member) own = seen;
  }
  return own;
}

/// Walks the whole path of each key whose lane is `open`, by groups of 4 lanes that read a bucket
/// at once; a group that is done with one takes the next, whosever lane it is.
///
/// `past_home`: each key's first bucket was seen whole and is full of others, which it stays; the
/// walk begins behind it. `act(sight, bucket, key, value, outcome)` is called by the lane whose
/// sight counts, and says whether that key is done. `outcomes` has an item per lane of the warp, in
/// shared memory; keys that met nothing on their whole path are left with Status::none.
template <bool past_home, class Buckets, class Bits, class Act>
__device__ Outcome<Bits> walk_on(Buckets const& buckets, Bits key, Bits hash, Bits value, bool open,
                                 Outcome<Bits>* outcomes, Act const& act) {
  using Format = typename Buckets::Format;
  Group<4> const group;
  auto pending = __ballot_sync(whole_warp, open);
  int owner = -1;  // the lane whose key this group walks with
  auto its_key = key;
  auto its_value = value;
  auto path = buckets.path(hash);
  while (true) {
    auto const idle = __ballot_sync(whole_warp, owner < 0) & 0x11111111u;
    if (pending != 0 && idle != 0) {
      auto mine = pending;  // the n-th idle group takes the n-th pending key
      for (int before = __popc(idle & ((1u << group.base) - 1)); before > 0; --before) {
        mine &= mine - 1;
      }
      int const next = owner < 0 ? __ffs(static_cast<int>(mine)) - 1 : -1;
      auto const next_key = __shfl_sync(whole_warp, key, next < 0 ? 0 : next);
      auto const next_hash = __shfl_sync(whole_warp, hash, next < 0 ? 0 : next);
      auto const next_value = __shfl_sync(whole_warp, value, next < 0 ? 0 : next);
      if (next >= 0) {
        owner = next;
        its_key = next_key;
        its_value = next_value;
        path = buckets.path(next_hash);
        if (past_home) path.advance();
      }
      for (int taken = __popc(idle); taken > 0 && pending != 0; --taken) pending &= pending - 1;
    } else if (idle == 0x11111111u) {
      break;
    }
    auto* const bucket = buckets.bucket(path.bucket());
    auto const first = path.first_slot(Format::slots);
    auto const quad = group.template quad<Format>(first, 0);
    Sight<Bits> sight;
    if (owner >= 0 && !(past_home && path.done()))
      sight = Buckets::see(Buckets::load(bucket, quad), quad, its_key, first);
    auto const live = group.votes(sight.is(Sight<Bits>::live));
    auto const any = group.votes(sight.code != 0);
    bool done = false;
    if (group.lane == __ffs(static_cast<int>(live != 0 ? live : any)) - 1) {
      done = act(sight, bucket, its_key, its_value, outcomes[owner]);
    }
    done = group.votes(done) != 0;
    if (owner >= 0 && any == 0) {
      if (!(past_home && path.done())) path.advance();
      if (path.done()) {
        if (group.lane == 0) outcomes[owner] = {Status::none, 0, 0};
        done = true;
      }
    }
    if (done) owner = -1;
  }
  __syncwarp();
  return outcomes[threadIdx.x % 32];
}

#endif  // __CUDACC__

}  // namespace heddle::cuda_native::hash
