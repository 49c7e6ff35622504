// The functions of cuFFT that hipFFT does not have, with those that say that they are not
// implemented.
#include <atomic>

#include "compat/cufft/cufft.h"
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"
#include "compat/gpu/result.h"

namespace fft::compat {
namespace {

// The result of `act` on a property of the plan.
template <typename Act>
FaceResult WithProperty(cufftHandle plan, int property, const Act& act) {
  return With(plan, [&](Handle& handle) {
    const int index = property - CUFFT_PATIENT_JIT;
    if (index < 0 || index >= static_cast<int>(handle.properties.size())) {
      return Result::kNotSupported;
    }
    return act(handle.properties[index]);
  });
}

}  // namespace
}  // namespace fft::compat

using namespace fft::compat;

cufftResult cufftXtSetWorkArea(cufftHandle plan, void** areas) {
  if (areas == nullptr) return static_cast<cufftResult>(Result::kInvalidValue);
  return cufftSetWorkArea(plan, areas[0]);
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, int policy, size_t*) {
  return With(plan, [&](Handle&) {
    return policy == CUFFT_WORKAREA_PERFORMANCE ? Result::kSuccess : Result::kNotSupported;
  });
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, int property, long long value) {
  return WithProperty(plan, property, [&](std::atomic<long long>& kept) {
    kept = value;
    return Result::kSuccess;
  });
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, int property, long long* value) {
  return WithProperty(plan, property, [&](std::atomic<long long>& kept) {
    if (value == nullptr) return Result::kInvalidValue;
    *value = kept;
    return Result::kSuccess;
  });
}

cufftResult cufftResetPlanProperty(cufftHandle plan, int property) {
  return cufftSetPlanPropertyInt64(plan, property, 0);
}

#define FFT_CUFFT_ABSENT(name) \
  cufftResult name(void) { return static_cast<cufftResult>(Result::kNotImplemented); }
#include "compat/cufft/absent.def"
#undef FFT_CUFFT_ABSENT
