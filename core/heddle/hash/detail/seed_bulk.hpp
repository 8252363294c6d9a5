// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The kernels of SeedMap: one thread per key or per slot, as published.
#pragma once

#include <heddle/hash/detail/seed_slots.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash {

/// Which entries of a bulk insert were not stored, by reason.
struct SeedRejects {
  std::uint64_t full = 0;           ///< no free slot was left
  std::uint64_t invalid_key = 0;    ///< the key was 0xffffffff
  std::uint64_t invalid_value = 0;  ///< the value was 0xffffffff
};

/// Probe lengths of the live entries: (slot - hash) & (capacity - 1), 0 for a key at its home.
/// Their sum does not depend on the order of the insertions; their maximum does.
struct SeedStatistics {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  std::uint64_t max = 0;
  double mean() const {
    return count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count);
  }
};

namespace detail {

template <class Exec>
using SeedRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// Empties slots. Both fields at once: nobody else may use the table meanwhile.
template <class Memory>
struct ClearSeedSlots {
  Kokkos::View<SeedSlot*, Memory> slots;
  KOKKOS_FUNCTION void operator()(std::int64_t const place) const {
    slots(place) = {seed_empty, seed_empty};
  }
};

/// Claims the key's slot, then stores the value; the last writer of a key wins. Where statuses are
/// wanted the store is an exchange: of equal keys exactly one meets the empty value.
template <class Memory>
struct InsertSeedPairs {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys, values;
  Kokkos::View<Status*, Memory> statuses;  // empty: not wanted
  Kokkos::View<SeedRejects, Memory> rejects;

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    Status const status = insert(keys(item), values(item));
    if (statuses.extent(0) > 0) statuses(item) = status;
  }
  KOKKOS_FUNCTION Status insert(std::uint32_t const key, std::uint32_t const value) const {
    if (key == seed_empty) return reject(rejects().invalid_key, Status::invalid_key);
    if (value == seed_empty) return reject(rejects().invalid_value, Status::invalid_value);
    SeedSlot* const slot = table.claim(key);
    if (slot == nullptr) return reject(rejects().full, Status::full);
    if (statuses.extent(0) == 0) {
      seed_store(&slot->value, value);
      return Status::none;
    }
    std::uint32_t const before = Kokkos::atomic_exchange(&slot->value, value);
    return before == seed_empty ? Status::inserted : Status::updated;
  }
  KOKKOS_FUNCTION static Status reject(std::uint64_t& count, Status const status) {
    Kokkos::atomic_inc(&count);
    return status;
  }
};

template <class Memory>
struct LookUpSeedKeys {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys;
  Kokkos::View<std::uint32_t*, Memory> values;
  Kokkos::View<Status*, Memory> statuses;  // empty: not wanted

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    std::uint32_t const key = keys(item);
    SeedSlot const* const slot = key == seed_empty ? nullptr : table.find(key);
    std::uint32_t const value = slot == nullptr ? seed_empty : seed_load(&slot->value);
    values(item) = value;
    if (statuses.extent(0) == 0) return;
    statuses(item) = key == seed_empty     ? Status::invalid_key
                     : value == seed_empty ? Status::not_found
                                           : Status::found;
  }
};

/// The value becomes empty, the key stays and keeps the slot.
template <class Memory>
struct EraseSeedKeys {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys;
  Kokkos::View<Status*, Memory> statuses;  // empty: not wanted

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    Status const status = erase(keys(item));
    if (statuses.extent(0) > 0) statuses(item) = status;
  }
  KOKKOS_FUNCTION Status erase(std::uint32_t const key) const {
    if (key == seed_empty) return Status::invalid_key;
    SeedSlot* const slot = table.find(key);
    if (slot == nullptr) return Status::not_found;
    if (statuses.extent(0) == 0) {
      seed_store(&slot->value, seed_empty);
      return Status::none;
    }
    std::uint32_t const before = Kokkos::atomic_exchange(&slot->value, seed_empty);
    return before == seed_empty ? Status::not_found : Status::erased;
  }
};

KOKKOS_INLINE_FUNCTION bool is_live(SeedSlot const& slot) {
  return slot.key != seed_empty && slot.value != seed_empty;
}

template <class Memory>
struct CountSeedPairs {
  Kokkos::View<SeedSlot const*, Memory> slots;
  KOKKOS_FUNCTION void operator()(std::int64_t const place, std::uint64_t& count) const {
    count += is_live(slots(place));
  }
};

/// Writes the live pairs in the order of their slots.
template <class Memory>
struct GatherSeedPairs {
  Kokkos::View<SeedSlot const*, Memory> slots;
  Kokkos::View<std::uint32_t*, Memory> keys, values;
  KOKKOS_FUNCTION void operator()(std::int64_t const place, std::uint64_t& before,
                                  bool const last) const {
    SeedSlot const slot = slots(place);
    if (!is_live(slot)) return;
    if (last) {
      keys(before) = slot.key;
      values(before) = slot.value;
    }
    ++before;
  }
};

/// Inserts the live pairs of one table into another that has room for them.
template <class Memory>
struct MoveSeedPairs {
  Kokkos::View<SeedSlot const*, Memory> from;
  SeedSlots to;
  KOKKOS_FUNCTION void operator()(std::int64_t const place) const {
    SeedSlot const slot = from(place);
    if (is_live(slot)) seed_store(&to.claim(slot.key)->value, slot.value);
  }
};

template <class Memory>
struct MeasureSeedProbes {
  Kokkos::View<SeedSlot const*, Memory> slots;
  std::uint64_t mask;
  KOKKOS_FUNCTION void operator()(std::int64_t const place, std::uint64_t& count,
                                  std::uint64_t& sum, std::uint64_t& max) const {
    SeedSlot const slot = slots(place);
    if (!is_live(slot)) return;
    auto const length = (static_cast<std::uint64_t>(place) - seed_hash(slot.key)) & mask;
    ++count;
    sum += length;
    max = length > max ? length : max;
  }
};

}  // namespace detail
}  // namespace heddle::hash
