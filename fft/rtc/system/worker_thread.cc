#include "fft/rtc/system/worker_thread.h"

#include <signal.h>

#include <new>
#include <system_error>
#include <utility>

#include "fft/base/float_state.h"

namespace fft::rtc {

std::optional<std::thread> StartWorker(std::function<void()> work) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  // Faults of the thread itself, and the signals of profilers, are delivered to the thread; all
  // others are blocked.
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

}  // namespace fft::rtc
