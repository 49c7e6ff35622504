// The names and types of the interface that a source file is compiled for. cuFFT's and hipFFT's
// functions come from the same files under the names of compat/cufft/words.h or
// compat/hipfft/words.h.
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

// The only Interface of the library. It is never destroyed, because programs destroy plans even
// while they exit.
Interface& TheInterface();

// The value that `body` returns, as the interface's result type. Out of memory becomes a result
// too.
template <typename Body>
FaceResult Answer(const Body& body) {
  return static_cast<FaceResult>(Guard(body));
}

// The value that `act` returns for the plan of a handle.
template <typename Act>
FaceResult With(FaceHandle plan, const Act& act) {
  return Answer([&] { return TheInterface().With(NumberOf(plan), act); });
}

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_FACE_H_
