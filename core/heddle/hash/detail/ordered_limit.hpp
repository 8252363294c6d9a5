// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which keys of a batch get a slot if there are not enough: those that come first in it.
///
/// Free slots are counted until there is one for every key of the batch, which in a table with
/// room is soon. If there is not, new keys are looked for, numbered in input order, and those
/// beyond the free slots are refused before anything is inserted. All of it is enqueued: the
/// kernels of the second part end at once where there is room.
#pragma once

#include <heddle/backends/payload_words.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/ordered_work.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// Slots that one thread looks at, `stride` apart, so that neighbours read neighbours.
inline constexpr std::uint64_t ordered_slots_each = 64;

template <class Exec, class Item>
struct CountFree {
  OrderedPiece<Item> piece;
  std::uint64_t stride;
  KOKKOS_FUNCTION void operator()(std::int64_t begin) const {
    auto const& table = piece.item.table;
    auto* const free_slots = &piece.work.totals->free_slots;
    if (backends::payload_words<Exec>::load(free_slots) >= piece.work.totals->groups) return;
    std::uint64_t found = 0;
    typename OrderedItem<Item>::Key key;
    typename OrderedItem<Item>::Value value;
    for (auto at = static_cast<std::uint64_t>(begin); at < table.num_slots(); at += stride) {
      found += !table.read(at, key, value);
    }
    if (found > 0) Kokkos::atomic_add(free_slots, found);
  }
};

/// Whether a key needs one of the slots that are counted.
template <class Table>
KOKKOS_INLINE_FUNCTION bool takes_slot(Table const&, typename Table::key_type const& key) {
  if constexpr (requires { typename Table::Bits; }) {
    return !Table::Table::is_side(to_bits<typename Table::Bits>(key));
  } else {
    return true;
  }
}

template <class Item>
struct ClearMarks {
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (piece.work.totals->is_tight()) piece.work.marks[i] = 0;
  }
};

/// Marks the first item of every key that is not in the table.
template <class Item>
struct MarkNewKeys {
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    auto const& work = piece.work;
    if (!work.totals->is_tight() || group >= work.totals->groups) return;
    auto const first = work.order[0][work.group_begin[group]];
    auto const key = piece.key(first);
    auto const& table = piece.item.table;
    if (takes_slot(table, key) && !table.find(key, table.hash_of(key)).found) {
      work.marks[first] = 1;
    }
  }
};

/// Refuses new keys beyond the free slots, by the order of their first items.
template <class Item>
struct RefuseLateKeys {
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint32_t& before, bool last) const {
    auto const& work = piece.work;
    if (!work.totals->is_tight() || work.marks[i] == 0) return;
    if (last && before >= work.totals->free_slots) work.marks[i] = 2;
    ++before;
  }
};

template <class Exec, class Item>
void refuse_late_keys(Exec const& exec, OrderedPiece<Item> const& piece) {
  auto const slots = piece.item.table.num_slots();
  auto const threads = (slots + ordered_slots_each - 1) / ordered_slots_each;
  Kokkos::parallel_for("heddle::hash::ordered_count_free",
                       Range64<Exec>(exec, 0, static_cast<std::int64_t>(threads)),
                       CountFree<Exec, Item>{piece, threads});
  Range64<Exec> const all(exec, 0, piece.count);
  Kokkos::parallel_for("heddle::hash::ordered_clear_marks", all, ClearMarks<Item>{piece});
  Kokkos::parallel_for("heddle::hash::ordered_mark_new", all, MarkNewKeys<Item>{piece});
  Kokkos::parallel_scan("heddle::hash::ordered_refuse", all, RefuseLateKeys<Item>{piece});
}

}  // namespace heddle::hash::detail
