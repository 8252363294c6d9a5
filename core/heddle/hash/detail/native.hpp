// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls that a backend does with kernels of its own, where it has them for the table at hand.
#pragma once

#include <heddle/backends/native_hash.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/bulk_options.hpp>
#include <heddle/hash/detail/counts_lines.hpp>
#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/detail/packed_map.hpp>
#include <heddle/hash/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace heddle::hash::detail {

/// No kernels: every call says so by returning false.
template <class Exec, class Table, bool enabled>
struct NativeCalls {
  static constexpr bool purges = false;
  static constexpr bool partitions_at_all = false;
  static void purge_if_needed(Exec const&, Table const&) {}
  static std::size_t partition_bytes(std::int64_t, bool) { return 0; }
  template <class Item>
  static bool partitions(Exec const&, std::int64_t, Item const&, Path, std::size_t) {
    return false;
  }
  template <class Item>
  static void enqueue_partitioned(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&,
                                  bool) {}
  template <class Item>
  static Counts run_partitioned(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&,
                                bool) {
    return {};
  }
  template <class Item>
  static bool enqueue(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&) {
    return false;
  }
  template <class Item>
  static bool run(Exec const&, std::int64_t, Item const&, BulkOptions<Exec> const&, Counts&) {
    return false;
  }
};

/// Unsigned integers that stand for keys and values of the same size, and for the values of sets.
template <class T>
using Plain =
    std::conditional_t<sizeof(T) == 4 || std::is_empty_v<T>, std::uint32_t, std::uint64_t>;

/// The pairs that kernels were compiled for: 4 + 4, 8 + 8 and 8 + 4 bytes, and keys of 4 or 8 bytes
/// alone, hashed by their bits.
template <class Key, class Value, class Exec, class Hash>
inline constexpr bool has_kernels =
    backends::native_hash<Exec>::available&& std::is_same_v<Hash, DefaultHash<Key>> &&
    (sizeof(Key) == 4 || sizeof(Key) == 8) &&
    (sizeof(Value) == 4 || std::is_empty_v<Value> || (sizeof(Value) == 8 && sizeof(Key) == 8));

/// Calls that can go by hash ranges: insert and insert_or_assign.
template <class Item>
inline constexpr bool is_partitionable = false;
template <class Table, class Keys, class Values, class Statuses>
inline constexpr bool is_partitionable<UpsertItem<Table, Keys, Values, KeepHeld, Statuses, false>> =
    true;
template <class Table, class Keys, class Values, class Statuses>
inline constexpr bool
    is_partitionable<UpsertItem<Table, Keys, Values, TakeGiven, Statuses, false>> = true;

template <class Exec>
void expect_launched(int status) {
  HEDDLE_EXPECTS(status == 0, internal,
                 "a kernel was not launched: " + backends::native_hash<Exec>::text(status));
}

/// Whether what is enqueued on `exec` now becomes part of a graph instead of running.
template <class Exec>
bool is_capturing(Exec const& exec) {
  if constexpr (backends::native_hash<Exec>::available) {
    return backends::native_hash<Exec>::is_capturing(exec);
  } else {
    return false;
  }
}

/// Views that kernels can take: without gaps, aligned as the integers that stand for their items.
template <class View>
bool is_plain(View const& view) {
  using T = typename View::non_const_value_type;
  bool const aligned =
      std::is_empty_v<T> || reinterpret_cast<std::uintptr_t>(view.data()) % sizeof(T) == 0;
  return aligned && (view.extent(0) < 2 || view.span_is_contiguous());
}
/// The values as the integers that stand for them; null for those of sets.
template <class Value, class View>
Plain<Value>* plain_values(View const& values) {
  if constexpr (std::is_empty_v<Value>) {
    return nullptr;
  } else {
    return reinterpret_cast<Plain<Value>*>(
        const_cast<std::remove_const_t<typename View::value_type>*>(values.data()));
  }
}

template <class Key, class Value, class Exec, class Hash, bool erasable>
requires has_kernels<Key, Value, Exec, Hash>
struct NativeCalls<Exec, PackedMap<Key, Value, Exec, Hash, erasable>, true> {
  using Table = PackedMap<Key, Value, Exec, Hash, erasable>;
  using Native = backends::native_hash<Exec>;
  using Format = typename Table::Format;
  using Options = BulkOptions<Exec>;
  using Mode = typename Native::Mode;
  static constexpr bool purges = true;
  static constexpr bool partitions_at_all = true;

  static void purge_if_needed(Exec const& exec, Table const& table) {
    expect_launched<Exec>(Native::purge_if_needed(exec, view(table)));
  }

  /// Whether `item` is a call that kernels do. Then it is enqueued.
  template <class Item>
  static bool enqueue(Exec const& exec, std::int64_t items, Item const& item,
                      Options const& options) {
    return call(exec, static_cast<std::uint64_t>(items), item, options.counts);
  }
  /// The same, and waits for the counts.
  template <class Item>
  static bool run(Exec const& exec, std::int64_t items, Item const& item, Options const&,
                  Counts& counts) {
    CountsLine const line(item.table.dead);
    if (!call(exec, static_cast<std::uint64_t>(items), item, line.counts())) return false;
    fetch(exec, line, counts);
    return true;
  }

  static std::size_t partition_bytes(std::int64_t items, bool with_statuses) {
    return Native::template partition_bytes<Format, Plain<Key>, Plain<Value>>(
        static_cast<std::uint64_t>(items), with_statuses);
  }
  /// Whether a call goes through a sort by hash range: where it was demanded, or where it pays and
  /// there is workspace for it.
  template <class Item>
  static bool partitions(Exec const& exec, std::int64_t items, Item const& item, Path path,
                         std::size_t workspace_bytes) {
    if constexpr (!is_partitionable<Item>) return false;
    bool const possible = is_plain(item.keys) && is_plain(item.values) && items > 0 &&
                          !std::is_empty_v<Value> && items <= most_partitioned &&
                          item.table.table.buckets > 0 && !is_huge(item);
    if (!possible || path == Path::direct) return false;
    if (path == Path::partitioned) return true;
    auto const slots = item.table.num_slots();
    // Measured on an H200: 35 / 31 / 21 G keys/s at loads of .5 / .8 / .95 against 14 / 14 / 12
    // along paths for 8-byte slots, 19 / 19 / 15 against 13 / 12 / 10 for 16-byte slots.
    bool const pays = slots * sizeof(typename Format::Word) > 2 * Native::cache_bytes(exec) &&
                      static_cast<std::uint64_t>(items) >= slots / 4;
    return pays && workspace_bytes >= partition_bytes(items, item.statuses.data() != nullptr);
  }
  template <class Item>
  static void enqueue_partitioned(Exec const& exec, std::int64_t items, Item const& item,
                                  Options const& options, bool is_empty) {
    partitioned(exec, items, item, *options.workspace, options.counts, is_empty);
  }
  template <class Item>
  static Counts run_partitioned(Exec const& exec, std::int64_t items, Item const& item,
                                Options const& options, bool is_empty) {
    CountsLine const line(item.table.dead);
    partitioned(exec, items, item, *options.workspace, line.counts(), is_empty);
    Counts counts;
    fetch(exec, line, counts);
    return counts;
  }

 private:
  static constexpr std::int64_t most_partitioned = std::int64_t{1} << 31;

  static typename Native::template Table<Format> view(Table const& table) {
    auto const& t = table.table;
    return {t.slots, t.buckets, t.side, t.locks, table.dead};
  }
  static void fetch(Exec const& exec, CountsLine const& line, Counts& counts) {
    expect_launched<Exec>(Native::fetch(exec, line.counts(), &counts));
    exec.fence("heddle::hash::counts");
  }
  /// Kernels count buckets in 32 bits.
  template <class Item>
  static bool is_huge(Item const& item) {
    return item.table.table.buckets >> 32 != 0;
  }
  template <class View>
  static Plain<Key> const* plain_keys(View const& keys) {
    return reinterpret_cast<Plain<Key> const*>(keys.data());
  }
  template <class Keys, class Values, class Update, class Statuses, bool write_back>
  static bool call(Exec const& exec, std::uint64_t items,
                   UpsertItem<Table, Keys, Values, Update, Statuses, write_back> const& item,
                   Counts* counts) {
    if (!is_plain(item.keys) || !is_plain(item.values) || is_huge(item)) return false;
    auto const* const keys = plain_keys(item.keys);
    auto* const statuses = item.statuses.data();
    if constexpr (std::is_same_v<Update, KeepHeld> || std::is_same_v<Update, TakeGiven>) {
      auto const mode = Update::changes ? Mode::assign
                        : write_back    ? Mode::keep_and_read
                                        : Mode::keep;
      expect_launched<Exec>(Native::insert(exec, view(item.table), keys,
                                           plain_values<Value>(item.values), items, statuses,
                                           counts, mode));
    } else {
      expect_launched<Exec>(Native::template apply<Reducible<decltype(Update::op)>>(
          exec, view(item.table), keys, item.values.data(), items, statuses, counts,
          item.update.op));
    }
    return true;
  }
  template <class Keys, class Statuses>
  static bool call(Exec const& exec, std::uint64_t items,
                   EraseItem<Table, Keys, Statuses> const& item, Counts* counts) {
    if (!is_plain(item.keys) || is_huge(item)) return false;
    expect_launched<Exec>(Native::erase(exec, view(item.table), plain_keys(item.keys), items,
                                        item.statuses.data(), counts));
    return true;
  }
  template <class Keys, class Values, class Statuses>
  static bool call(Exec const& exec, std::uint64_t items,
                   FindItem<Table, Keys, Values, Statuses> const& item, Counts* counts) {
    if (!is_plain(item.keys) || !is_plain(item.values) || is_huge(item)) return false;
    expect_launched<Exec>(Native::find(
        exec, view(item.table), plain_keys(item.keys), plain_values<Value>(item.values), items,
        item.statuses.data(), counts, to_bits<Plain<Value>>(item.miss)));
    return true;
  }
  template <class Item>
  static bool call(Exec const&, std::uint64_t, OnlyFull<Item> const&, Counts*) {
    return false;
  }

  template <class Item>
  static void partitioned(Exec const& exec, std::int64_t items, Item const& item,
                          Workspace<Exec> const& workspace, Counts* counts, bool is_empty) {
    if constexpr (is_partitionable<Item>) {
      auto const mode = decltype(item.update)::changes ? Mode::assign : Mode::keep;
      expect_launched<Exec>(Native::insert_partitioned(
          exec, view(item.table), plain_keys(item.keys),
          const_cast<Plain<Value> const*>(plain_values<Value>(item.values)),
          static_cast<std::uint64_t>(items), item.statuses.data(), counts, mode, is_empty,
          workspace.data(), workspace.bytes()));
    }
  }
};

}  // namespace heddle::hash::detail
