/* The MPI calls of tests/dist/mpi_program.cc. The mpicc of each MPI compiles this file, so the
 * program itself is not linked with MPI. */
#include <mpi.h>
#include <stddef.h>

enum { kMostCommunicators = 1024 };
static MPI_Comm communicators[kMostCommunicators];
static int count = 0;

static const void* Keep(MPI_Comm comm) {
  communicators[count] = comm;
  return &communicators[count++];
}

void calls_begin(int* rank, int* size) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
}

void calls_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

void calls_end(void) { MPI_Finalize(); }

const void* calls_null(void) { return Keep(MPI_COMM_NULL); }

/* Returns a communicator of the ranks with the same color, ordered by `key`. */
const void* calls_split(int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &part);
  return Keep(part);
}

/* Returns an intercommunicator between the even ranks and the odd ranks. */
const void* calls_between(int rank) {
  MPI_Comm part = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &between);
  return Keep(between);
}
