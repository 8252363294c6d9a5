// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the deterministic mode knows of a batch, and the memory it works in.
#pragma once

#include <heddle/backends/sort.hpp>
#include <heddle/hash/detail/carve.hpp>
#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/hashers.hpp>
#include <heddle/hash/operations.hpp>
#include <heddle/hash/options.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace heddle::hash::detail {

/// Items that are sorted at once: so many that their numbers, plus one, fit 32 bits. Larger batches
/// go piece by piece, in input order. The same everywhere, as sums depend on it.
inline constexpr std::int64_t ordered_piece = std::int64_t{1} << 30;
/// Items, and then partial results, that are combined one after the other by one thread.
inline constexpr std::uint32_t ordered_block = 256;

template <class Item>
struct OrderedItem;
template <class Table_, class Keys, class Values, class Update_, class Statuses, bool write_back_>
struct OrderedItem<UpsertItem<Table_, Keys, Values, Update_, Statuses, write_back_>> {
  using Table = Table_;
  using Update = Update_;
  using Key = typename Table::key_type;
  using Value = typename Table::value_type;
  static constexpr bool write_back = write_back_;
};

/// Packed tables know no other equality than that of the bits.
template <class Table>
struct EqualOf {
  using type = BitwiseEqual<typename Table::key_type>;
};
template <class Table>
requires requires { typename Table::equal_type; }
struct EqualOf<Table> {
  using type = typename Table::equal_type;
};
/// Whether equal keys are told by all of their bits.
template <class Table>
inline constexpr bool compares_bits =
    std::is_same_v<typename EqualOf<Table>::type, BitwiseEqual<typename Table::key_type>>;

/// The hash that equal keys are brought together by. For keys compared by their bits it is the one
/// of all bits, however poor the hash that places them is: keys of up to 8 bytes never collide.
template <class Table>
KOKKOS_INLINE_FUNCTION auto grouping_hash(Table const& table, typename Table::key_type const& key) {
  if constexpr (compares_bits<Table>) {
    return placing_hash(DefaultHash<typename Table::key_type>{}, key);
  } else {
    return table.hash_of(key);
  }
}
template <class Table>
inline constexpr bool groups_are_exact = compares_bits<Table> &&
                                         sizeof(typename Table::key_type) <= 8;

/// How the items of a key become one.
enum class Reduction {
  first,  ///< inserts: the first item
  last,   ///< assignments: the last
  tree,   ///< operations that may be combined, in a fixed tree
  fold    ///< others, one after the other
};
template <class Update>
struct ReductionOf {
  static constexpr Reduction value = Update::changes ? Reduction::last : Reduction::first;
};
template <class Op>
struct ReductionOf<Apply<Op>> {
  static constexpr Reduction value = Reducible<Op> ? Reduction::tree : Reduction::fold;
};

/// One number each.
struct OrderedTotals {
  std::uint32_t groups;      ///< distinct keys of the piece
  std::uint64_t free_slots;  ///< at least this many; exact if fewer than `groups`
  Counts counts;             ///< outcomes of the piece

  /// Whether some keys of the piece might find no slot.
  KOKKOS_INLINE_FUNCTION bool is_tight() const { return free_slots < groups; }
};

/// Memory for pieces of up to `capacity` items. Positions are places in sorted order.
template <class Table>
struct OrderedWork {
  using Value = typename Table::value_type;
  using Hash = decltype(grouping_hash(std::declval<Table const&>(),
                                      std::declval<typename Table::key_type const&>()));

  Hash* hashes[2];             ///< by position
  std::uint32_t* order[2];     ///< item at a position
  std::uint32_t* leaders[2];   ///< first position with the same key; if hashes may collide
  std::uint32_t* group_of;     ///< by position
  std::uint32_t* group_begin;  ///< position, by group, and the end
  std::uint32_t* marks;        ///< by item: 1 a new key's first, 2 one that is refused
  Status* group_status;        ///< what became of the key
  Value* values;               ///< by position: partial results; by group: the value held
  OrderedTotals* totals;
  unsigned char* temporary;
  std::size_t temporary_bytes;

  template <class Exec>
  static OrderedWork carve(Exec const& exec, Carver& carver, std::int64_t capacity) {
    auto const n = static_cast<std::size_t>(capacity);
    auto const n_leaders = groups_are_exact<Table> ? 0 : n;
    using Sort = backends::pair_sort<Exec>;
    OrderedWork work{};
    for (auto*& hashes : work.hashes) hashes = carver.take<Hash>(n);
    for (auto*& order : work.order) order = carver.take<std::uint32_t>(n);
    for (auto*& leaders : work.leaders) leaders = carver.take<std::uint32_t>(n_leaders);
    work.group_of = carver.take<std::uint32_t>(n);
    work.group_begin = carver.take<std::uint32_t>(n + 1);
    work.marks = carver.take<std::uint32_t>(n);
    work.group_status = carver.take<Status>(n);
    work.values = carver.take<Value>(n);
    work.totals = carver.take<OrderedTotals>(1);
    work.temporary_bytes = std::max(Sort::template bytes<Hash>(exec, capacity),
                                    Sort::template bytes<std::uint32_t>(exec, capacity));
    work.temporary = carver.take<unsigned char>(work.temporary_bytes);
    return work;
  }
};

/// A piece of a batch: items [begin, begin + count).
template <class Item>
struct OrderedPiece {
  using Table = typename OrderedItem<Item>::Table;
  Item item;
  OrderedWork<Table> work;
  std::int64_t begin;
  std::uint32_t count;

  KOKKOS_INLINE_FUNCTION auto key(std::uint32_t i) const { return item.keys(begin + i); }
  KOKKOS_INLINE_FUNCTION typename Table::value_type value(std::uint32_t i) const {
    return item.values(begin + i);
  }
};

}  // namespace heddle::hash::detail
