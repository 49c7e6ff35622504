// The memory, files and threads that transforms over several ranks leave behind in their process.
#ifndef TESTS_DIST_LEAKS_H_
#define TESTS_DIST_LEAKS_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "fft/dist/communicator.h"
#include "fft/dist/transform.h"

namespace fft::testing {

// The memory, files and threads that a process holds.
struct ProcessHoldings {
  int64_t heap_bytes = 0;      // handed out by malloc
  int64_t resident_bytes = 0;  // in memory, whatever for
  int64_t device_bytes = 0;    // in use on a CUDA device, by any process
  int files = 0;               // open ones
  int threads = 0;
};

// Makes, runs and destroys `count` transforms of drawn problems in a row, after `warm_up` that are
// not counted. Returns how much more the process then holds than before. Collective.
absl::StatusOr<ProcessHoldings> GrowthOver(int warm_up, int count, std::shared_ptr<Context> context,
                                           dist::Communicator* communicator);

// An error if the growth is more than the noise of allocators.
absl::Status CheckGrowth(const ProcessHoldings& growth);

std::string ToString(const ProcessHoldings& held);

}  // namespace fft::testing

#endif  // TESTS_DIST_LEAKS_H_
