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
  // The shim's path. Empty looks for libfft_mpi.so, first by the loader, then in the folder of this
  // library. In that folder the subfolder of the MPI that the program is linked with (openmpi/,
  // mpich/) comes first.
  std::string library;
  // An MPI_Comm*, whose ranks take part; null: the ranks of MPI_COMM_WORLD. The communicator is
  // duplicated.
  const void* communicator = nullptr;
  // How long a rank waits for others before it gives up with kDeadlineExceeded.
  absl::Duration timeout = absl::Minutes(5);
};

// Opens the shim and initialises MPI where the program has not. Collective. Where this call has
// initialised MPI, FinalizeMpi ends it; the end of the last communicator does not. kUnavailable
// where MPI has ended, and for a communicator that is not one group's.
absl::StatusOr<std::unique_ptr<Communicator>> OpenMpiCommunicator(const MpiOptions& options = {});

// Ends MPI in programs that do not call MPI themselves: the counterpart of the first
// OpenMpiCommunicator.
absl::Status FinalizeMpi(const MpiOptions& options = {});

}  // namespace fft::dist

#endif  // FFT_DIST_MPI_MPI_COMMUNICATOR_H_
