#include "compat/gpu/devices.h"

#include <sys/stat.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/cuda/current_device.h"

namespace fft::compat {
namespace {

// Makes a folder of the user's own, since the code in a cache is run.
bool MakeFolder(const std::string& path) {
  struct stat info = {};
  return mkdir(path.c_str(), S_IRWXU) == 0 ||
         (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode));
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string UserCache(const std::string& cache_path) {
  if (cache_path == "none") return "";
  if (!cache_path.empty()) return cache_path;
  std::string folder = Environment("XDG_CACHE_HOME");
  const std::string home = Environment("HOME");
  if (folder.empty() && !home.empty()) folder = absl::StrCat(home, "/.cache");
  if (folder.empty() || !MakeFolder(folder)) return "";
  absl::StrAppend(&folder, "/fft");
  return MakeFolder(folder) ? absl::StrCat(folder, "/kernels.db") : "";
}

Platform CudaPlatform() {
  return {"cuda", [](const ContextOptions& options) {
            return rtc::CurrentCudaDevice({.library = options.cuda_library});
          }};
}

absl::StatusOr<std::shared_ptr<PlanStore>> Devices::Current() {
  ContextOptions options = ReadEnvironment();
  FFT_ASSIGN_OR_RETURN(const int index, platform_.current(options));
  std::lock_guard lock(mutex_);
  std::shared_ptr<PlanStore>& store = stores_[index];
  if (store != nullptr) return store;
  options.device = absl::StrCat(platform_.name, ":", index);
  options.cache_path = UserCache(options.cache_path);
  FFT_ASSIGN_OR_RETURN(auto context, Context::Create(options));
  store = std::make_shared<PlanStore>(std::move(context));
  return store;
}

}  // namespace fft::compat
