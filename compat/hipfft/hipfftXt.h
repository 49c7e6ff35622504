/* The functions of hipFFT's extended interface in libhipfft.so.0 of this library. The functions
 * for callbacks as device code and for several GPUs return HIPFFT_NOT_IMPLEMENTED. */
#ifndef FFT_COMPAT_HIPFFT_HIPFFTXT_H_
#define FFT_COMPAT_HIPFFT_HIPFFTXT_H_

#include "hipfft.h"

#ifdef __cplusplus
extern "C" {
#endif

/* These functions make plans of any precision, by the types of their elements. */
hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long* n, long long* inembed,
                                  long long istride, long long idist, hipDataType in_type,
                                  long long* onembed, long long ostride, long long odist,
                                  hipDataType out_type, long long batch, size_t* work_bytes,
                                  hipDataType execution_type);
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, hipDataType in_type,
                                 long long* onembed, long long ostride, long long odist,
                                 hipDataType out_type, long long batch, size_t* work_bytes,
                                 hipDataType execution_type);
hipfftResult hipfftXtExec(hipfftHandle plan, void* in, void* out, int direction);

/* These types and functions are for callbacks. */
typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX = 0,
  HIPFFT_CB_LD_COMPLEX_DOUBLE = 1,
  HIPFFT_CB_LD_REAL = 2,
  HIPFFT_CB_LD_REAL_DOUBLE = 3,
  HIPFFT_CB_ST_COMPLEX = 4,
  HIPFFT_CB_ST_COMPLEX_DOUBLE = 5,
  HIPFFT_CB_ST_REAL = 6,
  HIPFFT_CB_ST_REAL_DOUBLE = 7,
  HIPFFT_CB_UNDEFINED = 8
} hipfftXtCallbackType;

hipfftResult hipfftXtSetCallback(hipfftHandle plan, void** callbacks, hipfftXtCallbackType type,
                                 void** data);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType type,
                                           size_t bytes);

/* These types and functions are for plans over several GPUs. */
typedef enum hipfftXtSubFormat_t {
  HIPFFT_XT_FORMAT_INPUT = 0,
  HIPFFT_XT_FORMAT_OUTPUT = 1,
  HIPFFT_XT_FORMAT_INPLACE = 2,
  HIPFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  HIPFFT_FORMAT_UNDEFINED = 5
} hipfftXtSubFormat;

typedef enum hipfftXtCopyType_t {
  HIPFFT_COPY_HOST_TO_DEVICE = 0,
  HIPFFT_COPY_DEVICE_TO_HOST = 1,
  HIPFFT_COPY_DEVICE_TO_DEVICE = 2,
  HIPFFT_COPY_UNDEFINED = 3
} hipfftXtCopyType;

/* An array over several GPUs, as hipFFT declares it. For example, nGPUs is 2 and data[1] lies on
 * GPUs[1]. */
typedef struct hipXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[64];
  void* data[64];
  size_t size[64];
  void* hipXtState;
} hipXtDesc;

typedef struct hipLibXtDesc_t {
  int version;
  hipXtDesc* descriptor;
  int library;
  int subFormat;
  void* libDescriptor;
} hipLibXtDesc;

hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int* gpus);
hipfftResult hipfftXtMalloc(hipfftHandle plan, hipLibXtDesc** descriptor, hipfftXtSubFormat format);
hipfftResult hipfftXtMemcpy(hipfftHandle plan, void* to, void* from, hipfftXtCopyType type);
hipfftResult hipfftXtFree(hipLibXtDesc* descriptor);
hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out,
                                    int direction);
hipfftResult hipfftXtExecDescriptorC2C(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out,
                                       int direction);
hipfftResult hipfftXtExecDescriptorR2C(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorC2R(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorZ2Z(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out,
                                       int direction);
hipfftResult hipfftXtExecDescriptorD2Z(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorZ2D(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);

#ifdef __cplusplus
}
#endif

#endif /* FFT_COMPAT_HIPFFT_HIPFFTXT_H_ */
