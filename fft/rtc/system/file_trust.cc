#include "fft/rtc/system/file_trust.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

namespace fs = std::filesystem;

absl::Status Refuse(const std::string& path, const std::string& why) {
  return absl::FailedPreconditionError(absl::StrCat("kernel cache ", path, ": ", why));
}

// Whether an owner is trusted: this user, root, or the owner of the program, who could change the
// program as well.
bool IsTrustedOwner(uid_t owner) {
  if (owner == 0 || owner == geteuid()) return true;
  struct stat program;
  return stat("/proc/self/exe", &program) == 0 && owner == program.st_uid;
}

// A text such as "(mode 0666)".
std::string ModeText(mode_t mode) {
  char text[] = "(mode 0000)";
  for (int digit = 3; digit >= 0; --digit, mode >>= 3) text[6 + digit] += mode & 7;
  return text;
}

std::string KindOf(mode_t mode) {
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "a folder";
}

absl::Status CheckFolder(const std::string& path) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(fs::absolute(path, error), error);
  struct stat folder;
  if (error || stat(file.parent_path().c_str(), &folder) != 0) return absl::OkStatus();
  if ((folder.st_mode & S_IWOTH) == 0 || (folder.st_mode & S_ISVTX) != 0) return absl::OkStatus();
  return Refuse(path, absl::StrCat("everybody may replace files in the folder ",
                                   file.parent_path().string(), " ", ModeText(folder.st_mode),
                                   "; allowed: a folder that others cannot write"));
}

// Checks a journal, which SQLite finds only by its name. SQLite's own journal is never a link.
absl::Status CheckJournal(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) != 0) return absl::OkStatus();
  if (S_ISLNK(info.st_mode)) return Refuse(path, "is a link; allowed: a regular file");
  return CheckTrustedFile(path, info);
}

}  // namespace

absl::Status CheckTrustedFile(const std::string& path, const struct stat& info) {
  if (!S_ISREG(info.st_mode)) {
    return Refuse(path, absl::StrCat("is ", KindOf(info.st_mode), "; allowed: a regular file"));
  }
  if (!IsTrustedOwner(info.st_uid)) {
    return Refuse(path, absl::StrCat("belongs to user ", info.st_uid, "; allowed: user ", geteuid(),
                                     ", who runs this program, root and the program's owner"));
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Refuse(path, absl::StrCat("group or others may write it ", ModeText(info.st_mode),
                                     "; allowed: a file that its owner alone writes (chmod go-w)"));
  }
  return absl::OkStatus();
}

absl::Status CheckTrustedDatabase(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) == 0) {
    if (S_ISLNK(info.st_mode) && !IsTrustedOwner(info.st_uid)) {
      return Refuse(path, absl::StrCat("is a link of user ", info.st_uid));
    }
    if (stat(path.c_str(), &info) == 0) FFT_RETURN_IF_ERROR(CheckTrustedFile(path, info));
  }
  for (const char* suffix : {"-journal", "-wal", "-shm"}) {
    FFT_RETURN_IF_ERROR(CheckJournal(absl::StrCat(path, suffix)));
  }
  return CheckFolder(path);
}

}  // namespace fft::rtc
