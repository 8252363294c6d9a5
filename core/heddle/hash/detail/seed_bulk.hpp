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

template <class Memory>
struct InsertSeedPairs {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys, values;
  Kokkos::View<Status*, Memory> statuses;  // empty: nobody asked
  Kokkos::View<SeedRejects, Memory> rejects;

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    bool const asked = statuses.extent(0) > 0;
    Status const status = table.insert(keys(item), values(item), asked);
    if (asked) statuses(item) = status;
    if (status == Status::full) Kokkos::atomic_inc(&rejects().full);
    if (status == Status::invalid_key) Kokkos::atomic_inc(&rejects().invalid_key);
    if (status == Status::invalid_value) Kokkos::atomic_inc(&rejects().invalid_value);
  }
};

template <class Memory>
struct FindSeedKeys {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys;
  Kokkos::View<std::uint32_t*, Memory> values;
  Kokkos::View<Status*, Memory> statuses;  // empty: nobody asked

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    std::uint32_t const key = keys(item);
    std::uint32_t const value = table.value_of(key);
    values(item) = value;
    if (statuses.extent(0) == 0) return;
    statuses(item) = key == seed_empty     ? Status::invalid_key
                     : value == seed_empty ? Status::not_found
                                           : Status::found;
  }
};

template <class Memory>
struct EraseSeedKeys {
  SeedSlots table;
  Kokkos::View<std::uint32_t const*, Memory> keys;
  Kokkos::View<Status*, Memory> statuses;  // empty: nobody asked

  KOKKOS_FUNCTION void operator()(std::int64_t const item) const {
    bool const asked = statuses.extent(0) > 0;
    Status const status = table.erase(keys(item), asked);
    if (asked) statuses(item) = status;
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
    auto const home = backends::hash_format::mix(slot.key);
    auto const length = (static_cast<std::uint64_t>(place) - home) & mask;
    ++count;
    sum += length;
    max = length > max ? length : max;
  }
};

}  // namespace detail
}  // namespace heddle::hash
