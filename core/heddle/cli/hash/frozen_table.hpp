// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// FrozenMap as a table to measure: its insert fills a HashMap and freezes it, untimed; what counts
/// is freeze and find.
#pragma once

#include <heddle/cli/hash/table.hpp>
#include <heddle/hash/map.hpp>

#include <algorithm>
#include <optional>

namespace heddle::cli {

template <class Word, class Exec>
class FrozenTable final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = hash::HashMap<Word, Word, Exec>;

  FrozenTable(std::size_t slots, std::size_t keys)
      : load_(std::min(0.95, static_cast<double>(keys) / static_cast<double>(slots))),
        source_(exec_, room_for(keys)) {}

  bool can(Operation operation) const override {
    return operation == Operation::freeze || operation == Operation::hit ||
           operation == Operation::miss;
  }
  void clear() override {
    frozen_.reset();
    source_.clear(exec_);
    exec_.fence("heddle::cli::frozen");
  }
  void insert(Words const& keys, Words const& values) override {
    auto const result = source_.insert(exec_, keys, values);
    if (result.full > 0) throw TableFailure("a key was not stored");
    freeze();
  }
  void freeze() override {
    frozen_.reset();  // the old one goes before the new one is made
    frozen_.emplace(source_.freeze(exec_, load_));
  }
  void find(Words const& keys, Output const& values) override {
    (void)frozen_->find(exec_, keys, values, {}, missing<Word>);
  }
  std::size_t size() override { return frozen_ ? frozen_->size() : 0; }
  std::size_t bytes() override { return frozen_ ? frozen_->bytes() : 0; }

 private:
  static hash::MapOptions room_for(std::size_t keys) {
    hash::MapOptions options;
    options.capacity = keys + keys / 4;
    return options;
  }

  Exec exec_;
  double load_;
  Map source_;
  std::optional<hash::FrozenMap<Word, Word, Exec>> frozen_;
};

}  // namespace heddle::cli
