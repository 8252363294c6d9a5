// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What one writes without a hash table: CUB's radix sort of the pairs, then a binary search per
/// key. Built from one batch; equal keys stay side by side and the first of them is found.
#pragma once

#include <heddle/cli/hash/table.hpp>

#include <cub/device/device_radix_sort.cuh>

namespace heddle::perf {

using namespace cli;

template <class Word, class Exec>
class CubDictionary final : public HashTable<Word, Exec> {
 public:
  using Base = HashTable<Word, Exec>;
  using typename Base::Output;
  using typename Base::Words;

  explicit CubDictionary(std::size_t keys) : keys_(make(keys)), values_(make(keys)) {
    check(sort(nullptr, scratch_bytes_, keys_, values_));
    scratch_ = allocate<std::uint8_t>(exec_, "heddle::perf::cub_scratch", scratch_bytes_);
  }

  bool can(Operation operation) const override {
    return operation == Operation::insert || operation == Operation::hit ||
           operation == Operation::miss;
  }
  void clear() override { size_ = 0; }
  void insert(Words const& keys, Words const& values) override {
    size_ = keys.extent(0);
    check(sort(scratch_.data(), scratch_bytes_, keys, values));
    exec_.fence("heddle::perf::cub");
  }
  struct Search {
    Words sorted, sorted_values, keys;
    Output values;
    KOKKOS_FUNCTION void operator()(std::int64_t const i) const {
      Word const key = keys(i);
      std::size_t low = 0, high = sorted.extent(0);
      while (low < high) {
        std::size_t const middle = low + (high - low) / 2;
        if (sorted(middle) < key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      bool const found = low < sorted.extent(0) && sorted(low) == key;
      values(i) = found ? sorted_values(low) : missing<Word>;
    }
  };
  void find(Words const& keys, Output const& values) override {
    auto const part = std::pair<std::size_t, std::size_t>(0, size_);
    Kokkos::parallel_for(
        "heddle::perf::cub_find", all_of(exec_, keys.extent(0)),
        Search{Kokkos::subview(keys_, part), Kokkos::subview(values_, part), keys, values});
    exec_.fence("heddle::perf::cub");
  }
  std::size_t size() override { return size_; }
  std::size_t bytes() override { return keys_.extent(0) * 2 * sizeof(Word) + scratch_bytes_; }

 private:
  Output make(std::size_t count) {
    return allocate<Word>(exec_, "heddle::perf::cub_sorted", count);
  }
  cudaError_t sort(void* scratch, std::size_t& bytes, Words const& keys, Words const& values) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), keys_.data(), values.data(),
                                           values_.data(),
                                           static_cast<std::int64_t>(keys.extent(0)), 0,
                                           static_cast<int>(8 * sizeof(Word)), exec_.cuda_stream());
  }
  static void check(cudaError_t status) {
    if (status != cudaSuccess) throw TableFailure(cudaGetErrorString(status));
  }

  Exec exec_;
  Output keys_, values_;
  Kokkos::View<std::uint8_t*, typename Exec::memory_space> scratch_;
  std::size_t scratch_bytes_ = 0, size_ = 0;
};

}  // namespace heddle::perf
