// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The twin of main.cpp in CUDA 13 alone: a kernel launched into a captured stream, and one added to
// the capture by hand, whose parameters are set on the executable before each launch.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t status, char const* call) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(status));
  std::exit(1);
}

constexpr int count = 32, steps = 10;

__global__ void multiply(double* to, double const* from, double factor) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) to[i] = factor * from[i];
}

/// Adds `params` to what `stream` captures; what follows depends on it.
cudaGraphNode_t add_kernel(cudaStream_t stream, cudaGraphNodeParams params) {
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  cudaGraphNode_t const* before;
  cudaGraphEdgeData const* edges;
  std::size_t number;
  check(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &before, &edges, &number),
        "query");
  cudaGraphNode_t node;
  check(cudaGraphAddNode(&node, graph, before, edges, number, &params), "add");
  check(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                            cudaStreamSetCaptureDependencies),
        "dependencies");
  return node;
}

}  // namespace

int main() {
  std::vector<double> host(count, 1);
  double *a, *b;
  check(cudaMalloc(&a, count * sizeof(double)), "malloc");
  check(cudaMalloc(&b, count * sizeof(double)), "malloc");
  check(cudaMemcpy(b, host.data(), count * sizeof(double), cudaMemcpyHostToDevice), "copy");
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");

  double factor = 0;
  double const* from = a;
  void* arguments[] = {&b, &from, &factor};
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void*>(&multiply);
  params.kernel.gridDim = dim3(1);
  params.kernel.blockDim = dim3(count);
  params.kernel.kernelParams = arguments;

  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin");
  multiply<<<1, count, 0, stream>>>(a, b, 1.5);
  cudaGraphNode_t const dynamic = add_kernel(stream, params);
  cudaGraph_t graph;
  check(cudaStreamEndCapture(stream, &graph), "end");
  cudaGraphExec_t executable;
  check(cudaGraphInstantiate(&executable, graph, 0), "instantiate");

  for (int step = 0; step < steps; ++step) {
    factor = 1 + step / 8.0;
    check(cudaGraphExecNodeSetParams(executable, dynamic, &params), "set");
    check(cudaGraphLaunch(executable, stream), "launch");
  }
  check(cudaStreamSynchronize(stream), "wait");
  check(cudaMemcpy(host.data(), b, count * sizeof(double), cudaMemcpyDeviceToHost), "copy");
  std::printf("raw CUDA: b = %.17g\n", host[0]);
  check(cudaGraphExecDestroy(executable), "destroy");
  check(cudaGraphDestroy(graph), "destroy");
  return std::abs(host[0] - 3790.1002668309957) < 1e-8 ? 0 : 1;
}
