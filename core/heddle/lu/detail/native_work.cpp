// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/lu/detail/native_work.hpp>

#include <algorithm>
#include <limits>

namespace heddle::lu::detail {
namespace {

namespace format = backends::lu_format;

/// Multiply-adds of each column.
std::vector<std::int64_t> pulls_of_columns(symbolic::FactorPattern<Kokkos::HostSpace> const& f) {
  std::vector<std::int64_t> pulls(static_cast<std::size_t>(f.n), 0);
  for (DefaultIndex j = 0; j < f.n; ++j) {
    for (auto slot = f.column_offsets(j); slot < f.diagonal(j); ++slot) {
      auto const k = f.rows(slot);
      pulls[j] += f.column_offsets(k + 1) - f.diagonal(k) - 1;
    }
  }
  return pulls;
}

/// Takes columns into the work, one after the other.
class WorkList {
 public:
  WorkList(symbolic::FactorPattern<Kokkos::HostSpace> const& factors, NativeWork& work)
      : factors_(factors), pulls_(pulls_of_columns(factors)), work_(work) {}

  void take_level(std::vector<DefaultIndex>& columns) {
    auto const is_long = [this](DefaultIndex j) {
      return !format::is_short(length(j), pulls_[static_cast<std::size_t>(j)]);
    };
    auto const middle = std::stable_partition(columns.begin(), columns.end(), is_long);
    std::stable_sort(columns.begin(), middle,
                     [this](DefaultIndex a, DefaultIndex b) { return pulls_[a] > pulls_[b]; });
    for (auto j = columns.begin(); j != middle; ++j) {
      work_.items.push_back(format::Item::of(place(), 0));
      take(*j);
    }
    for (auto j = middle; j != columns.end();) {
      auto const count = std::min<std::ptrdiff_t>(format::block_warps, columns.end() - j);
      work_.items.push_back(format::Item::of(place(), static_cast<std::uint32_t>(count)));
      for (auto const end = j + count; j != end; ++j) take(*j);
    }
  }

 private:
  std::int64_t length(DefaultIndex j) const {
    return factors_.column_offsets(j + 1) - factors_.column_offsets(j);
  }
  std::uint32_t place() const { return static_cast<std::uint32_t>(work_.columns.size()); }

  void take(DefaultIndex j) {
    auto const first = factors_.column_offsets(j);
    auto const upper = factors_.diagonal(j) - first;
    work_.columns.push_back({first, work_.num_pulls, work_.num_level_begins, j,
                             static_cast<std::int32_t>(length(j)), static_cast<std::int32_t>(upper),
                             0});
    work_.num_pulls += pulls_[static_cast<std::size_t>(j)];
    work_.num_level_begins += upper + 1;
    work_.longest = std::max(work_.longest, length(j));
  }

  symbolic::FactorPattern<Kokkos::HostSpace> const& factors_;
  std::vector<std::int64_t> pulls_;
  NativeWork& work_;
};

}  // namespace

NativeWork native_work(AnalysisData const& data) {
  NativeWork work;
  work.columns.reserve(static_cast<std::size_t>(data.factors.n));
  WorkList list(data.factors, work);
  auto const& levels = data.levels;
  for (DefaultIndex level = 0; level < levels.num_levels; ++level) {
    std::vector<DefaultIndex> columns(levels.order.data() + levels.level_offsets[level],
                                      levels.order.data() + levels.level_offsets[level + 1]);
    list.take_level(columns);
  }
  return work;
}

bool fits_native_layout(AnalysisData const& data, NativeWork const& work) {
  constexpr std::int64_t slots = std::numeric_limits<std::uint32_t>::max();
  return work.longest <= format::longest_column && data.factors.n < format::most_columns &&
         data.factors.num_entries() < slots && data.matrix.num_entries() < slots;
}

}  // namespace heddle::lu::detail
