/* Includes Debian's <mpi/mpi.h> for sources that include <mpi.h>, the name that mpicc provides. */
#include <mpi/mpi.h>
