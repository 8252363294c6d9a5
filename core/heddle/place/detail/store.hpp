// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The memory of a context's arrays: what is held, blocks to be used again, the budget. Shared by
/// the arrays, so that it outlives the context. Knows no Kokkos.
#pragma once

#include <heddle/backends/place_memory.hpp>
#include <heddle/place/policy.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::place::detail {

using backends::MemoryKind;
using QueuePtr = std::shared_ptr<backends::WorkQueue>;

struct Record;

/// The two places. With one memory both mean the same copies.
enum class Side { host, device };
inline Side other(Side side) { return side == Side::host ? Side::device : Side::host; }
inline Side side_of(MemoryKind kind) {
  return kind == MemoryKind::device ? Side::device : Side::host;
}
inline Where where_of(Side side) { return side == Side::host ? Where::host : Where::device; }

/// A stretch of memory of one place.
struct Block {
  void* data = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::host;
  QueuePtr last;                        ///< whose work may still use it
  std::shared_ptr<void> owner;          ///< a View that holds the memory: adopted, or checked
  long (*uses)(void const*) = nullptr;  ///< handles of that View
};

class Store {
 public:
  /// Without `keeps_blocks` what is given back is freed at once.
  Store(std::shared_ptr<backends::PlaceMemory> memory, std::array<std::int64_t, 2> limits,
        bool keeps_blocks);
  ~Store();
  Store(Store const&) = delete;
  Store& operator=(Store const&) = delete;

  backends::PlaceMemory& memory() const { return *memory_; }
  std::int64_t limit(Side side) const { return limits_[static_cast<int>(side)]; }
  /// Bytes held at a place, kept blocks among them.
  std::int64_t held(Side side) const;
  std::uint64_t next_tick() { return ++tick_; }
  std::uint64_t tick() const { return tick_; }

  /// A block of at least `bytes` > 0 bytes within the budget; without data if there is none. May
  /// give kept blocks back to the system, but touches no array.
  Block take(MemoryKind kind, std::size_t bytes, std::string const& label);
  /// Gives a block back; one with an owner drops it.
  void give(Block block) noexcept;
  /// Frees all kept blocks.
  void forget_blocks() noexcept;
  /// From now on nothing is kept: nobody is left who would use it.
  void stop_keeping() noexcept;

  void add(Record* record);
  void remove(Record* record) noexcept;
  /// The arrays, oldest use first, with the lock that keeps them alive.
  std::unique_lock<std::mutex> lock_records() { return std::unique_lock(records_mutex_); }
  std::vector<Record*> const& records() const { return records_; }

 private:
  bool fits(Side side, std::size_t bytes) const;
  Block take_kept(MemoryKind kind, std::size_t bytes);
  Block allocate(MemoryKind kind, std::size_t bytes, std::string const& label);
  void free(Block const& block) noexcept;

  std::shared_ptr<backends::PlaceMemory> memory_;
  std::array<std::int64_t, 2> limits_;
  bool keeps_blocks_;
  mutable std::mutex mutex_;  ///< of blocks and bytes
  std::vector<Block> kept_;
  std::array<std::int64_t, 2> held_{0, 0};
  std::mutex records_mutex_;  ///< taken before that of a record is tried, never after
  std::vector<Record*> records_;
  std::atomic<std::uint64_t> tick_ = 0;
};

}  // namespace heddle::place::detail
