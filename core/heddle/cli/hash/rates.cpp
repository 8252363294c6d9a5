// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/reports.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/hash/frozen_table.hpp>
#include <heddle/cli/hash/kokkos_map.hpp>
#include <heddle/cli/hash/map_table.hpp>
#include <heddle/cli/hash/seed_table.hpp>
#include <heddle/cli/hash/std_map.hpp>
#include <heddle/cli/hash/table_run.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace heddle::cli {
namespace {

/// The tables that this command has for 4 bytes alone.
template <class Exec>
TableKind<std::uint32_t, Exec> small_kind_of(TableMode mode) {
  using Word = std::uint32_t;
  if (mode == TableMode::seed) {
    return {"seed", [](std::size_t slots, std::size_t) {
              return std::make_unique<SeedTable<Exec>>(slots);
            }};
  }
  if (mode == TableMode::kokkos) {
    return {"kokkos", [](std::size_t slots, std::size_t) {
              return std::make_unique<KokkosMap<Word, Exec>>(slots);
            }};
  }
  HEDDLE_EXPECTS(backends::traits<Exec>::is_host, unsupported,
                 "std::unordered_map runs on the host: --backend serial");
  if constexpr (backends::traits<Exec>::is_host) {
    return {"std", [](std::size_t, std::size_t keys) {
              return std::make_unique<StdMap<Word, Exec>>(keys);
            }};
  } else {
    return {};
  }
}

template <class Word, class Exec>
TableKind<Word, Exec> kind_of(TableMode mode) {
  if (mode == TableMode::map) {
    return {"map", [](std::size_t slots, std::size_t) {
              return std::make_unique<MapTable<Word, Exec>>(slots, hash::Path::automatic);
            }};
  }
  if (mode == TableMode::frozen) {
    return {"frozen", [](std::size_t slots, std::size_t keys) {
              return std::make_unique<FrozenTable<Word, Exec>>(slots, keys);
            }};
  }
  constexpr bool is_small = std::is_same_v<Word, std::uint32_t>;
  HEDDLE_EXPECTS(is_small, unsupported, "this table has keys and values of 4 bytes alone");
  if constexpr (is_small) {
    return small_kind_of<Exec>(mode);
  } else {
    return {};
  }
}

/// Slots for that many keys at that load, of frozen tables at .95 at most. SeedMap has powers of
/// two alone: of the two around it the one nearer to the load is taken.
std::size_t slots_for(RateOptions const& options, double load) {
  if (options.mode == TableMode::frozen) load = std::min(load, 0.95);
  auto const slots = static_cast<std::size_t>(std::ceil(static_cast<double>(options.keys) / load));
  if (options.mode != TableMode::seed) return slots;
  auto const above = std::bit_ceil(slots), below = above / 2;
  return below > options.keys && slots - below < above - slots ? below : above;
}

template <class Word, class Exec>
Rate measure(TableRun<Word, Exec>& run, Operation operation, InputSpec const& spec, int runs) {
  std::vector<double> seconds;
  for (int i = 0; i < runs; ++i) {
    run.prepare(operation);
    Timer timer;
    run.run(operation);
    seconds.push_back(timer.seconds());
    run.verify(operation);
  }
  std::sort(seconds.begin(), seconds.end());
  return {spec.load,      operation,
          spec.slots,     run.items(operation),
          run.bytes(),    seconds[seconds.size() / 2],
          seconds.front()};
}

template <class Word, class Exec>
void measure_load(RateReport& report, double load) {
  auto const& options = report.options;
  InputSpec spec;
  spec.slots = slots_for(options, load);
  spec.batch = options.keys;
  spec.load = static_cast<double>(options.keys) / static_cast<double>(spec.slots);
  spec.distribution = options.distribution;
  spec.exponent = options.exponent;
  TableRun<Word, Exec> run(std::make_shared<Input<Word, Exec>>(spec),
                           kind_of<Word, Exec>(options.mode));
  for (auto const operation : all_operations) {
    auto const& wanted = options.operations;
    bool const asked =
        wanted.empty() || std::find(wanted.begin(), wanted.end(), operation) != wanted.end();
    if (asked && run.can(operation) && applies(operation, spec)) {
      report.rates.push_back(measure(run, operation, spec, options.runs));
    }
  }
}

template <class Word, class Exec>
void measure_all(RateReport& report) {
  auto const total = static_cast<std::int64_t>(report.options.loads.size());
  for (std::int64_t i = 0; i < total; ++i) {
    measure_load<Word, Exec>(report, report.options.loads[static_cast<std::size_t>(i)]);
    heddle::report(report.options.observer, "heddle::cli::rates", i + 1, total);
  }
}

}  // namespace

RateReport measure_rates(std::string_view backend, RateOptions const& options) {
  RateReport report;
  report.options = options;
  report.backend = backend;
  bool const found = backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    if (options.bytes == 4) {
      measure_all<std::uint32_t, Exec>(report);
    } else {
      measure_all<std::uint64_t, Exec>(report);
    }
  });
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

}  // namespace heddle::cli
