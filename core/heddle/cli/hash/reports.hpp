// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The measurements of `heddle hash` and perf/hash behind an interface that knows no Kokkos. Each
/// runs on the backend of that name, which must be one of this build, and checks its results.
#pragma once

#include <heddle/base/observer.hpp>
#include <heddle/cli/hash/workload.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

/// How far the entries of a SeedMap lie from their homes.
struct ProbeReport {
  std::uint64_t count = 0, sum = 0, max = 0;
  double mean = 0;
};

/// The published timing: 64 Mi pairs in 16 batches, half of them deleted in 8, iterated over.
struct SeedTimingOptions {
  std::uint64_t pairs = std::uint64_t(64) << 20;
  std::uint64_t capacity = std::uint64_t(128) << 20;  ///< a power of two
  int insert_batches = 16;
  int erase_batches = 8;
  bool compare = true;  ///< run std::unordered_map too and hold the results against it
  Observer observer = {};
};
struct SeedTimingReport {
  SeedTimingOptions options;
  std::string backend;
  std::uint64_t live = 0;      ///< pairs left at the end
  double insert_seconds = 0;   ///< kernels alone
  double erase_seconds = 0;    ///< kernels alone
  double iterate_seconds = 0;  ///< kernels alone
  double total_seconds = 0;    ///< with the copies of all batches and of the result
  double std_seconds = 0;      ///< the same work by std::unordered_map on one thread
  bool checked = false;        ///< the contents at the end were equal to those of the latter
  ProbeReport probes;          ///< after the inserts
};
/// Throws error (internal) if the contents differ. Pairs are the high halves of SplitMix64's
/// outputs with repetition, as published.
SeedTimingReport seed_timing(std::string_view backend, SeedTimingOptions const& options);

/// The published load figure: batches of a 32nd of the slots, until 31 / 32 are drawn.
struct SeedLoadOptions {
  std::uint64_t capacity = std::uint64_t(128) << 20;  ///< a power of two of at least 32
  int batches = 31;
  Observer observer = {};
};
struct SeedLoadBatch {
  double drawn_load = 0;  ///< draws per slot before the batch
  double seed_seconds = 0;
  double map_seconds = 0;  ///< the same batch into a HashMap of as many slots
};
struct SeedLoadReport {
  SeedLoadOptions options;
  std::string backend;
  std::vector<SeedLoadBatch> batches;
  std::uint64_t keys = 0;  ///< different ones; equal in both tables
  ProbeReport probes;      ///< at the end
};
/// Throws error (internal) if the tables disagree.
SeedLoadReport seed_load(std::string_view backend, SeedLoadOptions const& options);

/// Which table `heddle hash` measures: Heddle's two, the published one, and peers.
/// Kokkos::UnorderedMap runs on any backend, std::unordered_map on one thread of the host. The last
/// three have keys and values of 4 bytes here.
enum class TableMode { map, frozen, seed, kokkos, standard };

inline char const* to_string(TableMode mode) {
  constexpr char const* names[] = {"map", "frozen", "seed", "kokkos", "std"};
  return names[static_cast<int>(mode)];
}

struct RateOptions {
  TableMode mode = TableMode::map;
  std::uint64_t keys = 1'000'000;  ///< of a batch
  int bytes = 4;                   ///< of a key and of a value: 4 or 8
  Distribution distribution = Distribution::distinct;
  double exponent = 1;
  int runs = 5;
  std::vector<double> loads;
  std::vector<Operation> operations;  ///< empty: all that the table can
  Observer observer = {};
};
struct Rate {
  double load = 0;
  Operation operation = Operation::insert;
  std::uint64_t slots = 0, items = 0, bytes = 0;
  double median_seconds = 0, best_seconds = 0;
};
struct RateReport {
  RateOptions options;
  std::string backend;
  std::vector<Rate> rates;
};
/// Operations that the table or the distribution has no meaning for are left out. Throws
/// error (internal) if a result is wrong, TableFailure if a key could not be stored, error
/// (unsupported) for std::unordered_map on a device.
RateReport measure_rates(std::string_view backend, RateOptions const& options);

}  // namespace heddle::cli
