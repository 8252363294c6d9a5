// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Boost's concurrent_flat_map (1.83 or newer), called from the threads of a host backend: one key
/// at a time, and (1.84 or newer) by its bulk visitation, which prefetches a group of keys.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <boost/unordered/concurrent_flat_map.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace heddle::perf {

using namespace cli;

template <class Word, class Exec>
class BoostMap final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = boost::concurrent_flat_map<Word, Word>;

  static constexpr bool has_bulk = BOOST_VERSION >= 108400;

  BoostMap(std::size_t keys, bool bulk) : map_(keys), bulk_(bulk) {}

  bool can(Operation operation) const override {
    if (bulk_) return operation == Operation::hit || operation == Operation::miss;
    return operation != Operation::freeze && operation != Operation::rehash &&
           operation != Operation::mixed;
  }
  void clear() override { map_.clear(); }
  void insert(Words const& keys, Words const& values) override {
    for_each(keys.extent(0), [map = &map_, keys, values](std::int64_t const i) {
      map->emplace(keys(i), values(i));
    });
  }
  void assign(Words const& keys, Words const& values) override {
    for_each(keys.extent(0), [map = &map_, keys, values](std::int64_t const i) {
      map->insert_or_assign(keys(i), values(i));
    });
  }
  void apply(Words const& keys, Words const& values) override {
    for_each(keys.extent(0), [map = &map_, keys, values](std::int64_t const i) {
      map->emplace_or_visit(keys(i), values(i), [&](auto& entry) { entry.second += values(i); });
    });
  }
  void find(Words const& keys, Output const& values) override {
    if constexpr (has_bulk) {
      if (bulk_) return find_in_groups(keys, values);
    }
    for_each(keys.extent(0), [map = &map_, keys, values](std::int64_t const i) {
      values(i) = missing<Word>;
      map->cvisit(keys(i), [&](auto const& entry) { values(i) = entry.second; });
    });
  }
  void erase(Words const& keys) override {
    for_each(keys.extent(0), [map = &map_, keys](std::int64_t const i) { map->erase(keys(i)); });
  }
  std::size_t iterate(Output const& keys, Output const& values) override {
    std::atomic<std::size_t> count = 0;
    map_.cvisit_all([&](auto const& entry) {
      auto const at = count++;
      keys(at) = entry.first;
      values(at) = entry.second;
    });
    return count;
  }
  std::size_t size() override { return map_.size(); }
  /// 15 entries and 16 bytes of metadata per group, and an access counter of 16 bytes.
  std::size_t bytes() override {
    return map_.bucket_count() * 2 * sizeof(Word) + (map_.bucket_count() / 15 + 1) * 32;
  }

 private:
  /// The visitor is told an entry, not which of the keys asked for it.
  void find_in_groups(Words const& keys, Output const& values) {
    constexpr std::size_t group = Map::bulk_visit_size;
    auto const count = keys.extent(0);
    for_each((count + group - 1) / group, [=, map = &map_](std::int64_t const g) {
      auto const first = static_cast<std::size_t>(g) * group;
      auto const last = std::min(first + group, count);
      for (auto i = first; i < last; ++i) values(i) = missing<Word>;
      map->cvisit(keys.data() + first, keys.data() + last, [&](auto const& entry) {
        for (auto i = first; i < last; ++i)
          if (keys(i) == entry.first) values(i) = entry.second;
      });
    });
  }

  template <class Body>
  void for_each(std::size_t count, Body const& body) {
    Kokkos::parallel_for("heddle::perf::boost", all_of(exec_, count), body);
    exec_.fence("heddle::perf::boost");
  }

  Exec exec_;
  Map map_;
  bool bulk_;
};

}  // namespace heddle::perf
