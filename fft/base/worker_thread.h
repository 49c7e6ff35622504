// Threads that the library starts.
#ifndef FFT_BASE_WORKER_THREAD_H_
#define FFT_BASE_WORKER_THREAD_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

namespace fft {

// Starts a thread that runs `work`; returns nullopt if the system has no thread or no memory left.
// Signals that are sent to the program are handled by the program's own threads, never by this one.
std::optional<std::thread> StartWorker(std::function<void()> work);

// Divides the numbers 0 .. count-1 into parts and calls work(begin, end) for each part. Uses at
// most as many threads as the machine has processors, including this thread. Each part except the
// last has at least `least` numbers. Returns when all calls have returned.
void ShareOut(int64_t count, int64_t least, const std::function<void(int64_t, int64_t)>& work);

}  // namespace fft

#endif  // FFT_BASE_WORKER_THREAD_H_
