// The results of cuFFT's and hipFFT's functions. Both number them alike.
#ifndef FFT_COMPAT_GPU_RESULT_H_
#define FFT_COMPAT_GPU_RESULT_H_

#include <new>
#include <stdexcept>

#include "absl/status/status.h"

namespace fft::compat {

enum class Result : int {
  kSuccess = 0x0,
  kInvalidPlan = 0x1,  // no such handle, or its plan is not made or already made
  kAllocFailed = 0x2,
  kInvalidType = 0x3,
  kInvalidValue = 0x4,
  kInternalError = 0x5,
  kExecFailed = 0x6,
  kSetupFailed = 0x7,  // there is no driver, GPU or compiler
  kInvalidSize = 0x8,
  kNoWorkspace = 0xD,
  kNotImplemented = 0xE,
  kNotSupported = 0x10,
};

// The result for an error code. `fault` is the result for errors inside the library or the device.
constexpr Result ResultOf(absl::StatusCode code, Result fault) {
  switch (code) {
    case absl::StatusCode::kOk:
      return Result::kSuccess;
    case absl::StatusCode::kInvalidArgument:
      return Result::kInvalidValue;
    case absl::StatusCode::kResourceExhausted:
      return Result::kAllocFailed;
    case absl::StatusCode::kUnavailable:
      return Result::kSetupFailed;
    case absl::StatusCode::kUnimplemented:
      return Result::kNotSupported;
    default:
      return fault;
  }
}
inline Result ResultOf(const absl::Status& status, Result fault = Result::kInternalError) {
  return ResultOf(status.code(), fault);
}

// The number of the result that `body` returns. If memory runs out, it is kAllocFailed: no
// exception leaves the library.
template <typename Body>
int Guard(const Body& body) {
  try {
    return static_cast<int>(body());
  } catch (const std::bad_alloc&) {
    return static_cast<int>(Result::kAllocFailed);
  } catch (const std::length_error&) {
    return static_cast<int>(Result::kAllocFailed);
  }
}

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_RESULT_H_
