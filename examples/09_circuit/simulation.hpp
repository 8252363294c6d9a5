// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transient analysis of a circuit behind an interface that knows no Kokkos.
#pragma once

#include "system.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace circuit {

/// Where the phases of a step run.
enum class Placement { host, device, automatic };
inline constexpr Placement all_placements[] = {Placement::host, Placement::device,
                                               Placement::automatic};
inline char const* to_string(Placement placement) {
  constexpr char const* names[] = {"host", "device", "automatic"};
  return names[static_cast<int>(placement)];
}

struct SimulationOptions {
  Placement placement = Placement::automatic;
  bool fixed_steps = false;  ///< every step is that of .tran
  /// Hears of the share that is done, 0 ... 1.
  std::function<void(double)> progress = {};
};

/// What one phase took, over all its runs.
struct PhaseTotal {
  std::string name;
  std::string place;  ///< where it ran last: "host" or "device"
  std::int64_t runs = 0;
  double seconds = 0;  ///< that the host spent in it; work of a device runs on
};

/// Energy that the parts of a kind took from the rest of the circuit, in joules.
struct Energy {
  double taken[8] = {};   ///< by Kind; sources have negative ones
  double stored[8] = {};  ///< of capacitors and inductors: what is in them more than at the start
  /// Sum over everything, as a share of the sum of magnitudes: 0 by Kirchhoff's laws.
  double imbalance() const;
};

struct Simulation {
  std::vector<double> times;
  std::vector<double> trace;  ///< times x probes
  std::vector<double> last;   ///< all unknowns at the end
  int steps = 0, rejected = 0, iterations = 0, start_iterations = 0;
  int replays = 0, recordings = 0, recoveries = 0;
  std::int64_t factor_entries = 0, levels = 0;
  Energy energy;
  double seconds = 0;                         ///< of everything
  double stepping_seconds = 0;                ///< of the steps alone
  double calibration_seconds = 0;             ///< of measuring where phases run best
  std::int64_t copies = 0, bytes_copied = 0;  ///< between memories; measurements not counted
  std::vector<PhaseTotal> phases;
  std::string plan;  ///< automatic: the table of choices
};

/// Solves from 0 to the end of .tran. Throws SimulationError: no operating point, no convergence, a
/// circuit whose equations contradict each other; heddle::error. Kokkos has to be initialised.
Simulation simulate(Netlist const& netlist, SimulationOptions const& options);

struct SimulationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Kokkos, for programs that do not know it.
class Runtime {
 public:
  Runtime(int& argc, char** argv);
  ~Runtime();
  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;
  /// The backend and its number of threads, in words.
  static std::string description();
};

}  // namespace circuit
