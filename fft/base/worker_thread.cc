#include "fft/base/worker_thread.h"

#include <signal.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "fft/base/float_state.h"
#include "fft/base/int_math.h"

namespace fft {

std::optional<std::thread> StartWorker(std::function<void()> work) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  // The thread receives the signals of its own faults and of profilers. All other signals are
  // blocked.
  for (int number :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF, SIGVTALRM}) {
    sigdelset(&blocked, number);
  }
  std::optional<std::thread> worker;
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  try {
    worker.emplace([work = std::move(work)] {
      const DefaultFloatState state;
      work();
    });
  } catch (const std::system_error&) {
    worker.reset();
  } catch (const std::bad_alloc&) {
    worker.reset();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return worker;
}

void ShareOut(int64_t count, int64_t least, const std::function<void(int64_t, int64_t)>& work) {
  const int64_t processors = std::max(1U, std::thread::hardware_concurrency());
  const int64_t size = std::max(least, CeilDiv(count, processors));
  std::vector<std::thread> workers;
  for (int64_t begin = size; begin < count; begin += size) {
    const auto part = [&work, begin, end = std::min(count, begin + size)] { work(begin, end); };
    if (auto worker = StartWorker(part)) {
      workers.push_back(*std::move(worker));
    } else {
      part();
    }
  }
  if (count > 0) work(0, std::min(count, size));
  for (std::thread& worker : workers) worker.join();
}

}  // namespace fft
