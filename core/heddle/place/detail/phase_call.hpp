// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One run of a phase: decides, opens the arrays, and closes them. Knows no Kokkos.
#pragma once

#include <heddle/base/timer.hpp>
#include <heddle/place/detail/accesses.hpp>
#include <heddle/place/detail/core.hpp>
#include <heddle/place/detail/decisions.hpp>

#include <functional>
#include <optional>
#include <span>

namespace heddle::place::detail {

class PhaseCall {
 public:
  /// Everything that can be refused is refused here, before the body. `uses` outlive the object.
  PhaseCall(User user, PhaseFacts facts, std::span<Use const> uses, Policy const& policy,
            std::optional<Where> planned = {});
  /// Without `succeed` the phase has failed.
  ~PhaseCall() = default;

  Side side() const { return side_; }
  /// Whether the body is to become a node of the graph that is recorded, and the way to make it
  /// one.
  bool is_node() const { return is_node_; }
  void add_node(std::span<Use const> uses, std::function<void()> body) const;
  /// The body has returned.
  void succeed();

 private:
  void begin_quietly(PhaseFacts const& facts, std::span<Use const> uses, Still still);
  void report(PhaseFacts const& facts);

  User user_;
  Decision decision_;
  Side side_ = Side::host;
  bool is_node_ = false;
  bool is_quiet_ = false;  ///< nothing may be copied for it
  PhaseFacts facts_;
  Timer timer_;
  std::int64_t copies_before_, bytes_before_;
  std::optional<Accesses> accesses_;  ///< none while a graph is recorded
};

/// Fills in the sizes of a phase's arrays.
void measure_sizes(std::span<Use const> uses, PhaseFacts& facts);

}  // namespace heddle::place::detail
