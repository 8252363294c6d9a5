// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/reports.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/hash/draws.hpp>
#include <heddle/cli/hash/keys.hpp>
#include <heddle/hash/seed_map.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace heddle::cli {
namespace {

using Numbers = std::vector<std::uint32_t>;
using HostNumbers = Kokkos::View<std::uint32_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

/// The pairs and the keys to delete: a shuffled half of the pairs.
struct Workload {
  Numbers keys, values, erased;
};

Workload make_workload(std::uint64_t pairs) {
  Workload work;
  work.keys = draw_keys(pairs);
  work.values.reserve(pairs);
  for (auto const key : work.keys) work.values.push_back(value_of_key(key));
  work.erased = work.keys;
  SplitMix64 next(1);
  for (std::size_t i = work.erased.size(); i > 1; --i) {
    std::swap(work.erased[i - 1], work.erased[next() % i]);
  }
  work.erased.resize(pairs / 2);
  return work;
}

template <class Exec>
class SeedRun {
 public:
  SeedRun(SeedTimingReport& report, Workload& work)
      : report_(report),
        work_(work),
        table_(exec_, report.options.capacity),
        keys_(make("heddle::cli::keys", longest_batch())),
        values_(make("heddle::cli::values", longest_batch())) {
    exec_.fence("heddle::cli::seed_timing");
  }

  void insert() {
    in_batches(work_.keys.size(), report_.options.insert_batches,
               [&](std::size_t first, std::size_t last) {
                 auto const keys = to_device(work_.keys, keys_, first, last);
                 auto const values = to_device(work_.values, values_, first, last);
                 timed(report_.insert_seconds, [&] { (void)table_.insert(exec_, keys, values); });
               });
  }
  void measure_probes() {
    auto const probes = table_.statistics(exec_);
    report_.probes = {probes.count, probes.sum, probes.max, probes.mean()};
  }
  void erase() {
    in_batches(work_.erased.size(), report_.options.erase_batches,
               [&](std::size_t first, std::size_t last) {
                 auto const keys = to_device(work_.erased, keys_, first, last);
                 timed(report_.erase_seconds, [&] { table_.erase(exec_, keys); });
               });
  }
  /// The pairs that are left, in host memory.
  std::pair<Numbers, Numbers> iterate() {
    Timer total;
    auto const count = table_.size(exec_);
    auto const keys = make("heddle::cli::live_keys", count);
    auto const values = make("heddle::cli::live_values", count);
    timed(report_.iterate_seconds, [&] { (void)table_.retrieve_all(exec_, keys, values); });
    std::pair<Numbers, Numbers> live{Numbers(count), Numbers(count)};
    Kokkos::deep_copy(exec_, HostNumbers(live.first.data(), count), keys);
    Kokkos::deep_copy(exec_, HostNumbers(live.second.data(), count), values);
    exec_.fence("heddle::cli::seed_timing");
    report_.total_seconds += total.seconds();
    report_.live = count;
    return live;
  }

 private:
  using Device = Kokkos::View<std::uint32_t*, typename Exec::memory_space>;

  Device make(char const* label, std::size_t count) {
    return heddle::detail::allocate<std::uint32_t>(exec_, std::string(label), count);
  }
  std::size_t longest_batch() const {
    auto const longest = [](std::size_t count, int batches) {
      return count / static_cast<std::size_t>(batches) + 1;
    };
    return std::max(longest(work_.keys.size(), report_.options.insert_batches),
                    longest(work_.erased.size(), report_.options.erase_batches));
  }
  template <class Body>
  void in_batches(std::size_t count, int batches, Body const& body) {
    Timer total;
    auto const parts = static_cast<std::size_t>(batches);
    for (std::size_t i = 0; i < parts; ++i) {
      body(count * i / parts, count * (i + 1) / parts);
      report(report_.options.observer, "heddle::cli::seed_timing", static_cast<std::int64_t>(i + 1),
             batches);
    }
    report_.total_seconds += total.seconds();
  }
  Device to_device(Numbers& from, Device const& to, std::size_t first, std::size_t last) {
    auto const part = Kokkos::subview(to, std::pair<std::size_t, std::size_t>(0, last - first));
    Kokkos::deep_copy(exec_, part, HostNumbers(from.data() + first, last - first));
    exec_.fence("heddle::cli::seed_timing");
    return part;
  }
  template <class Body>
  void timed(double& seconds, Body const& body) {
    Timer timer;
    body();
    exec_.fence("heddle::cli::seed_timing");
    seconds += timer.seconds();
  }

  Exec exec_;
  SeedTimingReport& report_;
  Workload& work_;
  hash::SeedMap<Exec> table_;
  Device keys_, values_;
};

/// The same work in std::unordered_map, its time, and whether the contents are equal.
void compare_with_std(Workload const& work, std::pair<Numbers, Numbers> const& live,
                      SeedTimingReport& report) {
  Timer timer;
  std::unordered_map<std::uint32_t, std::uint32_t> oracle;
  for (std::size_t i = 0; i < work.keys.size(); ++i) oracle[work.keys[i]] = work.values[i];
  for (auto const key : work.erased) oracle.erase(key);
  report.std_seconds = timer.seconds();
  bool equal = live.first.size() == oracle.size();
  for (std::size_t i = 0; i < live.first.size() && equal; ++i) {
    auto const found = oracle.find(live.first[i]);
    equal = found != oracle.end() && found->second == live.second[i];
    if (equal) oracle.erase(found);  // a key that came twice would not be found again
  }
  HEDDLE_EXPECTS(equal, internal, "SeedMap and std::unordered_map differ");
  report.checked = true;
}

}  // namespace

SeedTimingReport seed_timing(std::string_view backend, SeedTimingOptions const& options) {
  SeedTimingReport report;
  report.options = options;
  report.backend = backend;
  auto work = make_workload(options.pairs);
  bool const found = backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    std::pair<Numbers, Numbers> live;
    {
      SeedRun<Exec> run(report, work);
      run.insert();
      run.measure_probes();
      run.erase();
      live = run.iterate();
    }
    if (options.compare) compare_with_std(work, live, report);
  });
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

}  // namespace heddle::cli
