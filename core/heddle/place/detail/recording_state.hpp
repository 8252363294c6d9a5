// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The arrays of a recording, from its preparation to its end. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/accesses.hpp>
#include <heddle/place/detail/decisions.hpp>
#include <heddle/place/detail/recorder.hpp>

#include <span>
#include <vector>

namespace heddle::place::detail {

struct RecordingState {
  Name name = intern("recording");
  Recorder recorder;                  ///< the net accesses, in the order of their first use
  std::vector<void*> addresses;       ///< of the device copies; empty before `prepare`
  std::vector<void*> host_addresses;  ///< of the host copies that nodes use, else null

  mutable QueuePtr launched;             ///< where the last launch went
  mutable std::shared_ptr<Store> store;  ///< whose memory knows that queue

  explicit RecordingState(bool takes_nodes = false) { recorder.takes_nodes = takes_nodes; }
  ~RecordingState();
  RecordingState(RecordingState const&) = delete;
  RecordingState& operator=(RecordingState const&) = delete;

  /// Adds a step. What an earlier step has overwritten need not be valid before.
  void add(PhaseFacts const& facts, std::span<Use const> uses);
  /// Memory, valid copies, fixed addresses.
  void prepare(User const& user);

 private:
  void prepare_host(User const& user, std::size_t index);
};

/// One launch.
class Replay {
 public:
  Replay(User user, RecordingState const& state);
  void succeed();

 private:
  User user_;
  RecordingState const& state_;
  Accesses accesses_;
};

}  // namespace heddle::place::detail
