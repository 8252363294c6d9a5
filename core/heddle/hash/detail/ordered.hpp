// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The deterministic mode of bulk inserts and updates: values, statuses and counts as if the items
/// had come one after the other, bitwise equal on all backends and for all launch shapes. (Only
/// operations with `reducible` are combined in a tree of blocks of 256 first, which for
/// floating-point sums is not the same as one after the other, but the same everywhere.)
///
/// Items are sorted by a hash of their keys, stably, so that those of a key are neighbours in input
/// order; each group becomes one value; each distinct key is stored once. If slots run out, the
/// keys that come first in the batch get them. Promised if nobody else changes the table meanwhile;
/// beside others it is as safe as any bulk call. Slots are not the same: which of two keys gets the
/// first empty slot is decided by a race.
///
/// Costs the sort, and 30 to 60 bytes of work space per item. Nothing here waits, but for
/// `run_ordered`.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/hash/bulk_options.hpp>
#include <heddle/hash/detail/ordered_groups.hpp>
#include <heddle/hash/detail/ordered_limit.hpp>
#include <heddle/hash/detail/ordered_values.hpp>
#include <heddle/hash/detail/ordered_work.hpp>
#include <heddle/hash/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace heddle::hash::detail {

/// Bytes of workspace for a batch of `num_items`; enough for the calls that wait, too.
template <class Table, class Exec>
std::size_t ordered_bytes(Exec const& exec, std::int64_t num_items,
                          std::int64_t piece_items = ordered_piece) {
  Carver carver(nullptr);
  OrderedWork<Table>::carve(exec, carver, std::min(num_items, piece_items));
  carver.take<Counts>(1);
  return carver.taken();
}

/// Adds the outcomes of a piece; the first piece overwrites.
struct AddCounts {
  OrderedTotals const* totals;
  Counts* counts;
  bool is_first;
  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    if (is_first) *counts = Counts{};
    counts->add(totals->counts);
  }
};
struct ClearCounts {
  Counts* counts;
  KOKKOS_FUNCTION void operator()(std::int64_t) const { *counts = Counts{}; }
};

template <class Exec, class Item>
void store_piece(Exec const& exec, OrderedPiece<Item> piece, Counts* counts) {
  using Total = Kokkos::View<Counts, typename Exec::memory_space, Kokkos::MemoryUnmanaged>;
  Range64<Exec> const all(exec, 0, piece.count);
  make_groups(exec, piece);
  combine_values(exec, piece);
  refuse_late_keys(exec, piece);
  Kokkos::parallel_reduce("heddle::hash::ordered_upsert", all, UpsertGroup<Item>(piece),
                          Total(&piece.work.totals->counts));
  if (OrderedItem<Item>::write_back || piece.item.statuses.data() != nullptr) {
    Kokkos::parallel_for("heddle::hash::ordered_report", all, ReportItems<Item>{piece});
  }
  if (counts != nullptr) {
    Kokkos::parallel_for("heddle::hash::ordered_count", Range64<Exec>(exec, 0, 1),
                         AddCounts{piece.work.totals, counts, piece.begin == 0});
  }
}

/// Enqueues the batch. `carver` has ordered_bytes left, without the Counts. `counts`, in the memory
/// of `Exec`, is overwritten; null: nobody asked. `item` is an UpsertItem.
template <class Exec, class Item>
void ordered_upsert(Exec const& exec, std::int64_t num_items, Item const& item, Carver carver,
                    Counts* counts, std::int64_t piece_items = ordered_piece) {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::ordered");
  if (num_items == 0 && counts != nullptr) {
    Kokkos::parallel_for("heddle::hash::ordered_count", Range64<Exec>(exec, 0, 1),
                         ClearCounts{counts});
  }
  auto const work = OrderedWork<typename OrderedItem<Item>::Table>::carve(
      exec, carver, std::min(num_items, piece_items));
  for (std::int64_t begin = 0; begin < num_items; begin += piece_items) {
    auto const count = static_cast<std::uint32_t>(std::min(piece_items, num_items - begin));
    store_piece(exec, OrderedPiece<Item>{item, work, begin, count}, counts);
  }
}

/// The `_async` calls: needs a workspace that is large enough.
template <class Exec, class Item>
void enqueue_ordered(Exec const& exec, std::int64_t num_items, Item const& item,
                     BulkOptions<Exec> const& options) {
  auto const needed = ordered_bytes<typename OrderedItem<Item>::Table>(exec, num_items);
  auto const has = options.workspace == nullptr ? 0 : options.workspace->bytes();
  HEDDLE_EXPECTS(num_items == 0 || has >= needed, invalid_argument,
                 "a deterministic call that does not wait needs a workspace of " +
                     std::to_string(needed) + " bytes, not " + std::to_string(has));
  Carver const carver(options.workspace == nullptr ? nullptr : options.workspace->data());
  ordered_upsert(exec, num_items, item, carver, options.counts);
}

/// The calls that wait: make the workspace larger, or one for the call. Fences `exec`.
template <class Exec, class Item>
Counts run_ordered(Exec const& exec, std::int64_t num_items, Item const& item,
                   BulkOptions<Exec> const& options) {
  Workspace<Exec> own;
  auto& workspace = options.workspace == nullptr ? own : *options.workspace;
  auto const needed = ordered_bytes<typename OrderedItem<Item>::Table>(exec, num_items);
  workspace.reserve(exec, needed);
  Carver carver(workspace.data());
  auto* const counts = carver.take<Counts>(1);
  ordered_upsert(exec, num_items, item, carver, counts);
  Counts result;
  Kokkos::View<Counts, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(&result);
  Kokkos::deep_copy(
      exec, host,
      Kokkos::View<Counts, typename Exec::memory_space, Kokkos::MemoryUnmanaged>(counts));
  exec.fence("heddle::hash::ordered");
  return result;
}

}  // namespace heddle::hash::detail
