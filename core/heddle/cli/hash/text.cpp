// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/outcome.hpp>

#include <heddle/cli/table.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

std::string fact(std::string_view name, std::string const& value) {
  return fmt::format("{:<14} {}\n", name, value);
}

template <class Outcome>
std::string table_fact(Outcome const& outcome) {
  return fact("table", fmt::format("{} on {}, {}", duration_text(outcome.seconds), outcome.backend,
                                   bytes_text(static_cast<std::int64_t>(outcome.table_bytes))));
}

std::string probe_fact(ProbeReport const& probes) {
  return fact("probe lengths", fmt::format("mean {:.6f}, max {}, sum {} over {} keys", probes.mean,
                                           probes.max, probes.sum, probes.count));
}

char const* table_name(TableMode mode) {
  constexpr char const* names[] = {"HashMap", "FrozenMap", "SeedMap", "Kokkos::UnorderedMap",
                                   "std::unordered_map"};
  return names[static_cast<int>(mode)];
}

std::string milliseconds(double seconds) { return fmt::format("{:.3f}", 1e3 * seconds); }

}  // namespace

std::string text_of(CountOutcome const& outcome) {
  auto text = fact("words", fmt::format("{} in {}", outcome.words, outcome.file)) +
              fact("different", fmt::format("{}", outcome.distinct)) + table_fact(outcome);
  if (outcome.top.empty()) return text;
  Table table;
  table.add_column("word", Align::left);
  table.add_column("count", Align::right);
  for (auto const& [word, count] : outcome.top) table.add_row({word, fmt::format("{}", count)});
  return text + "\n" + table.text();
}

std::string text_of(EdgesOutcome const& outcome) {
  return fact("graph", fmt::format("{}: {} vertices, {} listed edges, {} loops", outcome.file,
                                   outcome.vertices, outcome.entries, outcome.loops)) +
         fact("different", fmt::format("{} {} edges; one is listed {} time{}", outcome.distinct,
                                       outcome.directed ? "directed" : "undirected",
                                       outcome.most_listed, outcome.most_listed == 1 ? "" : "s")) +
         table_fact(outcome);
}

std::string text_of(JoinOutcome const& outcome) {
  return fact("left", fmt::format("{}: {} rows, {} with a match", outcome.left, outcome.left_rows,
                                  outcome.matched_left_rows)) +
         fact("right", fmt::format("{}: {} rows, {} different keys", outcome.right,
                                   outcome.right_rows, outcome.right_keys)) +
         fact("joined", fmt::format("{} rows", outcome.joined_rows)) + table_fact(outcome);
}

std::string text_of(SeedTimingReport const& report) {
  auto const& options = report.options;
  auto text =
      fact("table", fmt::format("SeedMap of {} slots on {}", options.capacity, report.backend)) +
      fact("insert", fmt::format("{} pairs in {} batches: {}", options.pairs,
                                 options.insert_batches, duration_text(report.insert_seconds))) +
      probe_fact(report.probes) +
      fact("delete", fmt::format("{} keys in {} batches: {}", options.pairs / 2,
                                 options.erase_batches, duration_text(report.erase_seconds))) +
      fact("iterate",
           fmt::format("{} pairs: {}", report.live, duration_text(report.iterate_seconds))) +
      fact("total", fmt::format("{} with all copies", duration_text(report.total_seconds)));
  if (!options.compare) return text;
  return text + fact("std", fmt::format("std::unordered_map, one thread: {}, {:.1f} times as long; "
                                        "the contents are equal",
                                        duration_text(report.std_seconds),
                                        report.std_seconds / report.total_seconds));
}

std::string text_of(SeedLoadReport const& report) {
  Table table;
  table.add_column("load", Align::left);
  table.add_column("SeedMap ms", Align::right);
  table.add_column("HashMap ms", Align::right);
  for (auto const& batch : report.batches) {
    table.add_row({fmt::format("{:.3f}", batch.drawn_load), milliseconds(batch.seed_seconds),
                   milliseconds(batch.map_seconds)});
  }
  return fact("tables", fmt::format("{} slots on {}, batches of {} draws", report.options.capacity,
                                    report.backend, report.options.capacity / 32)) +
         probe_fact(report.probes) + "\n" + table.text();
}

std::string text_of(RateReport const& report) {
  Table table;
  table.add_column("operation", Align::left);
  for (auto const* head : {"load", "slots", "keys", "1e9 keys/s", "best", "time", "bytes/key"}) {
    table.add_column(head, Align::right);
  }
  for (auto const& rate : report.rates) {
    auto const items = static_cast<double>(rate.items);
    auto const rate_text = [&](double seconds) {
      return fmt::format("{:.4g}", 1e-9 * items / seconds);
    };
    table.add_row({to_string(rate.operation), fmt::format("{:.3f}", rate.load),
                   fmt::format("{}", rate.slots), fmt::format("{}", rate.items),
                   rate_text(rate.median_seconds), rate_text(rate.best_seconds),
                   duration_text(rate.median_seconds),
                   fmt::format("{:.1f}", static_cast<double>(rate.bytes) /
                                             static_cast<double>(report.options.keys))});
  }
  auto const& options = report.options;
  auto keys = std::string(to_string(options.distribution));
  if (options.distribution == Distribution::zipf) keys += fmt::format(" {:g}", options.exponent);
  return fact("table",
              fmt::format("{}, {} + {} bytes, on {}; {} keys, {} runs", to_string(options.mode),
                          options.bytes, options.bytes, report.backend, keys, options.runs)) +
         "\n" + table.text();
}

Chart chart_of(SeedLoadReport const& report) {
  ChartSeries seed{"SeedMap", {}}, map{"HashMap", {}};
  for (auto const& batch : report.batches) {
    seed.points.emplace_back(batch.drawn_load, 1e3 * batch.seed_seconds);
    map.points.emplace_back(batch.drawn_load, 1e3 * batch.map_seconds);
  }
  return {fmt::format("Batches of {} draws into {} slots, {}", report.options.capacity / 32,
                      report.options.capacity, report.backend),
          "draws per slot before the batch",
          "ms per batch",
          {seed, map}};
}

Chart chart_of(RateReport const& report) {
  Chart chart{fmt::format("{} keys of {} + {} bytes into a {}, {}", report.options.keys,
                          report.options.bytes, report.options.bytes,
                          table_name(report.options.mode), report.backend),
              "keys per slot",
              "1e9 keys/s (median)",
              {}};
  for (auto const operation : all_operations) {
    ChartSeries series{to_string(operation), {}};
    for (auto const& rate : report.rates) {
      if (rate.operation != operation) continue;
      series.points.emplace_back(rate.load,
                                 1e-9 * static_cast<double>(rate.items) / rate.median_seconds);
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace heddle::cli
