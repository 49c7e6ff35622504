// The GPUs of the process. A GPU is opened when a thread whose device it is first wants a plan.
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

// Tells which device is the calling thread's, as FFT_DEVICE names it: "cuda:1".
using CurrentDevice = absl::StatusOr<std::string> (*)(const ContextOptions& options);

// The function for cuFFT's interface: an NVIDIA GPU, whatever FFT_DEVICE says.
absl::StatusOr<std::string> CurrentCudaDevice(const ContextOptions& options);
// The function for the interfaces of HIP: an AMD GPU. Where FFT_DEVICE is "cuda" or "host", it is
// the calling thread's NVIDIA GPU or the processor, for programs whose memory lies there.
absl::StatusOr<std::string> CurrentHipDevice(const ContextOptions& options);

// The devices that are open. Thread safe.
class Devices {
 public:
  explicit Devices(CurrentDevice current) : current_(current) {}

  // The plans for the calling thread's device. The environment's options hold, except the device;
  // kernels are kept in UserCache.
  absl::StatusOr<std::shared_ptr<PlanStore>> Current();
  // Closes the devices that no plan uses. Devices are opened anew when they are wanted.
  void Close();

 private:
  const CurrentDevice current_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<PlanStore>> stores_;  // by the device's name
};

// The file for compiled kernels: the one that FFT_RTC_CACHE_PATH names, else kernels.db in the
// folder fft of $XDG_CACHE_HOME or ~/.cache, which is made if need be. Empty, which means no file,
// for "none" and where there is no such folder.
std::string UserCache(const std::string& cache_path);

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_DEVICES_H_
