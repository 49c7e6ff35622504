// Lets calls of the operating system fail on demand. This library replaces open, write,
// pthread_create, posix_spawnp, operator new and others in the program. The replacements pass calls
// on to the system, except the calls that are to fail.
#ifndef TESTS_STRESS_FAULTS_H_
#define TESTS_STRESS_FAULTS_H_

#include <cstdint>

namespace fft::testing {

enum class FaultKind {
  kIo,          // files, pipes, locks, the loader
  kThread,      // the start of a thread
  kChild,       // the start of a process
  kAllocation,  // operator new
  kClock,       // readings of the monotonic clock: it jumps ahead by an hour
  kTimeOfDay,   // readings of the time of day: it is set back by a day
  kFileServer,  // files and locks of databases, as if a file server is gone: ESTALE, ENOLCK
};

const char* FaultKindName(FaultKind kind);

enum class FaultSpan { kOnce, kFromThenOn };

// Starts to count the calls of the kind in all threads, and lets call number n (from 1) fail;
// depending on `span` also all later calls. Other kinds are not counted until Disarm.
void Arm(FaultKind kind, int64_t n, FaultSpan span);

// Stops counting and returns the number of calls since Arm.
int64_t Disarm();

}  // namespace fft::testing

#endif  // TESTS_STRESS_FAULTS_H_
