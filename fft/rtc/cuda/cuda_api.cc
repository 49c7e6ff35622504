#include "fft/rtc/cuda/cuda_api.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::rtc {
namespace {

absl::StatusCode CodeOf(CuResult result) {
  switch (result) {
    case 2:  // CUDA_ERROR_OUT_OF_MEMORY
      return absl::StatusCode::kResourceExhausted;
    case 200:  // CUDA_ERROR_INVALID_IMAGE
    case 209:  // CUDA_ERROR_NO_BINARY_FOR_GPU
    case 218:  // CUDA_ERROR_INVALID_PTX
    case 222:  // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
    case 300:  // CUDA_ERROR_INVALID_SOURCE
      return absl::StatusCode::kInvalidArgument;
    case 221:  // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
      return absl::StatusCode::kUnavailable;
    case 500:  // CUDA_ERROR_NOT_FOUND
      return absl::StatusCode::kNotFound;
    default:
      return absl::StatusCode::kInternal;
  }
}

}  // namespace

absl::Status CudaApi::Check(CuResult result, absl::string_view call, absl::string_view what) const {
  if (result == 0) return absl::OkStatus();
  const char* name = nullptr;
  const char* text = nullptr;
  if (GetErrorName(result, &name) != 0 || name == nullptr) name = "unknown error";
  if (GetErrorString(result, &text) != 0 || text == nullptr) text = "no description";
  std::string message = absl::StrCat(call, ": ", name, " (", text, ")");
  if (!what.empty()) absl::StrAppend(&message, ": ", what);
  return absl::Status(CodeOf(result), message);
}

absl::StatusOr<std::unique_ptr<const CudaApi>> LoadCudaApi(const CudaDeviceOptions& options) {
  const std::vector<std::string> names = {options.library.empty() ? "libcuda.so.1"
                                                                  : options.library};
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library,
                       DynamicLibrary::Open("the CUDA driver", names));
  auto api = std::make_unique<CudaApi>();
  api->library = library.Identity();
#define FFT_CUDA_ENTRY_POINT(name, symbol, ...) \
  FFT_RETURN_IF_ERROR(library.Bind(symbol, &api->name));
#define FFT_CUDA_NEW_ENTRY_POINT(name, symbol, ...) library.Bind(symbol, &api->name).IgnoreError();
#include "fft/rtc/cuda/cuda_entry_points.def"
#undef FFT_CUDA_NEW_ENTRY_POINT
#undef FFT_CUDA_ENTRY_POINT
  const absl::Status initialised = api->Check(api->Init(0), "cuInit", library.path());
  if (!initialised.ok()) {
    return absl::UnavailableError(
        absl::StrCat("the machine has no NVIDIA GPU that CUDA can use; ", initialised.message()));
  }
  return api;
}

}  // namespace fft::rtc
