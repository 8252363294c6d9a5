// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The words of device memory as PackedTable wants them.
#pragma once

#include <heddle/cuda_native/hash/packed_table.h>
#include <heddle/cuda_native/hash/table_view.h>
#include <heddle/cuda_native/hash/device_words.cuh>

#include <cstdint>

namespace heddle::cuda_native::hash {

/// Callable on the device alone; marked for both because PackedTable is.
struct DeviceAtomics {
#ifdef __CUDA_ARCH__
  template <class Word>
  HEDDLE_HOST_DEVICE static Word load(Word const* word) {
    return load_word(word);
  }
  template <class Word>
  HEDDLE_HOST_DEVICE static bool compare_exchange(Word* word, Word& expected, Word desired) {
    return compare_exchange_word(word, expected, desired);
  }
  HEDDLE_HOST_DEVICE static bool try_lock(std::uint32_t* lock) { return hash::try_lock(lock); }
  HEDDLE_HOST_DEVICE static void unlock(std::uint32_t* lock) { hash::unlock(lock); }
#else
  template <class Word>
  HEDDLE_HOST_DEVICE static Word load(Word const* word) {
    return *word;
  }
  template <class Word>
  HEDDLE_HOST_DEVICE static bool compare_exchange(Word*, Word&, Word) {
    return false;
  }
  HEDDLE_HOST_DEVICE static bool try_lock(std::uint32_t*) { return false; }
  HEDDLE_HOST_DEVICE static void unlock(std::uint32_t*) {}
#endif
};

/// The one-thread protocol on a table view: for what groups of lanes leave alone.
template <class Format>
HEDDLE_HOST_DEVICE PackedTable<Format, DeviceAtomics> one_thread(TableView<Format> const& view) {
  return {view.slots, view.buckets, view.side, view.locks};
}

}  // namespace heddle::cuda_native::hash
