// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is refused, with which words.
#include <tests/coloring/support.hpp>

namespace {

using namespace heddle::test;
using heddle::ErrorCode;
namespace coloring = heddle::coloring;
using Memory = Exec::memory_space;

void expect_refusal(ErrorCode const code, std::string const& words,
                    std::function<void()> const& call) {
  auto const [given, message] = refusal_of(call);
  EXPECT_EQ(given, code) << message;
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

/// At the host, and from device memory by kernels.
void expect_bad_pattern(std::string const& words, std::int32_t const num_columns,
                        std::vector<std::vector<std::int32_t>> const& rows,
                        ColoringOptions options) {
  for (auto const place : {Place::host, Place::device}) {
    bool const host_only = options.kind == Kind::star || options.kind == Kind::acyclic;
    options.place = host_only ? Place::host : place;
    expect_refusal(ErrorCode::bad_pattern, words, [&] {
      coloring::color(Exec(), pattern_of<Memory>(num_columns, rows), options);
    });
    expect_refusal(ErrorCode::bad_pattern, words,
                   [&] { coloring::color(Exec(), pattern_of(num_columns, rows), options); });
  }
}

TEST(Refusals, of_indices_out_of_range_name_row_and_position) {
  expect_bad_pattern("row 1, position 2: column 3 is outside 0 ... 2; set ignore_ghosts", 3,
                     {{0, 1}, {3}}, with(Kind::columns));
  expect_bad_pattern("row 0, position 1: column -1 is outside 0 ... 2", 3, {{0, -1}, {2}},
                     with(Kind::rows));
  auto options = with(Kind::columns);
  options.ignore_ghosts = true;  // negative ones are no ghosts
  expect_bad_pattern("row 0, position 0: column -7", 3, {{-7}}, options);
}

TEST(Refusals, of_patterns_that_are_not_symmetric_name_the_entry) {
  for (auto const kind : {Kind::distance1, Kind::distance2, Kind::star, Kind::acyclic}) {
    expect_bad_pattern("row 1, column 2 has no mirror; set symmetrize", 3, {{0}, {1, 2}, {0}},
                       with(kind));
    expect_bad_pattern("square", 3, {{0}, {1}}, with(kind));
  }
}

TEST(Refusals, of_offsets_that_do_not_fit) {
  using Offsets = std::vector<std::int64_t>;
  auto const refuse = [](std::string const& words, std::int32_t const m, Offsets const& offsets) {
    heddle::Pattern<> pattern{m, 4, to_memory<Kokkos::HostSpace>(offsets),
                              to_memory<Kokkos::HostSpace>(Colors{0, 1, 2})};
    for (auto const place : {Place::host, Place::device}) {
      auto const options = with(Kind::columns, Order::automatic, Method::greedy, place);
      expect_refusal(ErrorCode::bad_pattern, words,
                     [&] { coloring::color(Exec(), pattern, options); });
    }
    expect_refusal(ErrorCode::bad_pattern, words, [&] { coloring::pattern_hash(Exec(), pattern); });
  };
  refuse("needs 3 offsets, not 2", 2, {0, 3});
  refuse("the first offset is 1", 2, {1, 2, 3});
  refuse("the offsets fall at row 0", 2, {0, -2, 3});
  refuse("the offsets fall at row 1", 2, {0, 3, 2});
  refuse("the last offset is 9", 2, {0, 1, 9});
  refuse("negative size", -1, {0});
}

TEST(Refusals, of_orders) {
  auto const grid = tridiagonal(4);
  auto const in_order = [&](Colors const& order, ColoringOptions const& options) {
    coloring::color(Exec(), pattern_of(grid), to_memory<Memory>(order), options);
  };
  auto const plain = with(Kind::columns);
  expect_refusal(ErrorCode::size_mismatch, "3 items, expected 4", [&] {
    in_order({0, 1, 2}, plain);
  });
  for (auto const& order : {Colors{0, 1, 1, 2}, Colors{0, 1, 2, 4}, Colors{0, 1, 2, -1}}) {
    expect_refusal(ErrorCode::invalid_argument, "not a permutation",
                   [&] { in_order(order, plain); });
  }
  expect_refusal(ErrorCode::invalid_argument, "no sense", [&] {
    in_order({0, 1, 2, 3}, with(Kind::bidirectional));
  });
  expect_refusal(ErrorCode::invalid_argument, "Order::given needs an order",
                 [&] { color(grid, with(Kind::columns, Order::given)); });
}

TEST(Refusals, of_options) {
  auto const grid = tridiagonal(4);
  for (auto const kind : {Kind::star, Kind::acyclic, Kind::bidirectional}) {
    auto const name = std::string(to_string(kind));
    expect_refusal(ErrorCode::unsupported_place, name + " run on the host only", [&] {
      color(grid, with(kind, Order::automatic, Method::greedy, Place::device));
    });
    expect_refusal(ErrorCode::unsupported_place, name,
                   [&] { color(grid, with(kind, Order::automatic, Method::speculative)); });
    expect_refusal(ErrorCode::unsupported, name,
                   [&] { color(grid, with(kind, Order::automatic, Method::exact)); });
  }
  expect_refusal(ErrorCode::unsupported_place, "exact", [&] {
    color(grid, with(Kind::columns, Order::automatic, Method::exact, Place::device));
  });
  auto options = with(Kind::star);
  options.balance = true;
  expect_refusal(ErrorCode::unsupported, "balanced", [&] { color(grid, options); });
  options = with(Kind::columns);
  options.max_parallel_rounds = -1;
  expect_refusal(ErrorCode::invalid_argument, "negative", [&] { color(grid, options); });
  options = with(Kind::bidirectional);
  options.row_cost = -1;
  expect_refusal(ErrorCode::invalid_argument, "row_cost", [&] { color(grid, options); });
}

TEST(Refusals, leave_inputs_as_they_were) {
  std::vector<std::vector<std::int32_t>> const rows{{2, 0}, {3}, {1, 1}};
  auto const pattern = pattern_of(3, rows);
  refusal_of([&] { coloring::color(Exec(), pattern, with(Kind::distance2)); });
  EXPECT_EQ(to_vector(pattern.columns), (Colors{2, 0, 3, 1, 1}));
  EXPECT_EQ(to_vector(pattern.row_offsets), (std::vector<std::int64_t>{0, 2, 3, 5}));
}

}  // namespace
