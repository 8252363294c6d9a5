// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How references notice, in builds that check (debug_checks.hpp), that the memory of their table
/// was replaced, moved or freed. Elsewhere all of this is empty.
///
/// Each table has a word that counts the generations of its memory; a reference knows the word and
/// the number that it was made under. Words lie where host and device reach them. They outlive
/// their tables, and whoever gets one next goes on counting, so that an old reference never meets
/// its number again.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/detail/debug_checks.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::hash::detail {
inline namespace HEDDLE_HASH_ABI {

#if HEDDLE_HASH_CHECKS

/// The words of all tables in the reach of one backend; freed when Kokkos ends.
template <class Space>
class GenerationWords {
 public:
  static std::uint64_t* take() {
    auto& words = all();
    std::lock_guard const lock(words.mutex_);
    if (words.unused_.empty()) words.add_block();
    auto* const word = words.unused_.back();
    words.unused_.pop_back();
    return word;
  }
  static void give_back(std::uint64_t* word) {
    auto& words = all();
    std::lock_guard const lock(words.mutex_);
    if (words.blocks_.empty()) return;  // a table that outlived Kokkos
    Kokkos::atomic_inc(word);
    words.unused_.push_back(word);
  }

 private:
  static constexpr std::size_t block_words = 512;

  static GenerationWords& all() {
    static auto* const words = new GenerationWords;  // for ever: tables may be static
    return *words;
  }
  void add_block() {
    if (blocks_.empty()) Kokkos::push_finalize_hook([] { all().free_blocks(); });
    auto* const block = static_cast<std::uint64_t*>(Kokkos::kokkos_malloc<Space>(
        "heddle::hash::generations", block_words * sizeof(std::uint64_t)));
    blocks_.push_back(block);
    for (std::size_t i = 0; i < block_words; ++i) {
      block[i] = 0;
      unused_.push_back(block + i);
    }
  }
  void free_blocks() {
    std::lock_guard const lock(mutex_);
    for (auto* const block : blocks_) Kokkos::kokkos_free<Space>(block);
    blocks_.clear();
    unused_.clear();
  }

  std::mutex mutex_;
  std::vector<std::uint64_t*> blocks_, unused_;
};

/// What a reference knows. Without a word it never gets stale.
class RefTag {
 public:
  RefTag() = default;
  explicit RefTag(std::uint64_t const* word)
      : word_(word), made_under_(word == nullptr ? 0 : Kokkos::atomic_load(word)) {}

  KOKKOS_FUNCTION bool is_stale() const {
    return word_ != nullptr && Kokkos::atomic_load(word_) != made_under_;
  }
  KOKKOS_FUNCTION void expect_fresh() const {
    if (!is_stale()) return;
    KOKKOS_IF_ON_HOST((throw_stale();))
    KOKKOS_IF_ON_DEVICE((Kokkos::abort("heddle::hash: a stale reference to a table is used");))
  }

 private:
  static void throw_stale() {
    HEDDLE_EXPECTS(false, invalid_state,
                   "a reference is used whose hash table was rehashed, moved or freed since");
  }
  std::uint64_t const* word_ = nullptr;
  std::uint64_t made_under_ = 0;
};

/// What a table has. To be destroyed after its memory, which kernels may use until then.
template <class Exec>
class Generation {
  using Space = std::conditional_t<backends::traits<Exec>::is_host, Kokkos::HostSpace,
                                   Kokkos::SharedHostPinnedSpace>;

 public:
  Generation() : word_(GenerationWords<Space>::take()) {}
  Generation(Generation&& other) noexcept : word_(std::exchange(other.word_, nullptr)) {
    begin_next();
  }
  Generation& operator=(Generation&& other) noexcept {
    std::swap(word_, other.word_);
    begin_next();
    other.begin_next();
    return *this;
  }
  ~Generation() {
    if (word_ != nullptr) GenerationWords<Space>::give_back(word_);
  }
  void begin_next() noexcept {
    if (word_ != nullptr) Kokkos::atomic_inc(word_);
  }
  RefTag tag() const { return RefTag(word_); }

 private:
  std::uint64_t* word_;
};

#else

struct RefTag {
  static constexpr KOKKOS_INLINE_FUNCTION bool is_stale() { return false; }
  static constexpr KOKKOS_INLINE_FUNCTION void expect_fresh() {}
};
template <class Exec>
struct Generation {
  static void begin_next() {}
  static RefTag tag() { return {}; }
};

#endif

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash::detail
