// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/decisions.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace heddle::place {

std::string_view to_string(DecidedBy decided_by) {
  switch (decided_by) {
    case DecidedBy::only_place: return "only place";
    case DecidedBy::environment: return "HEDDLE_PLACE";
    case DecidedBy::call: return "call";
    case DecidedBy::pin: return "pin";
    case DecidedBy::file: return "file";
    case DecidedBy::measured: return "measured";
    case DecidedBy::predicted: return "predicted";
    case DecidedBy::default_policy: return "default";
  }
  return "unknown";
}

namespace detail {
namespace {

int floor_log2(std::int64_t value) {
  return value < 1 ? 0 : std::bit_width(static_cast<std::uint64_t>(value)) - 1;
}

bool has_body(PhaseFacts const& facts, Where where) {
  return where == Where::host ? facts.has_host : facts.has_device;
}

}  // namespace

DecisionKey::DecisionKey(PhaseFacts const& facts)
    : phase(facts.name), bytes_log2(floor_log2(facts.bytes)), nnz_log2(floor_log2(facts.nnz)) {}

void Decisions::set_environment(std::string_view text) { environment_ = parse_rules(text); }

void Decisions::pin(std::string_view pattern, Policy policy) {
  HEDDLE_EXPECTS(!pattern.empty(), invalid_argument, "a pin without the name of a phase");
  HEDDLE_EXPECTS(pattern.find('*') >= pattern.size() - 1, invalid_argument,
                 "pin: a star stands at the end of a name only: " + std::string(pattern));
  pins_.push_back({std::string(pattern), policy, false});
}

/// The last rule that matches.
std::optional<Decisions::Wish> Decisions::wish_of(std::vector<Rule>& rules, std::string_view name,
                                                  DecidedBy by) {
  std::optional<Wish> wish;
  for (auto& rule : rules) {
    if (!rule.matches(name)) continue;
    rule.matched = true;
    wish = Wish{rule.policy, by, rule.is_exact()};
  }
  return wish;
}

std::optional<Decisions::Wish> Decisions::wish_of(Table const& table, PhaseFacts const& facts,
                                                  DecidedBy by) {
  if (table.empty()) return {};
  auto const found = table.find(DecisionKey(facts));
  if (found == table.end() || !found->second.place) return {};
  return Wish{{*found->second.place, {}}, by, false};
}

/// Takes the place of a wish if there is one and the phase has a body for it.
bool Decisions::accept(PhaseFacts const& facts, std::optional<Wish> const& wish,
                       Decision& decision) {
  if (!wish || wish->policy.where == Where::automatic) return false;
  auto const where = wish->policy.where;
  if (has_body(facts, where)) {
    decision.where = where;
    decision.decided_by = wish->by;
    return true;
  }
  HEDDLE_EXPECTS(!wish->must, unsupported_place,
                 std::string(facts.name.text) + " has no body for the " +
                     std::string(to_string(where)) + ", which " + std::string(to_string(wish->by)) +
                     " asks for");
  bool const is_rule = wish->by == DecidedBy::environment || wish->by == DecidedBy::pin;
  std::string const name = facts.name.text;
  if (is_rule && std::find(skipped_.begin(), skipped_.end(), name) == skipped_.end()) {
    skipped_.push_back(name);
  }
  return false;
}

Decision Decisions::decide(PhaseFacts const& facts, Policy const& call,
                           std::optional<Where> planned) {
  std::optional<Wish> environment, pin, asked = Wish{call, DecidedBy::call, true};
  if (!environment_.empty()) {
    environment = wish_of(environment_, facts.name.text, DecidedBy::environment);
  }
  if (!pins_.empty()) pin = wish_of(pins_, facts.name.text, DecidedBy::pin);

  Decision decision;
  decision.results = facts.default_policy.results.value_or(Results::lazy);
  for (auto const* wish : {&pin, &asked, &environment}) {  // the highest last
    if (*wish && (*wish)->policy.results) decision.results = *(*wish)->policy.results;
  }
  decision.where = facts.has_device ? Where::device : Where::host;
  auto const by_measurement = planned ? Wish{{*planned, {}}, DecidedBy::measured, false}
                                      : wish_of(measured, facts, DecidedBy::measured);
  std::optional<Wish> const usual = Wish{facts.default_policy, DecidedBy::default_policy, false};
  accept(facts, environment, decision) || accept(facts, asked, decision) ||
      accept(facts, pin, decision) ||
      accept(facts, wish_of(file, facts, DecidedBy::file), decision) ||
      accept(facts, by_measurement, decision) || accept(facts, usual, decision);
  if (!(facts.has_host && facts.has_device)) decision.decided_by = DecidedBy::only_place;
  return decision;
}

Measurement const* Decisions::find(PhaseFacts const& facts) const {
  for (auto const* table : {&measured, &file}) {
    auto const found = table->find(DecisionKey(facts));
    if (found != table->end()) return &found->second;
  }
  return nullptr;
}

RulesReport Decisions::report() const {
  RulesReport report;
  for (auto const& rule : environment_) {
    if (!rule.matched) report.unmatched.push_back(rule.pattern);
  }
  report.skipped = skipped_;
  report.ignored = ignored;
  return report;
}

}  // namespace detail
}  // namespace heddle::place
