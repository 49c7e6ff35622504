// The HIP runtime's entry points, bound at run time.

#ifndef FFT_RTC_HIP_HIP_API_H_
#define FFT_RTC_HIP_HIP_API_H_

// Leaves out the overloads that would make the entry points' addresses ambiguous.
#define __HIP_DISABLE_CPP_FUNCTIONS__
#include <hip/hip_runtime_api.h>

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/hip/hip_device.h"

namespace fft::rtc {

struct HipApi {
#define FFT_HIP_ENTRY_POINT(name) decltype(::name)* name = nullptr;
#include "fft/rtc/hip/hip_entry_points.def"
#undef FFT_HIP_ENTRY_POINT

  // The error of a call's result: Ok, or "CALL: hipErrorName (its text)[: what]". It is
  // kResourceExhausted for lack of memory, kInvalidArgument for a rejected code object, kNotFound
  // for a missing symbol, and kInternal otherwise.
  absl::Status Check(hipError_t error, absl::string_view call, absl::string_view what = {}) const;
};

// Opens and initialises the runtime; kUnavailable, with the reason, if that is impossible or the
// machine has no AMD GPU.
absl::StatusOr<std::unique_ptr<const HipApi>> LoadHipApi(const HipDeviceOptions& options);

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_HIP_API_H_
