// Finds and opens devices by name: "auto", "hip", "hip:N", "cuda", "cuda:N", "host", "host:N".

#ifndef FFT_RTC_DEVICE_REGISTRY_H_
#define FFT_RTC_DEVICE_REGISTRY_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/cuda/cuda_device.h"
#include "fft/rtc/device.h"
#include "fft/rtc/hip/hip_device.h"
#include "fft/rtc/host/host_device.h"

namespace fft::rtc {

struct DeviceOptions {
  HipDeviceOptions hip;
  CudaDeviceOptions cuda;
  HostDeviceOptions host;
};

// A device that can be opened.
struct DeviceListing {
  // The selector for OpenDevice: "cuda:0".
  std::string selector;
  DeviceKind kind = DeviceKind::kHost;
  std::string name;
  std::string arch;
  DeviceProperties properties;
};

// The devices of one kind on this machine, or the reason why there are none.
struct DeviceKindListing {
  DeviceKind kind = DeviceKind::kHost;
  absl::Status status;
  std::vector<DeviceListing> devices;
};

// Every kind in the order in which "auto" prefers them: hip, cuda, host.
std::vector<DeviceKindListing> ListDevices(const DeviceOptions& options = {});

// Opens a device. "auto" takes the first of hip:0, cuda:0 and host that can be opened. In "hip:N"
// and "cuda:N", N is a GPU's number, from 0 on. In "host:N" it is the number of threads, the
// caller's included. kInvalidArgument, listing what is allowed, for a selector of another form or
// an index out of range. kUnavailable, with the reason, if there is no device of that kind.
absl::StatusOr<std::unique_ptr<Device>> OpenDevice(absl::string_view selector,
                                                   const DeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_DEVICE_REGISTRY_H_
