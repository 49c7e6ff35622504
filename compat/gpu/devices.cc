#include "compat/gpu/devices.h"

#include <sys/stat.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/cuda/current_device.h"
#include "fft/rtc/hip/current_device.h"

namespace fft::compat {
namespace {

// Makes a folder that only the user can read and write, since the code in a cache is executed.
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

absl::StatusOr<std::string> CurrentCudaDevice(const ContextOptions& options) {
  FFT_ASSIGN_OR_RETURN(const int index, rtc::CurrentCudaDevice({.library = options.cuda_library}));
  return absl::StrCat("cuda:", index);
}

absl::StatusOr<std::string> CurrentHipDevice(const ContextOptions& options) {
  if (options.device == "host") return options.device;
  if (options.device == "cuda") return CurrentCudaDevice(options);
  FFT_ASSIGN_OR_RETURN(const int index, rtc::CurrentHipDevice({.library = options.hip_library}));
  return absl::StrCat("hip:", index);
}

absl::StatusOr<std::shared_ptr<PlanStore>> Devices::Current() {
  ContextOptions options = ReadEnvironment();
  FFT_ASSIGN_OR_RETURN(options.device, current_(options));
  std::lock_guard lock(mutex_);
  std::shared_ptr<PlanStore>& store = stores_[options.device];
  if (store != nullptr) return store;
  options.cache_path = UserCache(options.cache_path);
  FFT_ASSIGN_OR_RETURN(auto context, Context::Create(options));
  store = std::make_shared<PlanStore>(std::move(context));
  return store;
}

void Devices::Close() {
  std::map<std::string, std::shared_ptr<PlanStore>> closed;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  closed.swap(stores_);
}

}  // namespace fft::compat
