// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Portable reductions on devices: a thread takes many items and combines those of equal keys that
/// follow each other before it turns to the table. Of a key that everybody updates, one exchange is
/// won at a time, so what counts is how often it is tried; items of distinct keys lose nothing.
#pragma once

#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/hashers.hpp>
#include <heddle/hash/operations.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// Kokkos' names for sums of Counts.
struct CountsReduction {
  using value_type = Counts;
  KOKKOS_INLINE_FUNCTION void init(Counts& counts) const { counts = Counts{}; }
  KOKKOS_INLINE_FUNCTION void join(Counts& into, Counts const& from) const { into.add(from); }
};

/// Upserts that may be combined: those of reducible operations on keys that compare by their bits.
template <class Item>
inline constexpr bool is_combinable = false;
template <class Table, class Keys, class Values, class Op, class Statuses>
inline constexpr bool is_combinable<UpsertItem<Table, Keys, Values, Apply<Op>, Statuses, false>> =
    Reducible<Op>&& is_bitwise<typename Table::key_type>;

/// Threads of a call: enough to fill the largest devices.
inline constexpr std::int64_t most_stretches = std::int64_t{1} << 18;

/// The items first, first + stride, ... of one thread; neighbouring threads read neighbours.
template <class Item>
struct StretchOfItems {
  using Key = typename decltype(Item::table)::key_type;
  using Value = typename decltype(Item::table)::value_type;
  Item const& item;
  std::int64_t num_items, stride;

  template <class Count>
  KOKKOS_FUNCTION void operator()(std::int64_t const first, Count const& count) const {
    for (std::int64_t begin = first; begin < num_items;) {
      Key const key = item.keys(begin);
      Value value = item.values(begin);
      std::int64_t next = begin + stride;
      while (next < num_items && BitwiseEqual<Key>()(item.keys(next), key)) {
        value = item.update(value, Value(item.values(next)));
        next += stride;
      }
      auto const status =
          item.table.upsert(key, item.table.hash_of(key), value, item.update).status;
      report(begin, next, status, count);
      begin = next;
    }
  }

 private:
  /// The first item may have inserted its key; the others found it, if there was room for it.
  template <class Count>
  KOKKOS_FUNCTION void report(std::int64_t begin, std::int64_t end, Status const status,
                              Count const& count) const {
    auto const later = status == Status::full ? Status::full : Status::updated;
    for (std::int64_t i = begin; i < end; i += stride) {
      auto const mine = i == begin ? status : later;
      if (item.statuses.data() != nullptr) item.statuses(i) = mine;
      count(mine);
    }
  }
};

template <class Item>
struct EachStretch : CountsReduction {
  Item item;
  std::int64_t num_items, stride;
  EachStretch(Item const& i, std::int64_t n, std::int64_t s) : item(i), num_items(n), stride(s) {}

  KOKKOS_FUNCTION void operator()(std::int64_t first) const {
    StretchOfItems<Item>{item, num_items, stride}(first, [](Status) {});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t first, Counts& counts) const {
    StretchOfItems<Item>{item, num_items, stride}(
        first, [&counts](Status const status) { counts.add(status); });
  }
};

}  // namespace heddle::hash::detail
