// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A concurrent hash table in the memory of a backend, with one meaning on all of them: whole
/// arrays at once, or one key per thread inside a kernel (map_ref.hpp).
///
///   HashMap<std::uint32_t, std::uint32_t, Exec> counts(exec, {.capacity = 1 << 20});
///   counts.insert_or_apply(exec, words, ones, Sum{});
///
/// Pairs of up to 8 + 8 bytes that are compared by their bits take one atomic word each; any other
/// trivially copyable types, hashes and equalities work through a state word per slot. Every bit
/// pattern is a legal key and a legal value. Buckets are 64-byte lines in the order of hashes.
///
/// Concurrency. Bulk calls and references may overlap in any mix, from any threads and instances
/// ordered or not: a key never has two entries, is never visible without its value, and the history
/// of each key is linearizable. rehash, reserve, clear, purge, freeze, moves and destruction run
/// alone. Erased slots never make an insert fail: in a table without an empty slot the inserter
/// takes a dead one, and automatic purges (on the calls' instance, once an eighth of the slots is
/// dead, or as many as are empty) make them empty again. They wait for other instances that use
/// the table, if there are any. Kernels with references on instances that it was not lent to
/// (`ref(exec)`), or of host threads beside the calls of others, and recorded graphs that are
/// replayed beside other work need Purge::manual. Recording waits for nobody, so that work on other
/// instances has to come before the launches; recorded calls go by hash ranges (see Path) only on
/// demand, and a graph that does so runs alone. The map fences the instances that used it: their
/// streams must outlive it. An insert that goes by hash ranges fences them, too.
///
/// Calls that wait fence `exec` and return counts. Those with _async neither allocate nor wait for
/// their own work; growth, and workspaces that are too small, are theirs to refuse. Views must live
/// until the work is done. Which slot a key gets depends on the order of
/// threads; which keys are there does not. `deterministic` fixes values, statuses and counts too.
///
/// Callbacks (operations, functions of for_each and erase_if) must not call the map itself. Builds
/// that check (without NDEBUG, or Heddle's option HEDDLE_ENABLE_CHECKS) throw invalid_state inside
/// of a host's callback that does, and refuse stale references (see map_ref.hpp).
#pragma once

#include <heddle/base/initialized.hpp>
#include <heddle/hash/detail/map_calls.hpp>
#include <heddle/hash/frozen_map.hpp>
#include <heddle/hash/map_ref.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <utility>

namespace heddle::hash {
inline namespace HEDDLE_HASH_ABI {

/// Keys and their values, in the memory of `Exec`; see the head of this file.
template <class Key, class Value, class Exec = Kokkos::DefaultExecutionSpace,
          class Hash = DefaultHash<Key>, class Equal = BitwiseEqual<Key>,
          class Traits = DefaultTraits>
class HashMap {
  static_assert(std::is_trivially_copyable_v<Key> && std::is_trivially_copyable_v<Value>,
                "keys and values are copied between memories byte by byte");
  using Calls = detail::MapCalls<Key, Value, Exec, Hash, Equal, Traits>;

 public:
  using key_type = Key;
  using value_type = Value;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using Table = typename Calls::Table;
  using Statuses = typename Calls::Statuses;  ///< View<Status*>, one per item; may be left out
  using Options = BulkOptions<Exec>;

  /// An empty table. Throws invalid_argument (target load not in (0, 1]; more than 2^32 buckets for
  /// a 32-bit hash), out_of_memory with the bytes needed, not_initialized, unsupported (x86-64
  /// without AVX).
  explicit HashMap(Exec const& exec, MapOptions const& options = {}, Hash const& hash = {},
                   Equal const& equal = {})
      : calls_((require_initialized("heddle::hash::HashMap"), exec), options, hash, equal) {}
  HashMap(HashMap&&) noexcept = default;
  HashMap& operator=(HashMap&&) noexcept = default;

  /// A table of the same capacity with the same entries. Fences `exec`.
  HashMap clone(Exec const& exec) const {
    auto options = calls_.options();
    options.capacity = capacity();
    HashMap copy(exec, options, calls_.hash(), calls_.equal());
    copy.calls_.copy_from(exec, calls_);
    return copy;
  }

  // Bulk calls. `keys`, `values`: rank-1 views of one length. Statuses and views that are written
  // share no memory with the others. Expected O(1) per key. Errors, before anything is touched:
  // size_mismatch, invalid_argument (shared memory).

  /// Stores the pairs whose keys are absent: inserted, exists, full. Of equal keys in a batch
  /// exactly one is `inserted`.
  template <class Keys, class Values>
  BulkResult insert(Exec const& exec, Keys const& keys, Values const& values,
                    Statuses const& statuses = {}, Options const& options = {}) {
    return calls_.template upsert<false>(exec, "heddle::hash::insert", keys, values,
                                         detail::KeepHeld{}, statuses, options);
  }
  /// insert, enqueued.
  template <class Keys, class Values>
  void insert_async(Exec const& exec, Keys const& keys, Values const& values,
                    Statuses const& statuses = {}, Options const& options = {}) {
    calls_.template upsert_async<false>(exec, "heddle::hash::insert", keys, values,
                                        detail::KeepHeld{}, statuses, options);
  }

  /// Stores all pairs; of equal keys one of the values stays: inserted, updated, full.
  template <class Keys, class Values>
  BulkResult insert_or_assign(Exec const& exec, Keys const& keys, Values const& values,
                              Statuses const& statuses = {}, Options const& options = {}) {
    return calls_.template upsert<false>(exec, "heddle::hash::insert_or_assign", keys, values,
                                         detail::TakeGiven{}, statuses, options);
  }
  /// insert_or_assign, enqueued.
  template <class Keys, class Values>
  void insert_or_assign_async(Exec const& exec, Keys const& keys, Values const& values,
                              Statuses const& statuses = {}, Options const& options = {}) {
    calls_.template upsert_async<false>(exec, "heddle::hash::insert_or_assign", keys, values,
                                        detail::TakeGiven{}, statuses, options);
  }

  /// Stores the pairs whose keys are absent, else replaces the value held by op(held, value) (see
  /// operations.hpp): inserted, updated, full. Exact: no item is lost or applied twice.
  template <class Keys, class Values, class Op>
  BulkResult insert_or_apply(Exec const& exec, Keys const& keys, Values const& values, Op const& op,
                             Statuses const& statuses = {}, Options const& options = {}) {
    return calls_.template upsert<false>(exec, "heddle::hash::insert_or_apply", keys, values,
                                         detail::Apply{calls_.watched(op)}, statuses, options);
  }
  /// insert_or_apply, enqueued. `op` is copied.
  template <class Keys, class Values, class Op>
  void insert_or_apply_async(Exec const& exec, Keys const& keys, Values const& values, Op const& op,
                             Statuses const& statuses = {}, Options const& options = {}) {
    calls_.template upsert_async<false>(exec, "heddle::hash::insert_or_apply", keys, values,
                                        detail::Apply{calls_.watched(op)}, statuses, options);
  }

  /// Stores the pairs whose keys are absent, and writes the value that each key has then into
  /// `values` (unchanged where full): inserted, exists, full.
  template <class Keys, class Values>
  BulkResult find_or_insert(Exec const& exec, Keys const& keys, Values const& values,
                            Statuses const& statuses = {}, Options const& options = {}) {
    return calls_.template upsert<true>(exec, "heddle::hash::find_or_insert", keys, values,
                                        detail::KeepHeld{}, statuses, options);
  }
  /// find_or_insert, enqueued.
  template <class Keys, class Values>
  void find_or_insert_async(Exec const& exec, Keys const& keys, Values const& values,
                            Statuses const& statuses = {}, Options const& options = {}) {
    calls_.template upsert_async<true>(exec, "heddle::hash::find_or_insert", keys, values,
                                       detail::KeepHeld{}, statuses, options);
  }

  /// Removes keys: erased, not_found.
  template <class Keys>
  BulkResult erase(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                   Options const& options = {}) {
    return calls_.erase(exec, keys, statuses, options);
  }
  /// erase, enqueued.
  template <class Keys>
  void erase_async(Exec const& exec, Keys const& keys, Statuses const& statuses = {},
                   Options const& options = {}) {
    calls_.erase_async(exec, keys, statuses, options);
  }

  /// Writes the value of each key, `miss` for absent ones: found, not_found.
  template <class Keys, class Values>
  BulkResult find(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses = {}, Value const& miss = {}) const {
    return calls_.find(exec, keys, values, statuses, miss);
  }
  /// find, enqueued.
  template <class Keys, class Values>
  void find_async(Exec const& exec, Keys const& keys, Values const& values,
                  Statuses const& statuses = {}, Value const& miss = {},
                  Options const& options = {}) const {
    calls_.find_async(exec, keys, values, statuses, miss, options);
  }
  /// Which keys are there: found, not_found.
  template <class Keys>
  BulkResult contains(Exec const& exec, Keys const& keys, Statuses const& statuses) const {
    return calls_.find(exec, keys, NoValues(), statuses, Value{});
  }
  /// contains, enqueued.
  template <class Keys>
  void contains_async(Exec const& exec, Keys const& keys, Statuses const& statuses,
                      Options const& options = {}) const {
    calls_.find_async(exec, keys, NoValues(), statuses, Value{}, options);
  }

  // The whole table; O(capacity) each.

  /// Live keys, by a scan, so that it is right whoever changed the table. Fences `exec`.
  std::size_t size(Exec const& exec) const { return calls_.size(exec); }
  /// Slots. Two keys more fit, which live in slots of their own (the two all-ones patterns).
  std::size_t capacity() const { return calls_.capacity(); }
  /// Bytes of its memory.
  std::size_t bytes() const { return calls_.bytes(); }
  /// As given to the constructor; `capacity` there is what was asked for.
  MapOptions const& options() const { return calls_.options(); }

  /// Writes all entries, in no particular order, or `sorted` by key (numbers by value, other keys
  /// by their bytes), and returns how many. Fences `exec`. Throws output_too_small with the number
  /// needed, outputs unchanged.
  template <class Keys, class Values>
  std::size_t retrieve_all(Exec const& exec, Keys const& keys, Values const& values,
                           bool sorted = false) const {
    return calls_.retrieve_all(exec, keys, values, sorted);
  }
  /// Calls f(key, value) on the device for all entries. Enqueued. `f` must not change the table.
  template <class F>
  void for_each(Exec const& exec, F const& f) const {
    calls_.for_each(exec, f);
  }
  /// Erases the entries for which f(key, value) holds and returns how many. Fences `exec`.
  template <class F>
  std::size_t erase_if(Exec const& exec, F const& f) {
    return calls_.erase_if(exec, f);
  }
  /// Makes room for `keys` keys at the target load, in all. Never shrinks. Errors of rehash.
  void reserve(Exec const& exec, std::size_t keys) { calls_.reserve(exec, keys); }
  /// Empties the table.
  void clear(Exec const& exec) { calls_.clear(exec); }
  /// Makes the slots of erased keys empty again. Fences `exec`.
  void purge(Exec const& exec) { calls_.purge(exec); }
  /// Moves the entries into a table of `slots`; 0: the fewest at the target load. Fences `exec`.
  /// Throws capacity_below_size unless slots > size, and out_of_memory; unchanged then.
  void rehash(Exec const& exec, std::size_t slots) { calls_.rehash(exec, slots); }
  /// How far lookups of the keys read. Fences `exec`.
  ProbeStatistics statistics(Exec const& exec) const { return calls_.statistics(exec); }

  /// Bytes of workspace (workspace.hpp) with which insert, assign and apply calls of up to `items`
  /// items can be deterministic, or go by hash ranges, without waiting or allocating.
  std::size_t workspace_bytes(Exec const& exec, std::size_t items) const {
    return calls_.workspace_bytes(exec, items);
  }

  /// A read-only table of the same entries at `load`, in (0, 0.95]: less memory, and fewer lines
  /// per lookup than a map as full. Fences `exec`. Errors of FrozenMap's constructor.
  FrozenMap<Key, Value, Exec, Hash, Equal> freeze(Exec const& exec, double load = 0.9) const {
    auto const use = calls_.sharing().enter(exec);
    return {exec, calls_.table(), load, calls_.hash(), calls_.equal()};
  }

  /// For kernels on `exec`.
  HashMapRef<HashMap> ref(Exec const& exec) {
    calls_.lend(exec);
    return HashMapRef<HashMap>(calls_.table(), calls_.tag());
  }
  /// The same, to read alone.
  ConstHashMapRef<HashMap> ref(Exec const& exec) const {
    calls_.sharing().enter(exec);
    return ConstHashMapRef<HashMap>(calls_.table(), calls_.tag());
  }

 private:
  friend struct detail::MapAccess;
  using NoValues = Kokkos::View<Value*, memory_space>;
  Calls calls_;
};

}  // namespace HEDDLE_HASH_ABI
}  // namespace heddle::hash
