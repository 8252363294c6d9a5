// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The published "Simple GPU Hash Table" (David Farell, 2020) and nothing else: Heddle's point of
/// departure, kept as a mode and as a peer in benchmarks. New code wants HashMap.
///
/// Lock-free open addressing, 32-bit keys and values, capacity a power of two, linear probing from
/// Murmur3-finaliser(key) & (capacity - 1), 0xffffffff as the mark of an empty field. Ours adds two
/// things: a walk ends after `capacity` steps (`full`), and the mark is refused as key or value.
///
/// Erased keys keep their slots for good, so a table that sees many different keys fills up; resize
/// drops them. Linear probing collapses above a load of about .8: mean probe lengths of 0.48 at .5,
/// 10 at .95, with single ones of thousands.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/hash/detail/checks.hpp>
#include <heddle/hash/detail/seed_bulk.hpp>
#include <heddle/hash/detail/seed_checks.hpp>
#include <heddle/hash/detail/seed_slots.hpp>
#include <heddle/hash/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace heddle::hash {

/// What a lookup in a kernel finds.
struct SeedFindResult {
  std::uint32_t value = seed_empty;
  bool found = false;
};

/// A SeedMap inside kernels: trivially copyable, captured by value. All members may be called from
/// any number of threads at once; each ends after at most `capacity` steps. Valid until the map is
/// resized, moved or destroyed.
class SeedMapRef {
 public:
  /// Of a table; SeedMap::ref makes it.
  explicit SeedMapRef(detail::SeedSlots table) : table_(table) {}

  /// inserted, updated, full, invalid_key or invalid_value. Of inserts of one key that run at once
  /// exactly one reports `inserted`, and one of their values stays.
  KOKKOS_INLINE_FUNCTION Status insert(std::uint32_t key, std::uint32_t value) const {
    return table_.insert(key, value, true);
  }
  /// Beside an insert of the key: absent until its value is there.
  KOKKOS_INLINE_FUNCTION SeedFindResult find(std::uint32_t key) const {
    std::uint32_t const value = table_.value_of(key);
    return {value, value != seed_empty};
  }
  /// erased, not_found or invalid_key.
  KOKKOS_INLINE_FUNCTION Status erase(std::uint32_t key) const { return table_.erase(key, true); }

 private:
  detail::SeedSlots table_;
};

/// What a bulk insert could not store.
struct SeedResult : SeedRejects {
  Status status = Status::none;  ///< full, else invalid_key, else invalid_value, if any item was
};

/// Owns the slots, 8 bytes each, in the memory of `Exec`. Movable, not copyable. erase, find and
/// one insert call may overlap from any instances (inserts of one object share its counters: of
/// those one at a time, while refs know no such limit); resize, clear and moves run alone. Except
/// where a comment says otherwise a call only enqueues work on `exec`, and what it was given must
/// live until that is done. Which slot a key gets depends on the order of the threads; which keys
/// are there does not.
template <class Exec>
class SeedMap {
 public:
  using Memory = typename Exec::memory_space;
  using Keys = Kokkos::View<std::uint32_t const*, Memory>;
  using Values = Kokkos::View<std::uint32_t const*, Memory>;
  using Outputs = Kokkos::View<std::uint32_t*, Memory>;
  using Statuses = Kokkos::View<Status*, Memory>;

  /// An empty table. Throws not_power_of_two unless `capacity` is one, at most 2^32 (the hash has
  /// 32 bits), out_of_memory, and not_initialized before Kokkos is.
  SeedMap(Exec const& exec, std::size_t capacity)
      : slots_(make_slots(exec, capacity)),
        rejects_(Kokkos::view_alloc(exec, "heddle::hash::seed_rejects")) {}
  SeedMap(SeedMap&&) noexcept = default;
  SeedMap& operator=(SeedMap&&) noexcept = default;

  /// Stores pairs; of equal keys the last writer wins. Without `statuses` it makes one atomic and
  /// one store per pair, as published. Fences `exec` to report. Throws size_mismatch, and
  /// invalid_argument if `statuses` overlaps an input.
  SeedResult insert(Exec const& exec, Keys const& keys, Values const& values,
                    Statuses const& statuses = {});
  /// The value of each key, 0xffffffff for an absent one; statuses found, not_found, invalid_key.
  /// Throws size_mismatch, and invalid_argument if an output overlaps another view.
  void find(Exec const& exec, Keys const& keys, Outputs const& values,
            Statuses const& statuses = {}) const;
  /// Removes keys; statuses erased, not_found, invalid_key: of equal keys one is `erased`. Throws
  /// size_mismatch, and invalid_argument if `statuses` overlaps `keys`.
  void erase(Exec const& exec, Keys const& keys, Statuses const& statuses = {});
  /// The published iterate: writes the live pairs in the order of their slots and returns their
  /// number. Fences `exec`. Throws output_too_small, outputs unchanged.
  std::size_t retrieve_all(Exec const& exec, Outputs const& keys, Outputs const& values) const;
  /// The number of live pairs, by a scan of the slots. Fences `exec`.
  std::size_t size(Exec const& exec) const;
  /// Slots.
  std::size_t capacity() const { return slots_.extent(0); }
  /// Bytes of the slots.
  std::size_t bytes() const { return capacity() * sizeof(SeedSlot); }
  /// Empties the table.
  void clear(Exec const& exec) { clear(exec, slots_); }
  /// Moves the live pairs into a new table. Fences `exec`. Throws as the constructor does, and
  /// capacity_below_size if the pairs do not fit; the table is unchanged then.
  void resize(Exec const& exec, std::size_t capacity);
  /// Probe lengths of the live pairs. Fences `exec`.
  SeedStatistics statistics(Exec const& exec) const;
  /// For kernels.
  SeedMapRef ref() const { return SeedMapRef(table()); }

 private:
  using Slots = Kokkos::View<SeedSlot*, Memory>;

  static Slots make_slots(Exec const& exec, std::size_t capacity);
  static void clear(Exec const& exec, Slots const& slots) {
    Kokkos::parallel_for("heddle::hash::seed_clear", range(exec, slots.extent(0)),
                         detail::ClearSeedSlots<Memory>{slots});
  }
  static detail::SeedRange<Exec> range(Exec const& exec, std::size_t count) {
    return detail::SeedRange<Exec>(exec, 0, static_cast<std::int64_t>(count));
  }
  detail::SeedSlots table() const { return {slots_.data(), capacity() - 1}; }

  Slots slots_;
  Kokkos::View<SeedRejects, Memory> rejects_;
};

template <class Exec>
typename SeedMap<Exec>::Slots SeedMap<Exec>::make_slots(Exec const& exec, std::size_t capacity) {
  require_initialized("heddle::hash::SeedMap");
  detail::expect_seed_capacity(capacity);
  auto const no_memory =
      "no memory for a SeedMap of " + std::to_string(capacity * sizeof(SeedSlot)) + " bytes";
  // Hosts promise more memory than they have, and end the process that takes them at their word.
  HEDDLE_EXPECTS(capacity * sizeof(SeedSlot) <= backends::traits<Exec>::usable_bytes(exec),
                 out_of_memory, no_memory);
  Slots slots;
  try {
    slots =
        heddle::detail::allocate<SeedSlot>(exec, std::string("heddle::hash::seed_slots"), capacity);
  } catch (std::exception const&) {
    HEDDLE_EXPECTS(false, out_of_memory, no_memory);
  }
  clear(exec, slots);
  return slots;
}

template <class Exec>
SeedResult SeedMap<Exec>::insert(Exec const& exec, Keys const& keys, Values const& values,
                                 Statuses const& statuses) {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::seed_insert");
  detail::expect_length(values, keys.extent(0), "values");
  detail::expect_length_if_given(statuses, keys.extent(0), "statuses");
  detail::expect_disjoint(statuses, keys, "statuses", "keys");
  detail::expect_disjoint(statuses, values, "statuses", "values");
  SeedResult result;
  if (keys.extent(0) == 0) return result;
  SeedRejects rejects;
  Kokkos::View<SeedRejects, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(&rejects);
  Kokkos::deep_copy(exec, rejects_, host);
  Kokkos::parallel_for("heddle::hash::seed_insert", range(exec, keys.extent(0)),
                       detail::InsertSeedPairs<Memory>{table(), keys, values, statuses, rejects_});
  Kokkos::deep_copy(exec, host, rejects_);
  exec.fence("heddle::hash::seed_insert");
  static_cast<SeedRejects&>(result) = rejects;
  result.status = rejects.full > 0            ? Status::full
                  : rejects.invalid_key > 0   ? Status::invalid_key
                  : rejects.invalid_value > 0 ? Status::invalid_value
                                              : Status::none;
  return result;
}

template <class Exec>
void SeedMap<Exec>::find(Exec const& exec, Keys const& keys, Outputs const& values,
                         Statuses const& statuses) const {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::seed_find");
  detail::expect_length(values, keys.extent(0), "values");
  detail::expect_length_if_given(statuses, keys.extent(0), "statuses");
  detail::expect_disjoint(values, keys, "values", "keys");
  detail::expect_disjoint(statuses, keys, "statuses", "keys");
  detail::expect_disjoint(statuses, values, "statuses", "values");
  Kokkos::parallel_for("heddle::hash::seed_find", range(exec, keys.extent(0)),
                       detail::FindSeedKeys<Memory>{table(), keys, values, statuses});
}

template <class Exec>
void SeedMap<Exec>::erase(Exec const& exec, Keys const& keys, Statuses const& statuses) {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::seed_erase");
  detail::expect_length_if_given(statuses, keys.extent(0), "statuses");
  detail::expect_disjoint(statuses, keys, "statuses", "keys");
  Kokkos::parallel_for("heddle::hash::seed_erase", range(exec, keys.extent(0)),
                       detail::EraseSeedKeys<Memory>{table(), keys, statuses});
}

template <class Exec>
std::size_t SeedMap<Exec>::size(Exec const& exec) const {
  std::uint64_t count = 0;
  Kokkos::parallel_reduce("heddle::hash::seed_size", range(exec, capacity()),
                          detail::CountSeedPairs<Memory>{slots_}, count);
  exec.fence("heddle::hash::seed_size");
  return count;
}

template <class Exec>
std::size_t SeedMap<Exec>::retrieve_all(Exec const& exec, Outputs const& keys,
                                        Outputs const& values) const {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::seed_retrieve_all");
  detail::expect_disjoint(keys, values, "keys", "values");
  std::size_t const count = size(exec);
  HEDDLE_EXPECTS(keys.extent(0) >= count && values.extent(0) >= count, output_too_small,
                 "outputs of " + std::to_string(keys.extent(0)) + " keys and " +
                     std::to_string(values.extent(0)) + " values; needed are " +
                     std::to_string(count));
  Kokkos::parallel_scan("heddle::hash::seed_retrieve_all", range(exec, capacity()),
                        detail::GatherSeedPairs<Memory>{slots_, keys, values});
  exec.fence("heddle::hash::seed_retrieve_all");
  return count;
}

template <class Exec>
void SeedMap<Exec>::resize(Exec const& exec, std::size_t capacity) {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::seed_resize");
  detail::expect_seed_capacity(capacity);
  std::size_t const live = size(exec);
  HEDDLE_EXPECTS(
      capacity >= live, capacity_below_size,
      "a capacity of " + std::to_string(capacity) + " for " + std::to_string(live) + " entries");
  Slots const slots = make_slots(exec, capacity);
  Kokkos::parallel_for(
      "heddle::hash::seed_resize", range(exec, slots_.extent(0)),
      detail::MoveSeedPairs<Memory>{slots_, detail::SeedSlots{slots.data(), capacity - 1}});
  exec.fence("heddle::hash::seed_resize");
  slots_ = slots;
}

template <class Exec>
SeedStatistics SeedMap<Exec>::statistics(Exec const& exec) const {
  SeedStatistics statistics;
  Kokkos::parallel_reduce("heddle::hash::seed_statistics", range(exec, capacity()),
                          detail::MeasureSeedProbes<Memory>{slots_, capacity() - 1},
                          statistics.count, statistics.sum,
                          Kokkos::Max<std::uint64_t>(statistics.max));
  exec.fence("heddle::hash::seed_statistics");
  return statistics;
}

}  // namespace heddle::hash
