// The functions of hipFFT that cuFFT does not have, with those that say that they are not
// implemented.
#include "compat/gpu/face.h"
#include "compat/gpu/handles.h"

using namespace fft::compat;

hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double factor) {
  return With(plan, [&](Handle& handle) { return handle.transform.SetScale(factor); });
}

// A function of these parameters, which nobody reads.
#define FFT_HIPFFT_ABSENT(name, ...) \
  hipfftResult name(__VA_ARGS__) { return HIPFFT_NOT_IMPLEMENTED; }

// Callbacks as code of the device: this library takes their source text.
FFT_HIPFFT_ABSENT(hipfftXtSetCallback, hipfftHandle, void**, hipfftXtCallbackType, void**)
FFT_HIPFFT_ABSENT(hipfftXtClearCallback, hipfftHandle, hipfftXtCallbackType)
FFT_HIPFFT_ABSENT(hipfftXtSetCallbackSharedSize, hipfftHandle, hipfftXtCallbackType, size_t)
// These concern several GPUs in one plan.
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
