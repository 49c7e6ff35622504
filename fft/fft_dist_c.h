/* Transforms over several ranks, for C: processes of an MPI job, or threads of this process, which
 * may each have a GPU. docs/distributed.md has the words; fft_dist.hpp is a C++17 header over this.
 *
 *   fft_dist_communicator* world = NULL;
 *   fft_dist_transform* transform = NULL;
 *   fft_error* error = fft_dist_mpi_open(NULL, &comm, 0, &world);
 *   int64_t in[2 * 3 * RANKS], out[2 * 3 * RANKS];
 *   fft_dist_slabs(token, FFT_DIST_INPUT, 0, ranks, in, NULL);
 *   fft_dist_slabs(token, FFT_DIST_OUTPUT, 1, ranks, out, NULL);
 *   fft_dist_problem problem = {.token = token, .input_boxes = in, .output_boxes = out};
 *   if (!error) error = fft_dist_create(context, world, &problem, NULL, &transform);
 *   if (!error) error = fft_dist_execute(transform, &(fft_dist_arguments){.in = a, .out = b});
 *
 * Errors, structs and null pointers are as in fft_c.h. Functions that say that they are collective
 * are called by every rank, in the same order; an error of one rank is returned on all, with its
 * number. A rank's communicator and transforms are used by one thread at a time. After
 * FFT_UNAVAILABLE or FFT_DEADLINE_EXCEEDED a communicator is of no more use. */
#ifndef FFT_FFT_DIST_C_H_
#define FFT_FFT_DIST_C_H_

#include "fft/fft_c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- communicators: one rank's end */

typedef struct fft_dist_communicator fft_dist_communicator;

/* Ranks of an MPI communicator. `mpi_comm` points to an MPI_Comm, which is duplicated; null stands
 * for MPI_COMM_WORLD, with MPI initialised if the program has not. A rank waits `timeout_seconds`
 * (0 = 300) for others. `library` is the shim that the MPI's own mpicc has compiled of fft_mpi.c;
 * null: libfft_mpi.so where the loader finds it, else the one that ./install has put beside the
 * library for the MPI that the program is linked with. Collective. Errors: FFT_INVALID_ARGUMENT (a
 * time below 0), FFT_UNAVAILABLE (no shim, MPI has ended, MPI_COMM_NULL, or an error of MPI),
 * FFT_FAILED_PRECONDITION (another version's shim), FFT_DEADLINE_EXCEEDED (other ranks);
 * *communicator is null then. */
FFT_API fft_error* fft_dist_mpi_open(const char* library, const void* mpi_comm,
                                     double timeout_seconds, fft_dist_communicator** communicator);
/* Ends MPI where fft_dist_mpi_open has initialised it, after its communicators are destroyed;
 * `library` as given there. Collective. Errors: FFT_UNAVAILABLE. */
FFT_API fft_error* fft_dist_mpi_finalize(const char* library);

/* Ranks of this process: fills `communicators` with `ranks` of them, one for each of as many
 * threads. A rank waits `timeout_seconds` (0 = 600) for others; one whose communicator is destroyed
 * makes them fail at once. Not collective. Errors: FFT_INVALID_ARGUMENT (1 to 1024 ranks; a time
 * below 0); all are null then. */
FFT_API fft_error* fft_dist_threads_open(int ranks, double timeout_seconds,
                                         fft_dist_communicator** communicators);
/* Lets `context`'s device use the memory of `peer`'s, for a program's own kernels and copies:
 * fft_dist_create does it for all pairs of ranks where FFT_DIST_DIRECT asks for it. Nothing happens
 * where the device can use it already. Errors: FFT_UNIMPLEMENTED (the platform cannot). */
FFT_API fft_error* fft_dist_allow_access(fft_context* context, fft_context* peer);

/* Makes a communicator of the ranks of `control`, each with the GPU of its context. They exchange
 * by NCCL in the stream of an execution; `control` carries the small messages and outlives the
 * result. `library`: null looks for libnccl.so.2. Collective. Errors: FFT_UNAVAILABLE;
 * *communicator is null then. */
FFT_API fft_error* fft_dist_nccl_open(const char* library, fft_dist_communicator* control,
                                      fft_context* context, fft_dist_communicator** communicator);

/* Frees a communicator, whose transforms must have been destroyed. Null is allowed. */
FFT_API void fft_dist_communicator_destroy(fft_dist_communicator* communicator);
/* This rank's number, and the number of ranks; 0 for null. */
FFT_API int fft_dist_rank(const fft_dist_communicator* communicator);
FFT_API int fft_dist_size(const fft_dist_communicator* communicator);

/* ---- problem: what to compute, and who holds which part; the same on all ranks */

/* A side's index space has the lengths of the problem, slowest first; the last length n of a side
 * in Hermitian format counts n/2 + 1. A box is its lower indices and then its upper ones, which it
 * does not hold; boxes stand rank by rank: 2 * axes * ranks numbers. Together the boxes hold every
 * index of all batches once. A box may be empty, and lies packed in its rank's memory. For example,
 * {.token = token, .input_boxes = in, .output_boxes = out} with boxes of fft_dist_slabs. */
typedef struct fft_dist_problem {
  size_t struct_size;
  /* Lengths, transform, precision, placement, batch and scale. A token with strides, offsets,
   * planar formats or callbacks is refused: boxes lie packed, their elements interleaved. */
  const char* token;
  const int64_t* input_boxes;
  const int64_t* output_boxes;
  /* Axes of a rank's memory, slowest first: 0 is the batch, 1 the first length, ... Null = in this
   * order. */
  const int32_t* input_order;
  const int32_t* output_order;
  int32_t box_axes;   /* as many as lengths, or 0; or one more: the batch comes first then */
  int32_t order_axes; /* numbers of each order that is not null: one more than there are lengths */
} fft_dist_problem;

typedef int32_t fft_dist_side;
enum { FFT_DIST_INPUT = 0, FFT_DIST_OUTPUT = 1 };

/* Fills `boxes` with slabs of nearly equal size along axis `axis` (0 = the slowest length) of a
 * side of the token's problem: 2 * lengths * ranks numbers, without a batch axis. `axes` receives
 * the number of lengths (1 to 3) and may be null. Errors: FFT_INVALID_ARGUMENT; nothing is written
 * then. */
FFT_API fft_error* fft_dist_slabs(const char* token, fft_dist_side side, int axis, int ranks,
                                  int64_t* boxes, int* axes);

/* ---- transform: planned, compiled, ready to run on this rank */

typedef struct fft_dist_transform fft_dist_transform;

typedef int32_t fft_dist_transport;
enum {
  FFT_DIST_MESSAGES = 0, /* through the communicator */
  FFT_DIST_DIRECT = 1    /* into the other ranks' memory; communicators of threads alone */
};

typedef int32_t fft_dist_peer_store;
enum {
  FFT_DIST_STORE_AUTO = 0,    /* copies where `link` is one between devices */
  FFT_DIST_STORE_KERNELS = 1, /* the kernels that make a piece store it */
  FFT_DIST_STORE_COPIES = 2   /* copies, beside kernels */
};

/* How to plan; the same on all ranks. For example, {.link = "nvlink", .transport =
 * FFT_DIST_DIRECT}. */
typedef struct fft_dist_options {
  size_t struct_size;
  /* "memory" (null), "nvlink", "pcie", "infiniband", "infiniband_hdr", "infiniband_fdr" */
  const char* link;
  fft_dist_transport transport;
  fft_dist_peer_store peer_store; /* with FFT_DIST_DIRECT */
  int32_t candidate;              /* rank of the way through the decompositions; 0 = the cheapest */
  int32_t pieces;                 /* parts of the last exchange; 0 chooses */
  int32_t groups;   /* with FFT_DIST_DIRECT, groups in which a step's data is sent; 0 chooses */
  int32_t reserved; /* 0 */
} fft_dist_options;

/* Compares problem and options of all ranks, plans and compiles; rank 0 sends its kernels to the
 * others. Collective. Context and communicator outlive the transform. `options` may be null.
 * Errors: FFT_INVALID_ARGUMENT (the problem or an option, or another one on some rank), those of
 * fft_plan_create_with, FFT_UNAVAILABLE and FFT_DEADLINE_EXCEEDED (other ranks); *transform is null
 * then. */
FFT_API fft_error* fft_dist_create(fft_context* context, fft_dist_communicator* communicator,
                                   const fft_dist_problem* problem, const fft_dist_options* options,
                                   fft_dist_transform** transform);
/* Frees a transform, whose executions must have ended. Null is allowed. */
FFT_API void fft_dist_destroy(fft_dist_transform* transform);

/* Bytes of this rank's boxes; in place the array holds the larger number. 0 for null. */
FFT_API int64_t fft_dist_input_bytes(const fft_dist_transform* transform);
FFT_API int64_t fft_dist_output_bytes(const fft_dist_transform* transform);

/* Pointers to memory of the context's device; null for an empty box. In place `in` is null or
 * `out`, otherwise it shares no byte with `out`. */
typedef struct fft_dist_arguments {
  size_t struct_size;
  const void* in;
  void* out;
  void* stream; /* null = the default stream */
} fft_dist_arguments;

/* Enqueues the transform in the stream, or has run it on return where ranks exchange through the
 * host. One execution at a time. Collective. Errors: FFT_INVALID_ARGUMENT (a pointer of this rank),
 * FFT_UNAVAILABLE and FFT_DEADLINE_EXCEEDED (other ranks); the output is undefined then. */
FFT_API fft_error* fft_dist_execute(fft_dist_transform* transform,
                                    const fft_dist_arguments* arguments);

/* This rank's plan, {"schema": "fft.dist_plan/1", ...}; fft_string_free frees it. Errors: none of
 * its own; *json is null then. */
FFT_API fft_error* fft_dist_description(const fft_dist_transform* transform, char** json);

#ifdef __cplusplus
}
#endif

#endif /* FFT_FFT_DIST_C_H_ */
