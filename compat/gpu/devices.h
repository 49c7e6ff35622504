// The GPUs of the process. A GPU is opened when a thread that uses it first needs a plan.
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

// Returns the calling thread's device by the name that FFT_DEVICE takes, such as "cuda:1".
using CurrentDevice = absl::StatusOr<std::string> (*)(const ContextOptions& options);

// The CurrentDevice for cuFFT's interface: an NVIDIA GPU, whatever FFT_DEVICE says.
absl::StatusOr<std::string> CurrentCudaDevice(const ContextOptions& options);
// The CurrentDevice for the interfaces of HIP: an AMD GPU. If FFT_DEVICE is "cuda", it is the
// calling thread's NVIDIA GPU; if FFT_DEVICE is "host", it is the processor.
absl::StatusOr<std::string> CurrentHipDevice(const ContextOptions& options);

// The open devices. Thread safe.
class Devices {
 public:
  explicit Devices(CurrentDevice current) : current_(current) {}

  // The plans for the calling thread's device. The environment's options apply, except the device.
  // Compiled kernels are kept in the file that UserCache names.
  absl::StatusOr<std::shared_ptr<PlanStore>> Current();
  // Closes the devices that no plan uses. A closed device is opened again when it is next needed.
  void Close();

 private:
  const CurrentDevice current_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<PlanStore>> stores_;  // by the device's name
};

// The file for compiled kernels. It is the file that FFT_RTC_CACHE_PATH names, otherwise
// fft/kernels.db in $XDG_CACHE_HOME or ~/.cache. The folder is made where it does not exist. The
// result is empty, which means no file, if the path is "none" or there is no such folder.
std::string UserCache(const std::string& cache_path);

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_DEVICES_H_
