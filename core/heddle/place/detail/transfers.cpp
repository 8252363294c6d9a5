// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/transfers.hpp>

#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle::place::detail {
namespace {

bool same(QueuePtr const& a, QueuePtr const& b) { return a->identity == b->identity; }

void note_reader(Copy& copy, QueuePtr const& queue) {
  for (auto const& reader : copy.readers) {
    if (same(reader, queue)) return;
  }
  copy.readers.push_back(queue);
}

/// The device's queue runs after the users of a device copy.
void order_queue(User const& user, Copy& copy, bool before_write) {
  auto& memory = user.core.memory();
  bool const known = std::any_of(copy.readers.begin(), copy.readers.end(),
                                 [&](QueuePtr const& reader) { return same(reader, user.queue); });
  if (copy.writer && !known && !same(copy.writer, user.queue)) {
    memory.order(*user.queue, *copy.writer);
  }
  if (!before_write) return;
  for (auto const& reader : copy.readers) {
    if (!same(reader, user.queue)) memory.order(*user.queue, *reader);
  }
}

/// The host waits for the users of a copy.
void order_host(User const& user, Copy& copy, bool before_write) {
  if (copy.writer) {
    user.core.wait(*copy.writer);
    copy.writer.reset();
    copy.arriving = false;
  }
  if (!before_write) return;
  for (auto const& reader : copy.readers) user.core.wait(*reader);
  copy.readers.clear();
}

/// Refuses what must not happen now.
void refuse_in_stillness(User const& user, Record const& record, char const* what) {
  auto const still = user.core.still;
  std::string const message = record.label + ": " + user.phase.text + " would have to " + what;
  HEDDLE_EXPECTS(still != Still::parallel_region, copy_in_parallel_region,
                 message + " in a parallel region");
  HEDDLE_EXPECTS(still != Still::capture, refused_in_capture, message + " in a capture");
}

void zero_rows(User const& user, Record& record, Side side, std::int64_t first) {
  auto& copy = record.at(side);
  auto const begin = static_cast<std::size_t>(first * record.row_bytes);
  auto* const from = static_cast<char*>(copy.block.data) + begin;
  if (copy.block.kind == MemoryKind::device) {
    order_queue(user, copy, true);
    user.core.memory().fill_device(*user.queue, from, 0, record.bytes() - begin);
    copy.readers.clear();
    copy.writer = user.queue;
  } else {
    order_host(user, copy, true);
    std::memset(from, 0, record.bytes() - begin);
  }
}

/// Moves the kept rows into a larger block.
void move_rows(User const& user, Record& record, Side side, Block block) {
  auto& copy = record.at(side);
  auto const bytes = static_cast<std::size_t>(copy.kept * record.row_bytes);
  if (copy.block.kind == MemoryKind::device) {
    order_queue(user, copy, false);
    if (bytes > 0) {
      user.core.memory().within_device(*user.queue, block.data, copy.block.data, bytes);
      note_reader(copy, user.queue);
    }
  } else {
    order_host(user, copy, false);
    if (bytes > 0) std::memcpy(block.data, copy.block.data, bytes);
  }
  Copy moved;
  moved.block = std::move(block);
  moved.version = copy.version;
  moved.kept = copy.kept;
  moved.last_use = copy.last_use;
  if (moved.block.kind == MemoryKind::device) moved.writer = user.queue;
  release(record, copy);
  copy = std::move(moved);
}

void start_to_device(User const& user, Record& record) {
  auto& from = record.at(Side::host);
  auto& to = record.at(Side::device);
  order_host(user, from, false);
  order_queue(user, to, true);
  to.version = 0;  // until the transfer is enqueued
  auto const host = user.core.memory().to_device(*user.queue, to.block.data, from.block.data,
                                                 record.bytes(), record.pinned);
  to.readers.clear();
  to.writer = user.queue;
  to.arriving = true;
  if (host == backends::HostSide::pending) note_reader(from, user.queue);
}

void start_to_host(User const& user, Record& record, std::size_t bytes) {
  auto& from = record.at(Side::device);
  auto& to = record.at(Side::host);
  order_queue(user, from, false);
  order_host(user, to, true);
  to.version = 0;
  auto const host =
      user.core.memory().to_host(*user.queue, to.block.data, from.block.data, bytes, record.pinned);
  note_reader(from, user.queue);
  to.arriving = host == backends::HostSide::pending;
  if (to.arriving) to.writer = user.queue;
}

}  // namespace

void order_after_users(User const& user, Record& record, Side side, bool before_write) {
  auto& copy = record.at(side);
  if (side == Side::device) {
    order_queue(user, copy, before_write);
  } else {
    order_host(user, copy, before_write);
  }
}

void fit(User const& user, Record& record, Side side, bool keep_data) {
  auto& copy = record.at(side);
  auto const needed = record.bytes();
  if (copy.block.bytes < needed) {
    refuse_in_stillness(user, record, "allocate");
    Block block = take(user, record, side, needed);
    if (block.last && !same(block.last, user.queue)) {
      user.core.memory().order(*user.queue, *block.last);
    }
    block.last.reset();
    if (keep_data) {
      move_rows(user, record, side, std::move(block));
    } else {
      release(record, copy);
      copy.block = std::move(block);
    }
  }
  if (keep_data && copy.kept < record.rows && needed > 0) {
    refuse_in_stillness(user, record, "resize");
    zero_rows(user, record, side, copy.kept);
  }
  copy.rows = copy.kept = record.rows;
}

void transfer(User const& user, Record& record, Side to, Cause cause) {
  bool const to_host = to == Side::host;
  fit(user, record, other(to), true);
  if (record.bytes() > 0) {
    refuse_in_stillness(user, record, "copy");
    if (user.core.calibrates) cause = Cause::calibration;
    Transfer const entry{record.label,
                         user.phase.text,
                         to_host ? Direction::to_host : Direction::to_device,
                         cause,
                         static_cast<std::int64_t>(record.bytes()),
                         1,
                         0};
    if (!user.core.calibrates) user.core.allow(entry);
    Timer const timer;
    to_host ? start_to_host(user, record, record.bytes()) : start_to_device(user, record);
    user.core.record(entry, timer.seconds());
  }
  record.at(to).version = record.version;
}

void spill(User const& user, Record& record) {
  auto const& from = record.at(Side::device);
  auto& to = record.at(Side::host);
  auto const bytes = static_cast<std::size_t>(from.kept * record.row_bytes);
  if (bytes > 0) {
    refuse_in_stillness(user, record, "copy");
    Transfer const entry{record.label,
                         user.phase.text,
                         Direction::to_host,
                         Cause::spill,
                         static_cast<std::int64_t>(bytes),
                         1,
                         0};
    user.core.allow(entry);
    Timer const timer;
    start_to_host(user, record, bytes);
    user.core.record(entry, timer.seconds());
  }
  to.rows = from.rows;
  to.kept = from.kept;
  to.version = record.version;
}

void read_range(User const& user, Record& record, std::size_t first, std::size_t bytes, void* to) {
  std::lock_guard const lock(record.mutex);
  HEDDLE_EXPECTS(!record.open_writer, overlapping_access,
                 record.label + ": read_range while " + record.opened_by.text + " writes it");
  HEDDLE_EXPECTS(record.version > 0, unwritten_read, record.label + " was never written");
  HEDDLE_EXPECTS(!record.is_lost(), lost_data,
                 record.label + ": lost when " + record.lost_by.text + " failed");
  record.seen = true;
  Side const side = record.is_valid(Side::host) ? Side::host : Side::device;
  fit(user, record, side, true);
  if (bytes == 0) return;
  auto* const from = static_cast<char*>(record.at(side).block.data) + first;
  order_after_users(user, record, side, false);
  if (side == Side::host) {
    std::memcpy(to, from, bytes);
    return;
  }
  refuse_in_stillness(user, record, "copy");
  Transfer const entry{record.label,
                       user.phase.text,
                       Direction::to_host,
                       Cause::range,
                       static_cast<std::int64_t>(bytes),
                       1,
                       0};
  user.core.allow(entry);
  Timer const timer;
  if (user.core.memory().to_host(*user.queue, to, from, bytes, false) ==
      backends::HostSide::pending) {
    note_reader(record.at(side), user.queue);
    user.core.wait(*user.queue);
  }
  user.core.record(entry, timer.seconds());
}

}  // namespace heddle::place::detail
