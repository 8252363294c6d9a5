// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cuda_native/graph/capture.h>
#include <heddle/cuda_native/graph/executable.h>

namespace heddle::cuda_native::graph {

int instantiate(cudaGraphExec_t& executable, cudaGraph_t graph) {
  return cleared(cudaGraphInstantiate(&executable, graph, 0));
}

void destroy(cudaGraphExec_t executable) {
  if (executable) static_cast<void>(cleared(cudaGraphExecDestroy(executable)));
}

UpdateOutcome update(cudaGraphExec_t executable, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo info = {};
  UpdateOutcome outcome;
  outcome.status = cleared(cudaGraphExecUpdate(executable, graph, &info));
  outcome.result = info.result;
  outcome.node = info.errorNode;
  return outcome;
}

char const* result_text(cudaGraphExecUpdateResult result) {
  switch (result) {
    case cudaGraphExecUpdateSuccess: return "Success";
    case cudaGraphExecUpdateErrorTopologyChanged: return "TopologyChanged";
    case cudaGraphExecUpdateErrorNodeTypeChanged: return "NodeTypeChanged";
    case cudaGraphExecUpdateErrorFunctionChanged: return "FunctionChanged";
    case cudaGraphExecUpdateErrorParametersChanged: return "ParametersChanged";
    case cudaGraphExecUpdateErrorNotSupported: return "NotSupported";
    case cudaGraphExecUpdateErrorUnsupportedFunctionChange: return "UnsupportedFunctionChange";
    case cudaGraphExecUpdateErrorAttributesChanged: return "AttributesChanged";
    default: return "Error";
  }
}

int set_kernel(cudaGraphExec_t executable, cudaGraphNode_t node,
               cudaKernelNodeParams const& params) {
  return cleared(cudaGraphExecKernelNodeSetParams(executable, node, &params));
}

int set_memset(cudaGraphExec_t executable, cudaGraphNode_t node, cudaMemsetParams const& params) {
  return cleared(cudaGraphExecMemsetNodeSetParams(executable, node, &params));
}

int set_copy(cudaGraphExec_t executable, cudaGraphNode_t node, void* to, void const* from,
             std::size_t bytes) {
  return cleared(
      cudaGraphExecMemcpyNodeSetParams1D(executable, node, to, from, bytes, cudaMemcpyDefault));
}

int set_enabled(cudaGraphExec_t executable, cudaGraphNode_t node, bool enabled) {
  return cleared(cudaGraphNodeSetEnabled(executable, node, enabled ? 1 : 0));
}

int set_from(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNode_t from) {
  cudaGraphNodeType was{}, now{};
  if (auto const status = cudaGraphNodeGetType(node, &was)) return cleared(status);
  if (auto const status = cudaGraphNodeGetType(from, &now)) return cleared(status);
  if (was != now) return cudaErrorInvalidValue;
  if (was == cudaGraphNodeTypeKernel) {
    cudaKernelNodeParams params = {};
    if (auto const status = cudaGraphKernelNodeGetParams(from, &params)) return cleared(status);
    return set_kernel(executable, node, params);
  }
  if (was == cudaGraphNodeTypeMemcpy) {
    cudaMemcpy3DParms params = {};
    if (auto const status = cudaGraphMemcpyNodeGetParams(from, &params)) return cleared(status);
    return cleared(cudaGraphExecMemcpyNodeSetParams(executable, node, &params));
  }
  if (was == cudaGraphNodeTypeMemset) {
    cudaMemsetParams params = {};
    if (auto const status = cudaGraphMemsetNodeGetParams(from, &params)) return cleared(status);
    return set_memset(executable, node, params);
  }
  return was == cudaGraphNodeTypeEmpty ? cudaSuccess : cudaErrorNotSupported;
}

}  // namespace heddle::cuda_native::graph
