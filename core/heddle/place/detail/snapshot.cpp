// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/snapshot.hpp>

#include <heddle/base/error.hpp>

#include <cstring>
#include <utility>

namespace heddle::place::detail {

Snapshot::Snapshot(User const& user, std::shared_ptr<Record> record) : record_(std::move(record)) {
  std::lock_guard const lock(record_->mutex);
  version_ = record_->version;
  writer_ = record_->writer;
  lost_by_ = record_->lost_by;
  writer_place_ = record_->writer_place;
  seen_ = record_->seen;
  at_host_ = record_->is_valid(Side::host);
  at_device_ = record_->is_valid(Side::device);
  auto const bytes = record_->bytes();
  if (bytes == 0 || (!at_host_ && !at_device_)) return;
  Side const side = at_host_ ? Side::host : Side::device;
  fit(user, *record_, side, true);
  order_after_users(user, *record_, side, false);
  block_ = take(user, *record_, Side::host, bytes);
  auto const& copy = record_->at(side);
  if (copy.block.kind != MemoryKind::device) {
    std::memcpy(block_.data, copy.block.data, bytes);
  } else if (user.core.memory().to_host(*user.queue, block_.data, copy.block.data, bytes,
                                        record_->pinned) == backends::HostSide::pending) {
    user.core.wait(*user.queue);
  }
}

Snapshot::~Snapshot() {
  if (record_) record_->store->give(std::move(block_));
}

void Snapshot::restore(User const& user) const {
  std::lock_guard const lock(record_->mutex);
  for (auto& copy : record_->copies) {
    if (copy.version >= version_) copy.version = 0;  // of the measurement, or about to come back
  }
  record_->version = version_;
  record_->writer = writer_;
  record_->lost_by = lost_by_;
  record_->writer_place = writer_place_;
  record_->seen = seen_;
  if (at_host_) restore_copy(user, Side::host);
  if (!at_device_ || record_->is_shared()) return;
  try {
    restore_copy(user, Side::device);
  } catch (heddle::error const& problem) {
    if (problem.code() != ErrorCode::out_of_memory) throw;
    if (!at_host_) restore_copy(user, Side::host);  // the data matter more than the place
  }
}

void Snapshot::restore_copy(User const& user, Side side) const {
  fit(user, *record_, side, false);
  order_after_users(user, *record_, side, true);
  auto& copy = record_->at(side);
  auto const bytes = record_->bytes();
  if (bytes > 0 && copy.block.kind == MemoryKind::device) {
    if (user.core.memory().to_device(*user.queue, copy.block.data, block_.data, bytes,
                                     record_->pinned) == backends::HostSide::pending) {
      user.core.wait(*user.queue);  // the block may go away any time
    }
    copy.readers.clear();
    copy.writer = user.queue;
  } else if (bytes > 0) {
    std::memcpy(copy.block.data, block_.data, bytes);
  }
  copy.version = version_;
}

}  // namespace heddle::place::detail
