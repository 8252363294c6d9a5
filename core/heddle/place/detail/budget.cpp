// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory within a budget: what goes first is stale, then what exists elsewhere, then, on the
// device, what the host can take.
#include <heddle/place/detail/transfers.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>
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

/// The least recently used copy of a kind that is not among the `spared`; null if there is none.
Record* oldest_victim(Store const& store, Side side, Victims kind,
                      std::vector<Record const*> const& spared) {
  Record* oldest = nullptr;
  std::uint64_t last_use = 0;
  for (auto* const record : store.records()) {
    if (std::find(spared.begin(), spared.end(), record) != spared.end()) continue;
    std::unique_lock const lock(record->mutex, std::try_to_lock);  // who holds it uses it
    if (!lock || !is_victim(*record, side, kind)) continue;
    if (!oldest || record->at(side).last_use < last_use) {
      oldest = record;
      last_use = record->at(side).last_use;
    }
  }
  return oldest;
}

/// Makes room by one copy of a kind; false if there is none.
bool evict_one(User const& user, Store& store, Record const& wants, Side side, Victims kind) {
  auto const alive = store.lock_records();
  // The other copy of the array that wants room is what it will be read from.
  std::vector<Record const*> spared{&wants};
  while (auto* const record = oldest_victim(store, side, kind, spared)) {
    spared.push_back(record);
    std::unique_lock const lock(record->mutex, std::try_to_lock);
    if (lock && is_victim(*record, side, kind) && evict(user, *record, side, kind)) return true;
  }
  return false;
}

Block owned_block(Record const& record, Side side) {
  return record.make_owned(record.kind_at(side), record.rows);
}

}  // namespace

Block take(User const& user, Record& record, Side side, std::size_t bytes) {
  auto& store = *record.store;
  if (record.make_owned) return owned_block(record, side);
  auto const kind = record.kind_at(side);
  auto const label = "heddle::place::" + record.label;
  Block block = store.take(kind, bytes, label);
  for (auto const victims : {Victims::stale, Victims::elsewhere, Victims::sole_on_device}) {
    while (!block.data && evict_one(user, store, record, side, victims)) {
      block = store.take(kind, bytes, label);
    }
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
