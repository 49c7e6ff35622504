// The functions of cuFFT that set up a plan, run it, or return facts about the library. hipFFT's
// functions are compiled from this file under other names.
#include <memory>
#include <optional>
#include <utility>

#include "compat/cufft/arguments.h"
#include "compat/cufft/cufft.h"
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"
#include "compat/gpu/result.h"
#include "compat/gpu/transform.h"

namespace fft::compat {

Interface& TheInterface() {
  static Interface* const interface = new Interface(kFaceDevice);
  return *interface;
}

namespace {

FaceResult Execute(FaceHandle plan, const Transform::Call& call) {
  return With(plan, [&](Handle& handle) { return handle.transform.Execute(call); });
}

std::optional<bool> IsInverse(int direction) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return std::nullopt;
  return direction == CUFFT_INVERSE;
}

}  // namespace
}  // namespace fft::compat

using namespace fft::compat;

FaceResult FFT_FACE(Create)(FaceHandle* plan) {
  return Answer([&] {
    if (plan == nullptr) return Result::kInvalidValue;
    auto handle = std::make_shared<Handle>(TheInterface().devices);
    *plan = HandleOf(TheInterface().handles.Add(std::move(handle)));
    return Result::kSuccess;
  });
}

FaceResult FFT_FACE(Destroy)(FaceHandle plan) {
  return Answer([&] {
    return TheInterface().handles.Remove(NumberOf(plan)) ? Result::kSuccess : Result::kInvalidPlan;
  });
}

FaceResult FFT_FACE(SetStream)(FaceHandle plan, FaceStream stream) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetStream(stream);
    return Result::kSuccess;
  });
}

FaceResult FFT_FACE(SetAutoAllocation)(FaceHandle plan, int allocates) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetAutoAllocation(allocates != 0);
    return Result::kSuccess;
  });
}

FaceResult FFT_FACE(SetWorkArea)(FaceHandle plan, void* area) {
  return With(plan, [&](Handle& handle) {
    handle.transform.SetWorkArea(area);
    return Result::kSuccess;
  });
}

FaceResult FFT_FACE(GetSize)(FaceHandle plan, size_t* work_bytes) {
  return With(plan, [&](Handle& handle) {
    return work_bytes == nullptr ? Result::kInvalidValue
                                 : handle.transform.GetWorkBytes(work_bytes);
  });
}

FaceResult FFT_FACE(ExecC2C)(FaceHandle plan, FaceComplex* in, FaceComplex* out, int direction) {
  return Execute(plan, {in, out, IsInverse(direction), ElementsOf(CUFFT_C2C)});
}
FaceResult FFT_FACE(ExecR2C)(FaceHandle plan, FaceReal* in, FaceComplex* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_R2C)});
}
FaceResult FFT_FACE(ExecC2R)(FaceHandle plan, FaceComplex* in, FaceReal* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_C2R)});
}
FaceResult FFT_FACE(ExecZ2Z)(FaceHandle plan, FaceDoubleComplex* in, FaceDoubleComplex* out,
                             int direction) {
  return Execute(plan, {in, out, IsInverse(direction), ElementsOf(CUFFT_Z2Z)});
}
FaceResult FFT_FACE(ExecD2Z)(FaceHandle plan, FaceDoubleReal* in, FaceDoubleComplex* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_D2Z)});
}
FaceResult FFT_FACE(ExecZ2D)(FaceHandle plan, FaceDoubleComplex* in, FaceDoubleReal* out) {
  return Execute(plan, {in, out, std::nullopt, ElementsOf(CUFFT_Z2D)});
}
FaceResult FFT_FACE(XtExec)(FaceHandle plan, void* in, void* out, int direction) {
  return Execute(plan, {in, out, IsInverse(direction), std::nullopt});
}

FaceResult FFT_FACE(GetVersion)(int* version) {
  return Answer([&] {
    if (version == nullptr) return Result::kInvalidValue;
    *version = kFaceMajorUnit * kFaceVersion[0] + 100 * kFaceVersion[1] + kFaceVersion[2];
    return Result::kSuccess;
  });
}

FaceResult FFT_FACE(GetProperty)(FaceProperty property, int* value) {
  return Answer([&] {
    const int index = property;
    if (value == nullptr) return Result::kInvalidValue;
    if (index < 0 || index > CUFFT_PATCH_LEVEL) return Result::kInvalidType;
    *value = kFaceVersion[index];
    return Result::kSuccess;
  });
}
