// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/node_params.h>

namespace heddle::cuda_native::graph {
namespace {

__global__ void wait_for_dependencies() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// The architecture whose instructions a kernel was written in: newer ones it does not have, even
/// where it runs on a newer device.
bool is_for_architecture(void const* function, int version) {
  cudaFuncAttributes attributes = {};
  return cleared(cudaFuncGetAttributes(&attributes, function)) == cudaSuccess &&
         attributes.ptxVersion >= version;
}

}  // namespace

bool may_begin_early(void const* function) {
  constexpr int version = 90;
  int device = 0, major = 0;
  if (cleared(cudaGetDevice(&device)) != cudaSuccess) return false;
  if (cleared(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device)) !=
      cudaSuccess) {
    return false;
  }
  auto const* const idle = reinterpret_cast<void const*>(&wait_for_dependencies);
  return 10 * major >= version && is_for_architecture(function, version) &&
         is_for_architecture(idle, version);
}

cudaKernelNodeParams idle_params() {
  return kernel_params(reinterpret_cast<void const*>(&wait_for_dependencies), dim3(1), dim3(1), 0,
                       nullptr);
}

cudaKernelNodeParams kernel_params(void const* function, dim3 grid, dim3 block,
                                   unsigned shared_bytes, void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = const_cast<void*>(function);
  params.gridDim = grid;
  params.blockDim = block;
  params.sharedMemBytes = shared_bytes;
  params.kernelParams = arguments;
  return params;
}

cudaGraphNodeParams node_params(cudaKernelNodeParams const& kernel) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = kernel.func;
  params.kernel.gridDim = kernel.gridDim;
  params.kernel.blockDim = kernel.blockDim;
  params.kernel.sharedMemBytes = kernel.sharedMemBytes;
  params.kernel.kernelParams = kernel.kernelParams;
  return params;
}

cudaMemsetParams memset_params(void* to, unsigned value, unsigned element_bytes,
                               std::size_t count) {
  cudaMemsetParams params = {};
  params.dst = to;
  params.value = value;
  params.elementSize = element_bytes;
  params.width = count;
  params.height = 1;
  return params;
}

cudaGraphNodeParams node_params(cudaMemsetParams const& memset) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeMemset;
  params.memset.dst = memset.dst;
  params.memset.value = memset.value;
  params.memset.elementSize = memset.elementSize;
  params.memset.width = memset.width;
  params.memset.height = memset.height;
  return params;
}

cudaGraphNodeParams copy_params(void* to, void const* from, std::size_t bytes) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeMemcpy;
  auto& copy = params.memcpy.copyParams;
  copy.srcPtr = make_cudaPitchedPtr(const_cast<void*>(from), bytes, bytes, 1);
  copy.dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1);
  copy.extent = make_cudaExtent(bytes, 1, 1);
  copy.kind = cudaMemcpyDefault;
  return params;
}

cudaGraphNodeParams host_params(void (*function)(void*), void* data) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeHost;
  params.host.fn = function;
  params.host.userData = data;
  return params;
}

cudaGraphNodeParams child_params(cudaGraph_t child) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeGraph;
  params.graph.graph = child;
  return params;
}

int make_condition(cudaGraph_t graph, unsigned initial, std::uint64_t& handle) {
  cudaGraphConditionalHandle made = 0;
  auto const status =
      cudaGraphConditionalHandleCreate(&made, graph, initial, cudaGraphCondAssignDefault);
  handle = made;
  return cleared(status);
}

int conditional_params(ConditionalKind kind, std::uint64_t handle, unsigned bodies,
                       cudaGraphNodeParams& params) {
  params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.size = bodies;
  params.conditional.type =
      kind == ConditionalKind::loop ? cudaGraphCondTypeWhile : cudaGraphCondTypeIf;
#if CUDART_VERSION >= 12080
  if (kind == ConditionalKind::choice) params.conditional.type = cudaGraphCondTypeSwitch;
#else
  if (kind == ConditionalKind::choice || bodies > 1) return cudaErrorNotSupported;
#endif
  return cudaSuccess;
}

cudaGraph_t body(cudaGraphNodeParams const& params, unsigned number) {
  return params.conditional.phGraph_out[number];
}

int check_parameter(void const* function, std::size_t bytes) {
  std::size_t offset = 0, size = 0;
  if (auto const status = cudaFuncGetParamInfo(function, 0, &offset, &size)) {
    return cleared(status);
  }
  return size == bytes ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

}  // namespace heddle::cuda_native::graph
