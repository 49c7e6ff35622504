/* The shim between the library and the MPI of a machine. It has the parts of MPI that the library
 * needs, as plain C functions. The mpicc of that MPI compiles fft_mpi.c into a library
 * (libfft_mpi.so). Only the shim knows the types and constants of the MPI.
 */
#ifndef FFT_DIST_MPI_FFT_MPI_H_
#define FFT_DIST_MPI_FFT_MPI_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FFT_MPI_SHIM_VERSION 2

typedef struct fft_mpi_group fft_mpi_group;     /* a communicator */
typedef struct fft_mpi_request fft_mpi_request; /* a call that is not done yet */

typedef struct fft_mpi_message {
  int peer;
  void* data;
  int64_t bytes;
} fft_mpi_message;

/* The functions of the shim. Functions that can fail return 0, or a code that `describe` turns into
 * text. A request ends when `test` sets *done, or when `abandon` is called. */
typedef struct fft_mpi_functions {
  int version; /* FFT_MPI_SHIM_VERSION */

  /* Initialises MPI if the program has not done so. Only in this case `finalize` ends MPI. After
   * the end of MPI all functions that communicate return an error. */
  int (*initialize)(void);
  int (*finalize)(void);
  void (*describe)(int code, char* text, int size);

  /* Begins a new communicator: a duplicate of *(MPI_Comm*)mpi_comm, or of MPI_COMM_WORLD for NULL.
   * It can be used after the request is done and `end_open` has been called. */
  int (*begin_open)(const void* mpi_comm, fft_mpi_group** group, fft_mpi_request** request);
  int (*end_open)(fft_mpi_group* group);
  int (*close)(fft_mpi_group* group);
  int (*rank)(const fft_mpi_group* group);
  int (*size)(const fft_mpi_group* group);
  /* Returns 1 if this MPI says that it takes pointers to memory of NVIDIA devices, else 0. */
  int (*takes_cuda)(void);

  /* Fills `all` with the `bytes` bytes of every rank, one rank after the other. */
  int (*begin_all_gather)(fft_mpi_group* group, const void* mine, int bytes, void* all,
                          fft_mpi_request** request);
  int (*begin_broadcast)(fft_mpi_group* group, void* data, int64_t bytes, int root,
                         fft_mpi_request** request);
  int (*begin_messages)(fft_mpi_group* group, const fft_mpi_message* sends, int send_count,
                        const fft_mpi_message* receives, int receive_count,
                        fft_mpi_request** request);
  int (*test)(fft_mpi_request* request, int* done);
  /* Gives up messages that have not arrived. MPI may still use the request's memory and the memory
   * that it sends, so these are never freed. */
  void (*abandon)(fft_mpi_request* request);
} fft_mpi_functions;

const fft_mpi_functions* fft_mpi_get(void);

#ifdef __cplusplus
}
#endif

#endif /* FFT_DIST_MPI_FFT_MPI_H_ */
