// The host's processors as a device: kernels are shared objects, workgroups run on a small
// persistent thread pool.
//
// Streams execute at once, in the calling thread's order: every call has finished when it returns.
// Launches on one device take turns. Kernels see workgroups only as a flat index, x fastest; the
// workgroup's threads are loops inside the kernel.

#ifndef FFT_RTC_HOST_HOST_DEVICE_H_
#define FFT_RTC_HOST_HOST_DEVICE_H_

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "fft/rtc/device.h"

namespace fft::rtc {

// The entry point of a host kernel, extern "C". args[i] points to the value of the i-th parameter;
// the call computes workgroups first_block <= b < end_block. Calls for disjoint ranges run
// concurrently.
using HostKernelFunction = void (*)(void* const* args, unsigned first_block, unsigned end_block);

struct HostDeviceOptions {
  // Threads that run workgroups, the caller's included; 0 takes one per processor available to the
  // process.
  int threads = 0;
  // DeviceProperties::piece_bytes; absent: half the second-level cache.
  std::optional<int64_t> piece_bytes;
};

absl::StatusOr<std::unique_ptr<Device>> OpenHostDevice(const HostDeviceOptions& options = {});

// The function that a launch calls where one thread runs the whole grid, with 0 and the number of
// workgroups. Null where Launch does anything else, and for kernels of other devices.
HostKernelFunction DirectCall(const Kernel& kernel, const LaunchGeometry& geometry);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_HOST_DEVICE_H_
