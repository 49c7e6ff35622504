#include "fft/rtc/cache/quarantine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace fft::rtc {
namespace {

std::string IdentityOf(const struct stat& info) {
  return absl::StrCat(info.st_dev, ":", info.st_ino);
}

absl::Status Error(const std::string& path) {
  return absl::UnavailableError(
      absl::StrCat(path, " cannot be set aside: ", std::system_category().message(errno)));
}

absl::StatusOr<std::string> Rename(const std::string& path) {
  const std::string name = absl::StrCat(
      path, ".damaged-", absl::FormatTime("%Y%m%dT%H%M%E3S", absl::Now(), absl::UTCTimeZone()), "-",
      getpid());
  // The journal is renamed first. If it stayed, SQLite would apply it to the next file of this
  // name.
  const std::string journal = absl::StrCat(path, "-journal");
  if (rename(journal.c_str(), absl::StrCat(name, "-journal").c_str()) != 0 && errno != ENOENT) {
    return Error(path);
  }
  if (rename(path.c_str(), name.c_str()) != 0) return Error(path);
  return name;
}

}  // namespace

std::string FileIdentity(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 ? IdentityOf(info) : "";
}

absl::StatusOr<std::string> QuarantineFile(const std::string& path, const std::string& identity) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? absl::StatusOr<std::string>("") : Error(path);
  // Only the holder of the lock on a file renames it, so until then the path names this file.
  absl::StatusOr<std::string> result = std::string();
  struct stat info;
  if (flock(file, LOCK_EX) != 0 || fstat(file, &info) != 0) {
    result = Error(path);
  } else if (IdentityOf(info) == identity && FileIdentity(path) == identity) {
    result = Rename(path);
  }
  close(file);
  return result;
}

}  // namespace fft::rtc
