// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A hash map of one backend behind the C calls.
#pragma once

#include <heddle/capi/detail/arrays.hpp>
#include <heddle/capi/detail/make_backend.hpp>
#include <heddle/hash/map.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace heddle::capi {

static_assert(static_cast<int>(hash::Status::inserted) == HEDDLE_ITEM_INSERTED &&
              static_cast<int>(hash::Status::updated) == HEDDLE_ITEM_UPDATED &&
              static_cast<int>(hash::Status::exists) == HEDDLE_ITEM_EXISTS &&
              static_cast<int>(hash::Status::found) == HEDDLE_ITEM_FOUND &&
              static_cast<int>(hash::Status::not_found) == HEDDLE_ITEM_NOT_FOUND &&
              static_cast<int>(hash::Status::erased) == HEDDLE_ITEM_ERASED &&
              static_cast<int>(hash::Status::full) == HEDDLE_ITEM_FULL);

template <class Word, class Exec>
class MapOf final : public Map<Word> {
  using Memory = typename Exec::memory_space;

 public:
  MapOf(Exec const& exec, std::size_t capacity, bool grows)
      : exec_(exec),
        map_(exec, {.capacity = capacity,
                    .growth = grows ? hash::Growth::on_insert : hash::Growth::never}) {}

  Outcome upsert(Upsert how, Items<Word> const& items) override {
    auto const keys = keys_of(items);
    auto const values = brought<Memory>(exec_, items.memory, items.values, items.count, "values");
    auto const statuses = statuses_of(items);
    auto const result = run(how, keys, values, statuses.view());
    return delivered(items, statuses, result);
  }
  Outcome find(Items<Word> const& items, Word* values, Word miss) override {
    auto const keys = keys_of(items);
    auto const found = optional_result(exec_, items.memory, values, items.count, "values");
    auto const statuses = statuses_of(items);
    auto const result = map_.find(exec_, keys, found.view(), statuses.view(), miss);
    found.deliver();
    return delivered(items, statuses, result);
  }
  Outcome erase(Items<Word> const& items) override {
    auto const keys = keys_of(items);
    auto const statuses = statuses_of(items);
    auto const result = map_.erase(exec_, keys, statuses.view());
    return delivered(items, statuses, result);
  }

  std::size_t size() override { return map_.size(exec_); }
  std::size_t capacity() const override { return map_.capacity(); }
  void rehash(std::size_t slots) override { map_.rehash(exec_, slots); }
  void clear() override {
    map_.clear(exec_);
    exec_.fence("heddle::capi::clear");
  }
  void retrieve_all(int memory, std::size_t room, Word* keys, Word* values, bool sorted,
                    std::size_t& size) override {
    size = map_.size(exec_);
    // What does not fit is refused by the map itself.
    auto const items = size < room ? size : room;
    Result<Word, Exec> const all_keys(exec_, memory, keys, items, "keys");
    Result<Word, Exec> const all_values(exec_, memory, values, items, "values");
    map_.retrieve_all(exec_, all_keys.view(), all_values.view(), sorted);
    all_keys.deliver();
    all_values.deliver();
  }

 private:
  using Keys = Kokkos::View<Word const*, Memory>;
  using Statuses = Kokkos::View<hash::Status*, Memory>;

  hash::BulkResult run(Upsert how, Keys const& keys, Keys const& values, Statuses const& statuses) {
    switch (how) {
      case Upsert::keep: return map_.insert(exec_, keys, values, statuses);
      case Upsert::assign: return map_.insert_or_assign(exec_, keys, values, statuses);
      case Upsert::add: break;
    }
    return map_.insert_or_apply(exec_, keys, values, hash::Sum{}, statuses);
  }
  Keys keys_of(Items<Word> const& items) const {
    return brought<Memory>(exec_, items.memory, items.keys, items.count, "keys");
  }
  Result<hash::Status, Exec> statuses_of(Items<Word> const& items) const {
    return optional_result(exec_, items.memory, reinterpret_cast<hash::Status*>(items.statuses),
                           items.count, "statuses");
  }
  static Outcome delivered(Items<Word> const& items, Result<hash::Status, Exec> const& statuses,
                           hash::BulkResult const& result) {
    statuses.deliver();
    if (items.counts != nullptr) {
      *items.counts = {result.inserted,  result.updated, result.exists, result.found,
                       result.not_found, result.erased,  result.full};
    }
    if (result.full == 0) return {};
    return {HEDDLE_TABLE_FULL, std::to_string(result.full) + " of " + std::to_string(items.count) +
                                   " keys found no slot"};
  }

  Exec exec_;
  hash::HashMap<Word, Word, Exec> map_;
};

}  // namespace heddle::capi
