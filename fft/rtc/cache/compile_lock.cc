#include "fft/rtc/cache/compile_lock.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/sha256.h"
#include "fft/rtc/system/file_trust.h"

namespace fft::rtc {
namespace {

// The byte of the lock file that stands for a key. If two keys share a byte, processes only wait
// more than they need to.
off_t ByteOf(const CacheKey& key) {
  const Sha256Digest digest = Sha256(DescribeKey(key));
  off_t byte = 0;
  for (int i = 0; i < 7; ++i) byte = byte << 8 | digest[i];
  return byte;
}

}  // namespace

void CompileLock::Open(const std::string& path) {
  // Opening fails for a link, and does not wait for a FIFO.
  const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  file_ = FileDescriptor(open(path.c_str(), flags, 0600));
  if (file_.get() < 0) {
    if (errno == ELOOP) {
      fault_ = absl::FailedPreconditionError(
          absl::StrCat("kernel cache ", path, ": is a link; allowed: a regular file"));
    }
    return;
  }
  struct stat info;
  if (fstat(file_.get(), &info) == 0) fault_ = CheckTrustedFile(path, info);
  if (!fault_.ok()) file_.Close();
}

CompileLock::CompileLock(const std::string& cache_path, const CacheKey& key,
                         const Deadline& deadline) {
  Open(absl::StrCat(cache_path, ".lock"));
  if (file_.get() < 0) return;
  // The lock belongs to this open file. A lock of the process, as SQLite takes it, would be lost
  // when the process closes any descriptor of the file, and would not keep threads apart.
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = ByteOf(key);
  lock.l_len = 1;
  absl::Duration pause = absl::Milliseconds(1);
  while (true) {
    held_ = fcntl(file_.get(), F_OFD_SETLK, &lock) == 0;
    if (held_ || (errno != EAGAIN && errno != EACCES && errno != EINTR)) return;
    if (deadline.IsOver()) return;
    absl::SleepFor(pause);
    pause = std::min(2 * pause, absl::Milliseconds(50));
  }
}

}  // namespace fft::rtc
