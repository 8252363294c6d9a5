// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The protocol of packed slots: key and value in one word that changes as a whole.
///
/// Invariant: at most one slot names a key, live or erased. A key claims only the first empty slot
/// of its path; whoever claims it has seen every earlier slot of the path held by another key for
/// good, since no slot becomes empty again before a purge and, while any slot is empty, none
/// changes its key. Only in a table without an empty slot may a key take another's dead slot, and
/// only under a lock of its hash. Lookups and updates of one key are linearizable.
#pragma once

#include <heddle/cuda_native/hash/format.h>

#include <cstdint>

namespace heddle::cuda_native::hash {

/// What became of a key, its value in the table, and by how many the dead slots changed.
template <class Bits>
struct Outcome {
  Status status;
  Bits value;
  int dead;
};

/// A table in memory. `Atomics` reads and changes words (backends::slot_atomics, DeviceAtomics, or
/// a stand-in that steps through interleavings in tests).
template <class Format, class Atomics>
struct PackedTable {
  using Word = typename Format::Word;
  using Bits = typename Format::Bits;
  using Result = Outcome<Bits>;

  Word* slots;            ///< buckets * Format::slots
  std::uint64_t buckets;  ///< may be 0
  Word* side;             ///< 2: the keys that look like `empty` and `erased`
  std::uint32_t* locks;   ///< num_locks

  HEDDLE_HOST_DEVICE static bool is_side(Bits key) { return key >= Format::erased; }
  HEDDLE_HOST_DEVICE static Word empty_word() { return Format::pack(Format::empty, 0); }
  HEDDLE_HOST_DEVICE static Word erased_word(Bits key) { return Format::pack(Format::erased, key); }
  HEDDLE_HOST_DEVICE static bool is_empty(Word word) { return Format::key(word) == Format::empty; }
  HEDDLE_HOST_DEVICE static bool is_dead(Word word) { return Format::key(word) == Format::erased; }
  HEDDLE_HOST_DEVICE static bool names(Word word, Bits key) {
    return Format::key(word) == key || word == erased_word(key);
  }
  HEDDLE_HOST_DEVICE Word* side_slot(Bits key) const { return side + (key == Format::erased); }

  template <class Hash>
  HEDDLE_HOST_DEVICE Result find(Bits key, Hash hash) const {
    if (is_side(key)) return find_side(key);
    if (buckets == 0) return {Status::not_found, 0, 0};
    ProbePath<Hash, Format::range> path(hash, buckets);
    auto result = look_in(path, key);
    while (result.status == Status::none) {
      path.advance();
      if (path.done()) return {Status::not_found, 0, 0};
      result = look_further(path, key);
    }
    return result;
  }

  /// One bucket of a lookup; no key of a side slot. Status::none if the path goes on.
  template <class Path>
  HEDDLE_HOST_DEVICE Result look_in(Path const& path, Bits key) const {
    auto const* const bucket = slots + path.bucket() * Format::slots;
    auto const first = path.first_slot(Format::slots);
    for (std::uint32_t j = 0; j < Format::slots; ++j) {
      auto const word = Atomics::load(bucket + (first ^ j));
      if (Format::key(word) == key) return {Status::found, Format::value(word), 0};
      if (is_empty(word) || word == erased_word(key)) return {Status::not_found, 0, 0};
    }
    return {Status::none, 0, 0};
  }
  /// The same for a bucket that is not the first, and probably full of other keys.
  template <class Path>
  HEDDLE_HOST_DEVICE Result look_further(Path const& path, Bits key) const {
    if (is_foreign(slots + path.bucket() * Format::slots, key)) return {Status::none, 0, 0};
    return look_in(path, key);
  }

  /// Inserts (key, value), or updates the value of a key that is there as `update` says.
  template <class Hash, class Update>
  HEDDLE_HOST_DEVICE Result upsert(Bits key, Hash hash, Bits value, Update const& update) const {
    if (is_side(key)) return upsert_side(key, value, update);
    if (buckets == 0) return {Status::full, 0, 0};
    for (ProbePath<Hash, Format::range> path(hash, buckets); !path.done(); path.advance()) {
      auto* bucket = slots + path.bucket() * Format::slots;
      if (is_foreign(bucket, key)) continue;
      auto const first = path.first_slot(Format::slots);
      for (std::uint32_t j = 0; j < Format::slots; ++j) {
        auto* const slot = bucket + (first ^ j);
        auto word = Atomics::load(slot);
        Result result{};
        if (upsert_at(slot, word, key, value, update, result)) return result;
      }
    }
    return upsert_saturated(key, hash, value, update);
  }

  template <class Hash>
  HEDDLE_HOST_DEVICE Result erase(Bits key, Hash hash) const {
    if (is_side(key)) return erase_side(key);
    if (buckets == 0) return {Status::not_found, 0, 0};
    for (ProbePath<Hash, Format::range> path(hash, buckets); !path.done(); path.advance()) {
      auto* bucket = slots + path.bucket() * Format::slots;
      auto const first = path.first_slot(Format::slots);
      for (std::uint32_t j = 0; j < Format::slots; ++j) {
        auto* const slot = bucket + (first ^ j);
        auto word = Atomics::load(slot);
        while (Format::key(word) == key) {
          auto const value = Format::value(word);
          if (Atomics::compare_exchange(slot, word, erased_word(key))) {
            return {Status::erased, value, 1};
          }
        }
        if (is_empty(word) || word == erased_word(key)) return {Status::not_found, 0, 0};
      }
    }
    return {Status::not_found, 0, 0};
  }

  /// While nobody else changes the table but by settling other entries: moves the entry in `own` to
  /// the first empty slot before it on its path. Whether it moved. Part of a purge.
  template <class Hash>
  HEDDLE_HOST_DEVICE bool settle(Word* own, Word word, Hash hash) const {
    for (ProbePath<Hash, Format::range> path(hash, buckets); !path.done(); path.advance()) {
      auto* bucket = slots + path.bucket() * Format::slots;
      auto const first = path.first_slot(Format::slots);
      for (std::uint32_t j = 0; j < Format::slots; ++j) {
        auto* const slot = bucket + (first ^ j);
        if (slot == own) return false;
        auto seen = Atomics::load(slot);
        if (is_empty(seen) && Atomics::compare_exchange(slot, seen, word)) {
          // As a whole, too: of a half-written word another entry could take the finished half.
          auto mine = word;
          Atomics::compare_exchange(own, mine, empty_word());
          return true;
        }
      }
    }
    return false;
  }

 private:
  /// Whether a bucket has nothing for a key, by a quick look, where there is one.
  HEDDLE_HOST_DEVICE static bool is_foreign(Word const* bucket, Bits key) {
    if constexpr (requires { Atomics::is_foreign(bucket, key); }) {
      return Atomics::is_foreign(bucket, key);
    } else {
      return false;
    }
  }

  /// A word after the `lost`th exchange on it that another thread won; `seen` is what it held then.
  HEDDLE_HOST_DEVICE static Word read_after_loss(Word const* slot, Word seen, std::uint32_t lost) {
    if constexpr (requires { Atomics::back_off(lost); }) {
      Atomics::back_off(lost);
      return Atomics::load(slot);
    } else {
      return seen;
    }
  }

  /// One slot of an upsert. False if it belongs to another key; else the upsert is done.
  template <class Update>
  HEDDLE_HOST_DEVICE bool upsert_at(Word* slot, Word& word, Bits key, Bits value,
                                    Update const& update, Result& result) const {
    for (std::uint32_t lost = 1;; ++lost) {
      if (Format::key(word) == key) {
        if (update_live(slot, word, key, value, update, result)) return true;
        word = read_after_loss(slot, word, lost);
      } else if (is_empty(word) || word == erased_word(key)) {
        bool const revived = !is_empty(word);
        if (Atomics::compare_exchange(slot, word, Format::pack(key, value))) {
          result = {Status::inserted, value, revived ? -1 : 0};
          return true;
        }
      } else {
        return false;
      }
    }
  }

  /// False, and `word` read again, if the slot changed meanwhile.
  template <class Update>
  HEDDLE_HOST_DEVICE bool update_live(Word* slot, Word& word, Bits key, Bits value,
                                      Update const& update, Result& result) const {
    auto const held = Format::value(word);
    if constexpr (!Update::changes) {
      result = {Status::exists, held, 0};
      return true;
    } else {
      auto const next = update(held, value);
      if (!Atomics::compare_exchange(slot, word, Format::pack(key, next))) return false;
      result = {Status::updated, next, 0};
      return true;
    }
  }

  /// After a walk that met no empty slot, and none appears before a purge. Waiting threads make one
  /// attempt a turn, so that the holder of the lock, perhaps of the same warp, can go on.
  template <class Hash, class Update>
  HEDDLE_HOST_DEVICE Result upsert_saturated(Bits key, Hash hash, Bits value,
                                             Update const& update) const {
    auto* const lock = locks + hash % num_locks;
    Result result{};
    for (bool done = false; !done;) {
      if (Atomics::try_lock(lock)) {
        while (!upsert_locked(key, hash, value, update, result)) {
        }
        Atomics::unlock(lock);
        done = true;
      }
    }
    return result;
  }

  /// One walk under the lock: the key's own slot if there is one, else the first dead slot of the
  /// path. False if that slot was revived meanwhile.
  template <class Hash, class Update>
  HEDDLE_HOST_DEVICE bool upsert_locked(Bits key, Hash hash, Bits value, Update const& update,
                                        Result& result) const {
    Word* dead_slot = nullptr;
    Word dead_word{};
    for (ProbePath<Hash, Format::range> path(hash, buckets); !path.done(); path.advance()) {
      auto* bucket = slots + path.bucket() * Format::slots;
      auto const first = path.first_slot(Format::slots);
      for (std::uint32_t j = 0; j < Format::slots; ++j) {
        auto* const slot = bucket + (first ^ j);
        auto word = Atomics::load(slot);
        if (names(word, key)) {
          if (upsert_at(slot, word, key, value, update, result)) return true;
        }
        if (dead_slot == nullptr && is_dead(word)) {
          dead_slot = slot;
          dead_word = word;
        }
      }
    }
    if (dead_slot == nullptr) {
      result = {Status::full, 0, 0};
      return true;
    }
    if (!Atomics::compare_exchange(dead_slot, dead_word, Format::pack(key, value))) return false;
    result = {Status::inserted, value, -1};
    return true;
  }

  // A side slot holds (0, value) while its key is there, else the empty word. It is nobody else's.
  HEDDLE_HOST_DEVICE Result find_side(Bits key) const {
    auto const word = Atomics::load(side_slot(key));
    if (is_empty(word)) return {Status::not_found, 0, 0};
    return {Status::found, Format::value(word), 0};
  }
  template <class Update>
  HEDDLE_HOST_DEVICE Result upsert_side(Bits key, Bits value, Update const& update) const {
    auto* const slot = side_slot(key);
    auto word = Atomics::load(slot);
    Result result{};
    while (true) {
      if (is_empty(word)) {
        if (Atomics::compare_exchange(slot, word, Format::pack(0, value))) {
          return {Status::inserted, value, 0};
        }
      } else if (update_live(slot, word, 0, value, update, result)) {
        return result;
      }
    }
  }
  HEDDLE_HOST_DEVICE Result erase_side(Bits key) const {
    auto* const slot = side_slot(key);
    auto word = Atomics::load(slot);
    while (!is_empty(word)) {
      auto const value = Format::value(word);
      if (Atomics::compare_exchange(slot, word, empty_word())) return {Status::erased, value, 0};
    }
    return {Status::not_found, 0, 0};
  }
};

}  // namespace heddle::cuda_native::hash
