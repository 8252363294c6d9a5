// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Instances that graphs are recorded on. Each branch of a graph has one of its own, because a
/// reduction's launch holds the address of its instance's scratch memory: shared, two replays would
/// write into each other, and a larger reduction elsewhere would free what a graph still uses.
#pragma once

#include <heddle/backends/graph_types.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

namespace heddle::backends::cuda_graph {

inline void require(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw std::runtime_error(std::string("heddle::graph: ") + what + ": " +
                           cudaGetErrorString(status));
}

/// Scratch memory for reductions is taken before a capture, when it is allowed.
struct ReduceReserve {
  using value_type = double[];
  unsigned value_count;
  KOKKOS_FUNCTION void operator()(std::int64_t, value_type) const {}
  KOKKOS_FUNCTION void init(value_type to) const {
    for (unsigned i = 0; i < value_count; ++i) to[i] = 0;
  }
  KOKKOS_FUNCTION void join(value_type to, double const* from) const {
    for (unsigned i = 0; i < value_count; ++i) to[i] += from[i];
  }
};
struct ReduceTeams {
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Kokkos::Cuda>::member_type const&,
                                  double& sum) const {
    sum += 1;
  }
};

struct TouchTeams {
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Kokkos::Cuda>::member_type const&) const {}
};

/// Level-1 scratch of teams: one team that wants as much as all teams of a later launch together.
/// Without a reserve Kokkos asks for memory, if only for none, at each launch of teams.
inline void reserve_team_scratch(Kokkos::Cuda const& exec, std::size_t bytes) {
  constexpr std::size_t least = 16, most = std::size_t{1} << 30;
  auto const wanted = static_cast<int>(std::clamp(bytes, least, most));
  Kokkos::parallel_for(
      "heddle::graph::warm_up",
      Kokkos::TeamPolicy<Kokkos::Cuda>(exec, 1, 1).set_scratch_size(1, Kokkos::PerTeam(wanted)),
      TouchTeams{});
}

inline void warm_up(Kokkos::Cuda const& exec, Reserves const& reserves) {
  using Range = Kokkos::RangePolicy<Kokkos::Cuda, Kokkos::IndexType<std::int64_t>>;
  std::size_t const values = (reserves.reduction_bytes + sizeof(double) - 1) / sizeof(double);
  Kokkos::View<double*, Kokkos::CudaSpace> const sums(
      Kokkos::view_alloc(exec, "heddle::graph::warm_up"), values + 1);
  if (values > 0) {
    // As many blocks as a reduction ever has: scratch is a value a block.
    std::int64_t const many = std::int64_t{1} << 22;
    Kokkos::parallel_reduce("heddle::graph::warm_up", Range(exec, 0, many),
                            ReduceReserve{static_cast<unsigned>(values)},
                            Kokkos::subview(sums, std::pair<std::size_t, std::size_t>(0, values)));
  }
  Kokkos::parallel_reduce("heddle::graph::warm_up",
                          Kokkos::TeamPolicy<Kokkos::Cuda>(exec, 1, Kokkos::AUTO), ReduceTeams{},
                          Kokkos::subview(sums, values));
  reserve_team_scratch(exec, reserves.team_scratch_bytes);
  exec.fence("heddle::graph::warm_up");
}

/// An instance on a stream of its own that does not wait for the default one.
class Instance {
 public:
  Instance() : stream_{made()}, exec_(stream_.get) {}
  Instance(Instance const&) = delete;
  Instance& operator=(Instance const&) = delete;
  Kokkos::Cuda const& exec() const { return exec_; }
  cudaStream_t stream() const { return stream_.get; }

 private:
  struct Stream {
    cudaStream_t get = nullptr;
    ~Stream() {
      if (get) static_cast<void>(cudaStreamDestroy(get));
    }
  };
  static cudaStream_t made() {
    cudaStream_t stream = nullptr;
    require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    return stream;
  }
  Stream stream_;  // ends after the instance on it
  Kokkos::Cuda exec_;
};

/// Instances by number of branch; kept through recordings that replace each other.
class Pool {
 public:
  using WarmUp = void (*)(Kokkos::Cuda const&, Reserves const&);
  Pool(int device, WarmUp warm_up, Reserves const& reserves)
      : device_(device), warm_up_(warm_up), reserves_(reserves) {}

  /// The instance of a branch, made if there is none. On another thread while this one captures:
  /// there the capture forbids nothing.
  Instance const& get(std::size_t number, bool while_capturing) {
    while (instances_.size() <= number) {
      if (while_capturing) {
        add_aside();
      } else {
        add();
      }
    }
    return instances_[number];
  }

 private:
  void add() {
    auto const& made = instances_.emplace_back();
    warm_up_(made.exec(), reserves_);
  }
  void add_aside() {
    std::exception_ptr failure;
    std::thread aside([&] {
      try {
        require(cudaSetDevice(device_), "the device");
        auto mode = cudaStreamCaptureModeRelaxed;
        require(cudaThreadExchangeStreamCaptureMode(&mode), "the mode of captures");
        add();
      } catch (...) {
        failure = std::current_exception();
      }
    });
    aside.join();
    if (failure) std::rethrow_exception(failure);
  }

  std::deque<Instance> instances_;
  int device_;
  WarmUp warm_up_;
  Reserves reserves_;
};

}  // namespace heddle::backends::cuda_graph
