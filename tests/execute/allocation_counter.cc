#include "tests/execute/allocation_counter.h"

#include <atomic>
#include <cstddef>

namespace {
std::atomic<int64_t> allocation_count{0};
}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FFT_COUNTS_ALLOCATIONS 1

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);

void* malloc(size_t bytes) {
  ++allocation_count;
  return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
  ++allocation_count;
  return __libc_calloc(count, bytes);
}

void* realloc(void* pointer, size_t bytes) {
  ++allocation_count;
  return __libc_realloc(pointer, bytes);
}
}
#endif

namespace fft::testing {

bool CanCountAllocations() {
#ifdef FFT_COUNTS_ALLOCATIONS
  return true;
#else
  return false;
#endif
}

int64_t AllocationCount() { return allocation_count; }

}  // namespace fft::testing
