/* <mpi.h>, for programs that mpicc compiles, from where Debian keeps it. */
#include <mpi/mpi.h>
