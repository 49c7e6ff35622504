// fft_rtc_helper: compiles kernels for a process that uses the library, in a process of its own.
//
// It speaks helper/protocol.h on standard input and output, and ends when its input ends. It loads
// only the compiler, never a device runtime. Users do not start it by hand.

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "fft/rtc/helper/protocol.h"
#include "fft/rtc/helper/session.h"

namespace {

// An idle helper ends after this time. It is longer than the pause between the plans of a busy
// program, and short enough that memory is not held for long.
constexpr absl::Duration kIdle = absl::Seconds(30);

}  // namespace

int main() {
  if (isatty(STDIN_FILENO)) {
    std::fputs("fft_rtc_helper is started by the library; it reads messages, not text.\n", stderr);
    return 2;
  }
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Answers go through a private descriptor: whatever a compiler prints ends up in standard error.
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return fft::rtc::kHelperGaveUp;
  const absl::Status status = fft::rtc::ServeFrames(STDIN_FILENO, out, kIdle);
  // _exit runs no destructors, since GPU compilers are not made to be unloaded.
  if (status.ok()) _exit(fft::rtc::kHelperDone);
  std::fprintf(stderr, "fft_rtc_helper: %s\n", status.ToString().c_str());
  _exit(fft::rtc::kHelperGaveUp);
}
