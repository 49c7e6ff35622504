// Hides from the program a signal that a system call of this thread may raise: SIGPIPE when it
// writes to a pipe without a reader, SIGXFSZ when a file reaches its size limit. The call still
// returns its error.

#ifndef FFT_RTC_SYSTEM_BLOCKED_SIGNAL_H_
#define FFT_RTC_SYSTEM_BLOCKED_SIGNAL_H_

#include <signal.h>
#include <time.h>

#include <cerrno>

namespace fft::rtc {

// Blocks the signal in this thread. At the end of its life the object removes the signal if it was
// raised meanwhile. The program's reactions to signals stay as they are.
class BlockedSignal {
 public:
  explicit BlockedSignal(int number) {
    sigemptyset(&signal_);
    sigaddset(&signal_, number);
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, number) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  BlockedSignal(const BlockedSignal&) = delete;
  BlockedSignal& operator=(const BlockedSignal&) = delete;
  ~BlockedSignal() {
    const int error = errno;
    constexpr timespec kNoWait = {};
    while (!was_pending_ && sigtimedwait(&signal_, nullptr, &kNoWait) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }

 private:
  sigset_t signal_;
  sigset_t before_;
  bool was_pending_ = false;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_BLOCKED_SIGNAL_H_
