// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kokkos::UnorderedMap, on any backend. It may fail to insert below its capacity; that is reported
/// and not repaired. It fences all instances on its own.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_UnorderedMap.hpp>

#include <cstdint>

namespace heddle::cli {

template <class Word, class Exec>
class KokkosMap final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;
  using Map = Kokkos::UnorderedMap<Word, Word, Exec>;
  using Add =
      typename Kokkos::UnorderedMapInsertOpTypes<Kokkos::View<Word*, typename Exec::device_type>,
                                                 std::uint32_t>::AtomicAdd;

  explicit KokkosMap(std::size_t slots) : map_(static_cast<std::uint32_t>(slots)) {}

  bool can(Operation operation) const override {
    return operation == Operation::insert || operation == Operation::reinsert ||
           operation == Operation::apply || operation == Operation::hit ||
           operation == Operation::miss || operation == Operation::erase ||
           operation == Operation::churn;
  }
  void clear() override {
    map_.clear();
    exec_.fence("heddle::cli::kokkos_map");
  }
  struct Insert {
    Map map;
    Words keys, values;
    KOKKOS_FUNCTION void operator()(std::int64_t const i) const { map.insert(keys(i), values(i)); }
  };
  void insert(Words const& keys, Words const& values) override {
    Kokkos::parallel_for("heddle::cli::kokkos_map_insert", all_of(exec_, keys.extent(0)),
                         Insert{map_, keys, values});
    expect_room();
  }
  struct Apply {
    Map map;
    Words keys, values;
    KOKKOS_FUNCTION void operator()(std::int64_t const i) const {
      map.insert(keys(i), values(i), Add());
    }
  };
  void apply(Words const& keys, Words const& values) override {
    Kokkos::parallel_for("heddle::cli::kokkos_map_apply", all_of(exec_, keys.extent(0)),
                         Apply{map_, keys, values});
    expect_room();
  }
  struct Find {
    Map map;
    Words keys;
    Output values;
    KOKKOS_FUNCTION void operator()(std::int64_t const i) const {
      auto const at = map.find(keys(i));
      values(i) = map.valid_at(at) ? map.value_at(at) : missing<Word>;
    }
  };
  void find(Words const& keys, Output const& values) override {
    Kokkos::parallel_for("heddle::cli::kokkos_map_find", all_of(exec_, keys.extent(0)),
                         Find{map_, keys, values});
    exec_.fence("heddle::cli::kokkos_map");
  }
  struct Erase {
    Map map;
    Words keys;
    KOKKOS_FUNCTION void operator()(std::int64_t const i) const { map.erase(keys(i)); }
  };
  void erase(Words const& keys) override {
    map_.begin_erase();
    Kokkos::parallel_for("heddle::cli::kokkos_map_erase", all_of(exec_, keys.extent(0)),
                         Erase{map_, keys});
    map_.end_erase();
    exec_.fence("heddle::cli::kokkos_map");
  }
  std::size_t size() override { return map_.size(); }
  /// Keys, values, links, one bit a slot, and a list head per hash bucket.
  std::size_t bytes() override {
    return std::size_t(map_.capacity()) * (2 * sizeof(Word) + 4) + map_.capacity() / 8 +
           std::size_t(map_.hash_capacity()) * 4;
  }

 private:
  void expect_room() {
    exec_.fence("heddle::cli::kokkos_map");
    if (map_.failed_insert()) throw TableFailure("failed_insert: it was full for some key");
  }

  Exec exec_;
  Map map_;
};

}  // namespace heddle::cli
