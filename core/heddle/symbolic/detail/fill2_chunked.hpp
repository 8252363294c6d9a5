// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// fill2 out of core: as many rows at once as have search states within a memory limit.
///
/// A state takes n stamps and two queues. Most rows queue far fewer vertices than n, so 1024 evenly
/// spaced rows are searched first. Rows before the first of them that queues over half of the most
/// ever queued form part one: their queues hold that half, and more of them run at once. The rest
/// is part two, with queues of n. A row of part one that overflows is searched again in part two
/// (Zhu et al., PPoPP 2023, "two-part" chunks). Finished rows that do not fit go to the host
/// (fill2_spill.hpp).
#pragma once

#include <heddle/symbolic/detail/fill2.hpp>
#include <heddle/symbolic/detail/fill2_spill.hpp>

namespace heddle::symbolic::detail {

/// Rows of F, in chunks, under one limit for the memory of their states.
template <class Exec>
class ChunkedSearch {
 public:
  using Memory = typename Exec::memory_space;

  ChunkedSearch(Exec const& exec, DefaultPattern<Memory> const& matrix, std::uint64_t limit,
                Fill2Report& report)
      : exec_(exec), matrix_(matrix), limit_(limit), report_(report) {
    split();
  }

  /// One pass over all rows. The first, which counts, moves overflowing rows to part two.
  void operator()(SearchResults<Memory> const& results) {
    run(small_, small_capacity_, results, report_.small_chunk_rows);
    if (results.keys.extent(0) == 0) move_overflowed(results.counts);
    run(large_, matrix_.num_rows, results, report_.large_chunk_rows);
  }

  /// The rows [first, last) alone, of the pass that writes.
  void operator()(SearchResults<Memory> const& results, DefaultIndex first, DefaultIndex last) {
    auto const part = [&](Rows const& rows) {
      return Rows(std::lower_bound(rows.begin(), rows.end(), first),
                  std::lower_bound(rows.begin(), rows.end(), last));
    };
    std::int64_t unused = 0;
    run(part(small_), small_capacity_, results, unused);
    run(part(large_), matrix_.num_rows, results, unused);
  }

 private:
  using Rows = std::vector<DefaultIndex>;

  /// Searches the listed rows with queues of `capacity`; `chunk` receives the rows at once.
  void run(Rows const& rows, DefaultIndex capacity, SearchResults<Memory> const& results,
           std::int64_t& chunk) {
    if (rows.empty()) return;
    auto const n = static_cast<std::uint64_t>(matrix_.num_rows);
    auto const per_row = state_bytes<Memory>(n, static_cast<std::uint64_t>(capacity));
    chunk = static_cast<std::int64_t>(
        std::clamp<std::uint64_t>(limit_ / per_row, 1, static_cast<std::uint64_t>(rows.size())));
    report_.state_bytes =
        std::max(report_.state_bytes, per_row * static_cast<std::uint64_t>(chunk));
    auto const listed = copied(exec_, "heddle::symbolic::listed_rows", rows);
    auto const states = make_states(exec_, matrix_.num_rows, capacity, chunk);
    SearchRow<Exec> const searcher{matrix_, states, results};
    auto const count = static_cast<std::int64_t>(rows.size());
    for (std::int64_t first = 0; first < count; first += chunk) {
      auto const size = static_cast<int>(std::min(chunk, count - first));
      Kokkos::parallel_for("heddle::symbolic::search_chunk",
                           Kokkos::TeamPolicy<Exec>(exec_, size, 1, backends::traits<Exec>::lanes),
                           SearchChunk<Exec>{searcher, listed, static_cast<DefaultIndex>(first)});
      ++report_.num_chunks;
    }
    exec_.fence("heddle::symbolic::search_chunks");
  }

  void split() {
    DefaultIndex const n = matrix_.num_rows;
    Rows sample;
    DefaultIndex const wanted = std::min<DefaultIndex>(n, sample_size);
    for (std::int64_t k = 0; k < wanted; ++k) {
      sample.push_back(static_cast<DefaultIndex>(k * n / wanted));
    }
    SearchResults<Memory> results;
    results.counts = zeros<Offsets<Memory>>(exec_, "heddle::symbolic::sample_counts", n + 1);
    results.peaks = zeros<Indices<Memory>>(exec_, "heddle::symbolic::sample_peaks", n);
    std::int64_t unused = 0;
    run(sample, n, results, unused);
    auto const peaks = Kokkos::create_mirror(Kokkos::WithoutInitializing, results.peaks);
    Kokkos::deep_copy(exec_, peaks, results.peaks);
    exec_.fence("heddle::symbolic::sample_peaks");
    for (auto const row : sample) {
      report_.largest_frontier = std::max<std::int64_t>(report_.largest_frontier, peaks(row));
    }
    auto const is_large = [&](DefaultIndex row) {
      return 2 * static_cast<std::int64_t>(peaks(row)) > report_.largest_frontier;
    };
    auto const first_large = std::find_if(sample.begin(), sample.end(), is_large);
    report_.first_large_row = first_large == sample.end() ? n : *first_large;
    small_capacity_ =
        std::max<DefaultIndex>(1, static_cast<DefaultIndex>(report_.largest_frontier / 2));
    for (DefaultIndex row = 0; row < n; ++row) {
      (row < report_.first_large_row ? small_ : large_).push_back(row);
    }
  }

  void move_overflowed(Offsets<Memory> const& counts) {
    auto const host = Kokkos::create_mirror(Kokkos::WithoutInitializing, counts);
    Kokkos::deep_copy(exec_, host, counts);
    exec_.fence("heddle::symbolic::overflowed_rows");
    Rows kept;
    for (auto const row : small_) {
      (host(row + 1) == overflowed ? large_ : kept).push_back(row);
    }
    std::sort(large_.begin(), large_.end());
    report_.num_overflows = static_cast<std::int64_t>(small_.size() - kept.size());
    small_ = std::move(kept);
  }

  static constexpr DefaultIndex sample_size = 1024;

  Exec const& exec_;
  DefaultPattern<Memory> matrix_;
  std::uint64_t limit_;
  Fill2Report& report_;
  Rows small_, large_;
  DefaultIndex small_capacity_ = 1;
};

template <class Exec>
FactorPattern<typename Exec::memory_space> pattern_by_fill2_chunked(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    SymbolicOptions const& options) {
  using Traits = backends::traits<Exec>;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::fill2_chunked");
  // What is left for the pattern itself: three quarters of a device; hosts swap if they are greedy.
  std::uint64_t const there = std::min(
      Traits::usable_bytes(exec) / 4, Traits::is_host ? std::uint64_t{1} << 30 : ~std::uint64_t{0});
  std::uint64_t const limit =
      options.memory_limit > 0 ? std::min(options.memory_limit, there) : there;
  Fill2Report report;
  ChunkedSearch<Exec> search(exec, matrix, limit, report);
  auto const pass = [&](SearchResults<typename Exec::memory_space> const& results) {
    search(results);
  };
  DefaultOffset size = 0;
  auto const row_offsets = count_rows(exec, matrix.num_rows, pass, size);
  std::uint64_t const finished = finished_limit<Exec>(exec, options, size);
  auto result = static_cast<std::uint64_t>(size) * bytes_per_finished_entry <= finished
                    ? write_rows(exec, row_offsets, size, pass)
                    : pattern_through_host(exec, row_offsets, finished, search, report);
  if (options.fill2_report != nullptr) *options.fill2_report = report;
  return result;
}

}  // namespace heddle::symbolic::detail
