// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory within a budget: what goes first is stale, then what exists elsewhere, then, on the
// device, what the host can take.
#include <heddle/place/detail/transfers.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace heddle::place::detail {
namespace {

enum class Victims { stale, elsewhere, sole_on_device };

bool is_victim(Record const& record, Side side, Victims kind) {
  auto const& copy = record.at(side);
  if (!copy.has_memory() || copy.adopted || copy.pins > 0 || record.is_open()) return false;
  bool const valid = record.is_valid(side);
  bool const elsewhere = record.is_valid(other(side));
  switch (kind) {
    case Victims::stale: return !valid;
    case Victims::elsewhere: return valid && elsewhere && !record.is_shared();
    case Victims::sole_on_device:
      return valid && !elsewhere && side == Side::device && !record.is_shared();
  }
  return false;
}

/// Takes the copy's memory away; a sole copy moves to the host first. False if that has no room.
bool evict(User const& user, Record& record, Side side, Victims kind) {
  if (kind == Victims::sole_on_device) {
    auto& host = record.at(Side::host);
    if (host.block.bytes < record.bytes()) {
      release(record, host);
      host.block = record.store->take(record.kind_at(Side::host), record.bytes(), record.label);
      if (!host.block.data) return false;
    }
    spill(user, record);
  }
  release(record, record.at(side));
  return true;
}

/// Looks for room for one record, which is itself never a victim.
class Search {
 public:
  enum class Outcome { made, none, busy };

  Search(User const& user, Record const& wants, Side side)
      : user_(user), store_(*wants.store), wants_(wants), side_(side) {}

  /// Makes room by one copy. `busy`: there is none, but another thread is at work on a record that
  /// may have one soon.
  Outcome evict_one() {
    auto const alive = store_.lock_records();
    is_busy_ = false;
    for (auto const kind : {Victims::stale, Victims::elsewhere, Victims::sole_on_device}) {
      if (evict_one(kind)) return Outcome::made;
    }
    return is_busy_ ? Outcome::busy : Outcome::none;
  }

 private:
  bool evict_one(Victims kind) {
    // The other copy of the array that wants room is what it will be read from.
    std::vector<Record const*> spared{&wants_};
    while (auto* const record = oldest_victim(kind, spared)) {
      spared.push_back(record);
      auto const lock = try_lock(*record);
      if (lock && is_victim(*record, side_, kind) && evict(user_, *record, side_, kind))
        return true;
    }
    return false;
  }

  /// The least recently used copy of a kind that is not among the `spared`; null if there is none.
  Record* oldest_victim(Victims kind, std::vector<Record const*> const& spared) {
    Record* oldest = nullptr;
    std::uint64_t last_use = 0;
    for (auto* const record : store_.records()) {
      if (std::find(spared.begin(), spared.end(), record) != spared.end()) continue;
      auto const lock = try_lock(*record);
      if (!lock || !is_victim(*record, side_, kind)) continue;
      if (!oldest || record->at(side_).last_use < last_use) {
        oldest = record;
        last_use = record->at(side_).last_use;
      }
    }
    return oldest;
  }

  /// Who holds it uses it, for no longer than a transfer takes, or wants room like this record:
  /// nobody waits for those.
  std::unique_lock<std::mutex> try_lock(Record& record) {
    std::unique_lock lock(record.mutex, std::try_to_lock);
    is_busy_ = is_busy_ || (!lock && !record.wants_room);
    return lock;
  }

  User const& user_;
  Store& store_;
  Record const& wants_;
  Side side_;
  bool is_busy_ = false;
};

/// Says so while it lives.
struct WantsRoom {
  explicit WantsRoom(Record& by) : record(by) { record.wants_room = true; }
  ~WantsRoom() { record.wants_room = false; }
  WantsRoom(WantsRoom const&) = delete;
  WantsRoom& operator=(WantsRoom const&) = delete;
  Record& record;
};

Block owned_block(Record const& record, Side side) {
  return record.make_owned(record.kind_at(side), record.rows);
}

}  // namespace

Block take(User const& user, Record& record, Side side, std::size_t bytes) {
  auto& store = *record.store;
  if (record.make_owned) return owned_block(record, side);
  auto const kind = record.kind_at(side);
  auto const label = "heddle::place::" + record.label;
  WantsRoom const wanting(record);
  Search search(user, record, side);
  auto outcome = Search::Outcome::made;
  Block block = store.take(kind, bytes, label);
  while (!block.data && outcome != Search::Outcome::none) {
    outcome = search.evict_one();
    if (outcome == Search::Outcome::busy) std::this_thread::yield();
    block = store.take(kind, bytes, label);
  }
  auto const limit = store.limit(side);
  HEDDLE_EXPECTS(block.data, out_of_memory,
                 record.label + ": " + user.phase.text + " needs " + std::to_string(bytes) +
                     " bytes on the " + std::string(to_string(where_of(side))) + ", which holds " +
                     std::to_string(store.held(side)) + " of " +
                     (limit == unlimited ? "an unlimited budget" : std::to_string(limit)));
  return block;
}

}  // namespace heddle::place::detail
