// Which AMD GPU the calling thread uses. It serves interfaces whose callers do not name one.

#ifndef FFT_RTC_HIP_CURRENT_DEVICE_H_
#define FFT_RTC_HIP_CURRENT_DEVICE_H_

#include "absl/status/statusor.h"
#include "fft/rtc/hip/hip_device.h"

namespace fft::rtc {

// The number that hipGetDevice tells the calling thread. kUnavailable if the runtime is not
// installed or the machine has no AMD GPU.
absl::StatusOr<int> CurrentHipDevice(const HipDeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_CURRENT_DEVICE_H_
