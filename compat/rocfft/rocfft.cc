// rocFFT's functions. Plans come from the PlanStore that all GPU interfaces share. A description
// and the settings of an execution are plain values.
#include "compat/rocfft/rocfft.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "compat/gpu/devices.h"
#include "compat/gpu/plan_store.h"
#include "compat/gpu/request.h"
#include "compat/rocfft/description.h"
#include "fft/base/status.h"
#include "fft/fft.h"
#include "fft/fft_report.h"

using fft::compat::kMostRank;
using fft::compat::LazyPlan;
using fft::compat::PlanStore;
using fft::compat::RocfftArray;
using fft::compat::RocfftDescription;
using fft::compat::RocfftRequest;

struct rocfft_plan_description_t : RocfftDescription {};

struct rocfft_execution_info_t {
  void* stream = nullptr;
  void* work = nullptr;
  size_t work_bytes = 0;
};

// A plan that is ready to run. Executions without a work buffer from the program share one, which
// the first of them makes.
struct rocfft_plan_t {
  std::shared_ptr<PlanStore> store;
  std::shared_ptr<const fft::Plan> plan;
  std::mutex mutex;                           // guards all below
  std::shared_ptr<const fft::Plan> with_own;  // null until an execution needs it
};

namespace {

// The version of the interface. Some programs refuse an older library, so the patch is higher than
// any of rocFFT's.
constexpr char kVersion[] = "1.0.99.fft";
// The size in bytes of the buffer that programs provide for the version. rocFFT's documentation
// asks for it.
constexpr size_t kLeastVersionBytes = 30;

// The devices in use. They are never destroyed, because programs destroy plans even while they
// exit.
fft::compat::Devices& TheDevices() {
  static auto* const devices = new fft::compat::Devices(fft::compat::CurrentHipDevice);
  return *devices;
}

// The status that `body` returns. If memory runs out, it is rocfft_status_failure: no exception
// leaves the library.
template <typename Body>
rocfft_status Answer(const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return rocfft_status_failure;
  } catch (const std::length_error&) {
    return rocfft_status_failure;
  }
}

rocfft_status StatusOf(const absl::Status& status) {
  if (status.ok()) return rocfft_status_success;
  return absl::IsInvalidArgument(status) ? rocfft_status_invalid_arg_value : rocfft_status_failure;
}

template <typename Object>
rocfft_status Create(Object** object) {
  return Answer([&] {
    if (object == nullptr) return rocfft_status_invalid_arg_value;
    *object = new Object;
    return rocfft_status_success;
  });
}

template <typename Object>
rocfft_status Destroy(Object* object) {
  delete object;
  return rocfft_status_success;
}

RocfftArray ArrayOf(rocfft_array_type type, const size_t* offsets, size_t rank,
                    const size_t* strides, size_t distance) {
  RocfftArray array = {.type = type, .distance = static_cast<int64_t>(distance)};
  const bool is_planar =
      type == rocfft_array_type_complex_planar || type == rocfft_array_type_hermitian_planar;
  if (offsets != nullptr) {
    array.offsets[0] = static_cast<int64_t>(offsets[0]);
    if (is_planar) array.offsets[1] = static_cast<int64_t>(offsets[1]);
  }
  if (strides != nullptr) array.strides.assign(strides, strides + rank);
  return array;
}

absl::StatusOr<std::unique_ptr<rocfft_plan_t>> MakePlan(const fft::Problem& problem) {
  auto made = std::make_unique<rocfft_plan_t>();
  FFT_ASSIGN_OR_RETURN(made->store, TheDevices().Current());
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<LazyPlan> lazy, made->store->Find(problem));
  FFT_ASSIGN_OR_RETURN(made->plan, lazy->Get());
  return made;
}

// The plan with its own work buffer. It is made at the first call.
absl::StatusOr<std::shared_ptr<const fft::Plan>> WithOwnBuffer(rocfft_plan_t& plan) {
  std::lock_guard lock(plan.mutex);
  if (plan.with_own == nullptr) {
    FFT_ASSIGN_OR_RETURN(plan.with_own,
                         fft::WithOwnWorkspace(plan.store->context_owner(), plan.plan));
  }
  return plan.with_own;
}

rocfft_status Execute(rocfft_plan_t& plan, void* in[], void* out[],
                      const rocfft_execution_info_t& info) {
  const fft::Problem& problem = plan.plan->problem();
  const bool is_in_place = problem.placement == fft::Placement::kInPlace;
  void** const to = is_in_place ? in : out;
  if (in == nullptr || to == nullptr) return rocfft_status_invalid_arg_value;
  const auto imaginary = [](void* arrays[], fft::ArrayFormat format) {
    return fft::IsPlanar(format) ? arrays[1] : nullptr;
  };
  const fft::ExecuteArguments arguments = {
      .in = in[0],
      .out = to[0],
      .in_imag = imaginary(in, problem.input.format),
      .out_imag = imaginary(to, problem.output.format),
      .stream = info.stream,
      .workspace = info.work,
      .workspace_bytes = static_cast<int64_t>(info.work_bytes)};
  const int64_t needed = plan.plan->workspace_bytes();
  if (needed == 0 || info.work != nullptr) {
    if (arguments.workspace_bytes < needed) return rocfft_status_invalid_work_buffer;
    return StatusOf(plan.plan->Execute(arguments));
  }
  const auto with_own = WithOwnBuffer(plan);
  return with_own.ok() ? StatusOf((*with_own)->Execute(arguments)) : StatusOf(with_own.status());
}

// Fails for a callback: device functions cannot be set. Null, which removes a callback, is
// accepted.
rocfft_status SetCallback(rocfft_execution_info info, void** functions) {
  if (info == nullptr) return rocfft_status_invalid_arg_value;
  return functions == nullptr ? rocfft_status_success : rocfft_status_failure;
}

}  // namespace

rocfft_status rocfft_setup(void) { return rocfft_status_success; }

rocfft_status rocfft_cleanup(void) {
  TheDevices().Close();
  return rocfft_status_success;
}

rocfft_status rocfft_get_version_string(char* text, size_t bytes) {
  if (text == nullptr || bytes < kLeastVersionBytes) return rocfft_status_invalid_arg_value;
  static_assert(sizeof(kVersion) <= kLeastVersionBytes);
  std::memcpy(text, kVersion, sizeof(kVersion));
  return rocfft_status_success;
}

rocfft_status rocfft_plan_create(rocfft_plan* plan, rocfft_result_placement placement,
                                 rocfft_transform_type type, rocfft_precision precision,
                                 size_t dimensions, const size_t* lengths, size_t batch,
                                 const rocfft_plan_description description) {
  return Answer([&] {
    if (plan == nullptr || lengths == nullptr) return rocfft_status_invalid_arg_value;
    if (dimensions < 1 || dimensions > kMostRank) return rocfft_status_invalid_dimensions;
    const RocfftRequest request = {
        placement, type, precision, {lengths, lengths + dimensions}, static_cast<int64_t>(batch)};
    fft::Problem problem;
    const rocfft_status asked = fft::compat::ProblemOf(
        request, description == nullptr ? RocfftDescription{} : *description, &problem);
    if (asked != rocfft_status_success) return asked;
    auto made = MakePlan(problem);
    if (made.ok()) *plan = made->release();
    return StatusOf(made.status());
  });
}

rocfft_status rocfft_plan_destroy(rocfft_plan plan) { return Destroy(plan); }

rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan, size_t* bytes) {
  if (plan == nullptr || bytes == nullptr) return rocfft_status_invalid_arg_value;
  *bytes = static_cast<size_t>(plan->plan->workspace_bytes());
  return rocfft_status_success;
}

rocfft_status rocfft_plan_get_print(const rocfft_plan plan) {
  return Answer([&] {
    if (plan == nullptr) return rocfft_status_invalid_arg_value;
    std::string text = absl::StrCat(fft::ToToken(plan->plan->problem()),
                                    "\nwork buffer: ", plan->plan->workspace_bytes(), " bytes\n");
    for (const fft::KernelBuild& kernel : plan->plan->builds()) {
      absl::StrAppend(&text, "kernel: ", kernel.name, "\n");
    }
    return std::fputs(text.c_str(), stdout) < 0 ? rocfft_status_failure : rocfft_status_success;
  });
}

rocfft_status rocfft_plan_description_create(rocfft_plan_description* description) {
  return Create(description);
}

rocfft_status rocfft_plan_description_destroy(rocfft_plan_description description) {
  return Destroy(description);
}

rocfft_status rocfft_plan_description_set_scale_factor(rocfft_plan_description description,
                                                       const double factor) {
  if (description == nullptr || !std::isfinite(factor)) return rocfft_status_invalid_arg_value;
  description->scale = factor;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_set_data_layout(
    rocfft_plan_description description, const rocfft_array_type in_type,
    const rocfft_array_type out_type, const size_t* in_offsets, const size_t* out_offsets,
    const size_t in_strides_size, const size_t* in_strides, const size_t in_distance,
    const size_t out_strides_size, const size_t* out_strides, const size_t out_distance) {
  return Answer([&] {
    if (description == nullptr) return rocfft_status_invalid_arg_value;
    if (std::max(in_strides_size, out_strides_size) > kMostRank) {
      return rocfft_status_invalid_dimensions;
    }
    description->in = ArrayOf(in_type, in_offsets, in_strides_size, in_strides, in_distance);
    description->out = ArrayOf(out_type, out_offsets, out_strides_size, out_strides, out_distance);
    return rocfft_status_success;
  });
}

rocfft_status rocfft_execute(const rocfft_plan plan, void* in[], void* out[],
                             rocfft_execution_info info) {
  return Answer([&] {
    if (plan == nullptr) return rocfft_status_invalid_arg_value;
    return Execute(*plan, in, out, info == nullptr ? rocfft_execution_info_t{} : *info);
  });
}

rocfft_status rocfft_execution_info_create(rocfft_execution_info* info) { return Create(info); }

rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info) { return Destroy(info); }

rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info, void* buffer,
                                                    const size_t bytes) {
  if (info == nullptr) return rocfft_status_invalid_arg_value;
  if (buffer == nullptr && bytes > 0) return rocfft_status_invalid_work_buffer;
  info->work = buffer;
  info->work_bytes = bytes;
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info, void* stream) {
  if (info == nullptr) return rocfft_status_invalid_arg_value;
  info->stream = stream;
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_set_load_callback(rocfft_execution_info info, void** functions,
                                                      void**, size_t) {
  return SetCallback(info, functions);
}

rocfft_status rocfft_execution_info_set_store_callback(rocfft_execution_info info, void** functions,
                                                       void**, size_t) {
  return SetCallback(info, functions);
}

rocfft_status rocfft_cache_serialize(void** buffer, size_t* bytes) {
  return Answer([&] {
    if (buffer == nullptr || bytes == nullptr) return rocfft_status_invalid_arg_value;
    const auto store = TheDevices().Current();
    if (!store.ok()) return StatusOf(store.status());
    const std::string kernels = (*store)->context().SerializeCache();
    void* const copy = std::malloc(kernels.size());
    if (copy == nullptr) return rocfft_status_failure;
    std::memcpy(copy, kernels.data(), kernels.size());
    *buffer = copy;
    *bytes = kernels.size();
    return rocfft_status_success;
  });
}

rocfft_status rocfft_cache_deserialize(const void* buffer, size_t bytes) {
  return Answer([&] {
    if (buffer == nullptr || bytes == 0) return rocfft_status_invalid_arg_value;
    const auto store = TheDevices().Current();
    if (!store.ok()) return StatusOf(store.status());
    return StatusOf(
        (*store)->context().DeserializeCache({static_cast<const char*>(buffer), bytes}).status());
  });
}

rocfft_status rocfft_cache_buffer_free(void* buffer) {
  std::free(buffer);
  return rocfft_status_success;
}

// Defines a function that ignores its parameters and returns rocfft_status_failure.
#define FFT_ROCFFT_ABSENT(name, ...) \
  rocfft_status name(__VA_ARGS__) { return rocfft_status_failure; }

// These functions are for arrays over several devices.
FFT_ROCFFT_ABSENT(rocfft_plan_description_set_comm, rocfft_plan_description, rocfft_comm_type,
                  void*)
FFT_ROCFFT_ABSENT(rocfft_plan_description_add_infield, rocfft_plan_description, rocfft_field)
FFT_ROCFFT_ABSENT(rocfft_plan_description_add_outfield, rocfft_plan_description, rocfft_field)
FFT_ROCFFT_ABSENT(rocfft_field_create, rocfft_field*)
FFT_ROCFFT_ABSENT(rocfft_field_destroy, rocfft_field)
FFT_ROCFFT_ABSENT(rocfft_field_add_brick, rocfft_field, rocfft_brick)
FFT_ROCFFT_ABSENT(rocfft_brick_create, rocfft_brick*, const size_t*, const size_t*, const size_t*,
                  size_t, int)
FFT_ROCFFT_ABSENT(rocfft_brick_destroy, rocfft_brick)
