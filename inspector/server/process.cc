#include "inspector/server/process.h"

#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace fft::inspector {
namespace {

#ifdef __GLIBC__
constexpr int kArenas = 4;
constexpr int kKeptBytes = 8 << 20;    // the most free bytes at the end of an arena
constexpr int kMappedBytes = 1 << 20;  // larger blocks are mapped, and returned when freed
#endif

}  // namespace

void KeepLittleMemory() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, kArenas);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
#endif
}

void ReturnFreeMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void KillChildren() {
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) {
      if (getpgid(child) == child) kill(-child, SIGKILL);
      kill(child, SIGKILL);
    }
  }
}

}  // namespace fft::inspector
