// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Who decides where a phase runs. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/name.hpp>
#include <heddle/place/detail/rules.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace heddle::place::detail {

/// What a decision depends on.
struct PhaseFacts {
  Name name;
  bool has_host = false, has_device = false;
  Policy default_policy;
  std::int64_t bytes = 0;  ///< of the arrays it touches
  std::int64_t nnz = 0;    ///< elements of the largest
};

/// A phase at a size: sizes of one power of two share their decisions.
struct DecisionKey {
  Name phase;
  int bytes_log2 = 0, nnz_log2 = 0;

  explicit DecisionKey(PhaseFacts const& facts);
  DecisionKey(Name name, int bytes, int nnz) : phase(name), bytes_log2(bytes), nnz_log2(nnz) {}
  friend bool operator<(DecisionKey const& a, DecisionKey const& b) {
    return std::tuple(a.phase.text, a.bytes_log2, a.nnz_log2) <
           std::tuple(b.phase.text, b.bytes_log2, b.nnz_log2);
  }
};

/// What was measured about it, and chosen.
struct Measurement {
  std::optional<Where> place;           ///< chosen; empty: measured only
  double host_us = -1, device_us = -1;  ///< -1: not measured
  int runs = 0;
  bool pinned = false;  ///< holds on other hardware, too
};

struct Decision {
  Where where = Where::host;
  Results results = Results::lazy;
  DecidedBy decided_by = DecidedBy::default_policy;
};

class Decisions {
 public:
  using Table = std::map<DecisionKey, Measurement>;

  /// Rules of HEDDLE_PLACE; throws bad_option.
  void set_environment(std::string_view text);
  void pin(std::string_view pattern, Policy policy);
  /// `planned`: the place that a plan has chosen by measurements. Throws unsupported_place.
  Decision decide(PhaseFacts const& facts, Policy const& call, std::optional<Where> planned = {});
  RulesReport report() const;
  /// Whether sizes matter: there are measurements or decisions of a file.
  bool has_tables() const { return !file.empty() || !measured.empty(); }
  /// What is known about a phase at its size; of this process first.
  Measurement const* find(PhaseFacts const& facts) const;

  Table file, measured;
  std::int64_t ignored = 0;

 private:
  struct Wish {
    Policy policy;
    DecidedBy by;
    bool must = false;  ///< an error if it cannot be
  };
  std::optional<Wish> wish_of(std::vector<Rule>& rules, std::string_view name, DecidedBy by);
  static std::optional<Wish> wish_of(Table const& table, PhaseFacts const& facts, DecidedBy by);
  bool accept(PhaseFacts const& facts, std::optional<Wish> const& wish, Decision& decision);

  std::vector<Rule> environment_, pins_;
  std::vector<std::string> skipped_;
};

}  // namespace heddle::place::detail
