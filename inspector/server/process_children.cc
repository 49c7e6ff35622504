#include "inspector/server/process_children.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace fft::inspector {

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
