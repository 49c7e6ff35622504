#include "compat/gpu/transform.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::compat {
namespace {

// The plans whose workspaces decide the size of the work area.
struct Sized {
  std::shared_ptr<LazyPlan> out_of_place;
  std::shared_ptr<LazyPlan> in_place;  // null where the arrays do not allow it
  size_t work_bytes = 0;
};

// Makes the plans whose workspaces decide the size of the work area. Forward plans suffice, since
// both directions need the same (//tests/cufft:directions_test).
absl::StatusOr<Sized> SizeOf(PlanStore& store, const Request& request, const Callbacks& callbacks) {
  Sized sized;
  FFT_ASSIGN_OR_RETURN(const Problem apart, ProblemOf(request, {}));
  FFT_ASSIGN_OR_RETURN(sized.out_of_place, store.Find(apart, callbacks));
  sized.work_bytes = static_cast<size_t>(sized.out_of_place->workspace_bytes());
  const auto within = ProblemOf(request, {.placement = Placement::kInPlace});
  if (!within.ok()) return sized;
  FFT_ASSIGN_OR_RETURN(sized.in_place, store.Find(*within, callbacks));
  sized.work_bytes =
      std::max(sized.work_bytes, static_cast<size_t>(sized.in_place->workspace_bytes()));
  return sized;
}

bool IsIdentifier(const std::string& name) {
  const auto is_part = [](char c) { return absl::ascii_isalnum(c) || c == '_'; };
  return !name.empty() && !absl::ascii_isdigit(name[0]) && absl::c_all_of(name, is_part);
}

// Whether a callback's elements are those of the array that it loads or stores.
bool Suits(const std::optional<CompiledCallback>& callback, const Elements& elements) {
  if (!callback) return true;
  const Kind real_side = callback->is_store ? Kind::kRealInverse : Kind::kRealForward;
  return callback->precision == elements.precision &&
         callback->is_real == (elements.kind == real_side);
}

// The type of a callback's elements in CUDA C++.
std::string TypeOf(const CompiledCallback& callback) {
  const char* const real = callback.precision == Precision::kDouble ? "double" : "float";
  return absl::StrCat(real, callback.is_real ? "" : "2");
}

// Adds a callback's declaration, its call and its object. If load and store are in one object, the
// object is added once.
void Append(const CompiledCallback& callback, Callbacks* callbacks) {
  const std::string type = TypeOf(callback);
  if (callback.is_store) {
    absl::StrAppend(&callbacks->declarations, "__device__ void ", callback.name,
                    "(void*, unsigned long long, ", type, ", void*, void*);\n");
    callbacks->store = absl::StrCat(
        "__device__ void store(T* data, size_t offset, T value, void* user) {\n  ::", callback.name,
        "(data, offset, value, user, nullptr);\n}\n");
  } else {
    absl::StrAppend(&callbacks->declarations, "__device__ ", type, " ", callback.name,
                    "(void*, unsigned long long, void*, void*);\n");
    callbacks->load = absl::StrCat(
        "__device__ T load(const T* data, size_t offset, void* user) {\n  return ::", callback.name,
        "(const_cast<T*>(data), offset, user, nullptr);\n}\n");
  }
  if (!absl::c_linear_search(callbacks->objects, callback.object)) {
    callbacks->objects.push_back(callback.object);
  }
}

Callbacks CallbacksOf(const std::optional<CompiledCallback>& load,
                      const std::optional<CompiledCallback>& store) {
  Callbacks callbacks;
  for (const std::optional<CompiledCallback>& callback : {load, store}) {
    if (callback) Append(*callback, &callbacks);
  }
  return callbacks;
}

}  // namespace

Result WorkBytes(Devices& devices, const Request& request, size_t* bytes) {
  if (const Result sizes = CheckSizes(request); sizes != Result::kSuccess) return sizes;
  const auto store = devices.Current();
  if (!store.ok()) return ResultOf(store.status());
  const auto sized = SizeOf(**store, request, {});
  if (sized.ok()) *bytes = sized->work_bytes;
  return ResultOf(sized.status());
}

void Transform::SetStream(void* stream) {
  std::lock_guard lock(mutex_);
  stream_ = stream;
}

void Transform::SetAutoAllocation(bool allocates) {
  std::lock_guard lock(mutex_);
  allocates_ = allocates;
}

void Transform::SetWorkArea(void* area) {
  rtc::DeviceBuffer dropped;  // freed after the lock is released
  std::lock_guard lock(mutex_);
  given_area_ = area;
  dropped = std::exchange(own_area_, {});
}

Result Transform::SetScale(double scale) {
  if (!std::isfinite(scale)) return Result::kInvalidValue;
  std::lock_guard lock(mutex_);
  if (store_ != nullptr) return Result::kInvalidPlan;
  scale_ = scale;
  return Result::kSuccess;
}

Result Transform::SetCallback(CompiledCallback callback) {
  if (callback.object.empty() || !IsIdentifier(callback.name)) return Result::kInvalidValue;
  std::lock_guard lock(mutex_);
  if (store_ != nullptr) return Result::kInvalidPlan;
  (callback.is_store ? store_callback_ : load_callback_) = std::move(callback);
  return Result::kSuccess;
}

Result Transform::Make(Request request, size_t* work_bytes) {
  if (const Result sizes = CheckSizes(request); sizes != Result::kSuccess) return sizes;
  const auto store = devices_.Current();
  if (!store.ok()) return ResultOf(store.status());
  std::lock_guard lock(mutex_);
  if (store_ != nullptr) return Result::kInvalidPlan;
  request.scale = scale_;
  if (!Suits(load_callback_, request.elements) || !Suits(store_callback_, request.elements)) {
    return Result::kInvalidType;
  }
  Callbacks callbacks = CallbacksOf(load_callback_, store_callback_);
  auto sized = SizeOf(**store, request, callbacks);
  if (!sized.ok()) return ResultOf(sized.status());
  // Compiles the forward plan out of place here, because most programs run it first.
  if (const auto plan = sized->out_of_place->Get(); !plan.ok()) return ResultOf(plan.status());
  if (allocates_) {
    auto area = rtc::DeviceBuffer::Allocate((*store)->context().device(), sized->work_bytes);
    if (!area.ok()) return ResultOf(area.status());
    own_area_ = *std::move(area);
  }
  const Kind kind = request.elements.kind;
  plans_[IndexOf({}, kind)] = std::move(sized->out_of_place);
  plans_[IndexOf({.placement = Placement::kInPlace}, kind)] = std::move(sized->in_place);
  store_ = *store;
  request_ = std::move(request);
  callbacks_ = std::move(callbacks);
  work_bytes_ = sized->work_bytes;
  if (work_bytes != nullptr) *work_bytes = work_bytes_;
  return Result::kSuccess;
}

Result Transform::GetWorkBytes(size_t* bytes) {
  std::lock_guard lock(mutex_);
  if (store_ == nullptr) return Result::kInvalidPlan;
  *bytes = work_bytes_;
  return Result::kSuccess;
}

absl::StatusOr<std::shared_ptr<LazyPlan>> Transform::PlanFor(const Use& use) {
  std::shared_ptr<LazyPlan>& plan = plans_[IndexOf(use, request_.elements.kind)];
  if (plan == nullptr) {
    FFT_ASSIGN_OR_RETURN(const Problem problem, ProblemOf(request_, use));
    FFT_ASSIGN_OR_RETURN(plan, store_->Find(problem, callbacks_));
  }
  return plan;
}

Result Transform::Prepare(const Call& call, Run* run) {
  std::lock_guard lock(mutex_);
  if (store_ == nullptr) return Result::kInvalidPlan;
  if (call.elements && *call.elements != request_.elements) return Result::kInvalidType;
  const bool has_direction =
      request_.elements.kind != Kind::kComplex || call.is_inverse.has_value();
  if (!has_direction) return Result::kInvalidValue;
  const Placement placement = call.in == call.out ? Placement::kInPlace : Placement::kOutOfPlace;
  const auto plan = PlanFor({call.is_inverse.value_or(false), placement});
  if (!plan.ok()) return ResultOf(plan.status());
  *run = {.plan = *plan,
          .stream = stream_,
          .area = given_area_ != nullptr ? given_area_ : own_area_.data(),
          .load_user = load_callback_ ? load_callback_->user : nullptr,
          .store_user = store_callback_ ? store_callback_->user : nullptr};
  const auto needed = static_cast<size_t>(run->plan->workspace_bytes());
  const bool has_area = needed == 0 || (run->area != nullptr && needed <= work_bytes_);
  return has_area ? Result::kSuccess : Result::kNoWorkspace;
}

Result Transform::Execute(const Call& call) {
  Run run;
  if (const Result ready = Prepare(call, &run); ready != Result::kSuccess) return ready;
  const auto plan = run.plan->Get();
  if (!plan.ok()) return ResultOf(plan.status());
  const absl::Status launched = (*plan)->Execute({.in = call.in,
                                                  .out = call.out,
                                                  .stream = run.stream,
                                                  .workspace = run.area,
                                                  .workspace_bytes = run.plan->workspace_bytes(),
                                                  .load_user = run.load_user,
                                                  .store_user = run.store_user});
  return ResultOf(launched, Result::kExecFailed);
}

}  // namespace fft::compat
