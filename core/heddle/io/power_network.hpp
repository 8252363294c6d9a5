// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The network of a case as arrays, as heddle/jacobian/problems/powerflow.hpp needs them. Knows no
/// Kokkos.
#pragma once

#include <heddle/io/power_case.hpp>

#include <cstdint>
#include <vector>

namespace heddle::io {

/// Where unknowns begin.
enum class PowerStart {
  stored,  ///< the voltages of the file
  flat     ///< angle 0, magnitude 1; generators at their set points
};

/// Admittances by rows, and the unknowns in the order [angles of PV and PQ buses; magnitudes of PQ
/// buses], buses in the order of the file without isolated ones. Per unit and radians.
struct PowerNetwork {
  std::int32_t num_angles = 0, num_magnitudes = 0;   ///< unknowns of each kind
  std::vector<std::int64_t> bus_id;                  ///< of each bus, as the file says
  std::vector<std::int32_t> bus_of;                  ///< of each unknown
  std::vector<std::int32_t> angle_of, magnitude_of;  ///< unknown of each bus; -1 where it is fixed
  std::vector<double> fixed_angle, fixed_magnitude;  ///< of each bus, where fixed; else its start
  std::vector<std::int64_t> offsets;                 ///< of the admittances: buses + 1
  std::vector<std::int32_t> neighbour;               ///< with the bus itself
  std::vector<double> conductance, susceptance;
  std::vector<double> wanted;  ///< injection of each equation
  std::vector<double> start;   ///< of each unknown
};

/// Isolated buses and what is out of service are left out; a PV bus without a generator in service
/// is PQ. A branch is a pi circuit with a transformer at its `from` end. Cost: O((buses + branches)
/// log degree). Throws bad_format: an unknown or repeated bus, a branch without impedance, no
/// reference bus.
PowerNetwork to_network(PowerCase const& power_case, PowerStart start = PowerStart::stored);

}  // namespace heddle::io
