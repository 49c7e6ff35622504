// The names and types of hipFFT's interface, as compat/gpu/face.h needs them.
#ifndef FFT_COMPAT_HIPFFT_WORDS_H_
#define FFT_COMPAT_HIPFFT_WORDS_H_

#include <cstdint>
#include <limits>

#include "compat/cufft/cufft.h"
#include "compat/gpu/devices.h"
#include "compat/hipfft/hipfft.h"
#include "compat/hipfft/hipfftXt.h"

// The name of a function of the interface.
#define FFT_FACE(name) hipfft##name

namespace fft::compat {

using FaceHandle = hipfftHandle;
using FaceResult = hipfftResult;
using FaceType = hipfftType;
using FaceDataType = hipDataType;
using FaceProperty = hipfftLibraryPropertyType;
using FaceStream = hipStream_t;
using FaceReal = hipfftReal;
using FaceComplex = hipfftComplex;
using FaceDoubleReal = hipfftDoubleReal;
using FaceDoubleComplex = hipfftDoubleComplex;

// Types, properties and directions have cuFFT's numbers.
static_assert(static_cast<int>(HIPFFT_C2C) == CUFFT_C2C &&
              static_cast<int>(HIPFFT_R2C) == CUFFT_R2C &&
              static_cast<int>(HIPFFT_C2R) == CUFFT_C2R);
static_assert(static_cast<int>(HIPFFT_Z2Z) == CUFFT_Z2Z &&
              static_cast<int>(HIPFFT_D2Z) == CUFFT_D2Z &&
              static_cast<int>(HIPFFT_Z2D) == CUFFT_Z2D);
static_assert(static_cast<int>(HIPFFT_PATCH_LEVEL) == CUFFT_PATCH_LEVEL);
static_assert(HIPFFT_FORWARD == CUFFT_FORWARD && HIPFFT_BACKWARD == CUFFT_INVERSE);

// A handle is a pointer whose address is the plan's number. It points to nothing, so the library
// can check a handle without reading memory.
inline int NumberOf(FaceHandle handle) {
  const auto number = reinterpret_cast<uintptr_t>(handle);
  return number <= std::numeric_limits<int>::max() ? static_cast<int>(number) : 0;
}
inline FaceHandle HandleOf(int number) {
  return reinterpret_cast<FaceHandle>(static_cast<uintptr_t>(number));
}

// The version of the interface: major, minor, patch. The whole version number is major *
// kFaceMajorUnit + minor * 100 + patch. Some programs refuse an older library, so the patch is
// higher than any of hipFFT's.
inline constexpr int kFaceVersion[] = {HIPFFT_VERSION_MAJOR, HIPFFT_VERSION_MINOR,
                                       HIPFFT_VERSION_PATCH};
inline constexpr int kFaceMajorUnit = 10000;

inline constexpr CurrentDevice kFaceDevice = CurrentHipDevice;

}  // namespace fft::compat

#endif  // FFT_COMPAT_HIPFFT_WORDS_H_
