/* Transforms over several ranks, for C. Ranks are processes of an MPI job, or threads of this
 * process, and each may have a GPU. docs/distributed.md explains the terms; fft_dist.hpp is a C++17
 * header over this one.
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
 * Errors, structs and null pointers are as in fft_c.h. Every rank must call the functions whose
 * comment says "Collective", in the same order. If a rank refuses a member of problem, options or
 * arguments, all ranks return its error, and the message names the rank's number. Other faults,
 * such as a null communicator or transform or a missing shim, are returned only on their rank; the
 * other ranks wait until their time is over. One thread at a time uses a rank's communicator and
 * transforms. After FFT_UNAVAILABLE, FFT_DEADLINE_EXCEEDED or FFT_INTERNAL a communicator may be
 * broken: destroy it. */
#ifndef FFT_FFT_DIST_C_H_
#define FFT_FFT_DIST_C_H_

#include "fft/fft_c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- communicators: the connection of one rank to the others */

typedef struct fft_dist_communicator fft_dist_communicator;

/* Opens a communicator on the ranks of an MPI communicator. `mpi_comm` points to an MPI_Comm, which
 * is duplicated; null stands for MPI_COMM_WORLD, and MPI is then initialised if the program has not
 * done it. A rank waits at most `timeout_seconds` seconds (0 = 300) for others. `library` is the
 * path of the shim, fft_mpi.c compiled by the mpicc of the MPI in use. Null takes libfft_mpi.so
 * where the loader finds it, else the shim that ./install has put beside the library for the
 * program's MPI. Collective. Errors: FFT_INVALID_ARGUMENT (a time below 0), FFT_UNAVAILABLE (no
 * shim, MPI has ended, MPI_COMM_NULL, or an error of MPI), FFT_FAILED_PRECONDITION (a shim of
 * another version), FFT_DEADLINE_EXCEEDED (other ranks). On an error *communicator is null. */
FFT_API fft_error* fft_dist_mpi_open(const char* library, const void* mpi_comm,
                                     double timeout_seconds, fft_dist_communicator** communicator);
/* Ends MPI if fft_dist_mpi_open has initialised it, else does nothing. Communicators on MPI must be
 * destroyed before. `library` is as in fft_dist_mpi_open. Collective. Errors: FFT_UNAVAILABLE (no
 * shim, or an error of MPI), FFT_FAILED_PRECONDITION (a shim of another version). */
FFT_API fft_error* fft_dist_mpi_finalize(const char* library);

/* Fills `communicators` with `ranks` communicators of this process, one for each of as many
 * threads. A rank waits at most `timeout_seconds` seconds (0 = 600) for others. When a communicator
 * is destroyed, ranks that wait for it fail at once. Not collective. Errors: FFT_INVALID_ARGUMENT
 * (`ranks` outside 1 to 1024, or a time below 0). On an error all communicators are null, but for a
 * wrong `ranks` nothing is written. */
FFT_API fft_error* fft_dist_threads_open(int ranks, double timeout_seconds,
                                         fft_dist_communicator** communicators);
/* Lets `context`'s device use the memory of `peer`'s device in the program's own kernels and
 * copies. fft_dist_create does this itself for all pairs of ranks with FFT_DIST_DIRECT. Nothing
 * happens where the device can use the memory already. Errors: FFT_UNIMPLEMENTED (the platform
 * cannot). */
FFT_API fft_error* fft_dist_allow_access(fft_context* context, fft_context* peer);

/* Makes a communicator of the ranks of `control`, each with the GPU of its context. The ranks
 * exchange data by NCCL in the stream of an execution. `control` carries the small messages.
 * `control` and `context` must outlive the result. `library` is the path of NCCL; null looks for
 * libnccl.so.2, then for libnccl.so. Collective. Errors: FFT_UNAVAILABLE (no NCCL, or an error of
 * NCCL or of `control`), FFT_DEADLINE_EXCEEDED (other ranks). On an error *communicator is null. */
FFT_API fft_error* fft_dist_nccl_open(const char* library, fft_dist_communicator* control,
                                      fft_context* context, fft_dist_communicator** communicator);

/* Frees a communicator, whose transforms must have been destroyed. Null is allowed. */
FFT_API void fft_dist_communicator_destroy(fft_dist_communicator* communicator);
/* Return this rank's number, 0 to size - 1, and the number of ranks; 0 for null. */
FFT_API int fft_dist_rank(const fft_dist_communicator* communicator);
FFT_API int fft_dist_size(const fft_dist_communicator* communicator);

/* ---- problem: what to compute, and who holds which part; the same on all ranks */

/* What to compute, and which box of the data each rank holds. The input and the output each have an
 * index space: the lengths of the problem, slowest first. In a Hermitian format the last length n
 * has n/2 + 1 indices. A box is the lower index of every axis, and then the upper index of every
 * axis, which it does not hold. The boxes of rank 0 come first: 2 * axes * ranks numbers in all.
 * Together the boxes hold every index once, in every batch. A box may be empty, and lies packed in
 * its rank's memory. For example, {.token = token, .input_boxes = in, .output_boxes = out} with
 * boxes of fft_dist_slabs. */
typedef struct fft_dist_problem {
  size_t struct_size;
  /* Lengths, transform, precision, placement, batch and scale (docs/TOKENS.md). A token with
   * anything else is refused, such as strides, ranges, loops, planar formats or callbacks: boxes
   * are packed and interleaved. Strides, distances and offsets of packed arrays are allowed. */
  const char* token;
  const int64_t* input_boxes;
  const int64_t* output_boxes;
  /* The order of the axes in a rank's memory, slowest first. Axis 0 is the batch, axis 1 the first
   * length, and so on; null = 0, 1, 2, ... */
  const int32_t* input_order;
  const int32_t* output_order;
  int32_t box_axes;   /* as many as lengths, or 0; or one more: the batch comes first then */
  int32_t order_axes; /* numbers of each order that is not null: one more than there are lengths */
} fft_dist_problem;

typedef int32_t fft_dist_side;
enum { FFT_DIST_INPUT = 0, FFT_DIST_OUTPUT = 1 };

/* Fills `boxes` with slabs of nearly equal size along axis `axis` (0 = the slowest length) of the
 * input or output of the token's problem. `boxes` must hold 2 * lengths * ranks numbers; slabs have
 * no batch axis. `axes` receives the number of lengths (1 to 3) and may be null. Errors:
 * FFT_INVALID_ARGUMENT; nothing is written then. */
FFT_API fft_error* fft_dist_slabs(const char* token, fft_dist_side side, int axis, int ranks,
                                  int64_t* boxes, int* axes);

/* ---- transform: planned, compiled, ready to run on this rank */

typedef struct fft_dist_transform fft_dist_transform;

typedef int32_t fft_dist_transport;
enum {
  FFT_DIST_MESSAGES = 0, /* through the communicator */
  FFT_DIST_DIRECT = 1    /* into the other ranks' memory; only with communicators of threads */
};

typedef int32_t fft_dist_peer_store;
enum {
  FFT_DIST_STORE_AUTO = 0,    /* kernels if `link` is "memory", else copies */
  FFT_DIST_STORE_KERNELS = 1, /* the kernels that make a piece store it */
  FFT_DIST_STORE_COPIES = 2   /* copies, beside kernels */
};

/* How to plan; all ranks must give the same options. For example, {.link = "nvlink", .transport =
 * FFT_DIST_DIRECT}. */
typedef struct fft_dist_options {
  size_t struct_size;
  /* The link between ranks that costs are predicted for: "memory" (also null), "nvlink", "pcie",
   * "infiniband", "infiniband_hdr" or "infiniband_fdr". */
  const char* link;
  fft_dist_transport transport;
  fft_dist_peer_store peer_store; /* with FFT_DIST_DIRECT */
  int32_t candidate;              /* index of the decomposition by cost; 0 = the cheapest */
  int32_t pieces;                 /* parts of the last exchange; 0 chooses */
  int32_t groups;   /* with FFT_DIST_DIRECT, groups in which a step's data is sent; 0 chooses */
  int32_t reserved; /* 0 */
} fft_dist_options;

/* Checks that all ranks give the same problem and options, plans and compiles. Rank 0 sends its
 * kernels to the others. Collective. The communicator must outlive the transform, which keeps alive
 * what it needs of its context. `options` may be null. Errors: FFT_INVALID_ARGUMENT (the problem or
 * an option is wrong, or differs between ranks), those of fft_plan_create_with, FFT_UNAVAILABLE and
 * FFT_DEADLINE_EXCEEDED (other ranks). On an error *transform is null. */
FFT_API fft_error* fft_dist_create(fft_context* context, fft_dist_communicator* communicator,
                                   const fft_dist_problem* problem, const fft_dist_options* options,
                                   fft_dist_transform** transform);
/* Frees a transform, whose executions must have ended. Null is allowed. */
FFT_API void fft_dist_destroy(fft_dist_transform* transform);

/* Return the bytes of this rank's input and output boxes; 0 for null. In place the array must hold
 * the larger number. */
FFT_API int64_t fft_dist_input_bytes(const fft_dist_transform* transform);
FFT_API int64_t fft_dist_output_bytes(const fft_dist_transform* transform);

/* The arrays of one execution, in the memory of the context's device; null for an empty box. In
 * place `in` is null or equal to `out`. Out of place the two arrays share no byte. For example,
 * {.in = in, .out = out}. */
typedef struct fft_dist_arguments {
  size_t struct_size;
  const void* in;
  void* out;
  void* stream; /* null = the default stream */
} fft_dist_arguments;

/* Enqueues the transform in the stream. Where ranks exchange through the host, the transform has
 * ended on return. One execution runs at a time. Collective. Errors: FFT_INVALID_ARGUMENT (a
 * pointer of any rank), FFT_UNAVAILABLE and FFT_DEADLINE_EXCEEDED (other ranks). On an error the
 * output is undefined. */
FFT_API fft_error* fft_dist_execute(fft_dist_transform* transform,
                                    const fft_dist_arguments* arguments);

/* Describes this rank's plan as JSON, {"schema": "fft.dist_plan/1", ...}. fft_string_free frees
 * *json. Errors: none of its own; *json is null on an error. */
FFT_API fft_error* fft_dist_description(const fft_dist_transform* transform, char** json);

#ifdef __cplusplus
}
#endif

#endif /* FFT_FFT_DIST_C_H_ */
