// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A read-only table of packed slots: bucketed cuckoo hashing with three choices (Fotakis, Pagh,
/// Sanders, Spirakis 2005; Dietzfelbinger, Weidling 2007). What its builder and its readers must
/// agree on, for CUDA kernels and portable code alike.
///
/// Slots are those of Packed8 and Packed16, without dead ones: only the key that looks like `empty`
/// needs a slot of its own. A key tries its buckets in order and moves on only from a full one, and
/// a full bucket stays full, since entries are only exchanged. So a lookup that meets an empty slot
/// may stop: most lookups read one 64-byte line, none more than three.
#pragma once

#include <heddle/cuda_native/hash/format.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

inline constexpr int frozen_choices = 3;
/// Entries that one insert may push on before the build is given up for the next seed.
inline constexpr std::uint32_t frozen_chain = 1000;

/// The buckets of a key. `hash` is mix(key): keys never collide. The first bucket is monotone in it
/// and the same for all seeds, so batches and sources in the order of hashes find what they need
/// close by.
template <class Bits>
class FrozenPath {
 public:
  HEDDLE_HOST_DEVICE FrozenPath(Bits hash, std::uint64_t seed, std::uint64_t buckets)
      : hash_(hash), seed_(static_cast<Bits>(seed)), buckets_(buckets) {}

  HEDDLE_HOST_DEVICE std::uint64_t bucket(int choice) const {
    if (choice == 0) return home_bucket(hash_, buckets_);
    auto const nth = seed_ * static_cast<Bits>(frozen_choices - 1) + static_cast<Bits>(choice);
    return home_bucket(mix(hash_ ^ mix(nth * static_cast<Bits>(0x9E3779B97F4A7C15ull))), buckets_);
  }
  /// In a bucket the j-th slot visited is first_slot() xor j.
  HEDDLE_HOST_DEVICE std::uint32_t first_slot(std::uint32_t slots) const {
    return static_cast<std::uint32_t>(hash_) * 0x9E3779B9u >> 29 & (slots - 1);
  }

 private:
  Bits hash_;
  Bits seed_;
  std::uint64_t buckets_;
};

/// A frozen table in memory. `Atomics` as for PackedTable; lookups need none.
template <class Format, class Atomics>
struct FrozenTable {
  using Word = typename Format::Word;
  using Bits = typename Format::Bits;
  static constexpr std::uint32_t slots_each = Format::slots;

  Word* slots;            ///< buckets * Format::slots
  std::uint64_t buckets;  ///< may be 0
  Word* side;             ///< (0, value) if the key that looks like `empty` is there, else empty
  std::uint64_t seed;

  struct Found {
    bool found;
    Bits value;
  };

  HEDDLE_HOST_DEVICE static Word empty_word() { return Format::pack(Format::empty, 0); }
  HEDDLE_HOST_DEVICE static bool is_empty(Word word) { return Format::key(word) == Format::empty; }
  HEDDLE_HOST_DEVICE FrozenPath<Bits> path(Bits hash) const { return {hash, seed, buckets}; }
  HEDDLE_HOST_DEVICE Word* slot(FrozenPath<Bits> const& path, int choice, std::uint32_t j) const {
    return slots + path.bucket(choice) * slots_each + (path.first_slot(slots_each) ^ j);
  }

  /// `hash` is mix(key). `lines` becomes the buckets read.
  HEDDLE_HOST_DEVICE Found find(Bits key, Bits hash, int& lines) const {
    lines = 0;
    if (key == Format::empty) {
      auto const word = Atomics::load(side);
      return {!is_empty(word), Format::value(word)};
    }
    if (buckets == 0) return {false, 0};
    auto const way = path(hash);
    for (int choice = 0; choice < frozen_choices; ++choice) {
      ++lines;
      auto* const bucket = slots + way.bucket(choice) * slots_each;
      auto const first = way.first_slot(slots_each);
      for (std::uint32_t j = 0; j < slots_each; ++j) {
        auto const word = Atomics::load(bucket + (first ^ j));
        if (Format::key(word) == key) return {true, Format::value(word)};
        if (is_empty(word)) return {false, 0};
      }
    }
    return {false, 0};
  }

  /// Stores an entry whose key is not there, beside other inserts. False if the table must be built
  /// anew with another seed: an entry was pushed out, and found no place in the end.
  HEDDLE_HOST_DEVICE bool insert(Word word) const {
    if (buckets == 0) return false;
    int choice = 0;  // its earlier buckets are full
    for (std::uint32_t pushed = 0; pushed < frozen_chain; ++pushed) {
      auto const hash = mix(Format::key(word));
      auto const way = path(hash);
      for (; choice < frozen_choices; ++choice) {
        if (claim(way, choice, word)) return true;
      }
      // All three are full. A slot by chance, so that no two entries push each other for ever.
      auto const draw = mix(static_cast<std::uint32_t>(hash) + pushed * 0x9E3779B9u);
      auto const bucket = way.bucket(static_cast<int>(draw % frozen_choices));
      word = exchange(slots + bucket * slots_each + (draw >> 8 & (slots_each - 1)), word);
      choice = choice_of(Format::key(word), bucket) + 1;
    }
    return false;
  }

 private:
  /// Takes the first empty slot of a bucket. False if it is full, and remains so.
  HEDDLE_HOST_DEVICE bool claim(FrozenPath<Bits> const& way, int choice, Word word) const {
    for (std::uint32_t j = 0; j < slots_each; ++j) {
      auto* const at = slot(way, choice, j);
      auto seen = Atomics::load(at);
      if (is_empty(seen) && Atomics::compare_exchange(at, seen, word)) return true;
    }
    return false;
  }
  HEDDLE_HOST_DEVICE static Word exchange(Word* at, Word word) {
    auto seen = Atomics::load(at);
    while (!Atomics::compare_exchange(at, seen, word)) {
    }
    return seen;
  }
  HEDDLE_HOST_DEVICE int choice_of(Bits key, std::uint64_t bucket) const {
    auto const way = path(mix(key));
    int choice = 0;
    while (way.bucket(choice) != bucket) ++choice;
    return choice;
  }
};

}  // namespace heddle::cuda_native::hash
