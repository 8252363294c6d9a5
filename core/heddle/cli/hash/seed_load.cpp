// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/reports.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/hash/draws.hpp>
#include <heddle/cli/hash/keys.hpp>
#include <heddle/hash/map.hpp>
#include <heddle/hash/seed_map.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace heddle::cli {
namespace {

using HostNumbers = Kokkos::View<std::uint32_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

/// One batch after the other into both tables.
template <class Exec>
class LoadRun {
 public:
  explicit LoadRun(SeedLoadReport& report)
      : report_(report),
        batch_(report.options.capacity / 32),
        seed_(exec_, report.options.capacity),
        map_(exec_, options(report.options.capacity)),
        keys_(make("heddle::cli::keys")),
        values_(make("heddle::cli::values")) {}

  void run() {
    auto draws = draw_keys(batch_ * static_cast<std::size_t>(report_.options.batches));
    for (int i = 0; i < report_.options.batches; ++i) {
      Kokkos::deep_copy(exec_, keys_,
                        HostNumbers(draws.data() + batch_ * static_cast<std::size_t>(i), batch_));
      make_values<Exec, std::uint32_t>(exec_, keys_, values_);
      exec_.fence("heddle::cli::seed_load");
      report_.batches.push_back({i / 32.0, seconds_of_seed(), seconds_of_map()});
      report(report_.options.observer, "heddle::cli::seed_load", i + 1, report_.options.batches);
    }
    auto const probes = seed_.statistics(exec_);
    report_.probes = {probes.count, probes.sum, probes.max, probes.mean()};
    report_.keys = map_.size(exec_);
    HEDDLE_EXPECTS(report_.keys == probes.count, internal, "SeedMap and HashMap differ");
  }

 private:
  using Device = Kokkos::View<std::uint32_t*, typename Exec::memory_space>;
  using Map = hash::HashMap<std::uint32_t, std::uint32_t, Exec>;

  static hash::MapOptions options(std::size_t slots) {
    hash::MapOptions options;
    options.capacity = slots;
    return options;
  }
  Device make(char const* label) {
    return heddle::detail::allocate<std::uint32_t>(exec_, std::string(label), batch_);
  }
  double seconds_of_seed() {
    Timer timer;
    auto const result = seed_.insert(exec_, keys_, values_);
    double const seconds = timer.seconds();
    HEDDLE_EXPECTS(result.status == hash::Status::none, internal, "SeedMap refused a key");
    return seconds;
  }
  /// Its insert_or_assign: SeedMap's only insert overwrites, too.
  double seconds_of_map() {
    Timer timer;
    auto const result = map_.insert_or_assign(exec_, keys_, values_);
    double const seconds = timer.seconds();
    HEDDLE_EXPECTS(result.full == 0, internal, "HashMap refused a key");
    return seconds;
  }

  Exec exec_;
  SeedLoadReport& report_;
  std::size_t batch_;
  hash::SeedMap<Exec> seed_;
  Map map_;
  Device keys_, values_;
};

}  // namespace

SeedLoadReport seed_load(std::string_view backend, SeedLoadOptions const& options) {
  SeedLoadReport report;
  report.options = options;
  report.backend = backend;
  bool const found = backends::with_backend(
      backend, [&]<class Exec>(std::type_identity<Exec>) { LoadRun<Exec>(report).run(); });
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

}  // namespace heddle::cli
