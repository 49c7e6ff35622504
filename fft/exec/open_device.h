// The device that options ask for, and the Target with its limits.
#ifndef FFT_EXEC_OPEN_DEVICE_H_
#define FFT_EXEC_OPEN_DEVICE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/base/options.h"
#include "fft/core/target.h"
#include "fft/rtc/device.h"

namespace fft {

struct OpenedDevice {
  std::unique_ptr<rtc::Device> device;
  // The table's entry for the device, with properties that this very device reports. Its kernels
  // may be launched early unless ContextOptions::early_launches forbids it.
  Target target;
};

// The entry of an architecture with what the device says of itself. Compute units and bandwidth are
// the device's own. LDS and threads of a workgroup, threads of a compute unit and the second-level
// cache are no larger than the device's: shapes and shares of that cache were measured with the
// entry's. Errors name the option at fault.
absl::StatusOr<Target> TargetOf(const std::string& arch, const rtc::DeviceProperties& properties,
                                const ContextOptions& options);

// Errors are the device's, or name the option at fault.
absl::StatusOr<OpenedDevice> OpenDeviceFor(const ContextOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_OPEN_DEVICE_H_
