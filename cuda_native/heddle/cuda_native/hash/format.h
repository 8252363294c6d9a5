// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What every reader and writer of a hash table must agree on bit for bit: how a slot encodes key
/// and value, how a key is hashed, and in which order it visits the slots. Plain C++, used by the
/// CUDA kernels and by the portable code alike, in builds without CUDA too.
///
/// A table is a row of 64-byte buckets; reading one costs what reading 16 bytes costs, on GPUs and
/// CPUs alike. A range is 8192 slots (64 or 128 KiB): what one block of a GPU holds in shared
/// memory.
#pragma once

#include <cstdint>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define HEDDLE_HOST_DEVICE __host__ __device__ inline
#else
#define HEDDLE_HOST_DEVICE inline
#endif

namespace heddle::cuda_native::hash {

inline constexpr int bucket_bytes = 64;
/// Buckets of a range of 8-slot buckets; of 4-slot buckets it takes twice as many.
inline constexpr std::uint32_t range_buckets = 1024;
/// Inserts into a table without an empty slot are serialised by these locks, by hash.
inline constexpr std::uint32_t num_locks = 1024;
/// Counters of dead slots, spread so that threads seldom meet; one 64-byte line each.
inline constexpr std::uint32_t num_stripes = 64;
inline constexpr std::uint32_t stripe_stride = 8;
/// Slots that a purge looks at to learn how many are dead and empty.
inline constexpr std::uint64_t sample_slots = 8192;

/// What became of one key. Bulk calls write one per item where a view for them is given.
enum class Status : std::uint8_t {
  none,           ///< not touched
  inserted,       ///< the key was absent and is stored now
  updated,        ///< the key was there and its value changed
  exists,         ///< the key was there and nothing changed
  found,          ///< the key is there
  not_found,      ///< the key is not there
  erased,         ///< the key was there and is gone
  full,           ///< no slot could be had; the item is not stored, everything else stays
  invalid_key,    ///< SeedMap alone: the key is its mark of an empty field
  invalid_value,  ///< SeedMap alone: the value is its mark of an empty field
};

/// How many items of a call had each outcome. Lies on the device for the calls that do not wait.
struct Counts {
  std::uint64_t inserted = 0;
  std::uint64_t updated = 0;
  std::uint64_t exists = 0;
  std::uint64_t found = 0;
  std::uint64_t not_found = 0;
  std::uint64_t erased = 0;
  std::uint64_t full = 0;

  /// Counts one item.
  HEDDLE_HOST_DEVICE void add(Status status) {
    inserted += status == Status::inserted;
    updated += status == Status::updated;
    exists += status == Status::exists;
    found += status == Status::found;
    not_found += status == Status::not_found;
    erased += status == Status::erased;
    full += status == Status::full;
  }
  /// Adds another part of the same call.
  HEDDLE_HOST_DEVICE void add(Counts const& other) {
    inserted += other.inserted;
    updated += other.updated;
    exists += other.exists;
    found += other.found;
    not_found += other.not_found;
    erased += other.erased;
    full += other.full;
  }
};

/// 16 bytes that change as a whole.
struct alignas(16) Word128 {
  std::uint64_t key;
  std::uint64_t value;
};
HEDDLE_HOST_DEVICE bool operator==(Word128 a, Word128 b) {
  return a.key == b.key && a.value == b.value;
}

/// Keys and values of up to 4 bytes in one 64-bit word, the key in the low half.
///
/// Two patterns of the key field are used inside: `empty` (with value 0) and `erased` (with the
/// erased key as its value, so that a dead slot still names its key). The two keys that look like
/// them live in side slots of their own.
struct Packed8 {
  using Word = std::uint64_t;
  using Bits = std::uint32_t;
  static constexpr std::uint32_t slots = 8;
  static constexpr std::uint32_t range = range_buckets;  ///< buckets
  static constexpr Bits empty = ~Bits{0};
  static constexpr Bits erased = empty - 1;

  HEDDLE_HOST_DEVICE static Word pack(Bits key, Bits value) {
    return static_cast<Word>(value) << 32 | key;
  }
  HEDDLE_HOST_DEVICE static Bits key(Word word) { return static_cast<Bits>(word); }
  HEDDLE_HOST_DEVICE static Bits value(Word word) { return static_cast<Bits>(word >> 32); }
};

/// Keys and values of up to 8 bytes in one 128-bit word; see Packed8.
struct Packed16 {
  using Word = Word128;
  using Bits = std::uint64_t;
  static constexpr std::uint32_t slots = 4;
  static constexpr std::uint32_t range = 2 * range_buckets;  ///< buckets
  static constexpr Bits empty = ~Bits{0};
  static constexpr Bits erased = empty - 1;

  HEDDLE_HOST_DEVICE static Word pack(Bits key, Bits value) { return {key, value}; }
  HEDDLE_HOST_DEVICE static Bits key(Word word) { return word.key; }
  HEDDLE_HOST_DEVICE static Bits value(Word word) { return word.value; }
};

/// The finaliser of MurmurHash3 (Appleby, public domain): a bijection in which every bit of the
/// argument changes about half of the bits of the result.
HEDDLE_HOST_DEVICE std::uint32_t mix(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}
HEDDLE_HOST_DEVICE std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;
  return x ^ x >> 33;
}

/// The inverse of mix: unmix(mix(x)) == x. The factors are inverse modulo the word.
HEDDLE_HOST_DEVICE std::uint32_t unmix(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7ed1b41du;
  x = (x ^ x >> 13 ^ x >> 26) * 0xa5cb9243u;
  return x ^ x >> 16;
}
HEDDLE_HOST_DEVICE std::uint64_t unmix(std::uint64_t x) {
  x = (x ^ x >> 33) * 0x9cb4b2f8129337dbull;
  x = (x ^ x >> 33) * 0x4f74430c22a54005ull;
  return x ^ x >> 33;
}

/// The bucket in which a key with this hash begins; monotone in the hash. Fewer than 2^32 buckets
/// for 32-bit hashes.
HEDDLE_HOST_DEVICE std::uint64_t home_bucket(std::uint32_t hash, std::uint64_t buckets) {
  return hash * buckets >> 32;
}
HEDDLE_HOST_DEVICE std::uint64_t home_bucket(std::uint64_t hash, std::uint64_t buckets) {
#ifdef __CUDA_ARCH__
  return __umul64hi(hash, buckets);
#else
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(hash) * buckets >> 64);
#endif
}

/// The buckets of one range in the order of one key: double hashing, each bucket once.
class RangeWalk {
 public:
  RangeWalk() = default;  ///< none; to be assigned to
  /// From bucket `home` modulo `size`, which is at least 1; `seed` is a ProbePath's.
  HEDDLE_HOST_DEVICE RangeWalk(std::uint32_t home, std::uint32_t size, std::uint32_t seed)
      : size_(size),
        left_(size),
        step_(step(seed, size)),
        index_(home < size ? home : home % size) {
    start_ = index_;
  }
  HEDDLE_HOST_DEVICE bool done() const { return left_ == 0; }
  HEDDLE_HOST_DEVICE std::uint32_t index() const { return index_; }
  HEDDLE_HOST_DEVICE std::uint32_t size() const { return size_; }

  HEDDLE_HOST_DEVICE void advance() {
    if (--left_ == 0) return;
    index_ += step_;
    if (index_ >= size_) index_ -= size_;
    if (index_ != start_) return;
    // Back where this round began: the step has a factor in common with the size.
    start_ = start_ + 1 == size_ ? 0 : start_ + 1;
    index_ = start_;
  }

 private:
  /// In [1, size), odd if the size is a power of two, which makes one round visit every bucket.
  HEDDLE_HOST_DEVICE static std::uint32_t step(std::uint32_t seed, std::uint32_t size) {
    auto const low = static_cast<std::uint64_t>(seed & 0x1fffffffu);
    auto const scaled = 1 + static_cast<std::uint32_t>(low * (size - 1) >> 29);
    return (size & (size - 1)) == 0 ? scaled | 1 : scaled;
  }

  std::uint32_t size_;
  std::uint32_t left_;  // buckets to visit, this one included
  std::uint32_t step_;
  std::uint32_t index_;
  std::uint32_t start_;
};

/// What scatters the keys of one bucket: the steps of their walks, and where they begin in it.
template <class Hash>
HEDDLE_HOST_DEVICE std::uint32_t probe_seed(Hash hash) {
  return static_cast<std::uint32_t>(hash) * 0x9E3779B9u;
}
/// The first slot that a key visits in a bucket; the j-th is this one xor j: the 16-byte pair
/// first, then the 32-byte half, then the rest, so that 1, 2 or 4 lanes that read 16 bytes each
/// follow one order.
HEDDLE_HOST_DEVICE std::uint32_t first_slot(std::uint32_t seed, std::uint32_t slots) {
  return seed >> 29 & (slots - 1);
}
/// Buckets of the range that begins at bucket `base`; the last range may be short.
HEDDLE_HOST_DEVICE std::uint32_t range_size(std::uint64_t base, std::uint64_t buckets,
                                            std::uint32_t range) {
  auto const rest = buckets - base;
  return rest < range ? static_cast<std::uint32_t>(rest) : range;
}

/// The order in which a key visits the buckets: all of its home range (RangeWalk), then all of the
/// next one (from the same place, modulo its size), cyclically: each bucket of the table once.
template <class Hash, std::uint32_t range = range_buckets>
class ProbePath {
 public:
  ProbePath() = default;  ///< none; to be assigned to
  /// `buckets` is at least 1.
  HEDDLE_HOST_DEVICE ProbePath(Hash hash, std::uint64_t buckets)
      : ProbePath(home_bucket(hash, buckets), probe_seed(hash), buckets) {}

  /// Whether every bucket was visited.
  HEDDLE_HOST_DEVICE bool done() const { return done_; }
  HEDDLE_HOST_DEVICE std::uint64_t bucket() const { return base_ + walk_.index(); }
  HEDDLE_HOST_DEVICE std::uint32_t first_slot(std::uint32_t slots) const {
    return hash::first_slot(seed_, slots);
  }

  /// Goes to the next bucket.
  HEDDLE_HOST_DEVICE void advance() {
    walk_.advance();
    if (!walk_.done()) return;
    auto const next = base_ + walk_.size();
    base_ = next == buckets_ ? 0 : next;
    done_ = base_ == first_base_;
    walk_ = RangeWalk(home_, range_size(base_, buckets_, range), seed_);
  }

 private:
  HEDDLE_HOST_DEVICE ProbePath(std::uint64_t home, std::uint32_t seed, std::uint64_t buckets)
      : buckets_(buckets),
        base_(home / range * range),
        first_base_(base_),
        seed_(seed),
        home_(static_cast<std::uint32_t>(home % range)),
        walk_(home_, range_size(base_, buckets, range), seed) {}

  std::uint64_t buckets_;
  std::uint64_t base_;  // first bucket of the range that is being visited
  std::uint64_t first_base_;
  std::uint32_t seed_;
  std::uint32_t home_;  // in its range
  bool done_ = false;
  RangeWalk walk_;
};

}  // namespace heddle::cuda_native::hash
