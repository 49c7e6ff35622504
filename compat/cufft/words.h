// The words of cuFFT's interface, for compat/gpu/face.h.
#ifndef FFT_COMPAT_CUFFT_WORDS_H_
#define FFT_COMPAT_CUFFT_WORDS_H_

#include "compat/cufft/cufft.h"
#include "compat/gpu/devices.h"

// The name of a function.
#define FFT_FACE(name) cufft##name

namespace fft::compat {

using FaceHandle = cufftHandle;
using FaceResult = cufftResult;
using FaceType = int;
using FaceDataType = int;
using FaceProperty = int;
using FaceStream = void*;
using FaceReal = void;
using FaceComplex = void;
using FaceDoubleReal = void;
using FaceDoubleComplex = void;

inline int NumberOf(FaceHandle handle) { return handle; }
inline FaceHandle HandleOf(int number) { return number; }

// The version of the interface: major, minor, patch, and the factor of the major number in the
// whole version. Some programs refuse a library that is older than the one they were built with, so
// the minor number is higher than any of the original's.
inline constexpr int kFaceVersion[] = {FFT_CUFFT_MAJOR, 9, 0};
inline constexpr int kFaceMajorUnit = 1000;

inline constexpr CurrentDevice kFaceDevice = CurrentCudaDevice;

}  // namespace fft::compat

#endif  // FFT_COMPAT_CUFFT_WORDS_H_
