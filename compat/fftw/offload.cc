#include "compat/fftw/offload.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fft::fftw {
namespace {

// The least size of both arrays together, in bytes. Copying smaller arrays to a GPU and back takes
// longer than any transform on the host.
constexpr int64_t kLeastBytes = int64_t{256} << 10;

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Whether each byte between the first and the last element of the output belongs to the transform.
bool OwnsOutput(const Attempt& attempt) {
  const auto is_dense = [](const Side& side) { return side.elements == side.extent; };
  if (is_dense(attempt.out)) return true;
  const auto reals = [](const Side& side) { return side.extent * side.element_reals; };
  return attempt.is_in_place && is_dense(attempt.in) && reals(attempt.in) >= reals(attempt.out);
}

// Addresses of an attempt's arrays in one block of memory, one array after the other. In place,
// input and output share their addresses.
class ArrayPlaces {
 public:
  ArrayPlaces(const Attempt& attempt, int64_t real_bytes)
      : each_(AlignedBytes(
            std::max(ArrayBytes(attempt.in, real_bytes), ArrayBytes(attempt.out, real_bytes)))),
        ins_(attempt.in.arrays),
        outs_(attempt.out.arrays),
        is_in_place_(attempt.is_in_place) {}

  int64_t bytes() const { return each_ * (is_in_place_ ? std::max(ins_, outs_) : ins_ + outs_); }

  Arrays In(char* memory) const {
    char* const out = is_in_place_ ? memory : memory + ins_ * each_;
    return {memory, ins_ == 2 ? memory + each_ : nullptr, out, outs_ == 2 ? out + each_ : nullptr};
  }

 private:
  int64_t each_;  // bytes from one array to the next
  int ins_, outs_;
  bool is_in_place_;
};

// The time of one execution in seconds; nullopt if it fails.
std::optional<double> SecondsOf(const LibraryPlan& plan, const Arrays& arrays) {
  const auto from = std::chrono::steady_clock::now();
  if (!plan.Execute(arrays)) return std::nullopt;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

// Whether the GPU takes less time than the host. The first execution of a plan loads its code, so
// the second one is compared. Where the host's first execution took over twice the GPU's time, the
// host has no second one.
bool IsGpuFaster(const LibraryPlan& gpu, const LibraryPlan& host, const Arrays& arrays) {
  if (!SecondsOf(gpu, arrays)) return false;
  const auto there = SecondsOf(gpu, arrays);
  const auto first_here = SecondsOf(host, arrays);
  if (!there || !first_here) return false;
  if (*first_here > 2 * *there) return true;
  const auto here = SecondsOf(host, arrays);
  return here && *there < *here;
}

}  // namespace

// An open GPU, and memory on it that executions use one after the other.
class Offload::Gpu {
 public:
  Gpu(std::string device, std::unique_ptr<fft_context, Freed> context)
      : device_(std::move(device)), context_(std::move(context)) {}
  ~Gpu() { Check(fft_memory_free(context_.get(), memory_)); }

  const std::string& device() const { return device_; }
  fft_context* context() const { return context_.get(); }

  // Makes the memory at least `bytes` bytes large. Returns false where the device has less memory.
  bool Reserve(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes <= bytes_) return true;
    if (!Check(fft_memory_free(context_.get(), memory_))) return false;
    memory_ = nullptr;
    bytes_ = 0;
    if (!Check(fft_memory_allocate(context_.get(), static_cast<size_t>(bytes), &memory_))) {
      return false;
    }
    bytes_ = bytes;
    return true;
  }

  // Calls `use` with the memory while no other execution uses it. Returns false without a call if
  // Reserve has not made the memory large enough.
  template <typename Use>
  bool With(int64_t bytes, const Use& use) {
    const std::lock_guard lock(mutex_);
    return bytes <= bytes_ && use(static_cast<char*>(memory_));
  }

  static bool Check(fft_error* error) {
    const Error owned(error);
    if (error != nullptr) LogLine("the GPU failed: " + MessageOf(owned));
    return error == nullptr;
  }

 private:
  const std::string device_;
  const std::unique_ptr<fft_context, Freed> context_;
  std::mutex mutex_;
  void* memory_ = nullptr;  // this and bytes_ are guarded by mutex_
  int64_t bytes_ = 0;
};

// A plan on the GPU. If the GPU fails before it has written to the output, the host's plan runs
// instead. For example, the GPU fails in a forked process.
class Offload::GpuPlan : public LibraryPlan {
 public:
  GpuPlan(std::shared_ptr<Gpu> gpu, std::unique_ptr<fft_plan, Freed> plan, const Attempt& attempt,
          int64_t real_bytes, std::shared_ptr<const LibraryPlan> host)
      : gpu_(std::move(gpu)),
        plan_(std::move(plan)),
        host_(std::move(host)),
        places_(attempt, real_bytes),
        in_(ArrayBytes(attempt.in, real_bytes)),
        out_(ArrayBytes(attempt.out, real_bytes)) {}

  // Bytes of device memory for the arrays and the workspace.
  int64_t DeviceBytes() const { return places_.bytes() + fft_plan_workspace_bytes(plan_.get()); }

  bool Execute(const Arrays& arrays) const override {
    bool has_written = false;
    const bool is_done =
        gpu_->With(DeviceBytes(), [&](char* memory) { return Run(arrays, memory, &has_written); });
    return is_done || (!has_written && host_->Execute(arrays));
  }

  std::string Wisdom() const override { return host_->Wisdom(); }
  std::string Device() const override { return gpu_->device(); }

 private:
  bool Run(const Arrays& arrays, char* memory, bool* has_written) const {
    const Arrays there = places_.In(memory);
    if (!ToDevice(there.in, arrays.in) || !ToDevice(there.in_imag, arrays.in_imag)) return false;
    const int64_t workspace_bytes = fft_plan_workspace_bytes(plan_.get());
    void* const workspace = workspace_bytes == 0 ? nullptr : memory + places_.bytes();
    const fft_arguments arguments = ArgumentsFor(there, workspace, workspace_bytes);
    if (!Gpu::Check(fft_plan_execute(plan_.get(), &arguments))) return false;
    if (!Gpu::Check(fft_stream_synchronize(gpu_->context(), nullptr))) return false;
    *has_written = true;
    return ToHost(arrays.out, there.out) && ToHost(arrays.out_imag, there.out_imag);
  }

  bool ToDevice(void* to, const void* from) const {
    return to == nullptr || Gpu::Check(fft_memory_to_device(gpu_->context(), to, from,
                                                            static_cast<size_t>(in_), nullptr));
  }
  bool ToHost(void* to, const void* from) const {
    return from == nullptr || Gpu::Check(fft_memory_to_host(gpu_->context(), to, from,
                                                            static_cast<size_t>(out_), nullptr));
  }

  const std::shared_ptr<Gpu> gpu_;
  const std::unique_ptr<fft_plan, Freed> plan_;
  const std::shared_ptr<const LibraryPlan> host_;
  const ArrayPlaces places_;
  const int64_t in_, out_;  // bytes of one input array, of one output array
};

Offload::Offload() {
  const std::string device = Variable("FFT_FFTW_DEVICE");
  if (device.empty()) return;
  std::string why;
  auto context = OpenContext(device, &why);
  if (context == nullptr) {
    LogLine("FFT_FFTW_DEVICE=" + device + ": " + why);
    return;
  }
  const std::string condition = Variable("FFT_FFTW_DEVICE_IF");
  is_tried_ = condition != "possible";
  if (is_tried_ && !condition.empty() && condition != "faster") {
    LogLine("FFT_FFTW_DEVICE_IF=" + condition + ", allowed: faster, possible");
  }
  gpu_ = std::make_shared<Gpu>(device, std::move(context));
}

Offload::~Offload() = default;

std::shared_ptr<const LibraryPlan> Offload::Faster(const Attempt& attempt, int64_t real_bytes,
                                                   std::shared_ptr<const LibraryPlan> plan) const {
  // The real before an odd array is not the program's to copy.
  const bool is_odd = attempt.in.is_odd || attempt.out.is_odd;
  if (gpu_ == nullptr || is_odd || !OwnsOutput(attempt)) return plan;
  const int64_t bytes = attempt.in.arrays * ArrayBytes(attempt.in, real_bytes) +
                        attempt.out.arrays * ArrayBytes(attempt.out, real_bytes);
  if (is_tried_ && bytes < kLeastBytes) return plan;
  std::string why;
  // The GPU's plan reads a copy of the user's input, so it may overwrite its input.
  const PlanWish wish = {.may_overwrite_input = !attempt.is_in_place};
  auto on_gpu = MakeFftPlan(gpu_->context(), attempt.token, wish, &why);
  if (on_gpu == nullptr) {
    LogLine("no plan on " + gpu_->device() + ": " + why);
    return plan;
  }
  auto offloaded =
      std::make_shared<const GpuPlan>(gpu_, std::move(on_gpu), attempt, real_bytes, plan);
  if (!gpu_->Reserve(offloaded->DeviceBytes())) return plan;
  if (!is_tried_) return offloaded;
  const ArrayPlaces places(attempt, real_bytes);
  BlockPool pool(places.bytes());
  const BlockPool::Block memory = pool.Take();
  if (memory == nullptr) return plan;
  char* const zeros = static_cast<char*>(memory.get());
  std::fill_n(zeros, places.bytes(), char{0});
  if (IsGpuFaster(*offloaded, *plan, places.In(zeros))) return offloaded;
  return plan;
}

}  // namespace fft::fftw
