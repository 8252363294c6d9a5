// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A bounded cache of executables, keyed by what changes a graph's structure.
#pragma once

#include <heddle/graph/cache_key.hpp>
#include <heddle/graph/detail/cache_store.hpp>
#include <heddle/graph/graph.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace heddle::graph {

/// Bounds of a cache, and when a key is worth a recording.
struct CacheOptions {
  std::size_t max_graphs = 32;
  std::size_t max_bytes = std::size_t{256} << 20;  ///< nodes and buffers of all graphs, estimated
  int record_on = 2;  ///< the use of a key that records it; earlier ones run directly
  RecordOptions record = {};
};

/// What a cache did so far.
struct CacheStats {
  std::int64_t hits = 0;
  std::int64_t misses = 0;       ///< uses that found no executable
  std::int64_t direct_runs = 0;  ///< misses that ran by replay, without an executable
  std::int64_t recordings = 0;
  std::int64_t updates = 0;   ///< of single nodes by their handles, on hits
  std::int64_t in_place = 0;  ///< update_from on hits, without a rebuild
  std::int64_t rebuilds = 0;  ///< the same with one
  std::int64_t evictions = 0;
  std::size_t live = 0;   ///< executables now
  std::size_t bytes = 0;  ///< their estimated size
};

/// Executables by key: what sizes, patterns and choices a sequence of launches depends on. Values
/// that differ from use to use are parameters or updates.
///
/// `Handles` is what bodies give back: handles and parameters. Any thread may call `run`; what it
/// records is recorded outside of the locks, and who meets a key being recorded runs directly. One
/// executable a key and instance: launches of two instances never wait for each other.
template <class Exec, class Key, class Handles>
class GraphCache {
 public:
  /// An empty cache.
  explicit GraphCache(CacheOptions const& options = {})
      : options_(options), store_(options.max_graphs, options.max_bytes) {}

  /// Runs the graph of `key` on `exec`: enqueues and returns. A hit calls
  /// update(GraphExec<Exec>&, Handles&) to bring values up to date and launches. Else
  /// Handles body(Recorder<Exec>&) records, with the values of now; the first uses of a key, or one
  /// that finds no room because all others are at work, run what was recorded once, and wait for
  /// it. Evicts what was used least recently, never what is at work. Throws what recording,
  /// launching and the functions throw; the cache is as before then.
  template <class Body, class Update>
  void run(Exec const& exec, Key const& key, Body&& body, Update&& update) {
    static_assert(std::is_invocable_r_v<Handles, Body, Recorder<Exec>&>,
                  "heddle::graph::GraphCache: the body returns the handles of what it recorded");
    auto const bytes = bytes_of(exec, key);
    auto entry = store_.enter(bytes, options_.record_on);
    if (entry.state == Entry::ready) {
      typename Store::Lease const lease(store_, entry);
      update(entry.slot->executable(), entry.slot->handles());
      entry.slot->executable().launch(exec);
      return;
    }
    if (entry.state == Entry::direct) {
      run_directly(exec, std::forward<Body>(body));
      return;
    }
    record(exec, entry, std::forward<Body>(body));
  }

  /// Counts so far.
  CacheStats stats() const {
    auto const counts = store_.counts();
    return {counts.hits,     counts.misses,   counts.direct_runs, counts.recordings, counts.updates,
            counts.in_place, counts.rebuilds, counts.evictions,   counts.live,       counts.bytes};
  }
  /// Drops every executable that is not at work.
  void clear() { store_.clear(); }

 private:
  struct Held {
    GraphExec<Exec> graph;
    Handles values;
    GraphExec<Exec>& executable() { return graph; }
    Handles& handles() { return values; }
    bool is_idle() const { return graph.is_idle(); }
    std::size_t bytes() const { return graph.statistics().bytes; }
    void add_to(detail::CacheCounts& counts) const {
      auto const mine = graph.statistics();
      counts.updates += mine.updates;
      counts.in_place += mine.in_place;
      counts.rebuilds += mine.rebuilds;
    }
  };
  using Store = detail::CacheStore<Held>;
  using Entry = typename Store::Entry;

  static KeyBytes bytes_of(Exec const& exec, Key const& key) {
    KeyBytes bytes;
    // Space, device and instance, as Kokkos tells them to tools.
    bytes.append(Kokkos::Tools::Experimental::device_id(exec));
    append_key(bytes, key);
    return bytes;
  }

  template <class Body>
  Held recorded(Exec const& exec, Mode mode, Body&& body) {
    auto options = options_.record;
    if (mode == Mode::replay) options.mode = mode;
    Handles values{};
    auto graph = graph::record(
        exec, [&](Recorder<Exec>& r) { values = body(r); }, options);
    return {graph.instantiate(exec), std::move(values)};
  }

  template <class Body>
  void run_directly(Exec const& exec, Body&& body) {
    recorded(exec, Mode::replay, std::forward<Body>(body)).graph.launch(exec);
  }

  template <class Body>
  void record(Exec const& exec, Entry& entry, Body&& body) {
    typename Store::Claim claim(store_, entry);  // gives the key back if anything throws
    auto held = std::make_unique<Held>(recorded(exec, Mode::automatic, std::forward<Body>(body)));
    claim.launch_and_keep(std::move(held), [&](Held& made) { made.graph.launch(exec); });
  }

  CacheOptions options_;
  Store store_;
};

}  // namespace heddle::graph
