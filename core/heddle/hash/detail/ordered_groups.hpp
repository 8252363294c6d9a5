// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Brings the items of each key together, in input order: a stable sort by hash and, where two keys
/// may share one, a second by the first position of the same key.
#pragma once

#include <heddle/backends/sort.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/ordered_work.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <utility>

namespace heddle::hash::detail {

template <class Item>
struct HashItems {
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    auto const i = static_cast<std::uint32_t>(at);
    piece.work.hashes[0][i] = grouping_hash(piece.item.table, piece.key(i));
    piece.work.order[0][i] = i;
    if (i == 0) *piece.work.totals = OrderedTotals{0, 0, Counts{}};
  }
};

/// The first position with the same key. Positions of one hash are neighbours; a key that comes
/// late in a run of equal hashes is compared with all before it.
template <class Item>
struct FindLeaders {
  OrderedPiece<Item> piece;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    auto const p = static_cast<std::uint32_t>(at);
    auto const* const hashes = piece.work.hashes[0];
    std::uint32_t first = 0, size = p;  // lower bound
    while (size > 0) {
      auto const half = size / 2;
      bool const below = hashes[first + half] < hashes[p];
      first = below ? first + half + 1 : first;
      size = below ? size - half - 1 : half;
    }
    auto const own = piece.key(piece.work.order[0][p]);
    while (first < p && !same_key(piece.key(piece.work.order[0][first]), own)) ++first;
    piece.work.leaders[0][p] = first;
  }
  template <class Key>
  KOKKOS_FUNCTION bool same_key(Key const& a, Key const& b) const {
    if constexpr (compares_bits<typename OrderedItem<Item>::Table>) {
      return BitwiseEqual<Key>{}(a, b);
    } else {
      return piece.item.table.same_key(a, b);
    }
  }
};

/// Numbers the groups: runs of equal marks (hashes, or leaders).
template <class Item, class Mark>
struct NumberGroups {
  OrderedPiece<Item> piece;
  Mark const* marks;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint32_t& groups, bool last) const {
    auto const p = static_cast<std::uint32_t>(at);
    bool const begins = p == 0 || marks[p] != marks[p - 1];
    groups += begins;
    if (!last) return;
    auto const& work = piece.work;
    work.group_of[p] = groups - 1;
    if (begins) work.group_begin[groups - 1] = p;
    if (p + 1 == piece.count) {
      work.group_begin[groups] = piece.count;
      work.totals->groups = groups;
    }
  }
};

/// Sorts (keys, order) and leaves the result in the first buffers of the work.
template <class Exec, class Item, class Key>
void sort_positions(Exec const& exec, OrderedPiece<Item>& piece, Key* (&keys)[2], int bits) {
  auto& work = piece.work;
  auto const result = backends::pair_sort<Exec>::template run<Key>(
      exec, work.temporary, work.temporary_bytes, keys, work.order,
      static_cast<std::int64_t>(piece.count), bits);
  HEDDLE_EXPECTS(result.status != backends::no_sort, unsupported,
                 "the deterministic mode on CUDA needs a build with HEDDLE_ENABLE_CUDA_NATIVE");
  HEDDLE_EXPECTS(result.status == 0, internal,
                 "sorting a batch failed with CUDA status " + std::to_string(result.status));
  if (result.buffer == 0) return;
  std::swap(keys[0], keys[1]);
  std::swap(work.order[0], work.order[1]);
}

template <class Exec, class Item>
void make_groups(Exec const& exec, OrderedPiece<Item>& piece) {
  using Table = typename OrderedItem<Item>::Table;
  using Hash = typename OrderedWork<Table>::Hash;
  Range64<Exec> const all(exec, 0, piece.count);
  Kokkos::parallel_for("heddle::hash::ordered_hash", all, HashItems<Item>{piece});
  sort_positions(exec, piece, piece.work.hashes, 8 * static_cast<int>(sizeof(Hash)));
  if constexpr (groups_are_exact<Table>) {
    Kokkos::parallel_scan("heddle::hash::ordered_groups", all,
                          NumberGroups<Item, Hash>{piece, piece.work.hashes[0]});
  } else {
    Kokkos::parallel_for("heddle::hash::ordered_leaders", all, FindLeaders<Item>{piece});
    sort_positions(exec, piece, piece.work.leaders, std::bit_width(piece.count));
    Kokkos::parallel_scan("heddle::hash::ordered_groups", all,
                          NumberGroups<Item, std::uint32_t>{piece, piece.work.leaders[0]});
  }
}

}  // namespace heddle::hash::detail
