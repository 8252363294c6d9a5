// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The protocol of slots whose key and value are larger than an atomic word: a state word each, and
/// key and value in two arrays.
///
///   insert   empty -> claimed, write both, live       update  live -> locked, write, live
///   erase    live -> dead, the key stays              revive  dead -> claimed, write both, live
///
/// Writers: state, fence, payload, fence, state. Readers: state, fence, copy, fence, state again; a
/// copy made while the state word stayed the same is a real key, and only such a one is compared.
///
/// The invariant is that of packed slots (packed.hpp): at most one slot names a key, live, dead or
/// being written. Readers pass claimed slots, which hold no entry yet. An inserter that meets one
/// with its own hash bits waits, as its key may be the one being written; between claim and publish
/// nobody waits for anything, so every wait ends. A wait is one attempt per turn of the loop, so
/// that a thread of the same warp that holds the slot can go on.
#pragma once

#include <heddle/backends/hash_format.hpp>
#include <heddle/hash/detail/packed.hpp>
#include <heddle/hash/detail/stateful_words.hpp>
#include <heddle/hash/options.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace heddle::hash::detail {

inline constexpr std::uint32_t stateful_bucket_slots = 8;

/// A table in memory. `Atomics` is StatefulAtomics or a stand-in.
template <class Key, class Value, class Equal, class Atomics>
struct StatefulTable {
  using Word = StateWord::Word;
  using Result = Outcome<Value>;
  static constexpr std::uint32_t slots = stateful_bucket_slots;

  Word* states;           ///< buckets * slots
  Key* keys;              ///< as many, not initialised in empty slots
  Value* values;          ///< as many; null if Value has no state
  std::uint64_t buckets;  ///< may be 0
  std::uint32_t* locks;   ///< num_locks
  Equal equal;

  template <class Hash>
  KOKKOS_FUNCTION Result find(Key const& key, Hash hash) const {
    Result result{Status::not_found, Value{}, 0};
    auto const tag = StateWord::tag_of(hash);
    walk(hash, [&](std::uint64_t at) { return find_at(at, key, tag, result); });
    return result;
  }

  /// Inserts (key, value), or updates the value of a key that is there as `update` says.
  template <class Hash, class Update>
  KOKKOS_FUNCTION Result upsert(Key const& key, Hash hash, Value const& value,
                                Update const& update) const {
    Result result{Status::full, Value{}, 0};
    if (buckets == 0) return result;
    auto const tag = StateWord::tag_of(hash);
    bool const done = walk(hash, [&](std::uint64_t at) {
      return upsert_at(at, Atomics::load(states + at), key, tag, value, update, result);
    });
    if (!done) upsert_saturated(key, hash, value, update, result);
    return result;
  }

  template <class Hash>
  KOKKOS_FUNCTION Result erase(Key const& key, Hash hash) const {
    Result result{Status::not_found, Value{}, 0};
    auto const tag = StateWord::tag_of(hash);
    walk(hash, [&](std::uint64_t at) { return erase_at(at, key, tag, result); });
    return result;
  }

  /// The slots and buckets that a lookup of `key` reads.
  template <class Hash>
  KOKKOS_FUNCTION ProbeLength probe_length(Key const& key, Hash hash) const {
    ProbeLength length{0, 0};
    Result ignored{Status::not_found, Value{}, 0};
    auto const tag = StateWord::tag_of(hash);
    walk(hash, [&](std::uint64_t at) {
      auto const step = find_at(at, key, tag, ignored);
      if (step != Step::again) ++length.slots;
      return step;
    });
    length.buckets = (length.slots + slots - 1) / slots;
    return length;
  }

  /// Whether an entry lives in a slot, and a copy of it.
  KOKKOS_FUNCTION bool read_at(std::uint64_t at, Key& key, Value& value) const {
    while (true) {
      auto const word = Atomics::load(states + at);
      auto const state = StateWord::state(word);
      if (state != StateWord::live && state != StateWord::locked) return false;
      if (state == StateWord::locked) Atomics::wait();
      if (state == StateWord::live && copy_at(at, word, key, &value)) return true;
    }
  }

  /// The value of a slot, whoever may be writing it. A type without state has no memory.
  KOKKOS_INLINE_FUNCTION Value read_value(std::uint64_t at) const {
    if constexpr (std::is_empty_v<Value>) {
      return Value{};
    } else {
      return Atomics::read(values + at);
    }
  }
  KOKKOS_INLINE_FUNCTION void write_value(std::uint64_t at, Value const& value) const {
    if constexpr (!std::is_empty_v<Value>) Atomics::write(values + at, value);
  }

  /// Writes key and value into a slot that was claimed as `claim`.
  KOKKOS_FUNCTION void publish(std::uint64_t at, Word claim, Key const& key,
                               Value const& value) const {
    Atomics::fence();
    Atomics::write(keys + at, key);
    write_value(at, value);
    Atomics::fence();
    Atomics::store(states + at, StateWord::publish(claim));
  }

 private:
  /// What an attempt on one slot came to.
  enum class Step { next, again, done };

  KOKKOS_INLINE_FUNCTION static Step wait() {
    Atomics::wait();
    return Step::again;
  }

  /// Attempts the slots of the path in turn. False if it ended before one was `done`.
  template <class Hash, class Attempt>
  KOKKOS_FUNCTION bool walk(Hash hash, Attempt const& attempt) const {
    if (buckets == 0) return false;
    for (format::ProbePath<Hash> path(hash, buckets); !path.done(); path.advance()) {
      auto const first = path.first_slot(slots);
      for (std::uint32_t j = 0; j < slots;) {
        auto const step = attempt(path.bucket() * slots + (first ^ j));
        if (step == Step::done) return true;
        if (step == Step::next) ++j;
      }
    }
    return false;
  }

  /// Copies the key, and the value if asked. False if the slot changed since `word` was read; then
  /// what was copied may be a mixture.
  KOKKOS_FUNCTION bool copy_at(std::uint64_t at, Word word, Key& key, Value* value) const {
    Atomics::fence();
    key = Atomics::read(keys + at);
    if (value != nullptr) *value = read_value(at);
    Atomics::fence();
    return Atomics::load(states + at) == word;
  }

  KOKKOS_FUNCTION Step find_at(std::uint64_t at, Key const& key, std::uint32_t tag,
                               Result& result) const {
    auto const word = Atomics::load(states + at);
    auto const state = StateWord::state(word);
    if (state == StateWord::empty) return Step::done;
    if (StateWord::tag(word) != tag || state == StateWord::claimed) return Step::next;
    if (state == StateWord::locked) return wait();
    Key held;
    Value value{};
    bool const is_live = state == StateWord::live;
    if (!copy_at(at, word, held, is_live ? &value : nullptr)) return Step::again;
    if (!equal(held, key)) return Step::next;
    if (is_live) result = {Status::found, value, 0};
    return Step::done;
  }

  template <class Update>
  KOKKOS_FUNCTION Step upsert_at(std::uint64_t at, Word word, Key const& key, std::uint32_t tag,
                                 Value const& value, Update const& update, Result& result) const {
    auto const state = StateWord::state(word);
    if (state == StateWord::empty) return insert_at(at, word, key, tag, value, 0, result);
    if (StateWord::tag(word) != tag) return Step::next;
    if (state == StateWord::claimed || state == StateWord::locked) return wait();
    Key held;
    Value old{};
    bool const is_live = state == StateWord::live;
    bool const keeps = is_live && !Update::changes;
    if (!copy_at(at, word, held, keeps ? &old : nullptr)) return Step::again;
    if (!equal(held, key)) return Step::next;
    if (!is_live) return insert_at(at, word, key, tag, value, -1, result);
    if constexpr (Update::changes) {
      return update_at(at, word, value, update, result);
    } else {
      result = {Status::exists, old, 0};
      return Step::done;
    }
  }

  /// Takes an empty or dead slot, if it is still as `word` says.
  KOKKOS_FUNCTION Step insert_at(std::uint64_t at, Word word, Key const& key, std::uint32_t tag,
                                 Value const& value, int dead, Result& result) const {
    auto const claim = StateWord::claim(word, tag);
    if (!Atomics::compare_exchange(states + at, word, claim)) return Step::again;
    publish(at, claim, key, value);
    result = {Status::inserted, value, dead};
    return Step::done;
  }

  template <class Update>
  KOKKOS_FUNCTION Step update_at(std::uint64_t at, Word word, Value const& value,
                                 Update const& update, Result& result) const {
    auto const lock = StateWord::with_state(word, StateWord::locked);
    if (!Atomics::compare_exchange(states + at, word, lock)) return Step::again;
    Atomics::fence();
    auto const next = update(read_value(at), value);
    write_value(at, next);
    Atomics::fence();
    Atomics::store(states + at, StateWord::publish(lock));
    result = {Status::updated, next, 0};
    return Step::done;
  }

  KOKKOS_FUNCTION Step erase_at(std::uint64_t at, Key const& key, std::uint32_t tag,
                                Result& result) const {
    auto word = Atomics::load(states + at);
    auto const state = StateWord::state(word);
    if (state == StateWord::empty) return Step::done;
    if (StateWord::tag(word) != tag || state == StateWord::claimed) return Step::next;
    if (state == StateWord::locked) return wait();
    Key held;
    if (!copy_at(at, word, held, nullptr)) return Step::again;
    if (!equal(held, key)) return Step::next;
    if (state == StateWord::dead) return Step::done;
    auto const dead = StateWord::with_state(word, StateWord::dead);
    if (!Atomics::compare_exchange(states + at, word, dead)) return Step::again;
    result = {Status::erased, Value{}, 1};
    return Step::done;
  }

  /// After a walk that met no empty slot, and none appears before a purge.
  template <class Hash, class Update>
  KOKKOS_FUNCTION void upsert_saturated(Key const& key, Hash hash, Value const& value,
                                        Update const& update, Result& result) const {
    auto* const lock = locks + hash % format::num_locks;
    for (bool done = false; !done;) {
      if (Atomics::try_lock(lock)) {
        while (!upsert_locked(key, hash, value, update, result)) {
        }
        Atomics::unlock(lock);
        done = true;
      } else {
        Atomics::wait();
      }
    }
  }

  /// One walk under the lock: the key's own slot if there is one, else the first dead slot of the
  /// path. False if that slot was revived meanwhile.
  template <class Hash, class Update>
  KOKKOS_FUNCTION bool upsert_locked(Key const& key, Hash hash, Value const& value,
                                     Update const& update, Result& result) const {
    auto const none = buckets * slots;
    auto dead_at = none;
    Word dead_word{};
    auto const tag = StateWord::tag_of(hash);
    bool const done = walk(hash, [&](std::uint64_t at) {
      auto const word = Atomics::load(states + at);
      auto const step = upsert_at(at, word, key, tag, value, update, result);
      if (step == Step::next && dead_at == none && StateWord::state(word) == StateWord::dead) {
        dead_at = at;
        dead_word = word;
      }
      return step;
    });
    if (done) return true;
    result = {Status::full, Value{}, 0};
    if (dead_at == none) return true;
    return insert_at(dead_at, dead_word, key, tag, value, -1, result) == Step::done;
  }
};

}  // namespace heddle::hash::detail
