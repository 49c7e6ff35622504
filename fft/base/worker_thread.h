// Threads of the library's own.
#ifndef FFT_BASE_WORKER_THREAD_H_
#define FFT_BASE_WORKER_THREAD_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

namespace fft {

// A thread that runs `work`, or nothing if the system has none, or no memory, to give. Signals that
// are sent to the program are handled by the program's own threads, never by this one.
std::optional<std::thread> StartWorker(std::function<void()> work);

// Calls work(begin, end) for parts of 0 .. count-1 that do not overlap and cover it, on as many
// threads as the machine has processors, this one among them. No part but the last has fewer than
// `least` numbers. Returns when all calls have.
void ShareOut(int64_t count, int64_t least, const std::function<void(int64_t, int64_t)>& work);

}  // namespace fft

#endif  // FFT_BASE_WORKER_THREAD_H_
