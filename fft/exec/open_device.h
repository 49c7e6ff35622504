// Opens the device that options ask for, and makes its Target.
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
  // The device's entry in the table of targets, changed by the properties that the device reports
  // (TargetOf). launches_early is false if ContextOptions::early_launches forbids early launches.
  Target target;
};

// Returns an architecture's entry in the table of targets, changed by the device's properties.
// Compute units and bandwidth are those of the device. The LDS and threads of a workgroup, the
// threads of a compute unit and the second cache are the smaller of the entry's and the device's.
// They are never larger than the entry's, because shapes and limits were measured with the entry's.
// Errors name the option at fault.
absl::StatusOr<Target> TargetOf(const std::string& arch, const rtc::DeviceProperties& properties,
                                const ContextOptions& options);

// Opens the device of `options.device`. Errors come from the device, or name the option at fault.
absl::StatusOr<OpenedDevice> OpenDeviceFor(const ContextOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_OPEN_DEVICE_H_
