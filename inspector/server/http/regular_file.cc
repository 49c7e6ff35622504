#include "inspector/server/http/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"

namespace fft::inspector {

absl::StatusOr<std::string> ReadRegularFile(const std::string& path, size_t most_bytes) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return absl::NotFoundError(absl::StrCat(path, " is not there"));
  const auto refuse = [&path, most_bytes] {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " is no regular file of at most ", most_bytes, " bytes"));
  };
  if (file < 0) return refuse();
  const absl::Cleanup closes = [file] { close(file); };
  struct stat info = {};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) return refuse();
  // One byte more than allowed shows that there are more.
  std::string text(most_bytes + 1, '\0');
  size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse();
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  if (size > most_bytes) return refuse();
  text.resize(size);
  return text;
}

}  // namespace fft::inspector
