// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Shared memory of a modelled table, and the stand-in for atomics that steps through it.
///
/// An operation on the table is a deterministic function of what its accesses observe. So a thread
/// is a log of observations: its operation runs from the start with the log, and throws at the
/// first access that the log does not answer. The explorer then chooses whose access happens next.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace heddle::test::model {

inline constexpr int max_places = 64;
inline constexpr int max_locks = 1024;

/// One access to shared memory.
struct Access {
  enum class Kind { load, compare_exchange, store, try_lock, unlock };
  Kind kind = Kind::load;
  int place = 0;  ///< of a word, or the number of a lock
  std::uint64_t expected = 0;
  std::uint64_t desired = 0;
};

/// What it saw.
struct Observation {
  std::uint64_t value = 0;
  bool won = false;
};

/// Thrown where a log ends.
struct Suspended {
  Access access;
};

/// Where tables of the model point to. Only addresses count: contents lie in the explorer's states.
inline std::uint64_t words[max_places];
inline std::uint32_t locks[max_locks];

/// Answers the accesses of one operation from a log.
class Replay {
 public:
  explicit Replay(std::vector<Observation> const& log) : log_(log) { current_ = this; }
  static Observation observe(Access const& access) {
    if (current_->next_ == current_->log_.size()) throw Suspended{access};
    return current_->log_[current_->next_++];
  }

 private:
  inline static Replay* current_ = nullptr;
  std::vector<Observation> const& log_;
  std::size_t next_ = 0;
};

/// With `locking` false every attempt to lock succeeds, as if the lock was not there.
template <bool locking>
struct SteppingAtomics {
  using Word = std::uint64_t;
  using Kind = Access::Kind;

  KOKKOS_FUNCTION static Word load(Word const* word) {
    KOKKOS_IF_ON_HOST((return Replay::observe({Kind::load, place_of(word), 0, 0}).value;))
    KOKKOS_IF_ON_DEVICE((return *word;))
  }
  KOKKOS_FUNCTION static void store(Word* word, Word value) {
    KOKKOS_IF_ON_HOST((Replay::observe({Kind::store, place_of(word), 0, value});))
    KOKKOS_IF_ON_DEVICE((*word = value;))
  }
  KOKKOS_FUNCTION static bool compare_exchange(Word* word, Word& expected, Word desired) {
    KOKKOS_IF_ON_HOST((return host_exchange(word, expected, desired);))
    KOKKOS_IF_ON_DEVICE((return (void)word, (void)expected, (void)desired, false;))
  }
  KOKKOS_FUNCTION static bool try_lock(std::uint32_t* lock) {
    if (!locking) return true;
    KOKKOS_IF_ON_HOST((return Replay::observe({Kind::try_lock, lock_of(lock), 0, 0}).won;))
    KOKKOS_IF_ON_DEVICE((return (void)lock, false;))
  }
  KOKKOS_FUNCTION static void unlock(std::uint32_t* lock) {
    if (!locking) return;
    KOKKOS_IF_ON_HOST((Replay::observe({Kind::unlock, lock_of(lock), 0, 0});))
    KOKKOS_IF_ON_DEVICE(((void)lock;))
  }
  KOKKOS_FUNCTION static void fence() {}  // accesses of the model happen in order
  KOKKOS_FUNCTION static void wait() {}

  /// Payloads are two words, one access each: a reader beside a writer can see a mixture.
  template <class T>
  KOKKOS_FUNCTION static T read(T const* from) {
    auto const* const halves = reinterpret_cast<Word const*>(from);
    T item{};
    item.low = load(halves);
    item.high = load(halves + 1);
    return item;
  }
  template <class T>
  KOKKOS_FUNCTION static void write(T* to, T const& item) {
    auto* const halves = reinterpret_cast<Word*>(to);
    store(halves, item.low);
    store(halves + 1, item.high);
  }

 private:
  static int place_of(Word const* word) { return static_cast<int>(word - words); }
  static int lock_of(std::uint32_t const* lock) { return static_cast<int>(lock - locks); }
  static bool host_exchange(Word const* word, Word& expected, Word desired) {
    auto const seen = Replay::observe({Kind::compare_exchange, place_of(word), expected, desired});
    expected = seen.value;
    return seen.won;
  }
};

}  // namespace heddle::test::model
