// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// oneTBB's concurrent_hash_map, called from the threads of a host backend.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <tbb/concurrent_hash_map.h>

namespace heddle::perf {

using namespace cli;

template <class Word, class Exec>
class TbbMap final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = tbb::concurrent_hash_map<Word, Word>;

  explicit TbbMap(std::size_t keys) : map_(keys) {}

  bool can(Operation operation) const override {
    return operation != Operation::freeze && operation != Operation::iterate &&
           operation != Operation::rehash;
  }
  void clear() override { map_.clear(); }
  void insert(Words const& keys, Words const& values) override {
    for_each(keys, [map = &map_, keys, values](std::int64_t const i) {
      map->emplace(keys(i), values(i));
    });
  }
  void assign(Words const& keys, Words const& values) override {
    for_each(keys, [map = &map_, keys, values](std::int64_t const i) {
      typename Map::accessor entry;
      map->insert(entry, keys(i));
      entry->second = values(i);
    });
  }
  void apply(Words const& keys, Words const& values) override {
    for_each(keys, [map = &map_, keys, values](std::int64_t const i) {
      typename Map::accessor entry;
      map->insert(entry, typename Map::value_type(keys(i), 0));
      entry->second += values(i);
    });
  }
  void find_or_insert(Words const& keys, Output const& values) override {
    for_each(keys, [map = &map_, keys, values](std::int64_t const i) {
      typename Map::const_accessor entry;
      map->insert(entry, typename Map::value_type(keys(i), values(i)));
      values(i) = entry->second;
    });
  }
  void find(Words const& keys, Output const& values) override {
    for_each(keys, [map = &map_, keys, values](std::int64_t const i) {
      typename Map::const_accessor entry;
      values(i) = map->find(entry, keys(i)) ? entry->second : missing<Word>;
    });
  }
  void erase(Words const& keys) override {
    for_each(keys, [map = &map_, keys](std::int64_t const i) { map->erase(keys(i)); });
  }
  std::size_t size() override { return map_.size(); }
  /// A node of a pointer, a lock and the pair per key; a pointer and a lock per bucket.
  std::size_t bytes() override {
    return map_.size() * (2 * sizeof(Word) + 2 * sizeof(void*)) +
           map_.bucket_count() * 2 * sizeof(void*);
  }

 private:
  template <class Body>
  void for_each(Words const& keys, Body const& body) {
    Kokkos::parallel_for("heddle::perf::tbb", all_of(exec_, keys.extent(0)), body);
    exec_.fence("heddle::perf::tbb");
  }

  Exec exec_;
  Map map_;
};

}  // namespace heddle::perf
