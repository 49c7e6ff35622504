// Counts heap allocations and bytes of the whole process, by standing in for malloc.
#ifndef TESTS_EXECUTE_ALLOCATION_COUNTER_H_
#define TESTS_EXECUTE_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace fft::testing {

// False where a sanitizer has taken malloc's place; counts are 0 then.
bool CanCountAllocations();

// Calls of malloc, calloc and realloc (operator new makes them) by any thread since the start.
int64_t AllocationCount();

// Bytes allocated and not yet freed, and the most there were since the start or ForgetPeak.
int64_t LiveBytes();
int64_t PeakBytes();
void ForgetPeak();

}  // namespace fft::testing

#endif  // TESTS_EXECUTE_ALLOCATION_COUNTER_H_
