// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What one context knows beside its arrays. Used by the thread of the context alone. Knows no
/// Kokkos.
#pragma once

#include <heddle/backends/place_memory.hpp>
#include <heddle/base/observer.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/place/detail/decisions.hpp>
#include <heddle/place/detail/name.hpp>
#include <heddle/place/detail/store.hpp>
#include <heddle/place/transfer_log.hpp>
#include <heddle/place/transfer_model.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace heddle::place {
class LibraryPhase;
}

namespace heddle::place::detail {

struct Recorder;

/// A strict scope: how many transfers it still allows.
struct Allowance {
  std::int64_t copies = 0;
};

/// Why nothing may be copied or allocated at the moment.
enum class Still { no, parallel_region, capture };

struct ContextCore {
  char const* backend = "";  ///< of the calls that may use it
  std::shared_ptr<Store> store;
  std::vector<QueuePtr> queues;  ///< of the instances seen last, newest first
  bool checked = false;
  TransferLog log;
  std::vector<Allowance*> allowances;  ///< of the strict scopes, outermost first
  std::vector<Name> unwaited;          ///< device phases since the last wait
  Decisions decisions;
  std::optional<TransferModel> transfer_model;
  int threads = 1;                     ///< of the host
  std::vector<LibraryPhase*> running;  ///< phases of the library, the innermost last
  std::vector<PhaseReport> reports;    ///< of phases that ran, if `keeps_reports`
  bool keeps_reports = false;
  Observer observer;
  Timer age;
  Recorder const* recorder = nullptr;  ///< while a graph is recorded, or launched
  bool replays = false;                ///< launched: its phases may run, call by call
  bool calibrates = false;             ///< transfers are those of a measurement
  Still still = Still::no;

  backends::PlaceMemory& memory() const { return store->memory(); }
  /// Remembers a device phase until the next wait; of many, the last ones.
  void note_device_phase(Name phase);
  /// Waits for a queue. Throws device_fault, with the phases that may have caused it.
  void wait(backends::WorkQueue& queue);
  /// Asks every strict scope; throws copy_refused.
  void allow(Transfer const& transfer);
  /// Logs a transfer that was made.
  void record(Transfer transfer, double seconds);
};

/// A context in a state that it leaves again.
template <class T>
class Restored {
 public:
  Restored(T& variable, T value) : variable_(variable), old_(variable) { variable = value; }
  ~Restored() { variable_ = old_; }
  Restored(Restored const&) = delete;
  Restored& operator=(Restored const&) = delete;

 private:
  T& variable_;
  T old_;
};

}  // namespace heddle::place::detail
