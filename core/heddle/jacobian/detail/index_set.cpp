// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Union of sets of inputs. Large sets are words of 64 columns, so that dense rows stay cheap.
#include <heddle/jacobian/detail/index_set.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>

namespace heddle::jacobian::detail {
namespace {

/// 64 columns: bit b of `word` is column 64 number + b.
struct Block {
  std::int32_t number;
  std::uint64_t word;
  bool operator==(Block const&) const = default;
};
using Blocks = std::vector<Block>;

void add(Blocks& blocks, std::int32_t const index) {
  auto const bit = std::uint64_t{1} << (index % 64);
  if (blocks.empty() || blocks.back().number != index / 64) {
    blocks.push_back({index / 64, bit});
  } else {
    blocks.back().word |= bit;
  }
}

Blocks united(Blocks const& a, Blocks const& b) {
  Blocks result;
  result.reserve(a.size() + b.size());
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() && y != b.end()) {
    if (x->number < y->number) {
      result.push_back(*x++);
    } else if (y->number < x->number) {
      result.push_back(*y++);
    } else {
      result.push_back({x->number, x->word | y->word});
      ++x;
      ++y;
    }
  }
  result.insert(result.end(), x, a.end());
  result.insert(result.end(), y, b.end());
  return result;
}

}  // namespace

struct SetNode {
  Blocks blocks;
  mutable std::atomic<int> references = 1;
};

IndexSet IndexSet::of(std::int32_t const index) {
  IndexSet result;
  result.in_place_[0] = index;
  result.count_ = 1;
  return result;
}

void IndexSet::share(IndexSet const& other) {
  count_ = other.count_;
  node_ = other.node_;
  if (node_ != nullptr) {
    node_->references.fetch_add(1, std::memory_order_relaxed);
  } else {
    std::copy_n(other.in_place_, count_, in_place_);
  }
}

void IndexSet::release() {
  if (node_ != nullptr && node_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    delete node_;
  }
  node_ = nullptr;
  count_ = 0;
}

void IndexSet::append_to(std::vector<std::int32_t>& out) const {
  out.insert(out.end(), in_place_, in_place_ + count_);
  if (node_ == nullptr) return;
  for (auto const& block : node_->blocks) {
    for (auto word = block.word; word != 0; word &= word - 1) {
      out.push_back(block.number * 64 + std::countr_zero(word));
    }
  }
}

IndexSet IndexSet::unite(IndexSet const& a, IndexSet const& b) {
  if (b.empty()) return a;
  if (a.empty()) return b;
  if (a.node_ == nullptr && b.node_ == nullptr) {
    std::int32_t merged[2 * capacity];
    auto const size =
        static_cast<std::int32_t>(std::set_union(a.in_place_, a.in_place_ + a.count_, b.in_place_,
                                                 b.in_place_ + b.count_, merged) -
                                  merged);
    IndexSet result;
    if (size <= capacity) {
      std::copy_n(merged, size, result.in_place_);
      result.count_ = size;
      return result;
    }
    auto* const node = new SetNode;
    for (std::int32_t i = 0; i < size; ++i) add(node->blocks, merged[i]);
    result.node_ = node;
    return result;
  }
  if (a.node_ == b.node_) return a;
  auto const blocks_of = [](IndexSet const& set, Blocks& own) -> Blocks const& {
    if (set.node_ != nullptr) return set.node_->blocks;
    for (std::int32_t i = 0; i < set.count_; ++i) add(own, set.in_place_[i]);
    return own;
  };
  Blocks own_a, own_b;
  auto const& blocks_a = blocks_of(a, own_a);
  auto const& blocks_b = blocks_of(b, own_b);
  auto merged = united(blocks_a, blocks_b);
  if (a.node_ != nullptr && merged == blocks_a) return a;
  if (b.node_ != nullptr && merged == blocks_b) return b;
  IndexSet result;
  auto* const node = new SetNode;
  node->blocks = std::move(merged);
  result.node_ = node;
  return result;
}

}  // namespace heddle::jacobian::detail
