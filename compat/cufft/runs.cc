// cuFFT's functions that set up and run a plan, those that tell of the library, and those that say
// that they are not implemented.
#include <atomic>
#include <memory>
#include <optional>

#include "compat/cufft/arguments.h"
#include "compat/cufft/cufft.h"
#include "compat/cufft/handles.h"
#include "compat/gpu/result.h"
#include "compat/gpu/transform.h"

namespace fft::compat {
namespace {

// The version of cuFFT's interface. Some programs refuse a library that is older than the one they
// were built with, so the minor number is higher than any of the original's.
constexpr int kMajor = FFT_CUFFT_MAJOR, kMinor = 9, kPatch = 0;

// The result of `act` on the plan.
template <typename Act>
int With(cufftHandle plan, const Act& act) {
  return Guard([&] {
    const std::shared_ptr<Handle> handle = TheInterface().handles.Find(plan);
    return handle == nullptr ? Result::kInvalidPlan : act(*handle);
  });
}

int Execute(cufftHandle plan, const Transform::Call& call) {
  return With(plan, [&](Handle& handle) { return handle.transform.Execute(call); });
}

std::optional<bool> IsInverse(int direction) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return std::nullopt;
  return direction == CUFFT_INVERSE;
}

// The result of `act` on a property of the plan.
template <typename Act>
int WithProperty(cufftHandle plan, int property, const Act& act) {
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

cufftResult cufftCreate(cufftHandle* plan) {
  return Guard([&] {
    if (plan == nullptr) return Result::kInvalidValue;
    *plan = TheInterface().handles.Add(std::make_shared<Handle>(TheInterface().devices));
    return Result::kSuccess;
  });
}

cufftResult cufftDestroy(cufftHandle plan) {
  return Guard([&] {
    return TheInterface().handles.Remove(plan) ? Result::kSuccess : Result::kInvalidPlan;
  });
}

cufftResult cufftSetStream(cufftHandle plan, void* stream) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetStream(stream);
    return Result::kSuccess;
  });
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocates) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetAutoAllocation(allocates != 0);
    return Result::kSuccess;
  });
}

cufftResult cufftSetWorkArea(cufftHandle plan, void* area) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetWorkArea(area);
    return Result::kSuccess;
  });
}

cufftResult cufftXtSetWorkArea(cufftHandle plan, void** areas) {
  return areas == nullptr ? static_cast<int>(Result::kInvalidValue)
                          : cufftSetWorkArea(plan, areas[0]);
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

cufftResult cufftGetSize(cufftHandle plan, size_t* work_bytes) {
  return With(plan, [&](Handle& handle) {
    return work_bytes == nullptr ? Result::kInvalidValue
                                 : handle.transform.GetWorkBytes(work_bytes);
  });
}

cufftResult cufftExecC2C(cufftHandle plan, void* in, void* out, int direction) {
  return Execute(plan, {in, out, IsInverse(direction), ElementsOf(CUFFT_C2C)});
}
cufftResult cufftExecR2C(cufftHandle plan, void* in, void* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_R2C)});
}
cufftResult cufftExecC2R(cufftHandle plan, void* in, void* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_C2R)});
}
cufftResult cufftExecZ2Z(cufftHandle plan, void* in, void* out, int direction) {
  return Execute(plan, {in, out, IsInverse(direction), ElementsOf(CUFFT_Z2Z)});
}
cufftResult cufftExecD2Z(cufftHandle plan, void* in, void* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_D2Z)});
}
cufftResult cufftExecZ2D(cufftHandle plan, void* in, void* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_Z2D)});
}
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
  return Execute(plan, {in, out, IsInverse(direction), std::nullopt});
}

cufftResult cufftGetVersion(int* version) {
  if (version == nullptr) return static_cast<int>(Result::kInvalidValue);
  *version = 1000 * kMajor + 100 * kMinor + kPatch;
  return static_cast<int>(Result::kSuccess);
}

cufftResult cufftGetProperty(int property, int* value) {
  constexpr int kVersion[] = {kMajor, kMinor, kPatch};
  const bool is_known = property >= CUFFT_MAJOR_VERSION && property <= CUFFT_PATCH_LEVEL;
  if (value == nullptr) return static_cast<int>(Result::kInvalidValue);
  if (!is_known) return static_cast<int>(Result::kInvalidType);
  *value = kVersion[property];
  return static_cast<int>(Result::kSuccess);
}

#define FFT_CUFFT_ABSENT(name) \
  cufftResult name(void) { return static_cast<int>(Result::kNotImplemented); }
#include "compat/cufft/absent.def"
#undef FFT_CUFFT_ABSENT
