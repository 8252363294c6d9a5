// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Purging: dead slots become empty, and every entry moves to the first empty slot of its path. In
/// place, without memory, while nobody else uses the table.
///
/// Rounds, until one moves nothing: then no entry has an empty slot before it, which is what
/// lookups rely on. An entry only ever moves towards the start of its path, so rounds end; 3 to 7
/// of them for live loads of .05 to .8.
#pragma once

#include <heddle/hash/detail/bulk.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::hash::detail {

template <class Table>
struct ClearAt {
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const { table.clear_at(at); }
};
template <class Table>
struct SweepAt {
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const { table.sweep_at(at); }
};
template <class Table>
struct SettleAt {
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::int64_t& moved) const {
    moved += table.settle_at(at);
  }
};
template <class T>
struct ZeroAt {
  T* items;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const { items[at] = 0; }
};
struct SumStripes {
  std::uint64_t const* stripes;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& sum) const {
    sum += stripes[at * backends::hash_format::stripe_stride];
  }
};

template <class Exec, class Storage>
void clear_dead(Exec const& exec, Storage const& storage) {
  auto const& dead = storage.dead();
  Kokkos::parallel_for("heddle::hash::clear_dead",
                       Range64<Exec>(exec, 0, static_cast<std::int64_t>(dead.extent(0))),
                       ZeroAt<std::uint64_t>{dead.data()});
}

/// Makes a table empty. Enqueued on `exec`.
template <class Exec, class Storage, class Table>
void clear_table(Exec const& exec, Storage const& storage, Table const& table) {
  Kokkos::parallel_for("heddle::hash::clear",
                       Range64<Exec>(exec, 0, static_cast<std::int64_t>(table.num_positions())),
                       ClearAt<Table>{table});
  auto const& locks = storage.locks();
  Kokkos::parallel_for("heddle::hash::clear_locks",
                       Range64<Exec>(exec, 0, static_cast<std::int64_t>(locks.extent(0))),
                       ZeroAt<std::uint32_t>{locks.data()});
  clear_dead(exec, storage);
}

/// Dead slots. Fences `exec`.
template <class Exec, class Storage>
std::uint64_t count_dead(Exec const& exec, Storage const& storage) {
  std::uint64_t sum = 0;
  if constexpr (backends::traits<Exec>::is_host) {  // asked before every call while refs are out
    SumStripes const stripes{storage.dead().data()};
    for (std::uint32_t i = 0; i < backends::hash_format::num_stripes; ++i) stripes(i, sum);
    return sum;
  }
  Kokkos::parallel_reduce("heddle::hash::count_dead",
                          Range64<Exec>(exec, 0, backends::hash_format::num_stripes),
                          SumStripes{storage.dead().data()}, sum);
  return sum;
}

/// Dead and empty slots among `sample_slots` that are spread evenly over a table.
template <class Table>
struct SampleSlots {
  Table table;
  std::uint64_t slots;
  std::uint64_t samples;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& dead, std::uint64_t& empty) const {
    auto const slot = static_cast<std::uint64_t>(i) * slots / samples;
    dead += table.is_dead_at(slot);
    empty += table.is_empty_at(slot);
  }
};

/// Whether a purge is due: an eighth of the slots is dead, or as many are dead as are empty, by a
/// sample. The second rule keeps lookups of absent keys short at high loads, where an eighth may
/// never be reached: they end at empty slots alone. Fences `exec`.
template <class Exec, class Storage, class Table>
bool is_worn(Exec const& exec, Storage const& storage, Table const& table, std::uint64_t slots) {
  auto const dead_slots = count_dead(exec, storage);
  if (dead_slots == 0 || dead_slots * 8 >= slots) return dead_slots != 0;
  auto const samples = std::min<std::uint64_t>(slots, backends::hash_format::sample_slots);
  std::uint64_t dead = 0;
  std::uint64_t empty = 0;
  Kokkos::parallel_reduce("heddle::hash::sample",
                          Range64<Exec>(exec, 0, static_cast<std::int64_t>(samples)),
                          SampleSlots<Table>{table, slots, samples}, dead, empty);
  return dead >= empty;
}

/// Fences `exec` once per round.
template <class Exec, class Storage, class Table>
void purge_table(Exec const& exec, Storage const& storage, Table const& table) {
  Range64<Exec> const all(exec, 0, static_cast<std::int64_t>(table.num_positions()));
  Kokkos::parallel_for("heddle::hash::sweep", all, SweepAt<Table>{table});
  clear_dead(exec, storage);
  for (std::int64_t moved = 1; moved > 0;) {
    moved = 0;
    Kokkos::parallel_reduce("heddle::hash::settle", all, SettleAt<Table>{table}, moved);
  }
}

}  // namespace heddle::hash::detail
