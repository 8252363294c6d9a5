// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/hash/calls.h>
#include <heddle/cuda_native/hash/merge.cuh>

#include <cub/device/device_radix_sort.cuh>

#include <type_traits>

// The call in four steps: hashes; a radix sort of (hash, value) by the top bits of the hash, which
// puts the items of a range side by side; where each cell of equal top bits begins; one block per
// range, which merges its items. What a range has no room for goes along its path afterwards.
namespace heddle::cuda_native::hash {
namespace {

/// A value and the item that it came from, when statuses are wanted.
template <class Value>
struct Indexed {
  Value value;
  std::uint32_t item;
};

/// How the temporary memory is divided.
template <class Format, class Payload>
struct Division {
  using Bits = typename Format::Bits;
  Bits* hashes;
  Bits* sorted;      // later the items of full ranges
  Payload* payload;  // null if the values themselves are sorted
  Payload* moved;
  std::uint32_t* cells;    // first sorted item of each cell, and the end
  std::uint32_t* spilled;  // how many items
  void* sort;
  std::size_t sort_bytes;
  std::size_t bytes;
};

template <class Bits, class Payload>
cudaError_t sort_items(void* temporary, std::size_t& bytes, Bits const* hashes, Bits* sorted,
                       Payload const* payload, Payload* moved, std::uint32_t items, int cell_bits,
                       cudaStream_t stream) {
  int const end = 8 * sizeof(Bits);
  return cub::DeviceRadixSort::SortPairs(temporary, bytes, hashes, sorted, payload, moved, items,
                                         end - cell_bits, end, stream);
}

/// The top bits of the hash that tell ranges apart: exactly, if the buckets are a power of two.
template <class Format>
int cell_bits_for(std::uint64_t buckets) {
  auto const ranges = (buckets + Format::range - 1) / Format::range;
  int bits = 1;
  while ((std::uint64_t{1} << bits) < ranges) ++bits;
  bool const exact = buckets == std::uint64_t{Format::range} << bits;
  return exact ? bits : bits + 1;
}

constexpr int most_cell_bits = 26;
constexpr std::uint64_t most_items = std::uint64_t{1} << 31;

template <class Format, class Payload>
Division<Format, Payload> divide(void* memory, std::uint32_t items, int cell_bits, bool copies) {
  using Bits = typename Format::Bits;
  Division<Format, Payload> parts{};
  auto* next = static_cast<char*>(memory);
  auto const take = [&next](std::size_t bytes) {
    auto* const here = next;
    next += (bytes + 255) / 256 * 256;
    return here;
  };
  parts.hashes = reinterpret_cast<Bits*>(take(items * sizeof(Bits)));
  parts.sorted = reinterpret_cast<Bits*>(take(items * sizeof(Bits)));
  if (copies) parts.payload = reinterpret_cast<Payload*>(take(items * sizeof(Payload)));
  parts.moved = reinterpret_cast<Payload*>(take(items * sizeof(Payload)));
  parts.cells = reinterpret_cast<std::uint32_t*>(
      take(((std::size_t{1} << cell_bits) + 1) * sizeof(std::uint32_t)));
  parts.spilled = reinterpret_cast<std::uint32_t*>(take(sizeof(std::uint32_t)));
  sort_items<Bits, Payload>(nullptr, parts.sort_bytes, nullptr, nullptr, nullptr, nullptr, items,
                            cell_bits, nullptr);
  parts.sort = take(parts.sort_bytes);
  parts.bytes = static_cast<std::size_t>(next - static_cast<char*>(memory));
  return parts;
}

template <class Format, class Key, class Value, class Payload>
__global__ void hash_items(Key const* keys, Value const* values, std::uint32_t items,
                           typename Format::Bits* hashes, Payload* payload) {
  auto const stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  auto const first = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (auto i = first; i < items; i += stride) {
    hashes[i] = mix(static_cast<typename Format::Bits>(keys[i]));
    if constexpr (!std::is_same_v<Payload, Value>) {
      payload[i] = {values[i], static_cast<std::uint32_t>(i)};
    }
  }
}

/// cells[c] = the first of the sorted items whose top bits are c or more.
template <class Bits>
__global__ void find_cells(Bits const* sorted, std::uint32_t items, int cell_bits,
                           std::uint32_t* cells, std::uint32_t* spilled) {
  auto const cell = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (cell == 0) *spilled = 0;
  if (cell > std::uint64_t{1} << cell_bits) return;
  std::uint32_t begin = 0;
  std::uint32_t end = items;
  while (begin < end) {
    auto const middle = begin + (end - begin) / 2;
    if (sorted[middle] >> (8 * sizeof(Bits) - cell_bits) < cell) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  cells[cell] = begin;
}

template <class Format, class Key, class Value, class Payload>
cudaError_t insert_sorted(TableView<Format> const& table, Key const* keys, Value const* values,
                          std::uint32_t items, Status* statuses, Counts* counts, bool assign,
                          bool is_empty, void* temporary, std::size_t temporary_bytes,
                          cudaStream_t stream) {
  constexpr bool copies = !std::is_same_v<Payload, Value>;
  auto const cell_bits = cell_bits_for<Format>(table.buckets);
  if (cell_bits > most_cell_bits) return cudaErrorInvalidValue;
  auto parts = divide<Format, Payload>(temporary, items, cell_bits, copies);
  if (parts.bytes > temporary_bytes) return cudaErrorInvalidValue;

  hash_items<Format><<<tile_blocks(items), tile_threads, 0, stream>>>(keys, values, items,
                                                                      parts.hashes, parts.payload);
  Payload const* payload = nullptr;
  if constexpr (copies) {
    payload = parts.payload;
  } else {
    payload = values;
  }
  if (auto const error = sort_items(parts.sort, parts.sort_bytes, parts.hashes, parts.sorted,
                                    payload, parts.moved, items, cell_bits, stream)) {
    return error;
  }
  auto const cells = (std::uint32_t{1} << cell_bits) + 1;
  find_cells<<<(cells + 255) / 256, 256, 0, stream>>>(parts.sorted, items, cell_bits, parts.cells,
                                                      parts.spilled);
  SortedItems<Format, Payload> const sorted{parts.sorted,
                                            parts.moved,
                                            parts.cells,
                                            cell_bits,
                                            reinterpret_cast<std::uint32_t*>(parts.hashes),
                                            parts.spilled};
  auto const merge =
      assign ? &merge_ranges<Format, Payload, true> : &merge_ranges<Format, Payload, false>;
  return merge(table, sorted, statuses, counts, is_empty, stream);
}

}  // namespace

template <class Format, class Key, class Value>
std::size_t partition_bytes(std::uint64_t items, bool with_statuses) {
  auto const count = static_cast<std::uint32_t>(items);
  return with_statuses ? divide<Format, Indexed<Value>>(nullptr, count, most_cell_bits, true).bytes
                       : divide<Format, Value>(nullptr, count, most_cell_bits, false).bytes;
}

template <class Format, class Key, class Value>
cudaError_t insert_partitioned(TableView<Format> const& table, Key const* keys, Value const* values,
                               std::uint64_t items, Status* statuses, Counts* counts, Mode mode,
                               bool is_empty, void* temporary, std::size_t temporary_bytes,
                               cudaStream_t stream) {
  if (counts != nullptr) {
    if (auto const error = cudaMemsetAsync(counts, 0, sizeof(Counts), stream)) return error;
  }
  if (items == 0) return cudaSuccess;
  bool const assign = mode == Mode::assign;
  if (items > most_items || values == nullptr || table.buckets == 0 ||
      mode == Mode::keep_and_read) {
    return cudaErrorInvalidValue;
  }
  auto const count = static_cast<std::uint32_t>(items);
  if (statuses != nullptr) {
    return insert_sorted<Format, Key, Value, Indexed<Value>>(table, keys, values, count, statuses,
                                                             counts, assign, is_empty, temporary,
                                                             temporary_bytes, stream);
  }
  return insert_sorted<Format, Key, Value, Value>(table, keys, values, count, statuses, counts,
                                                  assign, is_empty, temporary, temporary_bytes,
                                                  stream);
}

#define HEDDLE_PAIR(Format, Key, Value)                                                       \
  template std::size_t partition_bytes<Format, Key, Value>(std::uint64_t, bool);              \
  template cudaError_t insert_partitioned(TableView<Format> const&, Key const*, Value const*, \
                                          std::uint64_t, Status*, Counts*, Mode, bool, void*, \
                                          std::size_t, cudaStream_t);
HEDDLE_PAIR(Packed8, std::uint32_t, std::uint32_t)
HEDDLE_PAIR(Packed16, std::uint64_t, std::uint64_t)
HEDDLE_PAIR(Packed16, std::uint64_t, std::uint32_t)

}  // namespace heddle::cuda_native::hash
