// Ranks that are threads of one process. Each rank can address the memory of all ranks.
#ifndef FFT_DIST_THREAD_COMMUNICATOR_H_
#define FFT_DIST_THREAD_COMMUNICATOR_H_

#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "fft/dist/communicator.h"

namespace fft::dist {

// Makes one communicator for each rank. Each is used by its own thread. If a rank does not make a
// collective call within `timeout`, the call fails on all other ranks. It also fails if a rank's
// communicator is destroyed.
//
// All ranks are on the host, or each rank has a GPU.
std::vector<std::unique_ptr<Communicator>> MakeThreadCommunicators(
    int ranks, absl::Duration timeout = absl::Minutes(10));

}  // namespace fft::dist

#endif  // FFT_DIST_THREAD_COMMUNICATOR_H_
