// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// HashMap as a table to measure, by the path asked for.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <heddle/hash/map.hpp>
#include <heddle/hash/workspace.hpp>

namespace heddle::cli {

template <class Word, class Exec>
class MapTable final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = hash::HashMap<Word, Word, Exec>;

  explicit MapTable(std::size_t slots, hash::Path path = hash::Path::direct)
      : map_(exec_, options(slots)) {
    options_.path = path;
    if (path != hash::Path::direct) options_.workspace = &workspace_;
  }

  /// The partitioned path is one of inserts; the rest of the table is the same.
  bool can(Operation operation) const override {
    if (options_.path == hash::Path::partitioned) {
      return operation == Operation::insert || operation == Operation::assign;
    }
    return operation != Operation::freeze;
  }
  void clear() override {
    map_.clear(exec_);
    exec_.fence("heddle::cli::map");
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
    if (result.full > 0) throw TableFailure("a key was not stored");
  }

  Exec exec_;
  hash::Workspace<Exec> workspace_;
  typename Map::Options options_;
  Map map_;
};

}  // namespace heddle::cli
