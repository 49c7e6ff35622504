// Measures the memory, files and threads that transforms over several ranks leave behind in their
// process.
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
  int64_t heap_bytes = 0;      // allocated by malloc
  int64_t resident_bytes = 0;  // resident memory of the process
  int64_t device_bytes = 0;    // in use on a CUDA device by all processes
  int files = 0;               // open files
  int threads = 0;
};

// Makes, runs and destroys `warm_up` transforms of drawn problems, then `count` more. Returns how
// much more the process holds after the `count` transforms than before them. Every rank must call
// it (it is collective).
absl::StatusOr<ProcessHoldings> GrowthOver(int warm_up, int count, std::shared_ptr<Context> context,
                                           dist::Communicator* communicator);

// Returns an error if the growth is more than the noise of allocators.
absl::Status CheckGrowth(const ProcessHoldings& growth);

std::string ToString(const ProcessHoldings& held);

}  // namespace fft::testing

#endif  // TESTS_DIST_LEAKS_H_
