// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The slots of the published "Simple GPU Hash Table" and what one thread does to them.
///
/// A slot has four states: both fields empty; key alone (being written, or erased); both set; value
/// visible before its key, which readers take for a free slot. No order between the two fields is
/// needed: a reader that sees the key before its value sees a key without one, that is no entry.
#pragma once

#include <heddle/backends/hash_format.hpp>
#include <heddle/hash/options.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstdint>

namespace heddle::hash {

/// The mark of an empty field; no key and no value of a SeedMap can be it.
inline constexpr std::uint32_t seed_empty = 0xffffffffu;

/// Two fields of their own, as published: the key is claimed first, then the value is stored.
struct alignas(8) SeedSlot {
  std::uint32_t key;
  std::uint32_t value;
};

namespace detail {

/// One field, read as a whole beside writers. Kokkos::atomic_load would be a compare-exchange.
KOKKOS_INLINE_FUNCTION std::uint32_t seed_load(std::uint32_t const* field) {
  KOKKOS_IF_ON_DEVICE((return *static_cast<std::uint32_t const volatile*>(field);))
  KOKKOS_IF_ON_HOST((return std::atomic_ref<std::uint32_t>(*const_cast<std::uint32_t*>(field))
                         .load(std::memory_order_relaxed);))
}

/// One field, written as a whole beside readers and writers.
KOKKOS_INLINE_FUNCTION void seed_store(std::uint32_t* field, std::uint32_t value) {
  KOKKOS_IF_ON_DEVICE((*static_cast<std::uint32_t volatile*>(field) = value;))
  KOKKOS_IF_ON_HOST(
      (std::atomic_ref<std::uint32_t>(*field).store(value, std::memory_order_relaxed);))
}

/// Slots in memory that somebody else owns. `mask` is the capacity, a power of two, minus 1.
struct SeedSlots {
  SeedSlot* slots = nullptr;
  std::uint64_t mask = 0;

  KOKKOS_INLINE_FUNCTION std::uint64_t home(std::uint32_t key) const {
    return backends::hash_format::mix(key) & mask;
  }

  /// The slot that holds the key, claimed if it was free. Null after one walk of a full table.
  KOKKOS_INLINE_FUNCTION SeedSlot* claim(std::uint32_t key) const {
    std::uint64_t place = home(key);
    for (std::uint64_t step = 0; step <= mask; ++step) {
      auto& slot = slots[place];
      std::uint32_t const before = Kokkos::atomic_compare_exchange(&slot.key, seed_empty, key);
      if (before == seed_empty || before == key) return &slot;
      place = (place + 1) & mask;
    }
    return nullptr;
  }

  /// The slot that holds the key, or null.
  KOKKOS_INLINE_FUNCTION SeedSlot* find(std::uint32_t key) const {
    std::uint64_t place = home(key);
    for (std::uint64_t step = 0; step <= mask; ++step) {
      auto& slot = slots[place];
      std::uint32_t const held = seed_load(&slot.key);
      if (held == key) return &slot;
      if (held == seed_empty) return nullptr;
      place = (place + 1) & mask;
    }
    return nullptr;
  }

  /// Of inserts of one key that run at once exactly one exchanges its value with the empty one and
  /// is `inserted`. Where nobody asks, a plain store does, as published, and the status is none.
  KOKKOS_INLINE_FUNCTION Status insert(std::uint32_t key, std::uint32_t value, bool asked) const {
    if (key == seed_empty) return Status::invalid_key;
    if (value == seed_empty) return Status::invalid_value;
    SeedSlot* const slot = claim(key);
    if (slot == nullptr) return Status::full;
    if (!asked) {
      seed_store(&slot->value, value);
      return Status::none;
    }
    std::uint32_t const before = Kokkos::atomic_exchange(&slot->value, value);
    return before == seed_empty ? Status::inserted : Status::updated;
  }

  /// The value becomes empty, the key stays and keeps the slot.
  KOKKOS_INLINE_FUNCTION Status erase(std::uint32_t key, bool asked) const {
    if (key == seed_empty) return Status::invalid_key;
    SeedSlot* const slot = find(key);
    if (slot == nullptr) return Status::not_found;
    if (!asked) {
      seed_store(&slot->value, seed_empty);
      return Status::none;
    }
    std::uint32_t const before = Kokkos::atomic_exchange(&slot->value, seed_empty);
    return before == seed_empty ? Status::not_found : Status::erased;
  }

  /// The value of the key, empty if there is none.
  KOKKOS_INLINE_FUNCTION std::uint32_t value_of(std::uint32_t key) const {
    if (key == seed_empty) return seed_empty;  // it would meet itself in any free slot
    SeedSlot const* const slot = find(key);
    return slot == nullptr ? seed_empty : seed_load(&slot->value);
  }
};

}  // namespace detail
}  // namespace heddle::hash
