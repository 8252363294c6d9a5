// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A map without its bulk calls: its memory, who uses it, when it is purged, how it is replaced.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/hash/detail/checks.hpp>
#include <heddle/hash/detail/generation.hpp>
#include <heddle/hash/detail/layout.hpp>
#include <heddle/hash/detail/map_memory.hpp>
#include <heddle/hash/detail/native.hpp>
#include <heddle/hash/detail/purge.hpp>
#include <heddle/hash/detail/scan_entries.hpp>
#include <heddle/hash/detail/sharing.hpp>
#include <heddle/hash/detail/sort_entries.hpp>
#include <heddle/hash/traits.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace heddle::hash::detail {

struct MapAccess;  // built_elsewhere.hpp

inline namespace HEDDLE_HASH_ABI {

template <class Key, class Value, class Exec, class Hash, class Equal, class Traits>
class MapCore : private Generation<Exec> {
 public:
  using Table = Layout<Key, Value, Exec, Hash, Equal, Traits::erase>;
  using Storage = typename Table::Storage;
  using Native = NativeCalls<Exec, Table, Traits::native>;
  using Alone = typename Sharing<Exec>::Alone;
  using Region = Kokkos::Profiling::ScopedRegion;

  MapCore(Exec const& exec, MapOptions const& options, Hash const& hash, Equal const& equal)
      : options_(options), hash_(hash), equal_(equal), state_(std::make_unique<State>()) {
    Region const region("heddle::hash::make");
    expect_load(options.target_load);
    HEDDLE_EXPECTS(backends::slot_atomics<Exec>::available(), unsupported,
                   "hash tables need a CPU with AVX");
    storage_ = make(exec, options.capacity);
    auto const alone = sharing().enter_alone(exec);
    sharing().leave_pending(exec);  // it is cleared in the order of `exec`
  }

  Table table() const { return table_of(storage_); }
  std::size_t capacity() const { return storage_.buckets() * Table::bucket_slots; }
  std::size_t bytes() const { return storage_.bytes(); }
  MapOptions const& options() const { return options_; }
  Hash const& hash() const { return hash_; }
  Equal const& equal() const { return equal_; }
  using Generation<Exec>::tag;
  /// Every call comes by here.
  Sharing<Exec>& sharing() const {
#if HEDDLE_HASH_CHECKS
    expect_outside_callbacks(state_.get());
#endif
    return state_->sharing;
  }
  /// A callback of the caller, as kernels get it.
  template <class F>
  auto watched(F const& f) const {
    if constexpr (HEDDLE_HASH_CHECKS && backends::traits<Exec>::is_host) {
      return Watched<F>{f, state_.get()};
    } else {
      return f;
    }
  }

  std::uint64_t size(Exec const& exec) const {
    Region const region("heddle::hash::size");
    auto const use = sharing().enter(exec);
    return count_entries(exec, table());
  }

  void clear(Exec const& exec) {
    Region const region("heddle::hash::clear");
    auto const alone = sharing().enter_alone(exec);
    clear_table(exec, storage_, table());
    sharing().leave_pending(exec);
    state_->erased = 0;
    state_->untouched = !is_capturing(exec);
  }

  void purge(Exec const& exec) {
    Region const region("heddle::hash::purge");
    auto const alone = sharing().enter_alone(exec);
    purge_table(exec, storage_, table());
    state_->erased = 0;
  }

  /// A table of `slots` (0: the fewest at the target load) with the same entries.
  void rehash(Exec const& exec, std::size_t slots) {
    Region const region("heddle::hash::rehash");
    auto const alone = sharing().enter_alone(exec);
    auto const keys = count_entries(exec, table());
    auto const wanted = slots == 0 ? slots_for(keys, options_.target_load) : slots;
    HEDDLE_EXPECTS(wanted > keys, capacity_below_size,
                   "rehash to " + std::to_string(wanted) + " slots asked, but there are " +
                       std::to_string(keys) + " keys, and one slot has to stay empty");
    replace(exec, wanted);
  }

  /// Room for `keys` keys at the target load.
  void reserve(Exec const& exec, std::size_t keys) {
    auto const slots = slots_for(keys, options_.target_load);
    if (slots > capacity()) rehash(exec, slots);
  }

  template <class Keys, class Values>
  std::size_t retrieve_all(Exec const& exec, Keys const& keys, Values const& values,
                           bool sorted) const {
    Region const region("heddle::hash::retrieve_all");
    expect_disjoint(keys, values, "keys", "values");
    auto const use = sharing().enter(exec);
    auto const needed = count_entries(exec, table());
    HEDDLE_EXPECTS(keys.extent(0) >= needed, output_too_small,
                   "keys has " + std::to_string(keys.extent(0)) + " items, " +
                       std::to_string(needed) + " are needed");
    HEDDLE_EXPECTS(
        values.extent(0) >= needed || (values.data() == nullptr && std::is_empty_v<Value>),
        output_too_small,
        "values has " + std::to_string(values.extent(0)) + " items, " + std::to_string(needed) +
            " are needed");
    std::uint64_t const limit =
        values.data() == nullptr ? keys.extent(0) : std::min(keys.extent(0), values.extent(0));
    std::uint64_t count = 0;
    Kokkos::parallel_scan("heddle::hash::retrieve_all", all_positions(exec, table()),
                          RetrieveEntry<Table, Keys, Values>{table(), keys, values, limit}, count);
    count = std::min(count, limit);
    if (sorted) sort_entries(exec, count, keys, values);
    return count;
  }

  template <class F>
  void for_each(Exec const& exec, F const& f) const {
    Region const region("heddle::hash::for_each");
    auto const use = sharing().enter(exec);
    Kokkos::parallel_for("heddle::hash::for_each", all_positions(exec, table()),
                         VisitEntry{table(), watched(f)});
  }

  template <class F>
  std::size_t erase_if(Exec const& exec, F const& f) {
    Region const region("heddle::hash::erase_if");
    purge_if_due(exec);
    auto const use = sharing().enter(exec);
    std::uint64_t erased = 0;
    Kokkos::parallel_reduce("heddle::hash::erase_if", all_positions(exec, table()),
                            EraseEntryIf{table(), watched(f)}, erased);
    note_erasures(erased);
    return erased;
  }

  ProbeStatistics statistics(Exec const& exec) const {
    Region const region("heddle::hash::statistics");
    auto const use = sharing().enter(exec);
    ProbeStatistics all;
    Kokkos::parallel_reduce("heddle::hash::statistics", all_positions(exec, table()),
                            MeasureEntry<Table>{table()}, all);
    return all;
  }

  /// A copy of the entries of another map, into this one, which is empty and as large.
  void copy_from(Exec const& exec, MapCore const& other) {
    Region const region("heddle::hash::copy");
    touch(exec);
    auto const use = other.sharing().enter(exec);
    copy_entries(exec, table(), other.table());
  }

  /// Notes that kernels of the caller may erase through a reference.
  void lend(Exec const& exec) {
    sharing().enter(exec);
    state_->lent = true;
    state_->writes_unseen = true;
  }

  /// To be called before anything is inserted. Whether nothing was since the table was made or
  /// cleared: then it is known to be empty without a look at it. References and graphs insert
  /// unseen.
  bool touch(Exec const& exec) {
    if (is_capturing(exec)) state_->writes_unseen = true;
    return state_->untouched.exchange(false) && !state_->writes_unseen;
  }

  /// To be called before keys are erased.
  void note_erasures(std::uint64_t keys) { state_->erased += keys; }

  /// Purges if that is due (see is_worn). Looked at once per 1/256 of the slots erased; in every
  /// call once references or graphs may erase unseen. Where the backend decides and purges by
  /// itself and no other instance ever used the table, nothing waits; else this waits for the
  /// others, and looks at every 1/16 only. A graph that is being recorded gets a purge that the
  /// backend decides by itself, or none.
  void purge_if_due(Exec const& exec) {
    if constexpr (Traits::erase) {
      if (options_.purge == Purge::manual) return;
      if (is_capturing(exec)) return record_purge(exec);
      bool const unseen = state_->lent;
      if (!unseen && state_->erased * 256 <= capacity()) return;
      if (Native::purges && purge_natively(exec, sharing().try_enter_alone(exec))) return;
      if (!unseen && state_->erased * 16 <= capacity()) return;
      auto const alone = sharing().enter_alone(exec);
      if (Native::purges && purge_natively(exec, alone)) return;
      if (is_worn(exec, storage_, table(), capacity())) {
        purge_table(exec, storage_, table());
        exec.fence("heddle::hash::purge");
      }
      state_->erased = 0;
    }
  }

  /// Doubles the table, unless another thread has done so since `seen` was its capacity.
  void grow(Exec const& exec, std::size_t seen) {
    auto const alone = sharing().enter_alone(exec);
    if (capacity() != seen) return;
    replace(exec, std::max<std::size_t>(2 * seen, Table::bucket_slots));
  }

 private:
  /// In a graph: each launch looks whether a purge is due. Its calls may erase unseen.
  void record_purge(Exec const& exec) {
    state_->lent = true;
    if (Native::purges) Native::purge_if_needed(exec, table());
  }
  /// False without the lock.
  bool purge_natively(Exec const& exec, Alone const& alone) {
    if (!alone.owns_lock()) return false;
    Native::purge_if_needed(exec, table());
    sharing().leave_pending(exec);
    state_->erased = 0;
    return true;
  }
  /// A table of `slots` with the same entries, in place of this one. Under the exclusive lock.
  void replace(Exec const& exec, std::size_t slots) {
    auto fresh = make(exec, slots);
    copy_entries(exec, table_of(fresh), table());
    storage_ = std::move(fresh);
    this->begin_next();
    state_->erased = 0;
    state_->untouched = false;
  }

  /// What stays in place when the map is moved.
  struct State {
    Sharing<Exec> sharing;
    std::atomic<std::uint64_t> erased{0};  ///< keys given to erase since the last look
    std::atomic<bool> lent{false};
    std::atomic<bool> untouched{true};  ///< since it was made or cleared, by calls
    std::atomic<bool> writes_unseen{false};
  };

  Storage make(Exec const& exec, std::size_t slots) const {
    if constexpr (is_packed<Key, Value, Exec, Hash, Equal>) {
      return make_storage<Table>(exec, slots, hash_);
    } else {
      return make_storage<Table>(exec, slots, hash_, equal_);
    }
  }
  Table table_of(Storage const& storage) const {
    if constexpr (is_packed<Key, Value, Exec, Hash, Equal>) {
      return storage.table(hash_);
    } else {
      return storage.table(hash_, equal_);
    }
  }

  MapOptions options_;
  Hash hash_;
  Equal equal_;
  Storage storage_;
  std::unique_ptr<State> state_;
};

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash::detail
