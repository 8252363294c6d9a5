// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/record.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <utility>

namespace heddle::place::detail {

Record::Record(std::string name, std::int64_t num_rows, std::int64_t bytes_of_a_row, bool is_pinned,
               std::shared_ptr<Store> memory)
    : label(std::move(name)),
      rows(num_rows),
      row_bytes(bytes_of_a_row),
      pinned(is_pinned),
      store(std::move(memory)) {
  store->add(this);
}

Record::~Record() {
  store->remove(this);
  for (auto& copy : copies) release(*this, copy);
}

MemoryKind Record::kind_at(Side side) const {
  if (side == Side::device && !is_shared()) return MemoryKind::device;
  return pinned ? MemoryKind::pinned : MemoryKind::host;
}

State Record::state(Side side) const {
  auto const& copy = at(side);
  if (open_writer && (is_shared() || opened_at == side)) return State::open;
  if (version > 0 && copy.version == version) {
    bool const in_flight = copy.arriving && copy.writer && !store->memory().is_idle(*copy.writer);
    return in_flight ? State::arriving : State::valid;
  }
  return copy.has_memory() ? State::stale : State::absent;
}

void release(Record& record, Copy& copy) noexcept {
  auto& memory = record.store->memory();
  auto users = std::move(copy.readers);
  if (copy.writer) users.push_back(std::move(copy.writer));
  if (copy.block.kind == MemoryKind::device) {
    for (auto const& user : users) {
      if (user->identity != users.front()->identity) memory.order(*users.front(), *user);
    }
    if (!users.empty()) copy.block.last = users.front();
  } else {
    for (auto const& user : users) memory.wait(*user);  // a fault shows at the next wait
  }
  record.store->give(std::move(copy.block));
  copy = {};
}

void resize(Record& record, std::int64_t rows) {
  std::lock_guard const lock(record.mutex);
  HEDDLE_EXPECTS(rows >= 0, invalid_argument, record.label + ": a negative size");
  HEDDLE_EXPECTS(!record.is_open(), overlapping_access,
                 record.label + ": resized while " + record.opened_by.text + " uses it");
  for (auto& copy : record.copies) copy.kept = std::min(copy.kept, rows);
  record.rows = rows;
}

}  // namespace heddle::place::detail
