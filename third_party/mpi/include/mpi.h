/* <mpi.h>, as programs include it that mpicc compiles, from where Debian keeps it. */
#include <mpi/mpi.h>
