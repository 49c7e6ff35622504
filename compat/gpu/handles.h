// The numbers by which cuFFT and hipFFT name plans.
#ifndef FFT_COMPAT_GPU_HANDLES_H_
#define FFT_COMPAT_GPU_HANDLES_H_

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <shared_mutex>

#include "compat/gpu/devices.h"
#include "compat/gpu/result.h"
#include "compat/gpu/transform.h"

namespace fft::compat {

// The plan and the settings that a handle's number stands for.
struct Handle {
  explicit Handle(Devices& devices) : transform(devices) {}

  Transform transform;
  std::array<std::atomic<long long>, 2> properties = {};  // cuFFT's: given back when asked for, and
                                                          // without effect
};

// The handles in use. Thread safe. A handle may be removed while another thread uses it.
class Handles {
 public:
  // Adds a handle and returns its number. The number is positive and stands for no other handle.
  int Add(std::shared_ptr<Handle> handle);
  // The handle of a number, or null if the number stands for no handle.
  std::shared_ptr<Handle> Find(int number) const;
  bool Remove(int number);

 private:
  mutable std::shared_mutex mutex_;  // guards all below
  std::map<int, std::shared_ptr<Handle>> handles_;
  int last_ = 0;
};

// The state behind all handles of an interface. It is global because the interface's functions have
// no context parameter.
struct Interface {
  explicit Interface(CurrentDevice current) : devices(current) {}

  // The value that `act` returns for the handle of a number; kInvalidPlan if there is no such
  // handle.
  template <typename Act>
  Result With(int number, const Act& act) const {
    const std::shared_ptr<Handle> handle = handles.Find(number);
    return handle == nullptr ? Result::kInvalidPlan : act(*handle);
  }

  Devices devices;
  Handles handles;
};

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_HANDLES_H_
