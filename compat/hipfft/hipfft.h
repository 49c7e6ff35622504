/* The functions of hipFFT in libhipfft.so.0 of this library, except those of hipfftXt.h.
 *
 * Names, numbers and the meaning of arguments are those of hipFFT's binary interface on AMD
 * GPUs, so programs that were built with hipFFT's own headers run with this library. Programs
 * may also be built with this header. docs/hipfft.md says what each function does and what
 * differs. */
#ifndef FFT_COMPAT_HIPFFT_HIPFFT_H_
#define FFT_COMPAT_HIPFFT_HIPFFT_H_

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HIPFFT_VERSION_MAJOR 1
#define HIPFFT_VERSION_MINOR 0
#define HIPFFT_VERSION_PATCH 99

typedef struct hipfftHandle_t* hipfftHandle;

typedef enum hipfftResult_t {
  HIPFFT_SUCCESS = 0,
  HIPFFT_INVALID_PLAN = 1,
  HIPFFT_ALLOC_FAILED = 2,
  HIPFFT_INVALID_TYPE = 3,
  HIPFFT_INVALID_VALUE = 4,
  HIPFFT_INTERNAL_ERROR = 5,
  HIPFFT_EXEC_FAILED = 6,
  HIPFFT_SETUP_FAILED = 7,
  HIPFFT_INVALID_SIZE = 8,
  HIPFFT_UNALIGNED_DATA = 9,
  HIPFFT_INCOMPLETE_PARAMETER_LIST = 10,
  HIPFFT_INVALID_DEVICE = 11,
  HIPFFT_PARSE_ERROR = 12,
  HIPFFT_NO_WORKSPACE = 13,
  HIPFFT_NOT_IMPLEMENTED = 14,
  HIPFFT_NOT_SUPPORTED = 16
} hipfftResult;

/* The elements of a plan's arrays: complex numbers or reals, in single or double precision. */
typedef enum hipfftType_t {
  HIPFFT_C2C = 0x29,
  HIPFFT_R2C = 0x2a,
  HIPFFT_C2R = 0x2c,
  HIPFFT_Z2Z = 0x69,
  HIPFFT_D2Z = 0x6a,
  HIPFFT_Z2D = 0x6c
} hipfftType;

typedef enum hipfftLibraryPropertyType_t {
  HIPFFT_MAJOR_VERSION,
  HIPFFT_MINOR_VERSION,
  HIPFFT_PATCH_LEVEL
} hipfftLibraryPropertyType;

#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1

typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;

/* These functions are about handles and the settings of their plans. */
hipfftResult hipfftCreate(hipfftHandle* plan);
hipfftResult hipfftDestroy(hipfftHandle plan);
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int allocates);
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void* area);
hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double factor);

/* These functions make a handle and its plan. */
hipfftResult hipfftPlan1d(hipfftHandle* plan, int nx, hipfftType type, int batch);
hipfftResult hipfftPlan2d(hipfftHandle* plan, int nx, int ny, hipfftType type);
hipfftResult hipfftPlan3d(hipfftHandle* plan, int nx, int ny, int nz, hipfftType type);
hipfftResult hipfftPlanMany(hipfftHandle* plan, int rank, int* n, int* inembed, int istride,
                            int idist, int* onembed, int ostride, int odist, hipfftType type,
                            int batch);

/* These functions make the plan of a handle that hipfftCreate returned. */
hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                              size_t* work_bytes);
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                              size_t* work_bytes);
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                              size_t* work_bytes);
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride,
                                int idist, int* onembed, int ostride, int odist, hipfftType type,
                                int batch, size_t* work_bytes);
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long* n, long long* inembed,
                                  long long istride, long long idist, long long* onembed,
                                  long long ostride, long long odist, hipfftType type,
                                  long long batch, size_t* work_bytes);

/* These functions return the size of a plan's work area in bytes without making the plan. */
hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t* work_bytes);
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t* work_bytes);
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t* work_bytes);
hipfftResult hipfftEstimateMany(int rank, int* n, int* inembed, int istride, int idist,
                                int* onembed, int ostride, int odist, hipfftType type, int batch,
                                size_t* work_bytes);
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                             size_t* work_bytes);
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                             size_t* work_bytes);
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                             size_t* work_bytes);
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride,
                               int idist, int* onembed, int ostride, int odist, hipfftType type,
                               int batch, size_t* work_bytes);
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long* n, long long* inembed,
                                 long long istride, long long idist, long long* onembed,
                                 long long ostride, long long odist, hipfftType type,
                                 long long batch, size_t* work_bytes);
hipfftResult hipfftGetSize(hipfftHandle plan, size_t* work_bytes);

/* These functions execute plans. */
hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex* in, hipfftComplex* out, int direction);
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal* in, hipfftComplex* out);
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex* in, hipfftReal* out);
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleComplex* out,
                           int direction);
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal* in, hipfftDoubleComplex* out);
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleReal* out);

/* These functions return facts about the library. */
hipfftResult hipfftGetVersion(int* version);
hipfftResult hipfftGetProperty(hipfftLibraryPropertyType property, int* value);

#ifdef __cplusplus
}
#endif

#endif /* FFT_COMPAT_HIPFFT_HIPFFT_H_ */
