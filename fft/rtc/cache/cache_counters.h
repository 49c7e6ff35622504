// Counts how the look-ups of kernels ended (kernel_cache.h).
#ifndef FFT_RTC_CACHE_CACHE_COUNTERS_H_
#define FFT_RTC_CACHE_CACHE_COUNTERS_H_

#include <cstdint>

namespace fft::rtc {

// How often the look-ups of a cache ended in each way. For example, a cache that has compiled two
// kernels and found a third one in the user cache has compiles 2 and user_hits 1.
struct CacheCounters {
  int64_t memory_hits = 0;
  int64_t system_hits = 0;
  int64_t user_hits = 0;
  int64_t compiles = 0;      // compiled, successfully or not
  int64_t shared = 0;        // waited for another thread's result
  int64_t store_errors = 0;  // faults of stores; the cache went on without them

  int64_t hits() const { return memory_hits + system_hits + user_hits; }
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_CACHE_COUNTERS_H_
