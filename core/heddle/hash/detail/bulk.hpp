// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Portable bulk calls: one thread per item on devices; on hosts groups of items whose first
/// buckets are asked for before any of them is looked at, which hides the latency of memory.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/hash/detail/stretches.hpp>
#include <heddle/hash/options.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace heddle::hash::detail {

/// Items whose buckets are in flight at once on a host: more than the line fill buffers of a core
/// (10 to 16), few enough that none is evicted before its turn.
inline constexpr std::int64_t group_items = 32;

template <class Item>
struct EachItem : CountsReduction {
  Item item;
  explicit EachItem(Item const& i) : item(i) {}
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { item(i, item.hash(i)); }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Counts& counts) const {
    counts.add(item(i, item.hash(i)));
  }
};

/// Items that only look keys up, in tables that can do so in steps.
template <class Item>
concept LooksUp = requires(Item const& item,
                           FindResult<typename decltype(Item::table)::value_type> r) {
  item.report(0, r);
  typename decltype(Item::table)::Lookup;
};

template <class Item>
struct EachGroup : CountsReduction {
  Item item;
  std::int64_t num_items;
  EachGroup(Item const& i, std::int64_t n) : item(i), num_items(n) {}

  void operator()(std::int64_t group) const {
    Counts counts;
    (*this)(group, counts);
  }
  void operator()(std::int64_t group, Counts& counts) const {
    typename Item::Hash hashes[group_items];
    auto const begin = group * group_items;
    auto const count = num_items - begin < group_items ? num_items - begin : group_items;
    for (std::int64_t i = 0; i < count; ++i) {
      hashes[i] = item.hash(begin + i);
      item.table.prefetch(hashes[i]);
    }
    if constexpr (LooksUp<Item>) {
      look_up(begin, count, hashes, counts);
    } else {
      for (std::int64_t i = 0; i < count; ++i) counts.add(item(begin + i, hashes[i]));
    }
  }

 private:
  /// Lookups, all of them one bucket at a time: while one waits for its next line, the others go
  /// on.
  void look_up(std::int64_t begin, std::int64_t count, typename Item::Hash const* hashes,
               Counts& counts) const {
    using Table = decltype(item.table);
    typename Table::Lookup lookups[group_items];
    std::int64_t items[group_items];
    int open = 0;
    FindResult<typename Table::value_type> result;
    for (std::int64_t i = begin; i < begin + count; ++i) {
      items[open] = i;
      if (item.table.begin(lookups[open], item.keys(i), hashes[i - begin], result)) {
        counts.add(item.report(i, result));
      } else {
        ++open;
      }
    }
    while (open > 0) {
      int left = 0;
      for (int k = 0; k < open; ++k) {
        if (item.table.go_on(lookups[k], result)) {
          counts.add(item.report(items[k], result));
          continue;
        }
        lookups[left] = lookups[k];
        items[left++] = items[k];
      }
      open = left;
    }
  }
};

template <class Exec>
using Range64 = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// Calls `launch(range, loop)` with what covers all items on this backend.
template <class Exec, class Item, class Launch>
void with_bulk_loop(Exec const& exec, std::int64_t num_items, Item const& item,
                    Launch const& launch) {
  if constexpr (backends::traits<Exec>::is_host) {
    auto const groups = (num_items + group_items - 1) / group_items;
    launch(Range64<Exec>(exec, 0, groups), EachGroup<Item>(item, num_items));
  } else if constexpr (is_combinable<Item>) {
    auto const stretches = num_items < most_stretches ? num_items : most_stretches;
    launch(Range64<Exec>(exec, 0, stretches), EachStretch<Item>(item, num_items, stretches));
  } else {
    launch(Range64<Exec>(exec, 0, num_items), EachItem<Item>(item));
  }
}

/// Runs all items and counts their outcomes. Fences `exec`.
template <class Exec, class Item>
Counts run_bulk(Exec const& exec, std::string const& label, std::int64_t num_items,
                Item const& item) {
  Counts counts;
  with_bulk_loop(exec, num_items, item, [&](auto const& range, auto const& loop) {
    Kokkos::parallel_reduce(label, range, loop, counts);
  });
  return counts;
}

/// Enqueues all items; counts their outcomes into `counts` (memory of `Exec`) unless it is null.
template <class Exec, class Item>
void enqueue_bulk(Exec const& exec, std::string const& label, std::int64_t num_items,
                  Item const& item, Counts* counts) {
  with_bulk_loop(exec, num_items, item, [&](auto const& range, auto const& loop) {
    if (counts == nullptr) {
      Kokkos::parallel_for(label, range, loop);
    } else {
      Kokkos::parallel_reduce(
          label, range, loop,
          Kokkos::View<Counts, typename Exec::memory_space, Kokkos::MemoryUnmanaged>(counts));
    }
  });
}

}  // namespace heddle::hash::detail
