// The names and types of cuFFT's interface, as compat/gpu/face.h needs them.
#ifndef FFT_COMPAT_CUFFT_WORDS_H_
#define FFT_COMPAT_CUFFT_WORDS_H_

#include "compat/cufft/cufft.h"
#include "compat/gpu/devices.h"

// The name of a function of the interface.
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

// The version of the interface: major, minor, patch. The whole version number is major *
// kFaceMajorUnit + minor * 100 + patch. Some programs refuse a library that is older than the one
// they were built with, so the minor number is higher than any of cuFFT's.
inline constexpr int kFaceVersion[] = {FFT_CUFFT_MAJOR, 9, 0};
inline constexpr int kFaceMajorUnit = 1000;

inline constexpr CurrentDevice kFaceDevice = CurrentCudaDevice;

}  // namespace fft::compat

#endif  // FFT_COMPAT_CUFFT_WORDS_H_
