// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/jacobian/recording.hpp>

#include <stdexcept>
#include <string>

namespace heddle::test {
namespace {

void require(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the next call starts clean
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

}  // namespace

struct Recording::State {
  cudaStream_t stream;
  cudaGraphExec_t graph = nullptr;
};

Recording::Recording(TEST_EXECSPACE const& exec, std::function<void()> const& work)
    : state_(std::make_unique<State>(State{exec.cuda_stream()})) {
  auto const stream = state_->stream;
  require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin of capture");
  cudaGraph_t graph = nullptr;
  try {
    work();
  } catch (...) {
    static_cast<void>(cudaStreamEndCapture(stream, &graph));
    static_cast<void>(cudaGetLastError());
    throw;
  }
  require(cudaStreamEndCapture(stream, &graph), "end of capture");
  auto const status = cudaGraphInstantiate(&state_->graph, graph, 0);
  static_cast<void>(cudaGraphDestroy(graph));
  require(status, "graph");
}

Recording::~Recording() {
  if (state_->graph != nullptr) static_cast<void>(cudaGraphExecDestroy(state_->graph));
}

void Recording::replay() const {
  require(cudaGraphLaunch(state_->graph, state_->stream), "replay");
}

TEST_EXECSPACE recordable_instance() {
  return Kokkos::Experimental::partition_space(TEST_EXECSPACE(), 1)[0];
}

}  // namespace heddle::test
