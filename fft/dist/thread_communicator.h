// The ranks of one process: a thread each, all memory addressable by all.
#ifndef FFT_DIST_THREAD_COMMUNICATOR_H_
#define FFT_DIST_THREAD_COMMUNICATOR_H_

#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "fft/dist/communicator.h"

namespace fft::dist {

// One communicator a rank, each to be used by a thread of its own. A rank that does not come to a
// call within `timeout` makes it fail on all others; so does the end of a rank's communicator.
//
// Ranks are all on the host, or on one GPU each.
std::vector<std::unique_ptr<Communicator>> MakeThreadCommunicators(
    int ranks, absl::Duration timeout = absl::Minutes(10));

}  // namespace fft::dist

#endif  // FFT_DIST_THREAD_COMMUNICATOR_H_
