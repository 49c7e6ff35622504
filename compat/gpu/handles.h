// The numbers that the interfaces of cuFFT and hipFFT have for plans.
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

// The plan and settings that a number stands for.
struct Handle {
  explicit Handle(Devices& devices) : transform(devices) {}

  Transform transform;
  std::array<std::atomic<long long>, 2> properties = {};  // cuFFT's: given back when asked for, and
                                                          // without effect
};

// The handles in use. Thread safe. A handle may be removed while another thread uses it.
class Handles {
 public:
  // Adds a handle and returns its number, which is positive and stands for no other handle.
  int Add(std::shared_ptr<Handle> handle);
  // The handle of a number; null where the number stands for nothing.
  std::shared_ptr<Handle> Find(int number) const;
  bool Remove(int number);

 private:
  mutable std::shared_mutex mutex_;  // guards all below
  std::map<int, std::shared_ptr<Handle>> handles_;
  int last_ = 0;
};

// The state behind all handles of an interface. It is global, since the interface's functions take
// no context.
struct Interface {
  explicit Interface(CurrentDevice current) : devices(current) {}

  // The result of `act` on the handle of a number; kInvalidPlan where there is no such handle.
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
