/* Transforms over several ranks for C: fft/dist, whose documentation is docs/distributed.md.
 *
 *   fft_dist_communicator* world;
 *   fft_dist_mpi_open("libfft_mpi.so", &comm, 60, &world);
 *   int64_t in[] = {...}, out[] = {...};
 *   fft_dist_problem problem = {sizeof(problem), "complex_forward_len_512_512_512_single_op", in,
 * out}; fft_dist_transform* transform; fft_dist_create(context, world, &problem, &transform);
 *   fft_dist_execute(transform, data_in, data_out, NULL);
 *
 * Errors are those of fft_c.h. Functions that say so are collective: every rank calls them, in the
 * same order.
 */
#ifndef FFT_FFT_DIST_C_H_
#define FFT_FFT_DIST_C_H_

#include "fft/fft_c.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fft_dist_communicator fft_dist_communicator;
typedef struct fft_dist_transform fft_dist_transform;

/* Ranks of an MPI communicator, through the shim `library` (null: "libfft_mpi.so") that the MPI's
 * own mpicc has compiled. `mpi_comm` points to an MPI_Comm; null: MPI_COMM_WORLD, with MPI
 * initialised if the program has not. A rank waits `timeout_seconds` (0: 300) for others.
 * Collective. Errors: FFT_UNAVAILABLE (no shim, or an error of MPI), FFT_FAILED_PRECONDITION
 * (another version's shim). */
FFT_API fft_error* fft_dist_mpi_open(const char* library, const void* mpi_comm,
                                     double timeout_seconds, fft_dist_communicator** communicator);
/* Ranks of this process: `ranks` communicators, one for each of as many threads. A rank that is
 * destroyed makes the others fail. Errors: FFT_INVALID_ARGUMENT. */
FFT_API fft_error* fft_dist_threads_open(int ranks, fft_dist_communicator** communicators);
/* Transforms made with it must have been destroyed. Null is allowed. */
FFT_API void fft_dist_communicator_destroy(fft_dist_communicator* communicator);
FFT_API int fft_dist_rank(const fft_dist_communicator* communicator);
FFT_API int fft_dist_size(const fft_dist_communicator* communicator);

/* What is the same on all ranks. Boxes are, for each rank in turn, the lower indices of all axes
 * (the lengths, slowest first) and then the upper ones: 2 * axes * ranks numbers. The last axis of
 * a Hermitian side has n/2 + 1 indices. Boxes hold every index once and may be empty; each rank has
 * its own one packed in memory, for all batches. */
typedef struct fft_dist_problem {
  size_t struct_size;
  const char* token; /* lengths, kind, precision, placement, batch, scale; its layout is not used */
  const int64_t* input_boxes;
  const int64_t* output_boxes;
  const char* link; /* "memory" (null), "nvlink", "pcie", "infiniband", "infiniband_hdr" */
  int32_t direct;   /* 1: into the other ranks' memory; threads alone */
  int32_t pieces;   /* parts of the last exchange; 0 chooses */
} fft_dist_problem;

/* Plans and compiles. Collective; an error of one rank is returned on all. The context and the
 * communicator outlive the transform.
 * Errors: FFT_INVALID_ARGUMENT (the problem, or another one on some rank), those of
 * fft_plan_create, FFT_UNAVAILABLE and code 4, deadline exceeded (other ranks). */
FFT_API fft_error* fft_dist_create(fft_context* context, fft_dist_communicator* communicator,
                                   const fft_dist_problem* problem, fft_dist_transform** transform);
FFT_API void fft_dist_destroy(fft_dist_transform* transform);
/* In place, `in` is null or `out`. Collective. Errors: FFT_INVALID_ARGUMENT, and of other ranks. */
FFT_API fft_error* fft_dist_execute(fft_dist_transform* transform, const void* in, void* out,
                                    void* stream);
/* This rank's plan, {"schema": "fft.dist_plan/1", ...}; fft_string_free frees it. */
FFT_API fft_error* fft_dist_description(const fft_dist_transform* transform, char** json);

#ifdef __cplusplus
}
#endif

#endif /* FFT_FFT_DIST_C_H_ */
