// The CUDA driver's entry points, bound at run time. The types that they need are declared here.

#ifndef FFT_RTC_CUDA_CUDA_API_H_
#define FFT_RTC_CUDA_CUDA_API_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/cuda/cuda_options.h"

namespace fft::rtc {

using CuResult = int;
using CuDevice = int;
using CuPointer = uint64_t;
using CuContext = struct CuContextTag*;
using CuModule = struct CuModuleTag*;
using CuFunction = struct CuFunctionTag*;
using CuStream = struct CuStreamTag*;
using CuEvent = struct CuEventTag*;
using CuLinkState = struct CuLinkStateTag*;

// Numbers of the driver's ABI.
enum CuDeviceAttribute : int {
  kCuMaxThreadsPerBlock = 1,
  kCuMaxSharedPerBlock = 8,
  kCuWarpSize = 10,
  kCuClockKhz = 13,
  kCuMultiprocessors = 16,
  kCuMemoryClockKhz = 36,
  kCuMemoryBits = 37,
  kCuL2Bytes = 38,
  kCuMaxThreadsPerMultiprocessor = 39,
  kCuMajor = 75,
  kCuMinor = 76,
  kCuMaxSharedPerBlockOptIn = 97,
};
enum CuFunctionAttribute : int { kCuStaticSharedBytes = 1, kCuMaxDynamicSharedBytes = 8 };
// Options of the driver's compiler: numbers and pointers, both as void*.
enum CuJitOption : int {
  kCuJitInfoLog = 3,
  kCuJitInfoLogBytes = 4,
  kCuJitErrorLog = 5,
  kCuJitErrorLogBytes = 6,
  kCuJitTarget = 9,
  kCuJitLogVerbose = 12,
};
constexpr int kCuJitInputPtx = 1;
constexpr unsigned kCuStreamNonBlocking = 1;
constexpr int kCuCaptureRelaxed = 2;
// An attribute of a launch: the kernel may start while the one before it in the stream runs. Graphs
// take early launches if the driver's version is at least kCuEarlyLaunches.
constexpr int kCuProgrammaticStreamSerialization = 6;
constexpr int kCuEarlyLaunches = 12030;
constexpr CuResult kCuPeerAccessAlreadyEnabled = 704;
constexpr int kCuMemoryTypeUnified = 4;

// CUDA_MEMCPY2D. For example, `rows` 4 of `row_bytes` 64 are copied from `from` to `to`, whose rows
// begin from_pitch and to_pitch bytes apart.
struct CuMemcpy2D {
  size_t from_x, from_y;
  int from_type;
  const void* from_host;
  CuPointer from;
  void* from_array;
  size_t from_pitch;
  size_t to_x, to_y;
  int to_type;
  void* to_host;
  CuPointer to;
  void* to_array;
  size_t to_pitch;
  size_t row_bytes;
  size_t rows;
};
static_assert(sizeof(CuMemcpy2D) == 128, "the driver's ABI");

// CUlaunchAttribute.
struct CuLaunchAttribute {
  int id = 0;
  alignas(8) int value = 0;
  char rest[60] = {};
};
static_assert(sizeof(CuLaunchAttribute) == 72, "the driver's ABI");
// CUlaunchConfig. For example, grid {64, 1, 1} and block {256, 1, 1} are 64 workgroups of 256
// threads.
struct CuLaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  CuStream stream;
  CuLaunchAttribute* attributes;
  unsigned attribute_count;
};
static_assert(sizeof(CuLaunchConfig) == 56, "the driver's ABI");

struct CudaApi {
#define FFT_CUDA_ENTRY_POINT(name, symbol, ...) CuResult (*name)(__VA_ARGS__) = nullptr;
#define FFT_CUDA_NEW_ENTRY_POINT FFT_CUDA_ENTRY_POINT
#include "fft/rtc/cuda/cuda_entry_points.def"
#undef FFT_CUDA_NEW_ENTRY_POINT
#undef FFT_CUDA_ENTRY_POINT
  std::string library;  // which build of the driver it is (DynamicLibrary::Identity)

  // The error of a call's result: Ok, or "CALL: CUDA_ERROR_NAME (its text)[: what]". It is
  // kResourceExhausted for lack of memory, kInvalidArgument for a rejected code object, kNotFound
  // for a missing symbol, kUnavailable if the driver comes without its compiler, and kInternal
  // otherwise.
  absl::Status Check(CuResult result, absl::string_view call, absl::string_view what = {}) const;
};

// Opens and initialises the driver; kUnavailable, with the reason, if that is impossible or the
// machine has no NVIDIA GPU.
absl::StatusOr<std::unique_ptr<const CudaApi>> LoadCudaApi(const CudaDeviceOptions& options);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_API_H_
