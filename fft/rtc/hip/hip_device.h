// AMD GPUs through the HIP runtime, loaded at run time.

#ifndef FFT_RTC_HIP_HIP_DEVICE_H_
#define FFT_RTC_HIP_HIP_DEVICE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/rtc/device.h"

namespace fft::rtc {

struct HipDeviceOptions {
  // Path of the HIP runtime; if empty, libamdhip64.so is looked for under its usual names. Any
  // library with the same entry points will do.
  std::string library;
};

// The number of AMD GPUs. kUnavailable if the runtime is not installed or the machine has no AMD
// GPU.
absl::StatusOr<int> CountHipDevices(const HipDeviceOptions& options = {});

// Opens a GPU. kUnavailable as for CountHipDevices; kInvalidArgument if `index` is not below the
// number of GPUs.
absl::StatusOr<std::unique_ptr<Device>> OpenHipDevice(int index,
                                                      const HipDeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_HIP_DEVICE_H_
