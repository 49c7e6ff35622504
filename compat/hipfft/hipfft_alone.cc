// The functions of hipFFT that cuFFT does not have. Some only return HIPFFT_NOT_IMPLEMENTED.
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"

using namespace fft::compat;

hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double factor) {
  return With(plan, [&](Handle& handle) { return handle.transform.SetScale(factor); });
}

// Defines a function that ignores its parameters and returns HIPFFT_NOT_IMPLEMENTED.
#define FFT_HIPFFT_ABSENT(name, ...) \
  hipfftResult name(__VA_ARGS__) { return HIPFFT_NOT_IMPLEMENTED; }

// Callbacks as compiled device code. This library takes the source text of callbacks instead.
FFT_HIPFFT_ABSENT(hipfftXtSetCallback, hipfftHandle, void**, hipfftXtCallbackType, void**)
FFT_HIPFFT_ABSENT(hipfftXtClearCallback, hipfftHandle, hipfftXtCallbackType)
FFT_HIPFFT_ABSENT(hipfftXtSetCallbackSharedSize, hipfftHandle, hipfftXtCallbackType, size_t)
// These functions are for plans over several GPUs.
FFT_HIPFFT_ABSENT(hipfftXtSetGPUs, hipfftHandle, int, int*)
FFT_HIPFFT_ABSENT(hipfftXtMalloc, hipfftHandle, hipLibXtDesc**, hipfftXtSubFormat)
FFT_HIPFFT_ABSENT(hipfftXtMemcpy, hipfftHandle, void*, void*, hipfftXtCopyType)
FFT_HIPFFT_ABSENT(hipfftXtFree, hipLibXtDesc*)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptor, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*, int)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorC2C, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*, int)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorR2C, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorC2R, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorZ2Z, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*, int)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorD2Z, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*)
FFT_HIPFFT_ABSENT(hipfftXtExecDescriptorZ2D, hipfftHandle, hipLibXtDesc*, hipLibXtDesc*)
