// The object behind a handle of cuFFT or hipFFT. It holds the settings and, once they are made, the
// plans for every use.
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

// A callback as compiled device code: the function `name` in `object`, which is code as in
// Callbacks::objects. The C++ types of a load and of a store of elements E are:
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
  void* user = nullptr;  // address in device memory
};

// The bytes of a plan's work area on the calling thread's device. Compiles nothing.
Result WorkBytes(Devices& devices, const Request& request, size_t* bytes);

// The settings and plans of a handle. Thread safe, but executions that share a work area must not
// run at the same time.
class Transform {
 public:
  explicit Transform(Devices& devices) : devices_(devices) {}

  // Sets the stream of later executions.
  void SetStream(void* stream);
  // Sets whether Make allocates the plan's work area.
  void SetAutoAllocation(bool allocates);
  // Sets the work area of later executions and frees the plan's own one. Null is accepted where the
  // plan needs none.
  void SetWorkArea(void* area);

  // Sets the factor of every result; Make puts it into the plan. Returns kInvalidPlan after Make,
  // kInvalidValue unless the factor is finite.
  Result SetScale(double scale);

  // Sets a callback, in place of an earlier one; Make puts it into the plan. Returns kInvalidPlan
  // after Make, kInvalidValue if the name is no identifier or the object is empty. Make returns
  // kInvalidType where the callback's elements are not those of the plan's arrays.
  Result SetCallback(CompiledCallback callback);

  // Makes the plan for the calling thread's device. Returns kInvalidPlan if the plan exists. A
  // failure leaves the handle as it was.
  Result Make(Request request, size_t* work_bytes);
  // Writes the bytes of the work area. GetWorkBytes and Execute return kInvalidPlan before Make.
  Result GetWorkBytes(size_t* bytes);

  struct Call {
    const void* in = nullptr;
    void* out = nullptr;               // equal to `in`: in place
    std::optional<bool> is_inverse;    // must be set for complex transforms
    std::optional<Elements> elements;  // if set, must be the plan's
  };
  Result Execute(const Call& call);

 private:
  // The values that an execution copies from the handle.
  struct Run {
    std::shared_ptr<LazyPlan> plan;
    void* stream = nullptr;
    void* area = nullptr;
    void* load_user = nullptr;
    void* store_user = nullptr;
  };
  Result Prepare(const Call& call, Run* run);
  // The plan for a use. It is made at the first call. `mutex_` must be held.
  absl::StatusOr<std::shared_ptr<LazyPlan>> PlanFor(const Use& use);

  Devices& devices_;
  std::mutex mutex_;  // guards all below
  void* stream_ = nullptr;
  bool allocates_ = true;
  double scale_ = 1;
  std::optional<CompiledCallback> load_callback_, store_callback_;
  Callbacks callbacks_;  // of load and store, set by Make
  void* given_area_ = nullptr;
  std::shared_ptr<PlanStore> store_;  // null before Make
  Request request_;
  size_t work_bytes_ = 0;
  std::array<std::shared_ptr<LazyPlan>, kUses> plans_;  // by IndexOf; null before the first use
  rtc::DeviceBuffer own_area_;                          // `store_` keeps its device open
};

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_TRANSFORM_H_
