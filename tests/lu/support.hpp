// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From entry lists to containers in any memory, and one object that analyses, factors and solves.
#pragma once

#include <tests/reference/entries.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/base/error.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace heddle::test {

using reference::Entries;
using Exec = TEST_EXECSPACE;
using Yardstick = backends::ReferenceBackend;  // what every backend must equal, bit for bit

template <class T, class Memory>
Kokkos::View<T*, Memory> to_view(std::vector<T> const& from) {
  Kokkos::View<T*, Memory> view("heddle::test::data", from.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(from.data(),
                                                                                from.size());
  Kokkos::deep_copy(view, host);
  return view;
}

/// The items of a view of rank 1 as doubles, which hold every float exactly.
template <class View>
std::vector<double> to_vector(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<double> result(host.extent(0));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<double>(host(i));
  return result;
}

/// Bit for bit: a different sign of zero is a difference, equal NaNs are none.
inline bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Lines of a compressed matrix; entries of one line keep the order of the list.
template <class Value, class Offset>
struct Lines {
  std::vector<Offset> offsets;
  std::vector<std::int32_t> indices;
  std::vector<Value> values;

  Lines(Entries const& entries, bool const by_rows)
      : offsets((by_rows ? entries.num_rows : entries.num_columns) + 1, 0),
        indices(entries.list.size()),
        values(entries.list.size()) {
    auto const line = [&](auto const& entry) { return by_rows ? entry.row : entry.column; };
    for (auto const& entry : entries.list) ++offsets[line(entry) + 1];
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    std::vector<Offset> next(offsets.begin(), offsets.end() - 1);
    for (auto const& entry : entries.list) {
      Offset const slot = next[line(entry)]++;
      indices[slot] = by_rows ? entry.column : entry.row;
      values[slot] = static_cast<Value>(entry.value);
    }
  }
};

template <class Value = double, class Offset = std::int64_t, class Memory = Kokkos::HostSpace>
Csr<Value, Offset, std::int32_t, Memory> csr(Entries const& entries) {
  Lines<Value, Offset> const lines(entries, true);
  return {entries.num_rows, entries.num_columns, to_view<Offset, Memory>(lines.offsets),
          to_view<std::int32_t, Memory>(lines.indices), to_view<Value, Memory>(lines.values)};
}

template <class Value = double, class Offset = std::int64_t, class Memory = Kokkos::HostSpace>
Csc<Value, Offset, std::int32_t, Memory> csc(Entries const& entries) {
  Lines<Value, Offset> const lines(entries, false);
  return {entries.num_rows, entries.num_columns, to_view<Offset, Memory>(lines.offsets),
          to_view<std::int32_t, Memory>(lines.indices), to_view<Value, Memory>(lines.values)};
}

inline lu::AnalyzeOptions plain_options() {
  lu::AnalyzeOptions options;
  options.ordering = lu::Ordering::natural;
  options.matching = lu::Matching::none;
  options.scaling = lu::Scaling::none;
  return options;
}

inline lu::AnalyzeOptions natural_options() {
  lu::AnalyzeOptions options;
  options.ordering = lu::Ordering::natural;
  return options;
}

inline lu::PivotOptions policy(lu::PivotPolicy const choice) {
  lu::PivotOptions options;
  options.policy = choice;
  return options;
}

struct Solution {
  lu::SolveResult result;
  std::vector<double> x;
};

/// Hosts with every thread at work, also where one would be faster: small matrices are to show that
/// the number of workers changes nothing.
template <class Space>
lu::AnalyzeOptions with_all_workers(Space const& exec, lu::AnalyzeOptions options) {
  if (options.workers == 0 && std::is_same_v<typename Space::memory_space, Kokkos::HostSpace>) {
    options.workers = exec.concurrency();
  }
  return options;
}

/// Analysis, factors and workspace of one matrix.
template <class Value = double, class Space = Exec>
struct Solver {
  using Memory = typename Space::memory_space;

  Space exec;
  lu::AnalyzeResult analyzed;
  std::optional<lu::Factorization<Value, Space>> factors;
  lu::FactorResult factored;
  mutable lu::SolveWorkspace<Space> workspace;

  template <class Matrix>
  explicit Solver(Matrix const& matrix, lu::AnalyzeOptions const& options = {},
                  lu::PivotOptions const& pivots = {}, Space const& instance = Space())
      : exec(instance), analyzed(lu::analyze(exec, matrix, with_all_workers(exec, options))) {
    if (analyzed.analysis.empty()) return;
    factors.emplace(exec, analyzed.analysis);
    factored = factors->factor(exec, matrix, pivots);
  }

  bool usable() const {
    return factors && factors->state() == lu::Factorization<Value, Space>::State::factored;
  }

  template <class Rhs = double>
  Solution solve(std::vector<double> const& b, lu::SolveOptions const& options = {}) const {
    auto const rhs = to_view<Rhs, Memory>(std::vector<Rhs>(b.begin(), b.end()));
    Kokkos::View<Rhs*, Memory> const x("heddle::test::solution", b.size());
    auto result = factors->solve(exec, rhs, x, workspace, options);
    return {std::move(result), to_vector(x)};
  }

  std::vector<double> values() const { return to_vector(factors->factor_values()); }
};

/// The worse of two statuses, in the order of the enum, of which success is the first.
inline lu::Status worse(lu::Status const a, lu::Status const b) { return std::max(a, b); }

/// Code and message of what `call` throws; code internal and no message if it throws nothing.
struct Thrown {
  bool any = false;
  ErrorCode code = ErrorCode::internal;
  std::string message;

  bool says(std::string const& part) const { return message.find(part) != std::string::npos; }
};

template <class Call>
Thrown thrown_by(Call const& call) {
  try {
    call();
  } catch (error const& caught) {
    return {true, caught.code(), caught.message()};
  }
  return {};
}

inline std::vector<double> ones(std::size_t const n) { return std::vector<double>(n, 1.0); }

/// 1, 2, ..., n over n: no two equal, all exact enough to tell components apart.
inline std::vector<double> ramp(std::size_t const n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i + 1) / static_cast<double>(n);
  return x;
}

}  // namespace heddle::test
