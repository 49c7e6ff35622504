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
  int receives; /* which come first */
  MPI_Request requests[];
};

/* The most bytes of one call: MPI's counts are of type int. */
static const int64_t kMostBytes = 1 << 30;
static const int kTag = 4711;

/* The codes of the shim. The codes of MPI are positive. */
enum { kHasEnded = -1, kIsNull = -2, kIsIntercommunicator = -3 };

static int initialized_here = 0;

/* Returns 0 if MPI has not ended. After MPI_Finalize most functions of MPI end the program. */
static int CheckRuns(void) {
  int ended = 0;
  const int code = MPI_Finalized(&ended);
  return code != MPI_SUCCESS ? code : ended ? kHasEnded : MPI_SUCCESS;
}

static int Initialize(void) {
  int done = 0;
  int code = CheckRuns();
  if (code == MPI_SUCCESS) code = MPI_Initialized(&done);
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
  switch (code) {
    case kHasEnded:
      snprintf(message, sizeof(message), "MPI has ended: MPI_Finalize was called");
      break;
    case kIsNull:
      snprintf(message, sizeof(message), "the communicator is MPI_COMM_NULL");
      break;
    case kIsIntercommunicator:
      snprintf(message, sizeof(message), "the communicator is one between two groups");
      break;
    default:
      if (MPI_Error_string(code, message, &length) != MPI_SUCCESS) {
        snprintf(message, sizeof(message), "MPI error %d", code);
      }
  }
  snprintf(text, (size_t)size, "%s", message);
}

static fft_mpi_request* NewRequest(int64_t count) {
  const size_t bytes = sizeof(fft_mpi_request) + (size_t)count * sizeof(MPI_Request);
  fft_mpi_request* request = calloc(1, bytes);
  for (int64_t i = 0; request != NULL && i < count; ++i) request->requests[i] = MPI_REQUEST_NULL;
  return request;
}

/* Ends a call that begins one request. If the call has failed, frees the request. */
static int Begun(int code, fft_mpi_request** request) {
  if (code == MPI_SUCCESS) {
    (*request)->count = 1;
    return code;
  }
  free(*request);
  *request = NULL;
  return code;
}

static int BeginOpen(const void* mpi_comm, fft_mpi_group** group, fft_mpi_request** request) {
  int code = CheckRuns();
  if (code != MPI_SUCCESS) return code;
  const MPI_Comm from = mpi_comm == NULL ? MPI_COMM_WORLD : *(const MPI_Comm*)mpi_comm;
  if (from == MPI_COMM_NULL) return kIsNull;
  int is_between = 0;
  code = MPI_Comm_test_inter(from, &is_between);
  if (code != MPI_SUCCESS) return code;
  if (is_between) return kIsIntercommunicator;
  *group = calloc(1, sizeof(**group));
  *request = NewRequest(1);
  if (*group == NULL || *request == NULL) {
    free(*group);
    free(*request);
    return MPI_ERR_NO_MEM;
  }
  code = Begun(MPI_Comm_idup(from, &(*group)->comm, &(*request)->requests[0]), request);
  if (code != MPI_SUCCESS) free(*group);
  return code;
}

static int EndOpen(fft_mpi_group* group) {
  int code = MPI_Comm_set_errhandler(group->comm, MPI_ERRORS_RETURN);
  if (code == MPI_SUCCESS) code = MPI_Comm_rank(group->comm, &group->rank);
  if (code == MPI_SUCCESS) code = MPI_Comm_size(group->comm, &group->size);
  if (code != MPI_SUCCESS) free(group);
  return code;
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

static int BeginAllGather(fft_mpi_group* group, const void* mine, int bytes, void* all,
                          fft_mpi_request** request) {
  const int code = CheckRuns();
  if (code != MPI_SUCCESS) return code;
  *request = NewRequest(1);
  if (*request == NULL) return MPI_ERR_NO_MEM;
  return Begun(MPI_Iallgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, group->comm,
                              &(*request)->requests[0]),
               request);
}

static int64_t PartsOf(int64_t bytes) { return (bytes + kMostBytes - 1) / kMostBytes; }

static int PartBytes(int64_t bytes, int64_t part) {
  const int64_t left = bytes - part * kMostBytes;
  return (int)(left < kMostBytes ? left : kMostBytes);
}

static int BeginBroadcast(fft_mpi_group* group, void* data, int64_t bytes, int root,
                          fft_mpi_request** request) {
  int code = CheckRuns();
  if (code != MPI_SUCCESS) return code;
  *request = NewRequest(PartsOf(bytes));
  if (*request == NULL) return MPI_ERR_NO_MEM;
  for (int64_t part = 0; part < PartsOf(bytes) && code == MPI_SUCCESS; ++part) {
    code = MPI_Ibcast((char*)data + part * kMostBytes, PartBytes(bytes, part), MPI_BYTE, root,
                      group->comm, &(*request)->requests[(*request)->count]);
    if (code == MPI_SUCCESS) ++(*request)->count;
  }
  return code;
}

static int BeginMessages(fft_mpi_group* group, const fft_mpi_message* sends, int send_count,
                         const fft_mpi_message* receives, int receive_count,
                         fft_mpi_request** request) {
  int code = CheckRuns();
  if (code != MPI_SUCCESS) return code;
  int64_t count = 0;
  for (int i = 0; i < send_count; ++i) count += PartsOf(sends[i].bytes);
  for (int i = 0; i < receive_count; ++i) count += PartsOf(receives[i].bytes);
  *request = NewRequest(count);
  if (*request == NULL) return MPI_ERR_NO_MEM;
  for (int i = 0; i < receive_count + send_count; ++i) {
    const int is_send = i >= receive_count;
    const fft_mpi_message* m = is_send ? &sends[i - receive_count] : &receives[i];
    for (int64_t part = 0; part < PartsOf(m->bytes) && code == MPI_SUCCESS; ++part) {
      char* data = (char*)m->data + part * kMostBytes;
      const int bytes = PartBytes(m->bytes, part);
      MPI_Request* next = &(*request)->requests[(*request)->count];
      code = is_send ? MPI_Isend(data, bytes, MPI_BYTE, m->peer, kTag, group->comm, next)
                     : MPI_Irecv(data, bytes, MPI_BYTE, m->peer, kTag, group->comm, next);
      if (code != MPI_SUCCESS) break;
      ++(*request)->count;
      if (!is_send) ++(*request)->receives;
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

static void Abandon(fft_mpi_request* request) {
  if (CheckRuns() != MPI_SUCCESS) return;
  for (int i = 0; i < request->receives; ++i) {
    int done = 0;
    if (request->requests[i] == MPI_REQUEST_NULL) continue;
    if (MPI_Cancel(&request->requests[i]) != MPI_SUCCESS) continue;
    MPI_Test(&request->requests[i], &done, MPI_STATUS_IGNORE);
  }
}

const fft_mpi_functions* fft_mpi_get(void) {
  static const fft_mpi_functions kFunctions = {
      FFT_MPI_SHIM_VERSION,
      Initialize,
      Finalize,
      Describe,
      BeginOpen,
      EndOpen,
      Close,
      Rank,
      Size,
      TakesCuda,
      BeginAllGather,
      BeginBroadcast,
      BeginMessages,
      Test,
      Abandon,
  };
  return &kFunctions;
}
