// Threads of the library's own.

#ifndef FFT_RTC_SYSTEM_WORKER_THREAD_H_
#define FFT_RTC_SYSTEM_WORKER_THREAD_H_

#include <functional>
#include <optional>
#include <thread>

namespace fft::rtc {

// A thread that runs `work`, or nothing if the system has none, or no memory, to give. Signals that
// are sent to the program are handled by the program's own threads, never by this one.
std::optional<std::thread> StartWorker(std::function<void()> work);

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_WORKER_THREAD_H_
