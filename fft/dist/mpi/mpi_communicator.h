// MPI as a communicator, through a shim that the machine's own mpicc has compiled (fft_mpi.h).
#ifndef FFT_DIST_MPI_MPI_COMMUNICATOR_H_
#define FFT_DIST_MPI_MPI_COMMUNICATOR_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/dist/communicator.h"

namespace fft::dist {

struct MpiOptions {
  // The path of the shim. If empty, the loader looks for libfft_mpi.so. If it finds none, the file
  // is looked for beside this library, first in the subfolder of the MPI that the process has
  // loaded (openmpi/, mpich/).
  std::string library;
  // An MPI_Comm*, which is duplicated; null: MPI_COMM_WORLD.
  const void* communicator = nullptr;
  // How long a rank waits for others before it gives up with kDeadlineExceeded.
  absl::Duration timeout = absl::Minutes(5);
};

// Opens the shim, and initialises MPI if the program has not done so. Collective. If this call has
// initialised MPI, FinalizeMpi ends it; the end of the last communicator does not. kUnavailable if
// MPI has ended, or for MPI_COMM_NULL or a communicator between two groups.
absl::StatusOr<std::unique_ptr<Communicator>> OpenMpiCommunicator(const MpiOptions& options = {});

// Ends MPI if OpenMpiCommunicator has initialised it. Collective.
absl::Status FinalizeMpi(const MpiOptions& options = {});

}  // namespace fft::dist

#endif  // FFT_DIST_MPI_MPI_COMMUNICATOR_H_
