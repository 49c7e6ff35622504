// Compiled by build_shim.sh against VkFFT's headers and the CUDA toolkit.
#include "bench/vkfft/vkfft_shim.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <stdio.h>
#include <vkFFT.h>

#include <new>

struct VkfftShimPlan {
  VkfftRequest request;
  CUdevice device;
  cudaStream_t stream;
  uint64_t bytes[2];  // bytes of VkFFT's `buffer` and of its "formatted input"
  VkFFTApplication app;
};

namespace {

uint64_t ElementBytes(int precision) {
  return precision == kVkfftHalf ? 2 : precision == kVkfftSingle ? 4 : 8;
}

// Returns VkFFT's configuration of the plan's request. VkFFT computes in its `buffer`. Out of
// place, the other array is VkFFT's "formatted input"; a real inverse transform writes into it.
VkFFTConfiguration MakeConfiguration(VkfftShimPlan* plan) {
  const VkfftRequest& request = plan->request;
  VkFFTConfiguration configuration = {};
  configuration.FFTdim = static_cast<uint64_t>(request.rank);
  uint64_t rows = request.batch;
  for (int d = 0; d < request.rank; ++d) {
    configuration.size[d] = request.lengths[d];
    if (d > 0) rows *= request.lengths[d];
  }
  configuration.numberBatches = request.batch;
  configuration.performR2C = request.real;
  configuration.doublePrecision = request.precision == kVkfftDouble;
  configuration.halfPrecision = request.precision == kVkfftHalf;
  configuration.makeForwardPlanOnly = !request.inverse;
  configuration.makeInversePlanOnly = request.inverse;
  configuration.device = &plan->device;
  configuration.stream = &plan->stream;
  configuration.num_streams = 1;
  const uint64_t row = request.real ? request.lengths[0] / 2 + 1 : request.lengths[0];
  plan->bytes[0] = 2 * row * rows * ElementBytes(request.precision);
  configuration.bufferSize = &plan->bytes[0];
  if (request.in_place) return configuration;
  configuration.isInputFormatted = 1;
  configuration.inverseReturnToInputBuffer = request.real;
  plan->bytes[1] =
      (request.real ? 1 : 2) * request.lengths[0] * rows * ElementBytes(request.precision);
  configuration.inputBufferSize = &plan->bytes[1];
  uint64_t stride = 1;
  for (int d = 0; d < request.rank; ++d) {
    stride *= request.lengths[d];
    configuration.inputBufferStride[d] = stride;
  }
  return configuration;
}

}  // namespace

int vkfft_shim_version(void) { return VkFFTGetVersion(); }

int vkfft_shim_plan(const VkfftRequest* request, VkfftShimPlan** result, char* error,
                    size_t error_bytes) {
  VkfftShimPlan* plan = new (std::nothrow) VkfftShimPlan();
  if (plan == nullptr) return VKFFT_ERROR_MALLOC_FAILED;
  plan->request = *request;
  VkFFTResult code = VKFFT_ERROR_FAILED_TO_GET_ATTRIBUTE;
  if (cuCtxGetDevice(&plan->device) == CUDA_SUCCESS) {
    code = initializeVkFFT(&plan->app, MakeConfiguration(plan));
  }
  if (code != VKFFT_SUCCESS) {
    snprintf(error, error_bytes, "%s", getVkFFTErrorString(code));
    delete plan;
    return code;
  }
  *result = plan;
  return 0;
}

int vkfft_shim_run(VkfftShimPlan* plan, void* in, void* out, void* stream) {
  const VkfftRequest& request = plan->request;
  plan->stream = static_cast<cudaStream_t>(stream);
  const bool returns = request.real && request.inverse && !request.in_place;
  void* buffer = returns ? in : out;
  void* formatted = returns ? out : in;
  VkFFTLaunchParams launch = {};
  launch.buffer = &buffer;
  if (!request.in_place) launch.inputBuffer = &formatted;
  return VkFFTAppend(&plan->app, request.inverse ? 1 : -1, &launch);
}

uint64_t vkfft_shim_workspace_bytes(const VkfftShimPlan* plan) {
  const VkFFTConfiguration& configuration = plan->app.configuration;
  return configuration.allocateTempBuffer ? configuration.tempBufferSize[0] : 0;
}

void vkfft_shim_destroy(VkfftShimPlan* plan) {
  deleteVkFFT(&plan->app);
  delete plan;
}
