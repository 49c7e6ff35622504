// The device that options ask for and the Target whose limits it has.
#ifndef FFT_EXEC_OPEN_DEVICE_H_
#define FFT_EXEC_OPEN_DEVICE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/base/options.h"
#include "fft/core/target.h"
#include "fft/rtc/device.h"

namespace fft {

struct OpenedDevice {
  std::unique_ptr<rtc::Device> device;
  // The table's row for it, no larger than what this very device offers, launched early unless
  // ContextOptions::early_launches says otherwise.
  Target target;
};

// Errors are the device's, or name the option at fault.
// The row of an architecture with what the device says of itself: LDS, threads and, of NVIDIA's,
// the number of its units and what each holds. Errors name the option at fault.
absl::StatusOr<Target> TargetOf(const std::string& arch, const rtc::DeviceProperties& properties,
                                const ContextOptions& options);

absl::StatusOr<OpenedDevice> OpenDeviceFor(const ContextOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_OPEN_DEVICE_H_
