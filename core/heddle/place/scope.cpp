// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/scope.hpp>

#include <heddle/place/detail/record.hpp>

#include <mutex>
#include <vector>

namespace heddle::place {
namespace {

/// Which copy stays: that of the last writer if it is valid.
detail::Side kept_side(detail::Record const& record) {
  return record.is_valid(record.writer_place) ? record.writer_place
                                              : detail::other(record.writer_place);
}

void keep_one_copy(detail::Record& record, std::uint64_t start) {
  std::unique_lock const lock(record.mutex, std::try_to_lock);
  if (!lock || record.is_open() || record.is_shared()) return;
  auto const kept = kept_side(record);
  for (auto const side : {detail::Side::host, detail::Side::device}) {
    auto& copy = record.at(side);
    bool const movable = copy.has_memory() && !copy.adopted && copy.pins == 0;
    if (side != kept && movable && copy.last_use > start) detail::release(record, copy);
  }
}

}  // namespace

Scope::Scope(detail::ContextCore& core) : store_(core.store), start_(core.store->tick()) {}

Scope::~Scope() {
  auto const alive = store_->lock_records();
  for (auto* const record : store_->records()) keep_one_copy(*record, start_);
}

Strict::Strict(detail::ContextCore& core, StrictOptions const& options)
    : core_(core), allowance_{options.copies} {
  core_.allowances.push_back(&allowance_);
}

Strict::~Strict() { std::erase(core_.allowances, &allowance_); }

}  // namespace heddle::place
