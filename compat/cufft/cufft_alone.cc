// The functions of cuFFT that hipFFT does not have. Some only return CUFFT_NOT_IMPLEMENTED.
#include <atomic>
#include <string>

#include "compat/cufft/cufft.h"
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"
#include "compat/gpu/result.h"

namespace fft::compat {
namespace {

// The result of `act` on a property of the plan; kNotSupported for an unknown property.
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

cufftResult __cufftXtSetJITCallback_12_7(cufftHandle plan, const char* name, const void* object,
                                         size_t bytes, int type, void** users) {
  return With(plan, [&](Handle& handle) {
    if (type < CUFFT_CB_LD_COMPLEX || type > CUFFT_CB_ST_REAL_DOUBLE) return Result::kInvalidType;
    if (name == nullptr || object == nullptr) return Result::kInvalidValue;
    const bool is_double = (type & CUFFT_CB_LD_COMPLEX_DOUBLE) != 0;
    return handle.transform.SetCallback(
        {.is_store = (type & CUFFT_CB_ST_COMPLEX) != 0,
         .is_real = (type & CUFFT_CB_LD_REAL) != 0,
         .precision = is_double ? fft::Precision::kDouble : fft::Precision::kSingle,
         .name = name,
         .object = std::string(static_cast<const char*>(object), bytes),
         .user = users == nullptr ? nullptr : users[0]});
  });
}

#if FFT_CUFFT_MAJOR >= 12
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char* name, const void* object,
                                  size_t bytes, int type, void** users) {
  return __cufftXtSetJITCallback_12_7(plan, name, object, bytes, type, users);
}
#endif

#define FFT_CUFFT_ABSENT(name) \
  cufftResult name(void) { return static_cast<cufftResult>(Result::kNotImplemented); }
#include "compat/cufft/absent.def"
#undef FFT_CUFFT_ABSENT
