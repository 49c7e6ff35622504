/* The calls of MPI that tests/dist/mpi_program.cc makes itself. Each MPI's own mpicc compiles them,
 * so that the program is linked with no MPI. */
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

/* The ranks of one colour, by `key`. */
const void* calls_split(int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &part);
  return Keep(part);
}

/* A communicator between the even ranks and the odd ones. */
const void* calls_between(int rank) {
  MPI_Comm part = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &between);
  return Keep(between);
}
