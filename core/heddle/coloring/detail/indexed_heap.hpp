// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A heap of vertices whose keys only fall. Knows no Kokkos.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::coloring::detail {

/// All vertices 0 ... n - 1 with distinct keys, smallest on top. Four children a node: keys fall
/// much more often than the top is taken. pop and lower: O(log n).
class IndexedHeap {
 public:
  explicit IndexedHeap(std::vector<std::uint64_t> keys)
      : keys_(std::move(keys)), heap_(keys_.size()), place_(keys_.size()) {
    for (std::size_t v = 0; v < heap_.size(); ++v) {
      put(v, static_cast<std::int32_t>(v));
      rise(v);
    }
  }

  bool empty() const { return heap_.empty(); }
  std::uint64_t key(std::int32_t const vertex) const { return keys_[vertex]; }

  /// Takes the vertex with the smallest key away.
  std::int32_t pop() {
    std::int32_t const top = heap_.front(), last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      put(0, last);
      sink();
    }
    return top;
  }

  /// Gives a vertex that is still there a smaller key.
  void lower(std::int32_t const vertex, std::uint64_t const key) {
    keys_[vertex] = key;
    rise(static_cast<std::size_t>(place_[vertex]));
  }

 private:
  static constexpr std::size_t width = 4;

  void put(std::size_t const place, std::int32_t const vertex) {
    heap_[place] = vertex;
    place_[vertex] = static_cast<std::int32_t>(place);
  }

  void rise(std::size_t place) {
    std::int32_t const vertex = heap_[place];
    while (place > 0 && keys_[heap_[(place - 1) / width]] > keys_[vertex]) {
      put(place, heap_[(place - 1) / width]);
      place = (place - 1) / width;
    }
    put(place, vertex);
  }

  void sink() {
    std::int32_t const vertex = heap_.front();
    std::size_t place = 0;
    for (;;) {
      std::size_t least = place * width + 1;
      if (least >= heap_.size()) break;
      for (std::size_t child = least + 1; child <= place * width + width; ++child) {
        if (child < heap_.size() && keys_[heap_[child]] < keys_[heap_[least]]) least = child;
      }
      if (keys_[heap_[least]] > keys_[vertex]) break;
      put(place, heap_[least]);
      place = least;
    }
    put(place, vertex);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::int32_t> heap_;
  std::vector<std::int32_t> place_;  // in the heap, of a vertex
};

}  // namespace heddle::coloring::detail
