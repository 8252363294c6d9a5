// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of the guide with their exact numbers of copies: a sequential sum, and a colouring
// on the host that fifty Jacobians on the device use.
#include <heddle/place/plan.hpp>
#include <heddle/place/read_range.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::Phase;
using place::reads;
using place::run;
using place::updates;

/// Columns that meet in a row get different colours: the least legal one, in order.
struct ColorColumns {
  void operator()(HostView<std::int64_t const*> const& offsets, HostView<int const*> const& columns,
                  HostView<int*> const& colors) const {
    for (std::size_t i = 0; i < colors.extent(0); ++i) colors(i) = -1;
    for (std::size_t column = 0; column < colors.extent(0); ++column) {
      std::vector<char> taken(colors.extent(0) + 1, 0);
      for (std::size_t row = 0; row + 1 < offsets.extent(0); ++row) {
        auto const begin = columns.data() + offsets(row), end = columns.data() + offsets(row + 1);
        if (std::find(begin, end, int(column)) == end) continue;
        for (auto other = begin; other != end; ++other) {
          if (colors(*other) >= 0) taken[colors(*other)] = 1;
        }
      }
      colors(column) = int(std::find(taken.begin(), taken.end(), 0) - taken.begin());
    }
  }
};

/// f_i(x) = x_{i-1} + 2 x_i + 3 x_{i+1}: the derivative along the columns of one colour, and the
/// entries that it tells.
template <class Offsets, class Columns, class Colors, class Values>
struct Recover {
  Offsets offsets;
  Columns columns;
  Colors colors;
  Values values;
  KOKKOS_FUNCTION void operator()(int row) const {
    for (auto p = offsets(row); p < offsets(row + 1); ++p) {
      double along = 0;  // all entries of this colour in the row: one, if the colours are right
      for (auto q = offsets(row); q < offsets(row + 1); ++q) {
        if (colors(columns(q)) == colors(columns(p))) along += columns(q) - row + 2;
      }
      values(p) = along;
    }
  }
};

/// A matrix with three diagonals whose pattern lies on the device.
class Scenarios : public Placed {
 protected:
  static constexpr int n = 40;
  /// With room for transfers of a few sizes: they are measured once.
  Scenarios() : Placed({.device_bytes = 4 << 20}) {
    std::vector<std::int64_t> rows{0};
    std::vector<int> entries;
    for (int row = 0; row < n; ++row) {
      for (int j = std::max(0, row - 1); j <= std::min(n - 1, row + 1); ++j) entries.push_back(j);
      rows.push_back(std::int64_t(entries.size()));
    }
    offsets = Array<std::int64_t*>(exec, "offsets", rows.size());
    columns = Array<int*>(exec, "columns", entries.size());
    values = Array<double*>(exec, "values", entries.size());
    on_host(Results::eager, "fill", [&](HostView<std::int64_t*> const& o, HostView<int*> const& c) {
      std::copy(rows.begin(), rows.end(), o.data());
      std::copy(entries.begin(), entries.end(), c.data());
    })(exec, overwrites(offsets, columns));
    // From here on the device has the only valid copy.
    run(exec, Phase("touch", updates(offsets, columns),
                    place::at_device<Exec>([](auto const&, auto const&, auto const&) {})));
    context->clear_transfers();
    if (simulated) simulated->counts = {};
  }
  Phase jacobian() {
    return Phase("jacobian", reads(offsets, columns, colors), overwrites(values),
                 place::at_device<Exec>([this](Exec const& e, auto const& o, auto const& c,
                                               auto const& k, auto const& v) {
                   using Kernel = Recover<std::decay_t<decltype(o)>, std::decay_t<decltype(c)>,
                                          std::decay_t<decltype(k)>, std::decay_t<decltype(v)>>;
                   launch(simulated.get(), e, n, Kernel{o, c, k, v});
                 }));
  }
  void expect_right_values() {
    std::size_t p = 0;
    auto const found = place::read_range(exec, values, 0, std::int64_t(values.size()));
    for (int row = 0; row < n; ++row) {
      for (int j = std::max(0, row - 1); j <= std::min(n - 1, row + 1); ++j, ++p) {
        ASSERT_EQ(found[p], j - row + 2) << "row " << row << ", column " << j;
      }
    }
    ASSERT_EQ(p, found.size());
  }

  Array<std::int64_t*> offsets;
  Array<int*> columns;
  Array<int*> colors{exec, "colors", n};
  Array<double*> values;
};
INSTANTIATE_TEST_SUITE_P(Memories, Scenarios, both_memories(), name_of);

TEST_P(Scenarios, a_sequential_sum_is_one_bulk_copy_and_then_none) {
  Array<double*> xs(exec, "xs", 100000);
  run(exec, device_set("set", xs, 2));
  EXPECT_EQ(host_sum(xs), 200000);
  expect_copies(1);
  EXPECT_EQ(host_sum(xs), 200000);
  expect_copies(1);
  EXPECT_EQ(context->transfers().bytes(), two_memories() ? 800000 : 0);
}

TEST_P(Scenarios, a_colouring_on_the_host_is_two_copies_in_and_one_out_and_then_one_out) {
  auto const color = on_host(Results::eager, "color", ColorColumns{});
  color(exec, reads(offsets), reads(columns), overwrites(colors));
  expect_copies(3);
  color(exec, reads(offsets), reads(columns), overwrites(colors));
  expect_copies(4);
  EXPECT_EQ(context->transfers().count("colors"), two_memories() ? 2 : 0);
}

TEST_P(Scenarios, fifty_jacobians_use_one_copy_of_the_colours) {
  for (auto const results : {Results::eager, Results::lazy}) {
    context->clear_transfers();
    on_host(results, "color", ColorColumns{})(exec, reads(offsets, columns), overwrites(colors));
    auto const jac = jacobian();
    for (int step = 0; step < 50; ++step) run(exec, jac);
    EXPECT_EQ(context->transfers().count("colors"), two_memories() ? 1 : 0);
    EXPECT_EQ(context->transfers().count("values"), 0);
    expect_right_values();
  }
}

TEST_P(Scenarios, a_plan_colours_once_while_the_pattern_stays) {
  Phase const color("color", reads(offsets, columns), overwrites(colors),
                    place::at_host(ColorColumns{}));
  auto const jac = jacobian();
  auto plan = place::autoplace(exec, {{color, 1}, {jac, 50}}, {.runs = 1});
  context->clear_transfers();
  int colored = 0;
  for (int step = 0; step < 50; ++step) {
    if (plan.needed(color)) {
      plan.run(exec, color);
      ++colored;
    }
    plan.run(exec, jac);
  }
  EXPECT_EQ(colored, 1);
  EXPECT_EQ(context->transfers().count("colors"), two_memories() ? 1 : 0);
  expect_right_values();
}

}  // namespace
}  // namespace heddle::test
