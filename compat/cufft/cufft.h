/* The functions of cuFFT in libcufft.so.12 and libcufft.so.11 of this library.
 *
 * Names, numbers and the meaning of arguments are those of cuFFT's binary interface, so programs
 * that were built with cuFFT's own headers run with this library. Arrays are device memory,
 * given as plain pointers, and streams are cudaStream_t or CUstream. docs/cufft.md says what
 * each function does and what differs. */
#ifndef FFT_COMPAT_CUFFT_CUFFT_H_
#define FFT_COMPAT_CUFFT_CUFFT_H_

#include <stddef.h>

/* The major version of the interface: 12, or 11 for programs of CUDA 12. */
#ifndef FFT_CUFFT_MAJOR
#define FFT_CUFFT_MAJOR 12
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int cufftHandle;
typedef int cufftResult; /* fft::compat::Result in compat/gpu/result.h */

/* cufftType: the elements of a plan's arrays. */
enum {
  CUFFT_C2C = 0x29,
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_Z2Z = 0x69,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c
};

/* cudaDataType: numbers of element types, including half and bfloat16. */
enum {
  CUFFT_R_32F = 0,
  CUFFT_R_64F = 1,
  CUFFT_R_16F = 2,
  CUFFT_C_32F = 4,
  CUFFT_C_64F = 5,
  CUFFT_C_16F = 6,
  CUFFT_R_16BF = 14,
  CUFFT_C_16BF = 15
};

enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

/* libraryPropertyType: the parts of the version number. */
enum { CUFFT_MAJOR_VERSION = 0, CUFFT_MINOR_VERSION = 1, CUFFT_PATCH_LEVEL = 2 };

/* cufftProperty: settings of a plan. They are stored and have no effect. */
enum { CUFFT_PATIENT_JIT = 0x1, CUFFT_MAX_NUM_HOST_THREADS = 0x2 };

/* cufftXtWorkAreaPolicy: how a plan's work area is sized. Only CUFFT_WORKAREA_PERFORMANCE is
 * supported. */
enum { CUFFT_WORKAREA_MINIMAL = 0, CUFFT_WORKAREA_USER = 1, CUFFT_WORKAREA_PERFORMANCE = 2 };

/* cufftXtCallbackType. One bit says load or store, one complex or real, one single or double. */
enum {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7
};

/* These functions are about handles and the settings of their plans. */
cufftResult cufftCreate(cufftHandle* plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, void* stream);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocates);
cufftResult cufftSetWorkArea(cufftHandle plan, void* area);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void** areas);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, int policy, size_t* work_bytes);
cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, int property, long long value);
cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, int property, long long* value);
cufftResult cufftResetPlanProperty(cufftHandle plan, int property);

/* Sets a callback of the plan that will be made. `name` is a device function in an LTO-IR file,
 * or in a fatbin that holds LTO-IR. The file's `bytes` bytes are copied. `users[0]` is the
 * pointer that the function receives; it is null where `users` is null. */
#if FFT_CUFFT_MAJOR >= 12
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char* name, const void* object,
                                  size_t bytes, int type, void** users);
#endif
cufftResult __cufftXtSetJITCallback_12_7(cufftHandle plan, const char* name, const void* object,
                                         size_t bytes, int type, void** users);

/* These functions make a handle and its plan. */
cufftResult cufftPlan1d(cufftHandle* plan, int nx, int type, int batch);
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, int type);
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, int type);
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, int type, int batch);

/* These functions make the plan of a handle that cufftCreate returned. */
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, int type, int batch, size_t* work_bytes);
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, int type, size_t* work_bytes);
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t* work_bytes);
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, int type, int batch,
                              size_t* work_bytes);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, int type, long long batch,
                                size_t* work_bytes);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, int in_type, long long* onembed,
                                long long ostride, long long odist, int out_type, long long batch,
                                size_t* work_bytes, int execution_type);

/* These functions return the size of a plan's work area in bytes without making the plan. */
cufftResult cufftEstimate1d(int nx, int type, int batch, size_t* work_bytes);
cufftResult cufftEstimate2d(int nx, int ny, int type, size_t* work_bytes);
cufftResult cufftEstimate3d(int nx, int ny, int nz, int type, size_t* work_bytes);
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, int type, int batch, size_t* work_bytes);
cufftResult cufftGetSize1d(cufftHandle plan, int nx, int type, int batch, size_t* work_bytes);
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, int type, size_t* work_bytes);
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, int type, size_t* work_bytes);
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, int type, int batch,
                             size_t* work_bytes);
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, long long* onembed,
                               long long ostride, long long odist, int type, long long batch,
                               size_t* work_bytes);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, int in_type, long long* onembed,
                               long long ostride, long long odist, int out_type, long long batch,
                               size_t* work_bytes, int execution_type);
cufftResult cufftGetSize(cufftHandle plan, size_t* work_bytes);

/* These functions execute plans. */
cufftResult cufftExecC2C(cufftHandle plan, void* in, void* out, int direction);
cufftResult cufftExecR2C(cufftHandle plan, void* in, void* out);
cufftResult cufftExecC2R(cufftHandle plan, void* in, void* out);
cufftResult cufftExecZ2Z(cufftHandle plan, void* in, void* out, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, void* in, void* out);
cufftResult cufftExecZ2D(cufftHandle plan, void* in, void* out);
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction);

/* These functions return facts about the library. */
cufftResult cufftGetVersion(int* version);
cufftResult cufftGetProperty(int property, int* value);

/* Functions that only return CUFFT_NOT_IMPLEMENTED. They are declared without parameters, since
 * they read none. */
#define FFT_CUFFT_ABSENT(name) cufftResult name(void);
#include "compat/cufft/absent.def"
#undef FFT_CUFFT_ABSENT

#ifdef __cplusplus
}
#endif

#endif /* FFT_COMPAT_CUFFT_CUFFT_H_ */
