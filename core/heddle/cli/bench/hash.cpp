// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of the published "Simple GPU Hash Table", and HashMap beside all peers of this build.
#include <heddle/cli/bench/report.hpp>
#include <heddle/cli/hash/outcome.hpp>
#include <heddle/cli/hash/reports.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

/// The published sizes belong to a device.
struct Sizes {
  std::uint64_t keys, pairs, slots;
  std::vector<double> loads;
  int runs;
};
Sizes sizes_for(bool quick, bool is_host) {
  if (quick) return {20'000, 1 << 14, 1 << 15, {.5}, 3};
  if (is_host) return {1'000'000, 1 << 22, 1 << 23, {.5, .8, .95}, 5};
  return {100'000'000, std::uint64_t(64) << 20, std::uint64_t(128) << 20, {.5, .8, .95}, 5};
}

double per_key(double seconds, double keys) { return 1e-9 * keys / seconds; }

void add_timing(BenchReport& report, std::string const& backend, Sizes const& sizes,
                Observer const& observer) {
  SeedTimingOptions options;
  options.pairs = sizes.pairs;
  options.capacity = 2 * sizes.pairs;
  options.observer = observer;
  auto const timing = seed_timing(backend, options);
  auto const on = "SeedMap " + backend;
  auto const share = [&](char const* what, double seconds, double keys) {
    return BenchRow{what,
                    on,
                    seconds,
                    "its total",
                    timing.total_seconds,
                    fmt::format("{:.4g} G keys/s", per_key(seconds, keys))};
  };
  auto const pairs = static_cast<double>(sizes.pairs);
  BenchTable table{"hash_published",
                   fmt::format("Published timing: {} pairs inserted, half deleted, iterated over; "
                               "probe length mean {:.4f}, max {}",
                               sizes.pairs, timing.probes.mean, timing.probes.max),
                   {}};
  table.rows = {share("insert", timing.insert_seconds, pairs),
                share("delete", timing.erase_seconds, pairs / 2),
                share("iterate", timing.iterate_seconds, static_cast<double>(timing.live)),
                {"all with copies", on, timing.total_seconds, "std::unordered_map",
                 timing.std_seconds, "contents equal"}};
  table.has_means = false;
  report.tables.push_back(std::move(table));
}

void add_load(BenchReport& report, std::string const& backend, Sizes const& sizes,
              Observer const& observer) {
  SeedLoadOptions options;
  options.capacity = sizes.slots;
  options.observer = observer;
  auto const load = seed_load(backend, options);
  BenchTable table{
      "hash_load",
      fmt::format("Published load figure: batches of {} draws into {} slots, {}; probe "
                  "length at the end mean {:.3f}, max {}",
                  sizes.slots / 32, sizes.slots, backend, load.probes.mean, load.probes.max),
      {}};
  table.has_means = false;
  for (auto const& batch : load.batches) {
    table.rows.push_back({fmt::format("batch at {:.2f}", batch.drawn_load), "HashMap",
                          batch.map_seconds, "SeedMap", batch.seed_seconds});
  }
  report.tables.push_back(std::move(table));
  report.charts.push_back({"hash_load_times", svg_of(chart_of(load))});
}

struct Peer {
  TableMode mode;
  char const* name;
};

RateReport rates_of(TableMode mode, std::string const& backend, Sizes const& sizes, double load,
                    Observer const& observer) {
  RateOptions options;
  options.mode = mode;
  options.keys = sizes.keys;
  options.runs = sizes.runs;
  options.loads = {load};
  options.operations = {Operation::insert, Operation::apply, Operation::hit,
                        Operation::miss,   Operation::erase, Operation::iterate};
  options.observer = observer;
  return measure_rates(backend, options);
}

void add_peer(BenchTable& table, RateReport const& ours, RateReport const& theirs,
              std::string const& name, double load) {
  for (auto const& mine : ours.rates) {
    auto const other =
        std::find_if(theirs.rates.begin(), theirs.rates.end(),
                     [&](Rate const& rate) { return rate.operation == mine.operation; });
    if (other == theirs.rates.end()) continue;
    auto note = fmt::format("{:.4g} G keys/s", per_key(mine.median_seconds, double(mine.items)));
    if (name == "SeedMap") note += fmt::format(", the peer at a load of {:.2f}", other->load);
    table.rows.push_back({fmt::format("{} at {:.2f}", to_string(mine.operation), load), "HashMap",
                          mine.median_seconds, name, other->median_seconds, std::move(note)});
  }
}

/// std::unordered_map runs on one thread of the host: the many keys that a device needs would take
/// it minutes a load; the published timing has it there.
void add_rates(BenchReport& report, Backend const& backend, Sizes const& sizes,
               Observer const& observer) {
  BenchTable table{"hash_rates",
                   fmt::format("HashMap on {} and peers, {} distinct keys of 4 + 4 bytes",
                               backend_text(backend), sizes.keys),
                   {}};
  constexpr Peer peers[] = {{TableMode::frozen, "FrozenMap"},
                            {TableMode::seed, "SeedMap"},
                            {TableMode::kokkos, "Kokkos::UnorderedMap"},
                            {TableMode::standard, "std::unordered_map, one thread"}};
  for (double const load : sizes.loads) {
    auto const ours = rates_of(TableMode::map, backend.name, sizes, load, observer);
    for (auto const& peer : peers) {
      if (peer.mode == TableMode::standard && !backend.is_host) continue;
      add_peer(table, ours, rates_of(peer.mode, backend.name, sizes, load, observer), peer.name,
               load);
    }
  }
  report.tables.push_back(std::move(table));
}

}  // namespace

void bench_hash(BenchReport& report, std::vector<Backend> const& backends,
                Observer const& observer) {
  auto const& backend = backends.back();
  auto const sizes = sizes_for(report.arguments.quick, backend.is_host);
  add_timing(report, backend.name, sizes, observer);
  add_load(report, backend.name, sizes, observer);
  add_rates(report, backend, sizes, observer);
}

}  // namespace heddle::cli
