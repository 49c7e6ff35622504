#include "fft/rtc/hip/current_device.h"

#include "fft/base/status.h"
#include "fft/rtc/hip/hip_api.h"

namespace fft::rtc {

absl::StatusOr<int> CurrentHipDevice(const HipDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto api, LoadHipApi(options));
  int index = 0;
  FFT_RETURN_IF_ERROR(api->Check(api->hipGetDevice(&index), "hipGetDevice"));
  return index;
}

}  // namespace fft::rtc
