// Counts the heap allocations and bytes of the whole process. It replaces malloc.
#ifndef TESTS_EXECUTE_ALLOCATION_COUNTER_H_
#define TESTS_EXECUTE_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace fft::testing {

// Returns false if a sanitizer replaces malloc. Then all counts are 0.
bool CanCountAllocations();

// Returns the number of calls of malloc, calloc and realloc by all threads since the start.
// operator new calls malloc.
int64_t AllocationCount();

// Return the allocated bytes that are not freed, and their maximum since the start or the last
// ForgetPeak.
int64_t LiveBytes();
int64_t PeakBytes();
void ForgetPeak();

}  // namespace fft::testing

#endif  // TESTS_EXECUTE_ALLOCATION_COUNTER_H_
