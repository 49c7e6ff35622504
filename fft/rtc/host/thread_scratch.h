// The memory that a thread's kernels compute in if the stack is too small.
#ifndef FFT_RTC_HOST_THREAD_SCRATCH_H_
#define FFT_RTC_HOST_THREAD_SCRATCH_H_

#include <cstdint>

namespace fft::rtc {

inline constexpr int64_t kScratchAlignment = 64;

// The thread's memory, of at least `bytes` bytes and aligned to kScratchAlignment. It lasts until
// the thread's next call. If there is no memory, the process ends, since a kernel has no way to
// fail.
void* ThreadScratch(int64_t bytes);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_THREAD_SCRATCH_H_
