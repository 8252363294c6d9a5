// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Heddle's own tables: HashMap by its direct path.
#pragma once

#include "contender.hpp"

#include <heddle/hash/map.hpp>

#include <vector>

namespace heddle::perf {

template <class Word, class Exec>
class HeddleMap final : public Contender<Word, Exec> {
 public:
  using Base = Contender<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = hash::HashMap<Word, Word, Exec>;

  explicit HeddleMap(std::size_t slots) : map_(exec_, options(slots)) {
    options_.path = hash::Path::direct;
  }

  bool can(Operation operation) const override { return operation != Operation::freeze; }
  void clear() override {
    map_.clear(exec_);
    exec_.fence("heddle::perf::map");
  }
  void insert(Words const& keys, Words const& values) override {
    expect_room(map_.insert(exec_, keys, values, {}, options_));
  }
  void assign(Words const& keys, Words const& values) override {
    expect_room(map_.insert_or_assign(exec_, keys, values, {}, options_));
  }
  void apply(Words const& keys, Words const& values) override {
    expect_room(map_.insert_or_apply(exec_, keys, values, hash::Sum{}, {}, options_));
  }
  void find_or_insert(Words const& keys, Output const& values) override {
    expect_room(map_.find_or_insert(exec_, keys, values, {}, options_));
  }
  void find(Words const& keys, Output const& values) override {
    (void)map_.find(exec_, keys, values, {}, missing<Word>);
  }
  void erase(Words const& keys) override { (void)map_.erase(exec_, keys, {}, options_); }
  std::size_t iterate(Output const& keys, Output const& values) override {
    return map_.retrieve_all(exec_, keys, values);
  }
  void rehash() override { map_.rehash(exec_, map_.capacity()); }
  std::size_t size() override { return map_.size(exec_); }
  std::size_t bytes() override { return map_.bytes(); }

 private:
  static hash::MapOptions options(std::size_t slots) {
    hash::MapOptions options;
    options.capacity = slots;
    return options;
  }
  static void expect_room(hash::BulkResult const& result) {
    if (result.full > 0) throw ContenderFailure("a key was not stored");
  }

  Exec exec_;
  typename Map::Options options_;
  Map map_;
};

template <class Word, class Exec>
std::vector<ContenderKind<Word, Exec>> heddle_contenders() {
  return {{"heddle_direct", [](std::size_t slots, std::size_t) {
             return std::make_unique<HeddleMap<Word, Exec>>(slots);
           }}};
}

}  // namespace heddle::perf
