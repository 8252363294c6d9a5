// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who decides where a phase runs: bodies, HEDDLE_PLACE, calls, pins, files, defaults.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::at_device;
using place::at_host;
using place::DecidedBy;
using place::overwrites;
using place::Policy;
using place::run;

/// HEDDLE_PLACE, as long as the object lives.
class Environment {
 public:
  explicit Environment(std::string const& value) { setenv("HEDDLE_PLACE", value.c_str(), 1); }
  ~Environment() { unsetenv("HEDDLE_PLACE"); }
  Environment(Environment const&) = delete;
  Environment& operator=(Environment const&) = delete;
};

class Decisions : public testing::Test {
 protected:
  /// The place where a phase of both bodies ran, and who decided.
  std::pair<Where, DecidedBy> where(place::Phase const& phase, Policy const& policy = {}) {
    a.discard();  // the same phase runs here and there
    run(exec, phase, policy);
    auto const& report = place::Context::current().reports().back();
    EXPECT_EQ(report.phase, phase.name());
    EXPECT_EQ(report.place, ran_at);
    return {report.place, report.decided_by};
  }
  place::Phase both(std::string const& name, Policy policy = {}) {
    return place::Phase(
        name, overwrites(a), policy,
        at_host([this](HostView<double*> const&) { ran_at = Where::host; }),
        at_device<Exec>([this](auto const&, auto const&) { ran_at = Where::device; }));
  }
  template <class Action>
  std::pair<std::string, std::string> failure(Action const& action) {
    try {
      action();
    } catch (heddle::error const& problem) {
      return {std::string(to_string(problem.code())), problem.message()};
    }
    return {"nothing was thrown", ""};
  }
  static place::ContextOptions options(bool environment = false) {
    place::ContextOptions chosen;
    chosen.environment = environment;
    chosen.reports = true;
    return chosen;
  }
  std::filesystem::path file(std::string const& text) {
    auto const path = std::filesystem::temp_directory_path() /
                      ("heddle_place_" + std::to_string(getpid()) + ".json");
    std::ofstream(path) << text;
    return path;
  }

  using Found = std::pair<Where, DecidedBy>;
  Exec exec;
  place::Context context{exec, options()};
  Array<double*> a{exec, "a", 64};
  Where ran_at = Where::automatic;
};

TEST_F(Decisions, each_level_wins_over_those_below) {
  auto const phase = both("lu::numeric", {Where::host, {}});
  EXPECT_EQ(where(phase), Found(Where::host, DecidedBy::default_policy));
  context.pin("lu::numeric", {Where::device, {}});
  EXPECT_EQ(where(phase), Found(Where::device, DecidedBy::pin));
  EXPECT_EQ(where(phase, {Where::host, {}}), Found(Where::host, DecidedBy::call));
  Environment const rules("lu::numeric=device");
  place::Context const inner(exec, options(true));
  EXPECT_EQ(where(phase, {Where::host, {}}), Found(Where::device, DecidedBy::environment));
}

TEST_F(Decisions, without_a_wish_the_device_is_taken) {
  EXPECT_EQ(where(both("anything")), Found(Where::device, DecidedBy::default_policy));
}

TEST_F(Decisions, the_last_match_wins_and_auto_leaves_a_phase_alone) {
  Environment const rules("*=host,lu::*=device,lu::solve=auto,lu::order=host:eager");
  place::Context const inner(exec, options(true));
  EXPECT_EQ(where(both("other")), Found(Where::host, DecidedBy::environment));
  EXPECT_EQ(where(both("lu::numeric")), Found(Where::device, DecidedBy::environment));
  EXPECT_EQ(where(both("lu::solve", {Where::host, {}})),
            Found(Where::host, DecidedBy::default_policy));
  EXPECT_EQ(where(both("lu::order")), Found(Where::host, DecidedBy::environment));
  EXPECT_TRUE(inner.rules().unmatched.empty());
}

TEST_F(Decisions, wildcards_skip_what_cannot_be_and_exact_names_do_not) {
  place::Phase const host_only("lu::match", overwrites(a),
                               at_host([this](auto const&) { ran_at = Where::host; }));
  context.pin("lu::*", {Where::device, {}});
  EXPECT_EQ(where(host_only), Found(Where::host, DecidedBy::only_place));
  EXPECT_EQ(context.rules().skipped, std::vector<std::string>{"lu::match"});
  HEDDLE_EXPECT_FAILURE(run(exec, host_only, {Where::device, {}}), "unsupported_place", "lu::match",
                        "device", "call");
  context.pin("lu::match", {Where::device, {}});
  HEDDLE_EXPECT_FAILURE(run(exec, host_only), "unsupported_place", "lu::match", "pin");
  Environment const rules("lu::match=device");
  place::Context const inner(exec, options(true));
  HEDDLE_EXPECT_FAILURE(run(exec, host_only), "unsupported_place", "HEDDLE_PLACE");
}

TEST_F(Decisions, names_that_match_nothing_are_reported) {
  Environment const rules("lu::*=host,typo=device");
  place::Context const inner(exec, options(true));
  where(both("lu::numeric"));
  EXPECT_EQ(inner.rules().unmatched, std::vector<std::string>{"typo"});
}

TEST_F(Decisions, the_environment_is_read_only_if_wanted) {
  Environment const rules("*=host");
  place::Context const inner(exec, options(false));
  EXPECT_EQ(where(both("phase")), Found(Where::device, DecidedBy::default_policy));
}

TEST_F(Decisions, syntax_errors_name_the_position) {
  auto const message = [&](std::string const& text) {
    Environment const rules(text);
    auto const [code, said] = failure([&] { place::Context const inner(exec, options(true)); });
    EXPECT_EQ(code, "bad_option") << text;
    return said;
  };
  EXPECT_NE(message("a=host,b=gpu").find("position 10: 'gpu'"), std::string::npos);
  EXPECT_NE(message("a").find("position 1: 'a' has no"), std::string::npos);
  EXPECT_NE(message("a=host,").find("position 8:"), std::string::npos);
  EXPECT_NE(message("=host").find("position 1:"), std::string::npos);
  EXPECT_NE(message("a*b=host").find("position 2: a star"), std::string::npos);
  EXPECT_NE(message("a=host:soon").find("position 8: 'soon'"), std::string::npos);
  EXPECT_NE(message("a=host:").find("position 8: ''"), std::string::npos);
  EXPECT_NE(message("a =host").find("position 2: a space"), std::string::npos);
  EXPECT_NE(message("a=host:lazy:x").find("position 8:"), std::string::npos);
  EXPECT_EQ(&place::Context::current(), &context);  // a failed one is not current
}

TEST_F(Decisions, results_of_the_rules_replace_those_of_the_phase) {
  auto const simulated = std::make_shared<SimulatedMemory>();
  if (!backends::host_accessible<Exec::memory_space>) GTEST_SKIP() << "simulated on hosts only";
  auto wanted = options(true);
  wanted.memory = simulated;
  auto const eager_copies = [&](char const* rules) {
    Environment const environment(rules);
    place::Context const inner(exec, wanted);
    Array<double*> b(exec, "b", 8);
    place::on_host(Results::eager, "fill", [](HostView<double*> const& view) {
      for (int i = 0; i < 8; ++i) view(i) = i;
    })(exec, overwrites(b));
    return inner.transfers().count(Cause::eager_result);
  };
  EXPECT_EQ(eager_copies("other=host"), 1);
  EXPECT_EQ(eager_copies("fill=host:lazy"), 0);
  EXPECT_EQ(eager_copies("*=auto:lazy"), 0);
  EXPECT_EQ(eager_copies("fill=auto:lazy,*=auto:eager"), 1);
}

TEST_F(Decisions, files_go_around) {
  auto const path = file("");
  context.save(path.string());
  std::ifstream stream(path);
  std::string const text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  EXPECT_NE(text.find("\"heddle_place\": 1"), std::string::npos) << text;
  context.load(path.string());
  EXPECT_EQ(context.rules().ignored, 0);
  std::filesystem::remove(path);
}

std::string decision(std::string const& phase, std::string const& place, bool pinned) {
  std::string text = R"({"heddle_place": 1, "device": "an old one", "host": "x", "threads": 3,
    "transfer": {"h2d": [1e-6, 1e-10], "d2h": [2e-6, 2e-10]},
    "decisions": [{"phase": "PHASE", "bytes_log2": 9, "nnz_log2": 6, "place": "PLACE",
                   "host_us": 1, "device_us": 2, "runs": 3, "pinned": PINNED}]})";
  text.replace(text.find("PHASE"), 5, phase);
  text.replace(text.find("PLACE"), 5, place);
  return text.replace(text.find("PINNED"), 6, pinned ? "true" : "false");
}

TEST_F(Decisions, decisions_of_other_hardware_hold_only_if_pinned) {
  auto const path = file(decision("p", "host", false));
  context.load(path.string());
  EXPECT_EQ(context.rules().ignored, 1);
  EXPECT_EQ(where(both("p")), Found(Where::device, DecidedBy::default_policy));
  file(decision("p", "host", true));
  context.load(path.string());
  EXPECT_EQ(where(both("p")), Found(Where::host, DecidedBy::file));  // 512 bytes, 64 elements
  EXPECT_EQ(where(both("p", {Where::device, {}})), Found(Where::host, DecidedBy::file));
  Array<double*> const small = std::exchange(a, Array<double*>(exec, "a", 4));
  EXPECT_EQ(where(both("p")), Found(Where::device, DecidedBy::default_policy));  // another size
  {
    Environment const rules("@" + path.string());
    a = small;
    place::Context const inner(exec, options(true));
    EXPECT_EQ(where(both("p")), Found(Where::host, DecidedBy::file));
  }
  std::filesystem::remove(path);
}

TEST_F(Decisions, bad_files_change_nothing_and_say_where) {
  auto const message = [&](std::string const& text) {
    auto const path = file(text);
    auto const [code, said] = failure([&] { context.load(path.string()); });
    EXPECT_EQ(code, "bad_format") << text;
    EXPECT_NE(said.find(path.string()), std::string::npos) << said;
    return said;
  };
  EXPECT_NE(message("{\"heddle_place\": 1, ").find("byte"), std::string::npos);
  EXPECT_NE(message("[]").find("heddle_place"), std::string::npos);
  EXPECT_NE(message("{\"heddle_place\": 2}").find("another version"), std::string::npos);
  EXPECT_NE(message(decision("p", "gpu", true)).find("decision 1: 'gpu'"), std::string::npos);
  auto text = decision("p", "host", true);
  text.replace(text.find("\"runs\": 3"), 9, "\"runs\": -1");
  EXPECT_NE(message(text).find("decision 1: 'runs'"), std::string::npos);
  text = decision("p", "host", true);
  text.replace(text.find("2e-10"), 5, "-1e-1");
  EXPECT_NE(message(text).find("d2h"), std::string::npos);
  EXPECT_EQ(where(both("p")), Found(Where::device, DecidedBy::default_policy));
  std::filesystem::remove(file(""));
  HEDDLE_EXPECT_FAILURE(context.load("no/such/file.json"), "file_not_found", "no/such/file.json");
  HEDDLE_EXPECT_FAILURE(context.save("no/such/file.json"), "file_not_found", "no/such/file.json");
}

TEST_F(Decisions, phases_say_what_is_wrong_with_them) {
  HEDDLE_EXPECT_FAILURE(place::Phase("bare", overwrites(a)), "invalid_argument", "bare");
  HEDDLE_EXPECT_FAILURE(
      place::Phase("twice", at_host([](HostExec const&) {}), at_host([](HostExec const&) {})),
      "invalid_argument", "twice");
  HEDDLE_EXPECT_FAILURE(context.pin("a*b", {}), "invalid_argument", "a*b");
  HEDDLE_EXPECT_FAILURE(context.pin("", {}), "invalid_argument", "pin");
}

}  // namespace
}  // namespace heddle::test
