// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One value for all items of a key, by rules that depend on nothing but their order.
#pragma once

#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/ordered_work.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// One level of the tree: of the partial results `width` items apart, counted from the first item
/// of a key, each 256 become one, in order.
template <class Item>
struct CombineBlocks {
  OrderedPiece<Item> piece;
  std::uint64_t width;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    auto const& work = piece.work;
    auto const group = work.group_of[at];
    auto const begin = work.group_begin[group];
    std::uint64_t const end = work.group_begin[group + 1];
    if ((static_cast<std::uint64_t>(at) - begin) % (width * ordered_block) != 0) return;
    auto combined = partial(at);
    for (std::uint32_t k = 1; k < ordered_block; ++k) {
      auto const next = static_cast<std::uint64_t>(at) + k * width;
      if (next >= end) break;
      combined = piece.item.update.op(combined, partial(next));
    }
    work.values[at] = combined;
  }
  KOKKOS_FUNCTION auto partial(std::uint64_t at) const {
    return width == 1 ? piece.value(piece.work.order[0][at]) : piece.work.values[at];
  }
};

/// An update by all items of a key, one after the other.
template <class Item>
struct FoldItems {
  static constexpr bool changes = true;
  using Value = typename OrderedItem<Item>::Value;
  OrderedPiece<Item> piece;
  std::uint32_t begin, end;
  KOKKOS_FUNCTION Value operator()(Value held, Value const&) const { return fold(held, begin); }
  KOKKOS_FUNCTION Value fold(Value held, std::uint32_t from) const {
    for (auto p = from; p < end; ++p) {
      held = piece.item.update.op(held, piece.value(piece.work.order[0][p]));
    }
    return held;
  }
};

/// Stores one key. Counts its items.
template <class Item>
struct UpsertGroup : CountsReduction {
  using Types = OrderedItem<Item>;
  using Update = typename Types::Update;
  static constexpr auto reduction = ReductionOf<Update>::value;
  OrderedPiece<Item> piece;

  explicit UpsertGroup(OrderedPiece<Item> const& p) : piece(p) {}

  KOKKOS_FUNCTION void operator()(std::int64_t at, Counts& counts) const {
    auto const& work = piece.work;
    if (at >= work.totals->groups) return;
    auto const group = static_cast<std::uint32_t>(at);
    auto const begin = work.group_begin[group], end = work.group_begin[group + 1];
    auto const first = work.order[0][begin];
    bool const refused = work.totals->is_tight() && work.marks[first] == 2;
    InsertResult<typename Types::Value> result{Status::full, {}};
    if (!refused) result = upsert(piece.key(first), begin, end);
    work.group_status[group] = result.status;
    if constexpr (Types::write_back) work.values[group] = result.value;
    count_items(result.status, end - begin, counts);
  }

  KOKKOS_FUNCTION auto upsert(typename Types::Key const& key, std::uint32_t begin,
                              std::uint32_t end) const {
    auto const& table = piece.item.table;
    auto const h = table.hash_of(key);
    auto const* const order = piece.work.order[0];
    if constexpr (reduction == Reduction::tree) {
      return table.upsert(key, h, piece.work.values[begin], piece.item.update);
    } else if constexpr (reduction == Reduction::fold) {
      FoldItems<Item> const items{piece, begin, end};
      auto const alone = items.fold(piece.value(order[begin]), begin + 1);
      return table.upsert(key, h, alone, items);
    } else {
      auto const at = reduction == Reduction::first ? begin : end - 1;
      return table.upsert(key, h, piece.value(order[at]), piece.item.update);
    }
  }

  static KOKKOS_FUNCTION void count_items(Status first, std::uint32_t items, Counts& counts) {
    counts.add(first);
    auto const others = static_cast<std::uint64_t>(items - 1);
    if (first == Status::full) {
      counts.full += others;
    } else if (Update::changes) {
      counts.updated += others;
    } else {
      counts.exists += others;
    }
  }
};

/// Tells every item what became of its key: as if they had come one after the other.
template <class Item>
struct ReportItems {
  using Types = OrderedItem<Item>;
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    auto const& work = piece.work;
    auto const group = work.group_of[p];
    auto const i = piece.begin + work.order[0][p];
    auto status = work.group_status[group];
    if constexpr (Types::write_back) {
      if (status != Status::full) piece.item.values(i) = work.values[group];
    }
    bool const is_first = work.group_begin[group] == p;
    if (!is_first && status == Status::inserted) {
      status = Types::Update::changes ? Status::updated : Status::exists;
    }
    if (piece.item.statuses.data() != nullptr) piece.item.statuses(i) = status;
  }
};

/// Kernel for each level of the tree.
template <class Exec, class Item>
void combine_values(Exec const& exec, OrderedPiece<Item> const& piece) {
  if constexpr (ReductionOf<typename OrderedItem<Item>::Update>::value == Reduction::tree) {
    Range64<Exec> const all(exec, 0, piece.count);
    std::uint64_t width = 1;
    do {
      Kokkos::parallel_for("heddle::hash::ordered_combine", all, CombineBlocks<Item>{piece, width});
      width *= ordered_block;
    } while (width < piece.count);
  }
}

}  // namespace heddle::hash::detail
