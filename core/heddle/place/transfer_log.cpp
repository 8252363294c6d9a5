// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/transfer_log.hpp>

#include <algorithm>

namespace heddle::place {
namespace {

template <class Matches>
std::int64_t count_if(std::vector<Transfer> const& entries, Matches matches) {
  std::int64_t count = 0;
  for (auto const& entry : entries) count += matches(entry) ? entry.count : 0;
  return count;
}

bool same_kind(Transfer const& a, Transfer const& b) {
  return a.bytes == b.bytes && a.cause == b.cause && a.direction == b.direction &&
         a.array == b.array && a.phase == b.phase;
}

}  // namespace

std::int64_t TransferLog::count(Cause cause) const {
  return count_if(entries_, [&](Transfer const& entry) { return entry.cause == cause; });
}

std::int64_t TransferLog::count(std::string_view array) const {
  return count_if(entries_, [&](Transfer const& entry) { return entry.array == array; });
}

std::int64_t TransferLog::count(Direction direction) const {
  return count_if(entries_, [&](Transfer const& entry) { return entry.direction == direction; });
}

void TransferLog::add(Transfer const& transfer) {
  ++count_;
  bytes_ += transfer.bytes;
  small_ += transfer.bytes < small_bytes ? 1 : 0;
  // From the back: a loop repeats what it did last.
  auto const found = std::find_if(entries_.rbegin(), entries_.rend(), [&](Transfer const& entry) {
    return same_kind(entry, transfer);
  });
  if (found == entries_.rend()) {
    entries_.push_back(transfer);
    entries_.back().count = 1;
  } else {
    ++found->count;
    found->seconds += transfer.seconds;
  }
}

}  // namespace heddle::place
