// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/accesses.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace heddle::place::detail {
namespace {

std::string at(Side side) { return std::string(" at the ") + to_string(where_of(side)).data(); }

/// What the rules say about one access, without changing anything.
void check(Record const& record, Mode mode, User const& user, Side place) {
  Name const phase = user.phase;
  bool const writes = mode != Mode::reads;
  HEDDLE_EXPECTS(!record.open_writer && !(writes && record.open_readers > 0), overlapping_access,
                 record.label + ": " + phase.text + at(place) + " wants to " +
                     (writes ? "write" : "read") + " it while " + record.opened_by.text +
                     at(record.opened_at) + (record.open_writer ? " writes it" : " reads it"));
  if (mode != Mode::overwrites) {
    HEDDLE_EXPECTS(
        record.version > 0, unwritten_read,
        record.label + ": " + phase.text + at(place) + " reads it, and nothing has written it yet");
    HEDDLE_EXPECTS(!record.is_lost(), lost_data,
                   record.label + ": " + phase.text + at(place) +
                       " reads it, and its only valid copy was lost when " + record.lost_by.text +
                       " failed");
    return;
  }
  // Measurements run phases at places where no plan would put them, and bring everything back.
  bool const loses = record.version > 0 && !record.seen && !record.is_lost() &&
                     !user.core.calibrates && !(record.writer == phase) &&
                     record.writer_place != place;
  HEDDLE_EXPECTS(!loses, conflicting_writes,
                 record.label + ": " + phase.text + at(place) + " overwrites what " +
                     record.writer.text + at(record.writer_place) +
                     " wrote and nobody has read; discard() says that this is meant");
}

}  // namespace

std::vector<Use> merged(std::vector<Use> const& uses) {
  std::vector<Use> result;
  for (auto const& use : uses) {
    auto const same = std::find_if(result.begin(), result.end(),
                                   [&](Use const& known) { return known.record == use.record; });
    if (same == result.end()) {
      result.push_back(use);
      continue;
    }
    if (same->mode != use.mode) same->mode = Mode::updates;
    same->last_use |= use.last_use;
    same->guarded |= use.guarded;
  }
  return result;
}

Accesses::Accesses(User user, Side place, std::span<Use const> uses)
    : user_(std::move(user)), place_(place), uses_(uses) {
  try {
    for (auto const& use : uses_) {
      check_and_mark(use);
      ++marked_;
    }
    bool const guards =
        std::any_of(uses_.begin(), uses_.end(), [](Use const& use) { return use.guarded; });
    if (guards) backups_.resize(uses_.size());
    for (std::size_t index = 0; index < uses_.size(); ++index) {
      make_ready(uses_[index]);
      if (uses_[index].guarded && uses_[index].mode != Mode::reads) keep_backup(index);
    }
  } catch (...) {
    for (std::size_t index = 0; index < marked_; ++index) {
      drop_backup(index);
      unmark(*uses_[index].record, uses_[index].mode);
    }
    throw;
  }
}

void Accesses::check_and_mark(Use const& use) {
  auto& record = *use.record;
  std::lock_guard const lock(record.mutex);
  check(record, use.mode, user_, place_);
  if (use.mode == Mode::reads) {
    ++record.open_readers;
  } else {
    check_views(record);
    record.open_writer = true;
  }
  record.opened_by = user_.phase;
  record.opened_at = place_;
}

/// A View of another place that somebody kept would go on showing what was.
void Accesses::check_views(Record const& record) const {
  auto const& copy = record.at(other(place_));
  if (record.is_shared() || copy.adopted || !copy.block.owner) return;
  HEDDLE_EXPECTS(copy.block.uses(copy.block.owner.get()) <= 1, invalid_state,
                 record.label + ": a View of it" + at(other(place_)) + " outlives the write of " +
                     user_.phase.text + at(place_));
}

void Accesses::make_ready(Use const& use) {
  auto& record = *use.record;
  std::lock_guard const lock(record.mutex);
  auto& copy = record.at(place_);
  auto const now = record.store->next_tick();
  bool const needs_data = use.mode != Mode::overwrites;
  bool const never_here = !copy.has_memory();
  fit(user_, record, place_, needs_data && record.is_valid(place_));
  if (needs_data && !record.is_valid(place_)) {
    record.at(other(place_)).last_use = now;
    transfer(user_, record, place_, never_here ? Cause::first_use : Cause::stale);
  }
  copy.last_use = now;
  order_after_users(user_, record, place_, use.mode != Mode::reads);
  if (needs_data) record.seen = true;
  if (user_.core.checked && !needs_data && !use.guarded && record.bytes() > 0) {
    if (copy.block.kind == MemoryKind::device) {
      user_.core.memory().fill_device(*user_.queue, copy.block.data, 0xff, record.bytes());
    } else {
      std::memset(copy.block.data, 0xff, record.bytes());
    }
  }
}

/// What a guarded array holds, unless another place has it too.
void Accesses::keep_backup(std::size_t index) {
  auto& record = *uses_[index].record;
  std::lock_guard const lock(record.mutex);
  auto const& copy = record.at(place_);
  bool const elsewhere = !record.is_shared() && record.is_valid(other(place_));
  if (!record.is_valid(place_) || elsewhere || record.bytes() == 0) return;
  Block backup = take(user_, record, place_, record.bytes());
  if (copy.block.kind == MemoryKind::device) {
    user_.core.memory().within_device(*user_.queue, backup.data, copy.block.data, record.bytes());
    backup.last = user_.queue;
  } else {
    std::memcpy(backup.data, copy.block.data, record.bytes());
  }
  backups_[index] = std::move(backup);
}

void Accesses::unmark(Record& record, Mode mode) noexcept {
  std::lock_guard const lock(record.mutex);
  if (mode == Mode::reads) {
    --record.open_readers;
  } else {
    record.open_writer = false;
  }
}

/// Whose work has the copy from now on. Host phases are over when their body returns.
void Accesses::note_device_work(Record& record, Mode mode) {
  auto& copy = record.at(place_);
  if (place_ == Side::host) return;
  if (mode == Mode::reads) {
    bool const known =
        (copy.writer && copy.writer->identity == user_.queue->identity) ||
        std::any_of(copy.readers.begin(), copy.readers.end(), [&](QueuePtr const& reader) {
          return reader->identity == user_.queue->identity;
        });
    if (!known) copy.readers.push_back(user_.queue);
    return;
  }
  copy.writer = user_.queue;
  copy.arriving = false;
  copy.readers.clear();
}

void Accesses::close_written(Record& record) {
  ++record.version;
  record.at(place_).version = record.version;
  record.writer = user_.phase;
  record.writer_place = place_;
  record.seen = false;
  record.open_writer = false;
}

void Accesses::succeed(bool eager) {
  closed_ = true;
  for (std::size_t index = 0; index < uses_.size(); ++index) {
    auto const& use = uses_[index];
    auto& record = *use.record;
    std::lock_guard const lock(record.mutex);
    note_device_work(record, use.mode);
    use.mode == Mode::reads ? void(--record.open_readers) : close_written(record);
    if (use.last_use && !record.is_open()) {
      for (auto& copy : record.copies) release(record, copy);
      record.version = 0;
      record.seen = true;
    }
    drop_backup(index);
  }
  if (place_ == Side::device) user_.core.note_device_phase(user_.phase);
  if (!eager || place_ != Side::host) return;
  for (auto const& use : uses_) {
    auto& record = *use.record;
    std::lock_guard const lock(record.mutex);
    bool const wanted = use.mode != Mode::reads && !use.last_use && !record.is_open();
    if (!wanted || record.is_shared() || !record.is_valid(Side::host)) continue;
    if (record.is_valid(Side::device)) continue;
    fit(user_, record, Side::device, false);
    transfer(user_, record, Side::device, Cause::eager_result);
  }
}

Accesses::~Accesses() {
  if (closed_) return;
  for (std::size_t index = 0; index < uses_.size(); ++index) close_failed(index);
}

void Accesses::close_failed(std::size_t index) noexcept {
  auto const& use = uses_[index];
  auto& record = *use.record;
  {
    std::lock_guard const lock(record.mutex);
    try {
      note_device_work(record, use.mode);
    } catch (...) {  // no memory for one more reader: the host waits instead
      user_.core.memory().wait(*user_.queue);
    }
    auto& copy = record.at(place_);
    if (use.mode != Mode::reads) {
      bool const held = record.is_valid(place_);
      copy.version = 0;
      bool const is_empty = use.guarded && record.bytes() == 0;  // nothing that could be lost
      if (held && is_empty) copy.version = record.version;
      if (held && !backups_.empty() && backups_[index].data) {
        if (copy.block.kind == MemoryKind::device) {
          user_.core.memory().within_device(*user_.queue, copy.block.data, backups_[index].data,
                                            record.bytes());
        } else {
          std::memcpy(copy.block.data, backups_[index].data, record.bytes());
        }
        copy.version = record.version;
      }
      if (record.is_lost()) record.lost_by = user_.phase;
    }
  }
  drop_backup(index);
  unmark(record, use.mode);
}

void Accesses::drop_backup(std::size_t index) noexcept {
  if (backups_.empty() || !backups_[index].data) return;
  uses_[index].record->store->give(std::move(backups_[index]));
  backups_[index] = {};
}

}  // namespace heddle::place::detail
