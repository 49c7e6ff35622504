#include "fft/rtc/cuda/current_device.h"

#include "fft/base/status.h"
#include "fft/rtc/cuda/cuda_api.h"
#include "fft/rtc/cuda/cuda_context.h"

namespace fft::rtc {

absl::StatusOr<int> CurrentCudaDevice(const CudaDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto api, LoadCudaApi(options));
  CuContext current = nullptr;
  FFT_RETURN_IF_ERROR(api->Check(api->CtxGetCurrent(&current), "cuCtxGetCurrent"));
  if (current == nullptr) return 0;
  CuDevice wanted = 0;
  FFT_RETURN_IF_ERROR(api->Check(api->CtxGetDevice(&wanted), "cuCtxGetDevice"));
  FFT_ASSIGN_OR_RETURN(const int count, CountDevices(*api));
  for (int index = 0; index < count; ++index) {
    CuDevice device = 0;
    FFT_RETURN_IF_ERROR(api->Check(api->DeviceGet(&device, index), "cuDeviceGet"));
    if (device == wanted) return index;
  }
  return absl::InternalError("cuCtxGetDevice: a device that cuDeviceGet does not list");
}

}  // namespace fft::rtc
