// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minimum cuts against all placements of small programs, each played through round by round.
#include <heddle/base/error.hpp>
#include <heddle/place/cost_model.hpp>
#include <heddle/place/transfer_model.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace heddle::place;

/// Plays a program: where each array is valid, copied when a step needs it elsewhere.
double play(Program const& program, std::vector<Where> const& places) {
  struct Valid {
    bool host, device;
  };
  std::vector<Valid> valid;
  for (auto const& array : program.arrays) valid.push_back({array.at_host, array.at_device});
  double seconds = 0;
  auto const bring = [&](int array, Where where) {
    auto& now = valid[array];
    if (!now.host && !now.device) return;
    bool& here = where == Where::host ? now.host : now.device;
    auto const& cost = program.arrays[array];
    if (!here) seconds += where == Where::host ? cost.to_host : cost.to_device;
    here = true;
  };
  double rounds = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    auto const& step = program.steps[i];
    rounds = std::max(rounds, step.repeat);
    if (step.fixed && *step.fixed != places[i]) return INFINITY;
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      auto const& step = program.steps[i];
      if (step.repeat <= round) continue;
      for (int const array : step.reads) bring(array, places[i]);
      seconds += places[i] == Where::host ? step.host : step.device;
      for (int const array : step.writes) {
        valid[array] = {places[i] == Where::host, places[i] == Where::device};
        if (step.eager && places[i] == Where::host) bring(array, Where::device);
      }
    }
  }
  for (std::size_t i = 0; i < program.arrays.size(); ++i) {
    if (program.arrays[i].ends_at) bring(int(i), *program.arrays[i].ends_at);
  }
  return seconds;
}

std::vector<Where> placement(unsigned bits, std::size_t steps) {
  std::vector<Where> places;
  for (std::size_t i = 0; i < steps; ++i) {
    places.push_back(bits >> i & 1 ? Where::device : Where::host);
  }
  return places;
}

/// Seconds are multiples of 1/8, so that sums are exact.
Program random_program(std::mt19937& random) {
  auto const below = [&](int bound) { return int(random() % unsigned(bound)); };
  auto const seconds = [&](int bound) { return below(8 * bound) / 8.0; };
  Program program;
  program.arrays.resize(1 + below(4));
  for (auto& array : program.arrays) {
    array.to_host = seconds(10);
    array.to_device = seconds(10);
    array.at_host = below(3) > 0;
    array.at_device = below(3) == 0;
    if (below(5) == 0) array.ends_at = below(2) ? Where::host : Where::device;
  }
  program.steps.resize(1 + below(6));
  for (auto& step : program.steps) {
    step.host = seconds(20);
    step.device = seconds(20);
    if (below(8) == 0) (below(2) ? step.host : step.device) = INFINITY;
    step.repeat = below(3) == 0 ? 1 + below(2) : below(5);
    step.eager = below(4) == 0;
    for (int array = 0; array < int(program.arrays.size()); ++array) {
      if (below(2)) step.reads.push_back(array);
      if (below(3) == 0) step.writes.push_back(array);
    }
    bool const both = std::isfinite(step.host) && std::isfinite(step.device);
    if (both && below(10) == 0) step.fixed = below(2) ? Where::host : Where::device;
  }
  return program;
}

TEST(CostModel, agrees_with_programs_that_are_played_through) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    auto const program = random_program(random);
    for (unsigned bits = 0; bits < 1u << program.steps.size(); ++bits) {
      auto const places = placement(bits, program.steps.size());
      auto const played = play(program, places);
      auto const predicted = predicted_seconds(program, places);
      ASSERT_DOUBLE_EQ(predicted, played) << "trial " << trial << ", placement " << bits;
    }
  }
}

TEST(CostModel, the_cut_is_the_best_of_all_placements) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 1000; ++trial) {
    auto const program = random_program(random);
    double least = INFINITY;
    for (unsigned bits = 0; bits < 1u << program.steps.size(); ++bits) {
      least = std::min(least, play(program, placement(bits, program.steps.size())));
    }
    auto const best = best_places(program);
    ASSERT_DOUBLE_EQ(play(program, best.places), least) << "trial " << trial;
    ASSERT_DOUBLE_EQ(best.seconds, least);
  }
}

/// A loop in which a cheap host step between two device steps would cost two copies a round.
TEST(CostModel, copies_decide_over_a_faster_body) {
  Program program;
  program.arrays = {{5, 5, true, false}};
  program.steps.resize(3);
  for (auto& step : program.steps) {
    step.repeat = 100;
    step.reads = step.writes = {0};
  }
  program.steps[0].host = program.steps[2].host = 50;
  program.steps[0].device = program.steps[2].device = 1;
  program.steps[1].host = 2;
  program.steps[1].device = 4;
  auto const best = best_places(program);
  EXPECT_EQ(best.places, std::vector<Where>(3, Where::device));
  EXPECT_EQ(best.seconds, 100 * 6 + 5);
  program.steps[1].device = 13;  // now two copies of 5 a round are worth it
  EXPECT_EQ(best_places(program).places[1], Where::host);
  EXPECT_EQ(best_places(program).seconds, 100 * (1 + 5 + 2 + 5 + 1) + 5);
  EXPECT_EQ(predicted_copy_seconds(program, best_places(program).places), 100 * 10 + 5);
}

TEST(CostModel, several_readers_pay_one_copy) {
  Program program;
  program.arrays = {{0, 6, true, false}};
  program.steps.resize(3);
  for (auto& step : program.steps) {
    step.host = 3;
    step.device = 0;
    step.reads = {0};
  }
  EXPECT_EQ(best_places(program).seconds, 6);  // alone, none of them would pay the copy of 6
}

TEST(CostModel, empty_programs_and_equal_costs) {
  EXPECT_EQ(best_places({}).seconds, 0);
  Program program;
  program.steps.resize(1);
  program.steps[0].host = program.steps[0].device = 1;
  EXPECT_EQ(best_places(program).places.front(), Where::host);
}

TEST(CostModel, refuses_what_makes_no_sense) {
  auto const refused = [](auto change) {
    Program program;
    program.arrays = {{1, 1, true, true}};
    program.steps.resize(1);
    program.steps[0].host = program.steps[0].device = 1;
    change(program);
    try {
      best_places(program);
    } catch (heddle::error const& problem) {
      return problem.code() == heddle::ErrorCode::invalid_argument;
    }
    return false;
  };
  EXPECT_FALSE(refused([](Program&) {}));
  EXPECT_TRUE(refused([](Program& p) { p.steps[0].reads = {1}; }));
  EXPECT_TRUE(refused([](Program& p) { p.steps[0].writes = {-1}; }));
  EXPECT_TRUE(refused([](Program& p) { p.steps[0].host = -1; }));
  EXPECT_TRUE(refused([](Program& p) { p.steps[0].repeat = -1; }));
  EXPECT_TRUE(refused([](Program& p) { p.arrays[0].to_host = -1; }));
  EXPECT_TRUE(refused([](Program& p) { p.steps[0].host = p.steps[0].device = INFINITY; }));
  EXPECT_TRUE(
      refused([](Program& p) { p.steps[0].device = INFINITY, p.steps[0].fixed = Where::device; }));
}

TEST(TransferModel, finds_the_line_behind_exact_samples) {
  std::vector<TransferSample> samples;
  for (double bytes = 4096; bytes <= 64 << 20; bytes *= 7) {
    samples.push_back({bytes, 12e-6 + bytes / 25e9});
  }
  auto const line = fit_line(samples);
  EXPECT_NEAR(line.a, 12e-6, 1e-15);
  EXPECT_NEAR(line.b * 25e9, 1, 1e-9);
  EXPECT_NEAR(line.seconds(1e6), 12e-6 + 1e6 / 25e9, 1e-12);
}

TEST(TransferModel, small_transfers_count_as_much_as_large_ones) {
  // 10 % errors in turn: an unweighted fit would miss the latency by orders of magnitude.
  std::vector<TransferSample> samples;
  double sign = 1;
  for (double bytes = 4096; bytes <= 64 << 20; bytes *= 4, sign = -sign) {
    samples.push_back({bytes, (10e-6 + bytes / 25e9) * (1 + 0.1 * sign)});
  }
  auto const line = fit_line(samples);
  EXPECT_NEAR(line.a, 10e-6, 1.5e-6);
  EXPECT_NEAR(line.b * 25e9, 1, 0.15);
}

TEST(TransferModel, coefficients_are_never_negative) {
  std::vector<TransferSample> const falling{{1000, 2e-6}, {2000, 1e-6}};
  EXPECT_EQ(fit_line(falling).b, 0);
  EXPECT_GT(fit_line(falling).a, 0);
  std::vector<TransferSample> const steep{{1000, 1e-6}, {2000, 4e-6}};
  EXPECT_EQ(fit_line(steep).a, 0);
  EXPECT_GT(fit_line(steep).b, 0);
}

TEST(TransferModel, one_size_is_not_enough) {
  std::vector<TransferSample> const one{{1000, 1e-6}, {1000, 2e-6}};
  EXPECT_THROW(fit_line(one), heddle::error);
  EXPECT_THROW(fit_line({}), heddle::error);
  std::vector<TransferSample> const nothing{{1000, 0}, {2000, 1e-6}};
  EXPECT_THROW(fit_line(nothing), heddle::error);
}

}  // namespace
