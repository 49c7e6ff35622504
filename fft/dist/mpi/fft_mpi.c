#include "fft_mpi.h"

#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fft_mpi_group {
  MPI_Comm comm;
  int rank;
  int size;
};

struct fft_mpi_request {
  int count;
  MPI_Request requests[];
};

/* MPI counts in int. */
static const int64_t kMostBytes = 1 << 30;
static const int kTag = 4711;

static int initialized_here = 0;

static int Initialize(void) {
  int done = 0;
  int code = MPI_Initialized(&done);
  if (code != MPI_SUCCESS || done) return code;
  int provided = 0;
  code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  initialized_here = code == MPI_SUCCESS;
  return code;
}

static int Finalize(void) {
  int done = 0;
  int code = MPI_Finalized(&done);
  if (code != MPI_SUCCESS || done || !initialized_here) return code;
  return MPI_Finalize();
}

static void Describe(int code, char* text, int size) {
  char message[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_string(code, message, &length) != MPI_SUCCESS) {
    snprintf(message, sizeof(message), "MPI error %d", code);
  }
  snprintf(text, (size_t)size, "%s", message);
}

static int Open(const void* mpi_comm, fft_mpi_group** group) {
  MPI_Comm from = mpi_comm == NULL ? MPI_COMM_WORLD : *(const MPI_Comm*)mpi_comm;
  fft_mpi_group* made = calloc(1, sizeof(*made));
  if (made == NULL) return MPI_ERR_NO_MEM;
  int code = MPI_Comm_dup(from, &made->comm);
  if (code == MPI_SUCCESS) code = MPI_Comm_set_errhandler(made->comm, MPI_ERRORS_RETURN);
  if (code == MPI_SUCCESS) code = MPI_Comm_rank(made->comm, &made->rank);
  if (code == MPI_SUCCESS) code = MPI_Comm_size(made->comm, &made->size);
  if (code != MPI_SUCCESS) {
    free(made);
    return code;
  }
  *group = made;
  return MPI_SUCCESS;
}

static int Close(fft_mpi_group* group) {
  int finalized = 0;
  MPI_Finalized(&finalized);
  int code = finalized ? MPI_SUCCESS : MPI_Comm_free(&group->comm);
  free(group);
  return code;
}

static int Rank(const fft_mpi_group* group) { return group->rank; }
static int Size(const fft_mpi_group* group) { return group->size; }

static int TakesCuda(void) {
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support();
#else
  return 0;
#endif
}

static fft_mpi_request* NewRequest(int64_t count) {
  const size_t bytes = sizeof(fft_mpi_request) + (size_t)count * sizeof(MPI_Request);
  return calloc(1, bytes);
}

static int BeginAllGather(fft_mpi_group* group, const void* mine, int bytes, void* all,
                          fft_mpi_request** request) {
  *request = NewRequest(1);
  if (*request == NULL) return MPI_ERR_NO_MEM;
  (*request)->count = 1;
  return MPI_Iallgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, group->comm,
                        &(*request)->requests[0]);
}

static int64_t PartsOf(int64_t bytes) { return (bytes + kMostBytes - 1) / kMostBytes; }

static int PartBytes(int64_t bytes, int64_t part) {
  const int64_t left = bytes - part * kMostBytes;
  return (int)(left < kMostBytes ? left : kMostBytes);
}

static int BeginBroadcast(fft_mpi_group* group, void* data, int64_t bytes, int root,
                          fft_mpi_request** request) {
  *request = NewRequest(PartsOf(bytes));
  if (*request == NULL) return MPI_ERR_NO_MEM;
  int code = MPI_SUCCESS;
  for (int64_t part = 0; part < PartsOf(bytes) && code == MPI_SUCCESS; ++part) {
    code = MPI_Ibcast((char*)data + part * kMostBytes, PartBytes(bytes, part), MPI_BYTE, root,
                      group->comm, &(*request)->requests[(*request)->count]);
    ++(*request)->count;
  }
  return code;
}

static int BeginMessages(fft_mpi_group* group, const fft_mpi_message* sends, int send_count,
                         const fft_mpi_message* receives, int receive_count,
                         fft_mpi_request** request) {
  int64_t count = 0;
  for (int i = 0; i < send_count; ++i) count += PartsOf(sends[i].bytes);
  for (int i = 0; i < receive_count; ++i) count += PartsOf(receives[i].bytes);
  *request = NewRequest(count);
  if (*request == NULL) return MPI_ERR_NO_MEM;
  int code = MPI_SUCCESS;
  for (int i = 0; i < receive_count + send_count; ++i) {
    const int is_send = i >= receive_count;
    const fft_mpi_message* m = is_send ? &sends[i - receive_count] : &receives[i];
    for (int64_t part = 0; part < PartsOf(m->bytes) && code == MPI_SUCCESS; ++part) {
      char* data = (char*)m->data + part * kMostBytes;
      const int bytes = PartBytes(m->bytes, part);
      MPI_Request* next = &(*request)->requests[(*request)->count++];
      code = is_send ? MPI_Isend(data, bytes, MPI_BYTE, m->peer, kTag, group->comm, next)
                     : MPI_Irecv(data, bytes, MPI_BYTE, m->peer, kTag, group->comm, next);
    }
  }
  return code;
}

static int Test(fft_mpi_request* request, int* done) {
  *done = 0;
  const int code = MPI_Testall(request->count, request->requests, done, MPI_STATUSES_IGNORE);
  if (code == MPI_SUCCESS && *done) free(request);
  return code;
}

const fft_mpi_functions* fft_mpi_get(void) {
  static const fft_mpi_functions kFunctions = {
      FFT_MPI_SHIM_VERSION,
      Initialize,
      Finalize,
      Describe,
      Open,
      Close,
      Rank,
      Size,
      TakesCuda,
      BeginAllGather,
      BeginBroadcast,
      BeginMessages,
      Test,
  };
  return &kFunctions;
}
