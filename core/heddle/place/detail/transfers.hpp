// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Makes copies of arrays ready for a use. Knows no Kokkos.
///
/// All functions want the record's mutex held, and enqueue on the caller's queue alone. Work of
/// other queues is waited for where it matters, by the queue or by the host, at this moment: within
/// one queue order suffices and nothing is done.
#pragma once

#include <heddle/place/detail/core.hpp>
#include <heddle/place/detail/record.hpp>

namespace heddle::place::detail {

/// Who wants a copy.
struct User {
  ContextCore& core;
  QueuePtr queue;
  Name phase;
};

/// A block for the record within the budget of its store, which may cost other arrays their stale
/// or doubled copies. Throws out_of_memory (needed, held, budget); no array has lost data then.
Block take(User const& user, Record& record, Side side, std::size_t bytes);

/// Memory of the array's size at a place. With `keep_data`, valid data stays and new rows are zero.
void fit(User const& user, Record& record, Side side, bool keep_data);

/// Makes the copy at `to` valid by one transfer from the other place, which is valid.
void transfer(User const& user, Record& record, Side to, Cause cause);

/// Moves what the array holds on the device to the host, whose memory is large enough. Rows that
/// the array has grown by stay to be zeroed.
void spill(User const& user, Record& record);

/// Lets the user's queue (device), or the host, run after the work that has written the copy and,
/// before a write, after the work that reads it.
void order_after_users(User const& user, Record& record, Side side, bool before_write);

/// Copies bytes of the array to the host and changes no state. Throws unwritten_read, lost_data,
/// overlapping_access.
void read_range(User const& user, Record& record, std::size_t first, std::size_t bytes, void* to);

}  // namespace heddle::place::detail
