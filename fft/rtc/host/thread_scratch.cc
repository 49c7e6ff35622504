#include "fft/rtc/host/thread_scratch.h"

#include <cstdlib>
#include <utility>

#include "absl/cleanup/cleanup.h"

namespace fft::rtc {
namespace {

// A thread's memory, kept for its next kernel. Both variables are plain, so that they are still
// there when the thread's objects are destroyed. Static objects may run kernels even later.
thread_local void* scratch = nullptr;
thread_local int64_t scratch_bytes = 0;

void FreeScratch() {
  std::free(std::exchange(scratch, nullptr));
  scratch_bytes = 0;
}

}  // namespace

void* ThreadScratch(int64_t bytes) {
  static thread_local const absl::Cleanup free_at_end = FreeScratch;
  if (scratch_bytes < bytes) {
    FreeScratch();
    const int64_t wanted = bytes + kScratchAlignment;
    scratch = std::aligned_alloc(kScratchAlignment, wanted / kScratchAlignment * kScratchAlignment);
    if (scratch == nullptr) std::abort();  // a kernel has no way to fail
    scratch_bytes = bytes;
  }
  return scratch;
}

}  // namespace fft::rtc
