#include "fft/rtc/hip/hip_api.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::rtc {
namespace {

absl::StatusCode CodeOf(hipError_t error) {
  switch (error) {
    case hipErrorOutOfMemory:
      return absl::StatusCode::kResourceExhausted;
    case hipErrorInvalidImage:
    case hipErrorNoBinaryForGpu:
    case hipErrorInvalidKernelFile:
      return absl::StatusCode::kInvalidArgument;
    case hipErrorNotFound:
      return absl::StatusCode::kNotFound;
    default:
      return absl::StatusCode::kInternal;
  }
}

std::vector<std::string> LibraryNames(const HipDeviceOptions& options) {
  if (!options.library.empty()) return {options.library};
  return {"libamdhip64.so",   "libamdhip64.so.7", "libamdhip64.so.6",
          "libamdhip64.so.5", "libamdhip64.so.4", "/opt/rocm/lib/libamdhip64.so"};
}

}  // namespace

absl::Status HipApi::Check(hipError_t error, absl::string_view call, absl::string_view what) const {
  if (error == hipSuccess) return absl::OkStatus();
  std::string message =
      absl::StrCat(call, ": ", hipGetErrorName(error), " (", hipGetErrorString(error), ")");
  if (!what.empty()) absl::StrAppend(&message, ": ", what);
  return absl::Status(CodeOf(error), message);
}

absl::StatusOr<std::unique_ptr<const HipApi>> LoadHipApi(const HipDeviceOptions& options) {
  // After clearenv there is no list of variables at all, and the runtime reads the list without a
  // check.
  if (environ == nullptr) {
    return absl::UnavailableError("the HIP runtime needs an environment, and clearenv removed it");
  }
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                       DynamicLibrary::Open("the HIP runtime", LibraryNames(options)));
  auto api = std::make_unique<HipApi>();
#define FFT_HIP_ENTRY_POINT(name) FFT_RETURN_IF_ERROR(library.Bind(#name, &api->name));
#include "fft/rtc/hip/hip_entry_points.def"
#undef FFT_HIP_ENTRY_POINT
  const absl::Status initialised = api->Check(api->hipInit(0), "hipInit", library.path());
  if (!initialised.ok()) {
    return absl::UnavailableError(
        absl::StrCat("the machine has no AMD GPU that HIP can use; ", initialised.message()));
  }
  return api;
}

}  // namespace fft::rtc
