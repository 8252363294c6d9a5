// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of core/docs/coloring.md.
#include <tests/coloring/support.hpp>

namespace {

using namespace heddle::test;
namespace coloring = heddle::coloring;

TEST(Page, colors_columns) {
  auto const pattern = pattern_of(five_point(10));
  // [snippet columns]
  Kokkos::DefaultHostExecutionSpace const exec;
  coloring::ColoringOptions options;
  options.kind = coloring::Kind::columns;          // one directional derivative a colour
  options.order = coloring::Order::largest_first;  // the default is the natural order
  auto const result = coloring::color(exec, pattern, options);
  auto const sweeps = result.num_colors;          // 7
  auto const no_fewer_than = result.lower_bound;  // 5
  auto const seeds = result.colors;               // colour of each column, in the memory of exec
  // [end]
  EXPECT_EQ(sweeps, 7);
  EXPECT_EQ(no_fewer_than, 5);
  EXPECT_EQ(seeds.extent(0), 100u);
}

TEST(Page, adopts_colors) {
  Exec const exec;
  auto const pattern = pattern_of(grid_of(3, {{1}, {0, 2}, {1}}));
  auto const colors = to_memory<Kokkos::HostSpace>(Colors{0, 1, 0});
  std::string message;
  // [snippet adopt]
  try {
    auto const mine = coloring::adopt(exec, pattern, coloring::Kind::columns, colors);
  } catch (heddle::error const& refused) {
    message = refused.message();  // vertices 0 and 2 have one colour and meet in line 1
  }
  // [end]
  EXPECT_EQ(message, "vertices 0 and 2 have one colour and meet in line 1");
}

}  // namespace
