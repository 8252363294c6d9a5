// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where cached executables are: shards with a lock each, a clock for what was used last. Knows no
/// Kokkos: what is held only has to tell whether it is idle and how large it is.
#pragma once

#include <heddle/graph/cache_key.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// Counts of a store, read one by one while others go on. What executables count themselves is
/// added up over those that are there and those that are gone.
struct CacheCounts {
  std::int64_t hits = 0, misses = 0, direct_runs = 0, recordings = 0, updates = 0, in_place = 0,
               rebuilds = 0, evictions = 0;
  std::size_t live = 0, bytes = 0;
};

template <class Held>
class CacheStore {
  struct Slot {
    KeyBytes key;
    std::unique_ptr<Held> held;  // none while nobody recorded it
    std::int64_t uses = 0;
    std::uint64_t last_use = 0;
    std::size_t bytes = 0;
    int users = 0;  // at work with it: not evicted
    bool being_recorded = false;
    std::mutex turn;  // updates and launch of one user are not mixed with another's
    auto& executable() { return held->executable(); }
    auto& handles() { return held->handles(); }
  };

 public:
  struct Entry {
    enum State { ready, direct, claimed };
    State state = direct;
    KeyHash hash;
    std::shared_ptr<Slot> slot;
  };

  CacheStore(std::size_t max_graphs, std::size_t max_bytes)
      : max_graphs_(max_graphs), max_bytes_(max_bytes) {}

  /// What a use of a key finds: an executable, now in use; a claim, for whoever is to record it; or
  /// neither, if the key is new or somebody records it.
  Entry enter(KeyBytes const& key, int record_on) {
    Entry entry;
    entry.hash = hash_key(key);
    auto& shard = shard_of(entry.hash);
    std::lock_guard const lock(shard.mutex);
    auto& slot = find(shard, entry.hash, key);
    ++slot->uses;
    slot->last_use = ++clock_;
    if (slot->held) {
      ++slot->users;
      entry.state = Entry::ready;
      ++hits_;
    } else {
      ++misses_;
      bool const claim = !slot->being_recorded && slot->uses >= record_on && max_graphs_ > 0;
      slot->being_recorded |= claim;
      entry.state = claim ? Entry::claimed : Entry::direct;
      direct_runs_ += claim ? 0 : 1;
    }
    entry.slot = slot;
    return entry;
  }

  /// The use of an executable, by one at a time.
  class Lease {
   public:
    Lease(CacheStore& store, Entry const& entry)
        : store_(store), entry_(entry), turn_(entry.slot->turn) {}
    ~Lease() {
      turn_.unlock();
      std::lock_guard const lock(store_.shard_of(entry_.hash).mutex);
      --entry_.slot->users;
    }
    Lease(Lease const&) = delete;
    Lease& operator=(Lease const&) = delete;

   private:
    CacheStore& store_;
    Entry const& entry_;
    std::unique_lock<std::mutex> turn_;
  };

  /// The right to record a key.
  class Claim {
   public:
    Claim(CacheStore& store, Entry const& entry) : store_(store), entry_(entry) {}
    ~Claim() {
      std::lock_guard const lock(store_.shard_of(entry_.hash).mutex);
      entry_.slot->being_recorded = false;
    }
    Claim(Claim const&) = delete;
    Claim& operator=(Claim const&) = delete;

    /// Makes room, calls launch(*held), and keeps it. Room comes first: behind the launch the
    /// others would look busy. Where there is none, because all others are at work, what was
    /// recorded ends here.
    template <class Launch>
    void launch_and_keep(std::unique_ptr<Held> held, Launch const& launch) {
      std::size_t const bytes = held->bytes();
      bool const has_room = store_.make_room(bytes);
      try {
        launch(*held);
      } catch (...) {
        if (has_room) store_.give_back(bytes);
        throw;
      }
      ++store_.recordings_;
      if (!has_room) return;
      std::lock_guard const lock(store_.shard_of(entry_.hash).mutex);
      entry_.slot->held = std::move(held);
      entry_.slot->bytes = bytes;
    }

   private:
    CacheStore& store_;
    Entry const& entry_;
  };

  CacheCounts counts() const {
    std::lock_guard const room(room_);
    auto counts = gone_;
    counts.hits = hits_;
    counts.misses = misses_;
    counts.direct_runs = direct_runs_;
    counts.recordings = recordings_;
    counts.evictions = evictions_;
    counts.live = live_;
    counts.bytes = bytes_;
    for (auto const& shard : shards_) {
      std::lock_guard const lock(shard.mutex);
      for (auto const& [hash, slot] : shard.slots) {
        if (slot->held) slot->held->add_to(counts);
      }
    }
    return counts;
  }

  void clear() {
    std::lock_guard const room(room_);
    while (evict_oldest()) {
    }
  }

 private:
  static constexpr std::size_t num_shards = 16;
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_multimap<std::uint64_t, std::shared_ptr<Slot>> slots;  // by the low half
  };

  Shard& shard_of(KeyHash const& hash) { return shards_[hash.high % num_shards]; }

  std::shared_ptr<Slot>& find(Shard& shard, KeyHash const& hash, KeyBytes const& key) {
    auto const [first, last] = shard.slots.equal_range(hash.low);
    for (auto at = first; at != last; ++at) {
      if (at->second->key == key) return at->second;
    }
    forget_some(shard);
    auto slot = std::make_shared<Slot>();
    slot->key = key;
    return shard.slots.emplace(hash.low, std::move(slot))->second;
  }

  /// Keys that never came to an executable are only counts; a shard keeps as many as all graphs.
  void forget_some(Shard& shard) {
    if (shard.slots.size() <= 4 * max_graphs_ + 64) return;
    for (auto at = shard.slots.begin(); at != shard.slots.end();) {
      bool const empty = !at->second->held && !at->second->being_recorded;
      at = empty ? shard.slots.erase(at) : std::next(at);
    }
  }

  /// Reserves room for one more graph; false if what is at work leaves none.
  bool make_room(std::size_t bytes) {
    std::lock_guard const room(room_);
    while (live_ + 1 > max_graphs_ || bytes_ + bytes > max_bytes_) {
      if (!evict_oldest()) return false;
    }
    ++live_;
    bytes_ += bytes;
    return true;
  }

  void give_back(std::size_t bytes) {
    --live_;
    bytes_ -= bytes;
  }

  /// Drops the idle executable that was used least recently; false if there is none. Only one
  /// thread evicts at a time; an entry that somebody takes in between is left alone.
  bool evict_oldest() {
    Shard* oldest_shard = nullptr;
    std::shared_ptr<Slot> oldest;
    std::uint64_t oldest_use = 0;  // as it was under the lock of its shard
    for (auto& shard : shards_) {
      std::lock_guard const lock(shard.mutex);
      for (auto const& [hash, slot] : shard.slots) {
        bool const idle = slot->held && slot->users == 0 && slot->held->is_idle();
        if (idle && (!oldest || slot->last_use < oldest_use)) {
          oldest = slot;
          oldest_use = slot->last_use;
          oldest_shard = &shard;
        }
      }
    }
    if (!oldest) return false;
    std::unique_ptr<Held> dropped;  // destroyed outside of the lock
    {
      std::lock_guard const lock(oldest_shard->mutex);
      if (oldest->users > 0) return true;  // look again
      dropped = std::move(oldest->held);
      oldest->uses = 0;
      give_back(oldest->bytes);
    }
    dropped->add_to(gone_);
    ++evictions_;
    return true;
  }

  std::size_t max_graphs_, max_bytes_;
  std::array<Shard, num_shards> shards_;
  mutable std::mutex room_;
  CacheCounts gone_;  // of executables that were dropped; under `room_`
  std::atomic<std::uint64_t> clock_{0};
  std::atomic<std::int64_t> hits_{0}, misses_{0}, direct_runs_{0}, recordings_{0}, evictions_{0};
  std::atomic<std::size_t> live_{0}, bytes_{0};
};

}  // namespace heddle::graph::detail
