// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The bulk calls of a map: checks, purge, then the backend's kernels or the portable ones.
#pragma once

#include <heddle/hash/bulk_options.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/checks.hpp>
#include <heddle/hash/detail/items.hpp>
#include <heddle/hash/detail/map_core.hpp>
#include <heddle/hash/detail/ordered.hpp>
#include <heddle/hash/workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>

namespace heddle::hash::detail {
inline namespace HEDDLE_HASH_ABI {

template <class Key, class Value, class Exec, class Hash, class Equal, class Traits>
class MapCalls : public MapCore<Key, Value, Exec, Hash, Equal, Traits> {
 public:
  using Core = MapCore<Key, Value, Exec, Hash, Equal, Traits>;
  using typename Core::Native;
  using typename Core::Table;
  using Statuses = Kokkos::View<Status*, typename Exec::memory_space>;
  using Options = BulkOptions<Exec>;
  using Core::Core;

  /// Inserts or updates, and waits. `write_back`: the values held replace the given ones.
  template <bool write_back, class Keys, class Values, class Update>
  BulkResult upsert(Exec const& exec, char const* label, Keys const& keys, Values const& values,
                    Update const& update, Statuses const& statuses, Options const& options) {
    Kokkos::Profiling::ScopedRegion const region(label);
    expect_upsert<write_back>(keys, values, statuses);
    if (keys.extent(0) == 0) return {};
    this->purge_if_due(exec);
    if (this->options().growth == Growth::on_insert && options.deterministic) {
      // Which items are refused must not depend on chance, so none may be: room for a batch of new
      // keys comes first.
      this->reserve(exec, this->size(exec) + keys.extent(0));
    } else if (this->options().growth == Growth::on_insert) {
      return upsert_and_grow<write_back>(exec, label, keys, values, update, statuses, options);
    }
    if (may_partition(options)) {
      auto const alone = enter_for_partition(exec, options);
      auto const item = upsert_item<write_back>(keys, values, update, statuses);
      if (alone.owns_lock() && is_partitioned(exec, length(keys), item, options)) {
        return result_of(run_partitioned(exec, length(keys), item, options, this->touch(exec)));
      }
    }
    auto const use = this->sharing().enter(exec);
    this->touch(exec);
    auto const item = upsert_item<write_back>(keys, values, update, statuses);
    if (options.deterministic) return result_of(run_ordered(exec, length(keys), item, options));
    return result_of(run(exec, label, length(keys), item, options));
  }

  /// The same, enqueued.
  template <bool write_back, class Keys, class Values, class Update>
  void upsert_async(Exec const& exec, char const* label, Keys const& keys, Values const& values,
                    Update const& update, Statuses const& statuses, Options const& options) {
    Kokkos::Profiling::ScopedRegion const region(label);
    expect_upsert<write_back>(keys, values, statuses);
    this->purge_if_due(exec);
    if (may_partition(options)) {
      auto const alone = enter_for_partition(exec, options);
      auto const item = upsert_item<write_back>(keys, values, update, statuses);
      if (alone.owns_lock() && is_partitioned(exec, length(keys), item, options)) {
        expect_workspace(length(keys), statuses, options);
        Native::enqueue_partitioned(exec, length(keys), item, options, this->touch(exec));
        return this->sharing().leave_pending(exec);
      }
    }
    auto const use = this->sharing().enter(exec);
    this->touch(exec);
    auto const item = upsert_item<write_back>(keys, values, update, statuses);
    if (options.deterministic) return enqueue_ordered(exec, length(keys), item, options);
    enqueue(exec, label, length(keys), item, options);
  }

  template <class Keys>
  BulkResult erase(Exec const& exec, Keys const& keys, Statuses const& statuses,
                   Options const& options) {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::erase");
    expect_outputs(keys, statuses);
    if (keys.extent(0) == 0) return {};
    this->purge_if_due(exec);
    this->note_erasures(keys.extent(0));
    auto const use = this->sharing().enter(exec);
    EraseItem<Table, Keys, Statuses> const item{this->table(), keys, statuses};
    return result_of(run(exec, "heddle::hash::erase", length(keys), item, options));
  }
  template <class Keys>
  void erase_async(Exec const& exec, Keys const& keys, Statuses const& statuses,
                   Options const& options) {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::erase");
    expect_outputs(keys, statuses);
    this->purge_if_due(exec);
    this->note_erasures(keys.extent(0));
    auto const use = this->sharing().enter(exec);
    EraseItem<Table, Keys, Statuses> const item{this->table(), keys, statuses};
    enqueue(exec, "heddle::hash::erase", length(keys), item, options);
  }

  template <class Keys, class Values>
  BulkResult find(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses, Value const& miss) const {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::find");
    expect_find(keys, values, statuses);
    if (keys.extent(0) == 0) return {};
    auto const use = this->sharing().enter(exec);
    auto const item = find_item(keys, values, statuses, miss);
    return result_of(run(exec, "heddle::hash::find", length(keys), item, {}));
  }
  template <class Keys, class Values>
  void find_async(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses, Value const& miss, Options const& options) const {
    Kokkos::Profiling::ScopedRegion const region("heddle::hash::find");
    expect_find(keys, values, statuses);
    auto const use = this->sharing().enter(exec);
    enqueue(exec, "heddle::hash::find", length(keys), find_item(keys, values, statuses, miss),
            options);
  }

  /// Bytes of workspace that insert calls of `items` items may want.
  std::size_t workspace_bytes(Exec const& exec, std::size_t items) const {
    auto const count = static_cast<std::int64_t>(items);
    return std::max(ordered_bytes<Table>(exec, count), Native::partition_bytes(count, true));
  }

 private:
  template <class Keys>
  static std::int64_t length(Keys const& keys) {
    return static_cast<std::int64_t>(keys.extent(0));
  }
  static BulkResult result_of(Counts const& counts) {
    return {counts, counts.full > 0 ? Status::full : Status::none};
  }

  template <class Keys>
  static void expect_outputs(Keys const& keys, Statuses const& statuses) {
    static_assert(ViewOf<Keys, Key, Exec>,
                  "keys: a rank-1 view of the map's key type in memory that its backend reaches");
    expect_length_if_given(statuses, keys.extent(0), "statuses");
    expect_disjoint(statuses, keys, "statuses", "keys");
  }
  template <bool write_back, class Keys, class Values>
  static void expect_upsert(Keys const& keys, Values const& values, Statuses const& statuses) {
    static_assert(
        ValuesOf<Values, Value, Exec>,
        "values: a rank-1 view of the map's value type in memory that its backend reaches");
    static_assert(!write_back || Writable<Values>, "find_or_insert writes the values it is given");
    expect_length(values, keys.extent(0), "values");
    expect_outputs(keys, statuses);
    expect_disjoint(statuses, values, "statuses", "values");
    if constexpr (write_back) expect_disjoint(values, keys, "values", "keys");
  }
  template <class Keys, class Values>
  static void expect_find(Keys const& keys, Values const& values, Statuses const& statuses) {
    static_assert(ViewOf<Values, Value, Exec> && Writable<Values>,
                  "values: a rank-1 view of the map's value type that its backend can write");
    expect_length_if_given(values, keys.extent(0), "values");
    expect_outputs(keys, statuses);
    expect_disjoint(values, keys, "values", "keys");
    expect_disjoint(statuses, values, "statuses", "values");
  }

  template <bool write_back, class Keys, class Values, class Update>
  auto upsert_item(Keys const& keys, Values const& values, Update const& update,
                   Statuses const& statuses) const {
    return UpsertItem<Table, Keys, Values, Update, Statuses, write_back>{this->table(), keys,
                                                                         values, update, statuses};
  }
  template <class Keys, class Values>
  auto find_item(Keys const& keys, Values const& values, Statuses const& statuses,
                 Value const& miss) const {
    return FindItem<Table, Keys, Values, Statuses>{this->table(), keys, values, statuses, miss};
  }

  template <class Item>
  static Counts run(Exec const& exec, char const* label, std::int64_t items, Item const& item,
                    Options const& options) {
    Counts counts;
    if (Native::run(exec, items, item, options, counts)) return counts;
    return run_bulk(exec, label, items, item);
  }
  template <class Item>
  static void enqueue(Exec const& exec, char const* label, std::int64_t items, Item const& item,
                      Options const& options) {
    if (Native::enqueue(exec, items, item, options)) return;
    enqueue_bulk(exec, label, items, item, options.counts);
  }

  /// Going by hash ranges is exclusive: if several instances use the table, that happens only on
  /// demand, and then it waits for the others.
  static bool may_partition(Options const& options) {
    bool const possible = Native::partitions_at_all && !options.deterministic;
    return possible && (options.path == Path::partitioned ||
                        (options.path == Path::automatic && options.workspace != nullptr));
  }
  typename Core::Alone enter_for_partition(Exec const& exec, Options const& options) {
    return options.path == Path::partitioned ? this->sharing().enter_alone(exec)
                                             : this->sharing().try_enter_alone(exec);
  }
  template <class Item>
  static bool is_partitioned(Exec const& exec, std::int64_t items, Item const& item,
                             Options const& options) {
    auto const bytes = options.workspace == nullptr ? 0 : options.workspace->bytes();
    return Native::partitions(exec, items, item, options.path, bytes);
  }
  template <class Item>
  static Counts run_partitioned(Exec const& exec, std::int64_t items, Item const& item,
                                Options options, bool is_empty) {
    Workspace<Exec> own;
    if (options.workspace == nullptr) options.workspace = &own;
    options.workspace->reserve(exec,
                               Native::partition_bytes(items, item.statuses.data() != nullptr));
    return Native::run_partitioned(exec, items, item, options, is_empty);
  }
  static void expect_workspace(std::int64_t items, Statuses const& statuses,
                               Options const& options) {
    auto const needed = Native::partition_bytes(items, statuses.data() != nullptr);
    auto const has = options.workspace == nullptr ? 0 : options.workspace->bytes();
    HEDDLE_EXPECTS(has >= needed, invalid_argument,
                   "a partitioned call that does not wait needs a workspace of " +
                       std::to_string(needed) + " bytes, not " + std::to_string(has));
  }

  /// Tries, doubles the table while items are refused, and tries those again.
  template <bool write_back, class Keys, class Values, class Update>
  BulkResult upsert_and_grow(Exec const& exec, char const* label, Keys const& keys,
                             Values const& values, Update const& update, Statuses statuses,
                             Options const& options) {
    if (statuses.data() == nullptr) {
      statuses = heddle::detail::allocate<Status>(exec, "heddle::hash::statuses", keys.extent(0));
    }
    auto seen = this->capacity();
    auto const once = [&](auto const& wrap) {
      auto const use = this->sharing().enter(exec);
      this->touch(exec);
      seen = this->capacity();
      auto const item = wrap(upsert_item<write_back>(keys, values, update, statuses));
      return run(exec, label, length(keys), item, options);
    };
    Counts total = once([](auto const& item) { return item; });
    // Where memory ends, what is refused stays refused, and says so.
    while (total.full > 0 && grows(exec, seen)) {
      total.full = 0;
      total.add(
          once([](auto const& item) { return OnlyFull<std::decay_t<decltype(item)>>{item}; }));
    }
    auto const most = this->options().target_load * static_cast<double>(this->capacity());
    if (static_cast<double>(this->size(exec)) > most) grows(exec, this->capacity());
    return result_of(total);
  }
  /// False if there is no memory for it.
  bool grows(Exec const& exec, std::size_t seen) {
    try {
      this->grow(exec, seen);
      return true;
    } catch (error const& problem) {
      if (problem.code() != ErrorCode::out_of_memory) throw;
      return false;
    }
  }
};

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash::detail
