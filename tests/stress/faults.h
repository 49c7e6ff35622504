// Calls of the operating system that fail on demand. A program that links this library has its own
// open, write, pthread_create, posix_spawnp, operator new, ... which pass calls on unless they are
// told to let them fail.
#ifndef TESTS_STRESS_FAULTS_H_
#define TESTS_STRESS_FAULTS_H_

#include <cstdint>

namespace fft::testing {

enum class FaultKind {
  kIo,          // files, pipes, locks, the loader
  kThread,      // the start of a thread
  kChild,       // the start of a process
  kAllocation,  // operator new
  kClock,       // readings of the clock that never goes back: it jumps by an hour, as after a sleep
  kTimeOfDay,   // readings of the time of day: it is set back by a day
  kFileServer,  // databases' files and locks, on a file server that has gone: ESTALE, ENOLCK
};

const char* FaultKindName(FaultKind kind);

enum class FaultSpan { kOnce, kFromThenOn };

// From now on counts the calls of the kind, in all threads, and lets the n-th one (from 1) fail, or
// all from it on. Nothing else is counted until Disarm.
void Arm(FaultKind kind, int64_t n, FaultSpan span);

// Returns the number of calls since Arm.
int64_t Disarm();

}  // namespace fft::testing

#endif  // TESTS_STRESS_FAULTS_H_
