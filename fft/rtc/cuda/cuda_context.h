// The primary context of an NVIDIA GPU, which devices and the driver's compiler share.

#ifndef FFT_RTC_CUDA_CUDA_CONTEXT_H_
#define FFT_RTC_CUDA_CUDA_CONTEXT_H_

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/rtc/cuda/cuda_api.h"

namespace fft::rtc {

// The number of NVIDIA GPUs; kUnavailable if there is none.
absl::StatusOr<int> CountDevices(const CudaApi& api);

// The device's primary context. The object keeps the context alive.
class PrimaryContext {
 public:
  // Opens the driver. kUnavailable and kInvalidArgument as OpenCudaDevice has them.
  static absl::StatusOr<std::unique_ptr<PrimaryContext>> Retain(int index,
                                                                const CudaDeviceOptions& options);
  PrimaryContext(const PrimaryContext&) = delete;
  PrimaryContext& operator=(const PrimaryContext&) = delete;
  ~PrimaryContext() { api_->PrimaryCtxRelease(device_); }

  const CudaApi& api() const { return *api_; }
  CuDevice device() const { return device_; }
  CuContext handle() const { return context_; }
  // Whether the driver launches kernels early (LaunchGeometry), in graphs too.
  bool launches_early() const { return launches_early_; }

 private:
  PrimaryContext(std::unique_ptr<const CudaApi> api, CuDevice device, CuContext context)
      : api_(std::move(api)), device_(device), context_(context) {
    int version = 0;
    launches_early_ = api_->LaunchKernelEx != nullptr && api_->DriverGetVersion(&version) == 0 &&
                      version >= kCuEarlyLaunches;
  }

  const std::unique_ptr<const CudaApi> api_;
  const CuDevice device_;
  const CuContext context_;
  bool launches_early_ = false;
};

// Makes a context the thread's current one for a scope; costs one query if it already is.
class CurrentContext {
 public:
  explicit CurrentContext(const PrimaryContext& context) : api_(context.api()) {
    CuContext current = nullptr;
    // If the driver does not answer, the context is made current in any case.
    if (api_.CtxGetCurrent(&current) == 0 && current == context.handle()) return;
    status_ = api_.Check(api_.CtxPushCurrent(context.handle()), "cuCtxPushCurrent");
    pushed_ = status_.ok();
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  ~CurrentContext() {
    CuContext ignored = nullptr;
    if (pushed_) api_.CtxPopCurrent(&ignored);
  }

  const absl::Status& status() const { return status_; }

 private:
  const CudaApi& api_;
  absl::Status status_;
  bool pushed_ = false;
};

// A CurrentContext for calls that take or give back memory and code. While any stream of the
// process is captured into a graph, the driver refuses such calls and ends the capture. It allows
// them if the thread has said that they are not part of the capture, as this class does.
class SetupContext {
 public:
  explicit SetupContext(const PrimaryContext& context)
      : api_(context.api()), current_(context), status_(current_.status()) {
    if (!status_.ok()) return;
    status_ = api_.Check(api_.ExchangeCaptureMode(&mode_), "cuThreadExchangeStreamCaptureMode");
    exchanged_ = status_.ok();
  }
  SetupContext(const SetupContext&) = delete;
  SetupContext& operator=(const SetupContext&) = delete;
  ~SetupContext() {
    if (exchanged_) api_.ExchangeCaptureMode(&mode_);
  }

  const absl::Status& status() const { return status_; }

 private:
  const CudaApi& api_;
  const CurrentContext current_;
  absl::Status status_;
  int mode_ = kCuCaptureRelaxed;  // set to the mode that the thread had
  bool exchanged_ = false;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_CONTEXT_H_
