// The object behind a handle of cuFFT or hipFFT: settings, and once it is made a plan for every
// use.
#ifndef FFT_COMPAT_GPU_TRANSFORM_H_
#define FFT_COMPAT_GPU_TRANSFORM_H_

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "compat/gpu/devices.h"
#include "compat/gpu/plan_store.h"
#include "compat/gpu/request.h"
#include "compat/gpu/result.h"
#include "fft/rtc/device.h"

namespace fft::compat {

// A callback as compiled code of the device: the function `name` in `object`, which is code of
// Callbacks::objects. Its C++ type, for a load and a store of elements E:
//
//   __device__ E name(void* data, unsigned long long offset, void* user, void* shared);
//   __device__ void name(void* data, unsigned long long offset, E value, void* user, void* shared);
//
// `shared` is null. The functions of cuFFT's JIT callbacks have these types. For example, {.name =
// "scale", .object = ltoir, .user = factor} loads complex numbers of single precision.
struct CompiledCallback {
  bool is_store = false;
  bool is_real = false;
  Precision precision = Precision::kSingle;  // single or double
  std::string name;
  std::string object;
  void* user = nullptr;  // in device memory
};

// The bytes of a plan's work area on the calling thread's device. Nothing is compiled for it.
Result WorkBytes(Devices& devices, const Request& request, size_t* bytes);

// Thread safe; executions that share a work area must still follow each other.
class Transform {
 public:
  explicit Transform(Devices& devices) : devices_(devices) {}

  // The stream of executions from now on.
  void SetStream(void* stream);
  // Whether Make takes memory for the plan's work area.
  void SetAutoAllocation(bool allocates);
  // Sets the work area of executions from now on; the plan's own one is freed. Null serves where
  // the plan needs none.
  void SetWorkArea(void* area);

  // Sets the factor of every result of the plan that Make will make. kInvalidPlan after Make,
  // kInvalidValue unless it is finite.
  Result SetScale(double scale);

  // Sets a callback of the plan that Make will make, in place of one that was set before.
  // kInvalidPlan after Make, kInvalidValue for a name that is no identifier or an empty object.
  // Make is kInvalidType where the plan's arrays have other elements than a callback.
  Result SetCallback(CompiledCallback callback);

  // Makes the plan for the calling thread's device. It is kInvalidPlan the second time; a failure
  // leaves the handle as it was.
  Result Make(Request request, size_t* work_bytes);
  // The bytes of the work area. This and Execute return kInvalidPlan before Make.
  Result GetWorkBytes(size_t* bytes);

  struct Call {
    const void* in = nullptr;
    void* out = nullptr;               // equal to `in`: in place
    std::optional<bool> is_inverse;    // complex transforms need to be told
    std::optional<Elements> elements;  // kInvalidType where the plan has others
  };
  Result Execute(const Call& call);

 private:
  // All that an execution takes from the handle.
  struct Run {
    std::shared_ptr<LazyPlan> plan;
    void* stream = nullptr;
    void* area = nullptr;
    void* load_user = nullptr;
    void* store_user = nullptr;
  };
  Result Prepare(const Call& call, Run* run);
  // The plan for a use, described where nobody has wanted it yet. `mutex_` is held.
  absl::StatusOr<std::shared_ptr<LazyPlan>> PlanFor(const Use& use);

  Devices& devices_;
  std::mutex mutex_;  // guards all below
  void* stream_ = nullptr;
  bool allocates_ = true;
  double scale_ = 1;
  std::optional<CompiledCallback> load_callback_, store_callback_;
  Callbacks callbacks_;  // of both, once the plan is made
  void* given_area_ = nullptr;
  std::shared_ptr<PlanStore> store_;  // null: not made yet
  Request request_;
  size_t work_bytes_ = 0;
  std::array<std::shared_ptr<LazyPlan>, kUses> plans_;  // by IndexOf; null: not wanted yet
  rtc::DeviceBuffer own_area_;                          // on a device that `store_` keeps alive
};

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_TRANSFORM_H_
