#include "fft/rtc/cuda/cuda_context.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::rtc {

absl::StatusOr<int> CountDevices(const CudaApi& api) {
  int count = 0;
  const absl::Status counted = api.Check(api.DeviceGetCount(&count), "cuDeviceGetCount");
  if (!counted.ok()) return absl::UnavailableError(counted.message());
  if (count <= 0) return absl::UnavailableError("cuDeviceGetCount: the machine has no NVIDIA GPU");
  return count;
}

absl::StatusOr<std::unique_ptr<PrimaryContext>> PrimaryContext::Retain(
    int index, const CudaDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(auto api, LoadCudaApi(options));
  FFT_ASSIGN_OR_RETURN(const int count, CountDevices(*api));
  if (index < 0 || index >= count) {
    return InvalidField("cuda device index", absl::StrCat(index), absl::StrCat("0 to ", count - 1));
  }
  CuDevice device = 0;
  FFT_RETURN_IF_ERROR(api->Check(api->DeviceGet(&device, index), "cuDeviceGet"));
  CuContext context = nullptr;
  FFT_RETURN_IF_ERROR(
      api->Check(api->PrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain"));
  return std::unique_ptr<PrimaryContext>(new PrimaryContext(std::move(api), device, context));
}

}  // namespace fft::rtc
