// The memory that a thread's kernels compute in where the stack is too small for it.
#ifndef FFT_RTC_HOST_THREAD_SCRATCH_H_
#define FFT_RTC_HOST_THREAD_SCRATCH_H_

#include <cstdint>

namespace fft::rtc {

inline constexpr int64_t kScratchAlignment = 64;

// The thread's memory, of `bytes` at least and aligned to kScratchAlignment. It lasts until the
// thread's next call. The process ends where there is none: a kernel has no way to fail.
void* ThreadScratch(int64_t bytes);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_THREAD_SCRATCH_H_
