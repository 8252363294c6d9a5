// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// std::unordered_map on one thread, with its memory reserved.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <unordered_map>

namespace heddle::cli {

template <class Word, class Exec>
class StdMap final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;

  explicit StdMap(std::size_t keys) { map_.reserve(keys); }

  bool can(Operation operation) const override { return operation != Operation::freeze; }
  void clear() override { map_.clear(); }
  void insert(Words const& keys, Words const& values) override {
    for (std::size_t i = 0; i < keys.extent(0); ++i) map_.emplace(keys(i), values(i));
  }
  void assign(Words const& keys, Words const& values) override {
    for (std::size_t i = 0; i < keys.extent(0); ++i) map_.insert_or_assign(keys(i), values(i));
  }
  void apply(Words const& keys, Words const& values) override {
    for (std::size_t i = 0; i < keys.extent(0); ++i) map_[keys(i)] += values(i);
  }
  void find_or_insert(Words const& keys, Output const& values) override {
    for (std::size_t i = 0; i < keys.extent(0); ++i)
      values(i) = map_.emplace(keys(i), values(i)).first->second;
  }
  void find(Words const& keys, Output const& values) override {
    auto const end = map_.end();
    for (std::size_t i = 0; i < keys.extent(0); ++i) {
      auto const at = map_.find(keys(i));
      values(i) = at == end ? missing<Word> : at->second;
    }
  }
  void erase(Words const& keys) override {
    for (std::size_t i = 0; i < keys.extent(0); ++i) map_.erase(keys(i));
  }
  std::size_t iterate(Output const& keys, Output const& values) override {
    std::size_t count = 0;
    for (auto const& [key, value] : map_) {
      keys(count) = key;
      values(count++) = value;
    }
    return count;
  }
  void rehash() override {
    map_ = std::unordered_map<Word, Word>(map_.begin(), map_.end(), map_.bucket_count());
  }
  std::size_t size() override { return map_.size(); }
  /// A node of two pointers' overhead per key, and a pointer per bucket: libstdc++ with malloc.
  std::size_t bytes() override {
    return map_.size() * (2 * sizeof(Word) + 2 * sizeof(void*)) +
           map_.bucket_count() * sizeof(void*);
  }

 private:
  std::unordered_map<Word, Word> map_;
};

}  // namespace heddle::cli
