// The words of the interface that a file is compiled for: cuFFT's functions and hipFFT's are the
// same under other names (compat/cufft/words.h, compat/hipfft/words.h).
#ifndef FFT_COMPAT_GPU_FACE_H_
#define FFT_COMPAT_GPU_FACE_H_

#include "compat/gpu/handles.h"
#include "compat/gpu/result.h"
#ifdef FFT_COMPAT_HIPFFT
#include "compat/hipfft/words.h"
#else
#include "compat/cufft/words.h"
#endif

namespace fft::compat {

// The only Interface. It is never taken down, because programs destroy plans while they end.
Interface& TheInterface();

// The result of `body`, in the interface's type.
template <typename Body>
FaceResult Answer(const Body& body) {
  return static_cast<FaceResult>(Guard(body));
}

// The result of `act` on the plan of a handle.
template <typename Act>
FaceResult With(FaceHandle plan, const Act& act) {
  return Answer([&] { return TheInterface().With(NumberOf(plan), act); });
}

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_FACE_H_
