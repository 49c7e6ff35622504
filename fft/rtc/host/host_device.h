// The host's processors as a device: kernels are shared objects, and workgroups run on a small
// persistent thread pool.
//
// A stream executes each call at once, so every call has finished when it returns. Launches on one
// device take turns. Kernels see workgroups only as a flat index, x fastest; the workgroup's
// threads are loops inside the kernel.

#ifndef FFT_RTC_HOST_HOST_DEVICE_H_
#define FFT_RTC_HOST_HOST_DEVICE_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "fft/rtc/device.h"

namespace fft::rtc {

// The entry point of a host kernel, extern "C". args[i] points to the value of the i-th parameter;
// the call computes workgroups first_block <= b < end_block. Calls for disjoint ranges run
// concurrently.
using HostKernelFunction = void (*)(void* const* args, unsigned first_block, unsigned end_block);

// The ending of the name of a host kernel's second entry point. The call computes all workgroups of
// the launch, `blocks` in number. The first arguments are passed singly as parameters, and
// values[i] is the i-th of the others. A value shorter than 64 bits stands in the low bits.
inline constexpr char kHostDirectEnding[] = "_direct";
inline constexpr int kHostDirectRegisters = 4;
using HostDirectFunction = void (*)(uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                                    const uint64_t* values, unsigned blocks);

struct HostDeviceOptions {
  // Threads that run workgroups, the caller's included; 0 takes one per processor available to the
  // process.
  int threads = 0;
  // DeviceProperties::piece_bytes; absent: half the second-level cache.
  std::optional<int64_t> piece_bytes;
};

absl::StatusOr<std::unique_ptr<Device>> OpenHostDevice(const HostDeviceOptions& options = {});

// A function to call instead of Launch if one thread runs the whole grid. Null if Launch does more
// than call it, if the kernel has no such entry point, or if the kernel is of another device.
HostDirectFunction DirectCall(const Kernel& kernel, const LaunchGeometry& geometry);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_HOST_DEVICE_H_
