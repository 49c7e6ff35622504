#include "tests/execute/allocation_counter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {

std::atomic<int64_t> allocation_count{0};
std::atomic<int64_t> live_bytes{0};
std::atomic<int64_t> peak_bytes{0};

[[maybe_unused]] void* Took(void* pointer) {
  ++allocation_count;
  const int64_t live = live_bytes += static_cast<int64_t>(malloc_usable_size(pointer));
  int64_t peak = peak_bytes;
  while (live > peak && !peak_bytes.compare_exchange_weak(peak, live)) {
  }
  return pointer;
}

[[maybe_unused]] void Gives(void* pointer) {
  live_bytes -= static_cast<int64_t>(malloc_usable_size(pointer));
}

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FFT_COUNTS_ALLOCATIONS 1

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);

void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

void* malloc(size_t bytes) { return Took(__libc_malloc(bytes)); }

void* calloc(size_t count, size_t bytes) { return Took(__libc_calloc(count, bytes)); }

void* realloc(void* pointer, size_t bytes) {
  const auto before = static_cast<int64_t>(malloc_usable_size(pointer));
  void* moved = __libc_realloc(pointer, bytes);
  if (moved != nullptr || bytes == 0) live_bytes -= before;
  return Took(moved);
}

void* memalign(size_t alignment, size_t bytes) { return Took(__libc_memalign(alignment, bytes)); }

void* aligned_alloc(size_t alignment, size_t bytes) {
  return Took(__libc_memalign(alignment, bytes));
}

int posix_memalign(void** pointer, size_t alignment, size_t bytes) {
  void* taken = Took(__libc_memalign(alignment, bytes));
  if (taken == nullptr) return ENOMEM;
  *pointer = taken;
  return 0;
}

void free(void* pointer) {
  Gives(pointer);
  __libc_free(pointer);
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

int64_t LiveBytes() { return live_bytes; }

int64_t PeakBytes() { return peak_bytes; }

void ForgetPeak() { peak_bytes = live_bytes.load(); }

}  // namespace fft::testing
