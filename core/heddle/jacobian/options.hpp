// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a caller of sparse Jacobians can choose, and what was chosen.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/coloring/options.hpp>
#include <heddle/place/policy.hpp>

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace heddle::jacobian {

/// How the compressed Jacobian is computed.
enum class Direction {
  automatic,      ///< the cheapest of the others
  columns,        ///< one derivative in a direction (JVP) a colour of the columns
  rows,           ///< one vector-Jacobian product (VJP) a colour of the rows
  bidirectional,  ///< some of each
  dense           ///< no colouring: one JVP a column, or one VJP a row
};

/// When the recovered Jacobian is compared with one derivative in a random direction.
enum class Check { first_call, always, never };

/// A cost that is measured at the first evaluation.
inline constexpr double measure = -1;
/// A number of lanes that is measured at the first evaluation.
inline constexpr int measure_lanes = -1;

/// Options of SparseJacobian.
struct JacobianOptions {
  Direction direction = Direction::automatic;
  double jvp_cost = measure;  ///< of one direction, in any unit that vjp_cost has, too
  double vjp_cost = measure;
  /// Directions a sweep: 1, 4, 8, 16. 0: on hosts the least of 4, 8, 16 that is enough, or 8; on
  /// devices 4.
  int lanes = 0;
  Check check = Check::first_call;
  bool bounded_memory = false;  ///< keep one sweep at a time; the same bits in less memory
  /// Also where it is not needed, in forward mode for row functions: let the compressed Jacobian
  /// pass through main memory, where compressed() shows it.
  bool keep_compressed = false;
  coloring::ColoringOptions color =
      {};  ///< `kind`, `column_cost` and `row_cost` are set by the plan
  /// Of "jacobian::recovery_index", by default where the colours are, and "jacobian::evaluate", by
  /// default on the device. On a device backend the host evaluates functions (and VJPs) that
  /// place::host_device says it can; x and values cross then in one copy each.
  place::Policy place = {};
};

/// One way to compute a Jacobian, with its cost.
struct Candidate {
  Direction direction = Direction::columns;
  bool reverse = false;          ///< dense by VJPs
  bool colored = false;          ///< false: `lower_bound` alone was too expensive
  DefaultIndex colors = 0;       ///< JVP directions
  DefaultIndex row_colors = 0;   ///< VJP directions
  DefaultIndex lower_bound = 0;  ///< no colouring of this kind has fewer directions
  double cost = std::numeric_limits<double>::infinity();  ///< least possible if not coloured
};

/// What a plan decided. Before the first evaluation, costs that are measured are not known yet.
struct Choice {
  bool decided = false;
  Direction direction = Direction::automatic;
  bool reverse = false;       ///< dense by VJPs
  bool in_groups = false;     ///< values come from fast memory: there is no compressed Jacobian
  int lanes = 0;              ///< JVP directions in one sweep; VJPs are made one by one
  DefaultIndex sweeps = 0;    ///< of JVPs, each with `lanes` directions
  DefaultIndex products = 0;  ///< VJPs
  bool measured = false;      ///< costs are seconds of a sweep, a product, a gather
  double jvp_cost = 0, vjp_cost = 0, gather_cost = 0;
  std::vector<Candidate> candidates;  ///< in the order in which ties are decided
};

/// What the comparison with a random direction found so far.
struct CheckReport {
  std::int64_t runs = 0;
  DefaultIndex skipped_rows = 0;  ///< of the last run: not finite, so nothing could be compared
};

/// A missing VJP: only directions that need none are possible.
struct NoReverse {};

/// The name as it is spelled in C++, such as "bidirectional".
std::string_view to_string(Direction direction);

}  // namespace heddle::jacobian
