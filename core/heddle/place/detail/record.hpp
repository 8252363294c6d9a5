// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What is known about one array: versions and copies. Knows no Kokkos.
///
/// A copy is valid if its version is that of the array, so a write makes all others stale by one
/// increment. Its memory stays where it is until somebody needs it.
#pragma once

#include <heddle/place/detail/name.hpp>
#include <heddle/place/detail/store.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace heddle::place::detail {

/// The copy of an array at one place.
struct Copy {
  Block block;
  std::uint64_t version = 0;      ///< of the data; 0: none that counts
  std::int64_t rows = 0;          ///< for which it is laid out
  std::int64_t kept = 0;          ///< of these, that every later size has kept
  bool arriving = false;          ///< by a transfer that nobody has waited for
  bool adopted = false;           ///< the user's memory
  int pins = 0;                   ///< recordings that know its address
  QueuePtr writer;                ///< whose work wrote it last, if that may still run
  std::vector<QueuePtr> readers;  ///< whose work read it since
  std::uint64_t last_use = 0;

  bool has_memory() const { return block.data != nullptr; }
};

/// Makes memory as a View of the array's own type, whose handles are counted.
using OwnedMaker = std::function<Block(MemoryKind, std::int64_t rows)>;

struct Record {
  Record(std::string label, std::int64_t rows, std::int64_t row_bytes, bool pinned,
         std::shared_ptr<Store> store);
  ~Record();
  Record(Record const&) = delete;
  Record& operator=(Record const&) = delete;

  std::string const label;
  std::atomic<std::int64_t> rows;  ///< changed under the mutex, read without
  std::int64_t const row_bytes;
  bool const pinned;
  std::shared_ptr<Store> const store;
  OwnedMaker make_owned;                 ///< checked contexts only
  std::atomic<bool> wants_room = false;  ///< who holds the mutex waits for memory of others

  mutable std::mutex mutex;  ///< of everything below, and of writing `rows`
  std::uint64_t version = 0;
  Name writer;                     ///< the phase that made this version
  Side writer_place = Side::host;  ///< and where
  bool seen = true;                ///< somebody has read this version
  Name lost_by;                    ///< the phase that failed, if no copy is left
  int open_readers = 0;
  bool open_writer = false;
  Name opened_by;
  Side opened_at = Side::host;
  std::array<Copy, 2> copies;

  bool is_shared() const { return store->memory().is_shared(); }
  Copy& at(Side side) { return copies[is_shared() ? 0 : static_cast<int>(side)]; }
  Copy const& at(Side side) const { return copies[is_shared() ? 0 : static_cast<int>(side)]; }
  MemoryKind kind_at(Side side) const;
  std::size_t bytes() const { return static_cast<std::size_t>(rows * row_bytes); }
  bool is_valid(Side side) const { return version > 0 && at(side).version == version; }
  bool is_lost() const { return version > 0 && !is_valid(Side::host) && !is_valid(Side::device); }
  bool is_open() const { return open_writer || open_readers > 0; }
  State state(Side side) const;
};

/// Gives the memory of a copy back, in order after the work that uses it; waits for transfers that
/// use host memory.
void release(Record& record, Copy& copy) noexcept;

/// Keeps the first min(old, rows) rows and makes no version. Throws overlapping_access if the array
/// is open.
void resize(Record& record, std::int64_t rows);

}  // namespace heddle::place::detail
