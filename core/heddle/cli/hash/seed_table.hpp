// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The published "Simple GPU Hash Table", as Heddle keeps it. 4 + 4 bytes, powers of two alone.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <heddle/hash/seed_map.hpp>

#include <bit>

namespace heddle::cli {

template <class Exec>
class SeedTable final : public HashTable<std::uint32_t, Exec> {
 public:
  using Base = HashTable<std::uint32_t, Exec>;
  using typename Base::Output;
  using typename Base::Words;

  explicit SeedTable(std::size_t slots) : map_(exec_, std::bit_ceil(slots)) {}

  bool can(Operation operation) const override {
    return operation == Operation::insert || operation == Operation::reinsert ||
           operation == Operation::assign || operation == Operation::hit ||
           operation == Operation::miss || operation == Operation::erase ||
           operation == Operation::iterate || operation == Operation::rehash;
  }
  void clear() override {
    map_.clear(exec_);
    wait();
  }
  /// Its only insert overwrites.
  void insert(Words const& keys, Words const& values) override {
    auto const result = map_.insert(exec_, keys, values);
    if (result.status != hash::Status::none) throw TableFailure("a key was not stored");
  }
  void assign(Words const& keys, Words const& values) override { insert(keys, values); }
  void find(Words const& keys, Output const& values) override {
    map_.find(exec_, keys, values);
    wait();
  }
  void erase(Words const& keys) override {
    map_.erase(exec_, keys);
    wait();
  }
  std::size_t iterate(Output const& keys, Output const& values) override {
    return map_.retrieve_all(exec_, keys, values);
  }
  void rehash() override { map_.resize(exec_, map_.capacity()); }
  std::size_t size() override { return map_.size(exec_); }
  std::size_t bytes() override { return map_.bytes(); }

 private:
  void wait() { exec_.fence("heddle::cli::seed"); }

  Exec exec_;
  hash::SeedMap<Exec> map_;
};

}  // namespace heddle::cli
