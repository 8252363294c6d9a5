// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Device memory for the counts of calls that wait, without an allocation: every table has 64 lines
/// of 64 bytes (a map spreads its counters of dead slots over them), and each line but the first
/// has room for one Counts.
#pragma once

#include <heddle/hash/detail/packed.hpp>

#include <atomic>
#include <bit>
#include <cstdint>
#include <thread>

namespace heddle::hash::detail {

/// A line for one call, and nobody else's for as long as it lives. Threads that find all of them
/// taken wait for one.
class CountsLine {
 public:
  /// `lines` are those of a table.
  explicit CountsLine(void* lines) : line_(take()) {
    static_assert(sizeof(Counts) == (format::stripe_stride - 1) * sizeof(std::uint64_t));
    counts_ = reinterpret_cast<Counts*>(static_cast<std::uint64_t*>(lines) +
                                        line_ * format::stripe_stride + 1);
  }
  CountsLine(CountsLine const&) = delete;
  CountsLine& operator=(CountsLine const&) = delete;
  ~CountsLine() { free_lines().fetch_or(std::uint64_t{1} << line_, std::memory_order_release); }

  Counts* counts() const { return counts_; }

 private:
  /// One bit per line, for all tables together: that is enough, and a table needs no host state.
  static std::atomic<std::uint64_t>& free_lines() {
    static std::atomic<std::uint64_t> lines{~std::uint64_t{1}};
    return lines;
  }
  static int take() {
    static_assert(format::num_stripes == 64);
    while (true) {
      auto lines = free_lines().load(std::memory_order_relaxed);
      auto const rest = lines & (lines - 1);
      if (lines == 0) {
        std::this_thread::yield();
      } else if (free_lines().compare_exchange_weak(lines, rest, std::memory_order_acquire)) {
        return std::countr_zero(lines);
      }
    }
  }

  int line_;
  Counts* counts_;
};

}  // namespace heddle::hash::detail
