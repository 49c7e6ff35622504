// The GPUs of the process, each opened when a thread that has it as its device first wants a plan.
#ifndef FFT_COMPAT_GPU_DEVICES_H_
#define FFT_COMPAT_GPU_DEVICES_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "compat/gpu/plan_store.h"
#include "fft/base/options.h"

namespace fft::compat {

// A kind of device and how to tell which one is the calling thread's.
struct Platform {
  std::string name;  // "cuda"
  absl::StatusOr<int> (*current)(const ContextOptions& options) = nullptr;
};

// The platform behind cuFFT's interface.
Platform CudaPlatform();

// Thread safe.
class Devices {
 public:
  explicit Devices(Platform platform) : platform_(std::move(platform)) {}

  // The plans for the calling thread's device. The environment's options hold, except the device;
  // kernels are kept in UserCache.
  absl::StatusOr<std::shared_ptr<PlanStore>> Current();

 private:
  const Platform platform_;
  std::mutex mutex_;
  std::map<int, std::shared_ptr<PlanStore>> stores_;  // by the device's number
};

// The file for compiled kernels: the one that FFT_RTC_CACHE_PATH names, else kernels.db in the
// folder fft of $XDG_CACHE_HOME or ~/.cache, which is made if need be. Empty, which means no file,
// for "none" and where there is no such folder.
std::string UserCache(const std::string& cache_path);

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_DEVICES_H_
