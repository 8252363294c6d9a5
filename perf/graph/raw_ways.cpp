// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA graphs by CUDA's own functions: what Heddle's overhead is measured against.
#include "contenders.hpp"

#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/node_params.h>
#include <heddle/cli/graph/ways.hpp>

#include <stdexcept>
#include <string>

namespace heddle::perf {
namespace {

using namespace cli::graph_chain;
namespace native = cuda_native::graph;

void check(int status, char const* call) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(std::string(call) + ": " +
                           cudaGetErrorString(static_cast<cudaError_t>(status)));
}

__global__ void link(double* x, double factor) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < items) x[i] = factor * x[i] + 1;
}

/// The same reading its factor from memory.
__global__ void link_parameter(double* x, double const* factor) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < items) x[i] = *factor * x[i] + 1;
}

/// The same, begun before the kernel in front of it has ended; waits for it inside.
__global__ void early_link(double* x, double factor) {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < items) x[i] = factor * x[i] + 1;
}

class Raw : public WayOn<Exec> {
 public:
  Raw(Exec const& exec, Plan const& plan) : WayOn<Exec>(exec, plan), to_(x_.data()) {
    check(cudaStreamCreateWithFlags(&capture_, cudaStreamNonBlocking), "stream");
  }
  ~Raw() override {
    cudaStreamSynchronize(exec_.cuda_stream());
    if (executable_) cudaGraphExecDestroy(executable_);
    if (graph_) cudaGraphDestroy(graph_);
    cudaStreamDestroy(capture_);
  }

 protected:
  /// Parameters that point to `factor_` and `to_`.
  cudaKernelNodeParams params() {
    return native::kernel_params(reinterpret_cast<void const*>(&link), dim3(1), dim3(items), 0,
                                 arguments_);
  }
  void launch() { check(cudaGraphLaunch(executable_, exec_.cuda_stream()), "launch"); }
  void instantiate() { check(cudaGraphInstantiate(&executable_, graph_, 0), "instantiate"); }

  double* to_;
  double factor_ = 0;
  void* arguments_[2] = {&to_, &factor_};
  cudaStream_t capture_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

/// Nodes added to a capture; parameters of the dynamic ones are set on the executable.
class RawNodes final : public Raw {
 public:
  RawNodes(Exec const& exec, Plan const& plan, bool updates) : Raw(exec, plan), updates_(updates) {
    check(native::begin_capture(capture_), "capture");
    for (int node = 0; node < plan_.nodes; ++node) {
      factor_ = factor(plan_, node, 0);
      auto added = native::node_params(params());
      cudaGraphNode_t made = nullptr;
      check(native::add_node(capture_, added, made), "node");
      if (!plan_.is_dynamic(node)) continue;
      dynamic_.push_back(made);
      numbers_.push_back(node);
    }
    check(native::end_capture(capture_, &graph_), "capture");
    instantiate();
  }
  void step(int number) override {
    auto const changed = params();
    for (std::size_t i = 0; updates_ && i < dynamic_.size(); ++i) {
      factor_ = factor(plan_, numbers_[i], number);
      check(cudaGraphExecKernelNodeSetParams(executable_, dynamic_[i], &changed), "update");
    }
    launch();
  }

 private:
  bool updates_;
  std::vector<cudaGraphNode_t> dynamic_;
  std::vector<int> numbers_;
};

/// What a chain costs by itself, with other kernels: no value changes.
class RawReplay final : public Raw {
 public:
  enum class Of { parameters, early_kernels };
  RawReplay(Exec const& exec, Plan const& plan, Of what)
      : Raw(exec, plan), factors_("factors", 2 * static_cast<std::size_t>(plan.nodes)) {
    auto const host = Kokkos::create_mirror_view(factors_);
    for (int node = 0; node < plan.nodes; ++node) host(2 * node) = factor(plan, node, 0);
    Kokkos::deep_copy(factors_, host);
    check(native::begin_capture(capture_), "capture");
    for (int node = 0; node < plan.nodes; ++node) {
      if (what == Of::parameters) {
        link_parameter<<<1, items, 0, capture_>>>(to_, factors_.data() + 2 * node);
      } else {
        launch_early(factor(plan, node, 0));
      }
    }
    check(native::end_capture(capture_, &graph_), "capture");
    instantiate();
  }
  void step(int) override { launch(); }

 private:
  /// CUDA makes an edge of it that lets the next kernel begin early.
  void launch_early(double factor) {
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(items);
    config.stream = capture_;
    config.attrs = &early;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, early_link, to_, factor), "launch");
  }
  Kokkos::View<double*, Exec::memory_space> factors_;
};

/// The stream captured again for each step, and the executable updated as a whole.
class RawCapture final : public Raw {
 public:
  RawCapture(Exec const& exec, Plan const& plan) : Raw(exec, plan) {
    graph_ = captured(0);
    instantiate();
  }
  void step(int number) override {
    auto const fresh = captured(number);
    cudaGraphExecUpdateResultInfo info = {};
    check(cudaGraphExecUpdate(executable_, fresh, &info), "update");
    cudaGraphDestroy(fresh);
    launch();
  }

 private:
  cudaGraph_t captured(int number) {
    check(native::begin_capture(capture_), "capture");
    for (int node = 0; node < plan_.nodes; ++node) {
      link<<<1, items, 0, capture_>>>(to_, factor(plan_, node, number));
    }
    cudaGraph_t graph = nullptr;
    check(native::end_capture(capture_, &graph), "capture");
    return graph;
  }
};

}  // namespace

std::vector<Contender> raw_ways() {
  return {{"cuda_record_anew", true, false,
           [](Exec const& e, Plan const& p) { return std::make_unique<RawCapture>(e, p); }},
          {"cuda_set_params", true, false,
           [](Exec const& e, Plan const& p) { return std::make_unique<RawNodes>(e, p, true); }},
          {"cuda_replay_only", false, true,
           [](Exec const& e, Plan const& p) { return std::make_unique<RawNodes>(e, p, false); }},
          {"cuda_parameters_replay_only", false, true,
           [](Exec const& e, Plan const& p) {
             return std::make_unique<RawReplay>(e, p, RawReplay::Of::parameters);
           }},
          {"cuda_early_replay_only", false, true, [](Exec const& e, Plan const& p) {
             return std::make_unique<RawReplay>(e, p, RawReplay::Of::early_kernels);
           }}};
}

}  // namespace heddle::perf
