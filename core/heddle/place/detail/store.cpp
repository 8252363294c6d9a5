// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/store.hpp>

#include <algorithm>
#include <utility>

namespace heddle::place::detail {

Store::Store(std::shared_ptr<backends::PlaceMemory> memory, std::array<std::int64_t, 2> limits,
             bool keeps_blocks)
    : memory_(std::move(memory)), limits_(limits), keeps_blocks_(keeps_blocks) {}

Store::~Store() { forget_blocks(); }

std::int64_t Store::held(Side side) const {
  std::lock_guard const lock(mutex_);
  return held_[static_cast<int>(side)];
}

bool Store::fits(Side side, std::size_t bytes) const {
  // Subtracted, as a sum could overflow.
  return static_cast<std::int64_t>(bytes) <= limit(side) - held_[static_cast<int>(side)];
}

/// The smallest kept block that is large enough, unless more than half of it would be wasted.
Block Store::take_kept(MemoryKind kind, std::size_t bytes) {
  auto best = kept_.end();
  for (auto block = kept_.begin(); block != kept_.end(); ++block) {
    bool const usable = block->kind == kind && block->bytes >= bytes && block->bytes / 2 <= bytes;
    if (usable && (best == kept_.end() || block->bytes < best->bytes)) best = block;
  }
  if (best == kept_.end()) return {};
  Block found = std::move(*best);
  kept_.erase(best);
  return found;
}

Block Store::allocate(MemoryKind kind, std::size_t bytes, std::string const& label) {
  if (!fits(side_of(kind), bytes)) return {};
  void* const data = memory_->allocate(kind, bytes, label);
  if (!data) return {};
  held_[static_cast<int>(side_of(kind))] += static_cast<std::int64_t>(bytes);
  return {data, bytes, kind, {}, {}, nullptr};
}

void Store::free(Block const& block) noexcept {
  memory_->deallocate(block.kind, block.data, block.bytes);
  held_[static_cast<int>(side_of(block.kind))] -= static_cast<std::int64_t>(block.bytes);
}

Block Store::take(MemoryKind kind, std::size_t bytes, std::string const& label) {
  std::lock_guard const lock(mutex_);
  if (Block kept = take_kept(kind, bytes); kept.data) return kept;
  if (Block fresh = allocate(kind, bytes, label); fresh.data) return fresh;
  // Kept blocks of this place serve nobody now.
  std::erase_if(kept_, [&](Block const& block) {
    bool const same = side_of(block.kind) == side_of(kind);
    if (same) free(block);
    return same;
  });
  return allocate(kind, bytes, label);
}

void Store::give(Block block) noexcept {
  if (!block.data || block.owner) return;
  std::lock_guard const lock(mutex_);
  if (!keeps_blocks_) return free(block);
  try {
    kept_.push_back(block);
  } catch (...) {
    free(block);
  }
}

void Store::forget_blocks() noexcept {
  std::lock_guard const lock(mutex_);
  for (auto const& block : kept_) free(block);
  kept_.clear();
}

void Store::stop_keeping() noexcept {
  forget_blocks();
  std::lock_guard const lock(mutex_);
  keeps_blocks_ = false;
}

void Store::add(Record* record) {
  std::lock_guard const lock(records_mutex_);
  records_.push_back(record);
}

void Store::remove(Record* record) noexcept {
  std::lock_guard const lock(records_mutex_);
  std::erase(records_, record);
}

}  // namespace heddle::place::detail
