#include "fft/rtc/cuda/cuda_device.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/cuda/cuda_api.h"
#include "fft/rtc/cuda/cuda_context.h"
#include "fft/rtc/named_kernels.h"

namespace fft::rtc {
namespace {

CuStream AsCu(Stream stream) { return static_cast<CuStream>(stream); }
CuEvent AsCuEvent(Event event) { return static_cast<CuEvent>(event); }
CuPointer AsCuPointer(const void* pointer) { return reinterpret_cast<CuPointer>(pointer); }

class CudaKernel final : public Kernel {
 public:
  CudaKernel(const PrimaryContext* context, std::string name, CuFunction function)
      : context_(context), name_(std::move(name)), function_(function) {}

  const std::string& name() const override { return name_; }

  absl::Status Launch(const LaunchGeometry& geometry, Stream stream,
                      void* const* args) const override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    const auto& grid = geometry.grid;
    const auto& block = geometry.block;
    if (geometry.launches_early && context_->launches_early()) {
      CuLaunchAttribute attribute = {.id = kCuProgrammaticStreamSerialization, .value = 1};
      const CuLaunchConfig config = {{grid[0], grid[1], grid[2]},
                                     {block[0], block[1], block[2]},
                                     geometry.shared_bytes,
                                     AsCu(stream),
                                     &attribute,
                                     1};
      const CuResult result =
          context_->api().LaunchKernelEx(&config, function_, const_cast<void**>(args), nullptr);
      return context_->api().Check(result, "cuLaunchKernelEx", name_);
    }
    const CuResult result = context_->api().LaunchKernel(
        function_, grid[0], grid[1], grid[2], block[0], block[1], block[2], geometry.shared_bytes,
        AsCu(stream), const_cast<void**>(args), nullptr);
    return context_->api().Check(result, "cuLaunchKernel", name_);
  }

 private:
  const PrimaryContext* const context_;
  const std::string name_;
  const CuFunction function_;
};

class CudaModule final : public Module {
 public:
  CudaModule(const PrimaryContext* context, CuModule module) : context_(context), module_(module) {}
  ~CudaModule() override {
    const SetupContext current(*context_);
    context_->api().ModuleUnload(module_);
  }

  // `shared_bytes` is the most shared memory, static plus dynamic, that the device gives a
  // workgroup; without raising the kernel's limit a launch gets at most 48 KiB.
  absl::Status AddKernel(const std::string& name, int64_t shared_bytes) {
    const CudaApi& api = context_->api();
    CuFunction function = nullptr;
    FFT_RETURN_IF_ERROR(api.Check(api.ModuleGetFunction(&function, module_, name.c_str()),
                                  "cuModuleGetFunction", name));
    int static_bytes = 0;
    FFT_RETURN_IF_ERROR(
        api.Check(api.FuncGetAttribute(&static_bytes, kCuStaticSharedBytes, function),
                  "cuFuncGetAttribute", name));
    const int dynamic_bytes = static_cast<int>(std::max<int64_t>(0, shared_bytes - static_bytes));
    FFT_RETURN_IF_ERROR(
        api.Check(api.FuncSetAttribute(function, kCuMaxDynamicSharedBytes, dynamic_bytes),
                  "cuFuncSetAttribute", name));
    kernels_.Add(std::make_unique<CudaKernel>(context_, name, function));
    return absl::OkStatus();
  }

  absl::StatusOr<const Kernel*> GetKernel(absl::string_view name) const override {
    return kernels_.Find(name);
  }

 private:
  const PrimaryContext* const context_;
  const CuModule module_;
  NamedKernels kernels_;
};

// An NVIDIA GPU. A call that gives something back does so even if another call fails.
class CudaDevice final : public Device {
 public:
  explicit CudaDevice(std::unique_ptr<PrimaryContext> context)
      : context_(std::move(context)), api_(context_->api()) {}

  absl::Status Describe() {
    std::array<char, 256> name = {};
    FFT_RETURN_IF_ERROR(Check(
        api_.DeviceGetName(name.data(), static_cast<int>(name.size()) - 1, context_->device()),
        "cuDeviceGetName"));
    name_ = name.data();
    FFT_ASSIGN_OR_RETURN(const int major, Attribute(kCuMajor));
    FFT_ASSIGN_OR_RETURN(const int minor, Attribute(kCuMinor));
    arch_ = absl::StrCat("sm_", major, minor);
    FFT_ASSIGN_OR_RETURN(properties_.shared_bytes_per_block, Attribute(kCuMaxSharedPerBlockOptIn));
    FFT_ASSIGN_OR_RETURN(const int without_opt_in, Attribute(kCuMaxSharedPerBlock));
    properties_.shared_bytes_per_block =
        std::max<int64_t>(properties_.shared_bytes_per_block, without_opt_in);
    FFT_ASSIGN_OR_RETURN(properties_.wavefront, Attribute(kCuWarpSize));
    FFT_ASSIGN_OR_RETURN(properties_.max_threads_per_block, Attribute(kCuMaxThreadsPerBlock));
    FFT_ASSIGN_OR_RETURN(properties_.multiprocessors, Attribute(kCuMultiprocessors));
    properties_.compute_units = properties_.multiprocessors;
    FFT_ASSIGN_OR_RETURN(properties_.threads_per_multiprocessor,
                         Attribute(kCuMaxThreadsPerMultiprocessor));
    FFT_ASSIGN_OR_RETURN(properties_.l2_bytes, Attribute(kCuL2Bytes));
    // Memory moves as many bits as its bus is wide twice per clock.
    const double memory_khz = Attribute(kCuMemoryClockKhz).value_or(0);
    properties_.bandwidth_gbs = 2 * memory_khz * Attribute(kCuMemoryBits).value_or(0) / 8 * 1e-6;
    size_t memory = 0;
    FFT_RETURN_IF_ERROR(
        Check(api_.DeviceTotalMem(&memory, context_->device()), "cuDeviceTotalMem"));
    properties_.memory_bytes = static_cast<int64_t>(memory);
    // These properties are only shown to people, so a driver may lack them.
    properties_.clock_khz = Attribute(kCuClockKhz).value_or(0);
    int version = 0;  // 12040: of CUDA 12.4
    if (Check(api_.DriverGetVersion(&version), "cuDriverGetVersion").ok()) {
      properties_.driver = absl::StrCat("CUDA ", version / 1000, ".", version % 1000 / 10);
    }
    return absl::OkStatus();
  }

  DeviceKind kind() const override { return DeviceKind::kCuda; }
  const std::string& name() const override { return name_; }
  const std::string& arch() const override { return arch_; }
  const DeviceProperties& properties() const override { return properties_; }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    if (bytes == 0) return static_cast<void*>(nullptr);
    const SetupContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    CuPointer data = 0;
    FFT_RETURN_IF_ERROR(
        api_.Check(api_.MemAlloc(&data, bytes), "cuMemAlloc", absl::StrCat(bytes, " bytes")));
    return reinterpret_cast<void*>(data);
  }

  absl::Status Free(void* pointer) override {
    if (pointer == nullptr) return absl::OkStatus();
    const SetupContext current(*context_);
    absl::Status status = current.status();
    status.Update(Check(api_.MemFree(AsCuPointer(pointer)), "cuMemFree"));
    return status;
  }

  absl::Status CopyToDevice(void* to, const void* from, size_t bytes, Stream stream) override {
    const SetupContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    FFT_RETURN_IF_ERROR(Check(api_.MemcpyHtoDAsync(AsCuPointer(to), from, bytes, AsCu(stream)),
                              "cuMemcpyHtoDAsync"));
    return Synchronize(stream);
  }

  absl::Status CopyToHost(void* to, const void* from, size_t bytes, Stream stream) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    FFT_RETURN_IF_ERROR(Check(api_.MemcpyDtoHAsync(to, AsCuPointer(from), bytes, AsCu(stream)),
                              "cuMemcpyDtoHAsync"));
    return Synchronize(stream);
  }

  absl::Status CopyOnDevice(void* to, const void* from, size_t bytes, Stream stream) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_.MemcpyDtoDAsync(AsCuPointer(to), AsCuPointer(from), bytes, AsCu(stream)),
                 "cuMemcpyDtoDAsync");
  }

  absl::Status Fill(void* to, uint8_t value, size_t bytes, Stream stream) override {
    if (bytes == 0) return absl::OkStatus();
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_.MemsetD8Async(AsCuPointer(to), value, bytes, AsCu(stream)),
                 "cuMemsetD8Async");
  }

  absl::Status CopyRows(const RowCopy& copy, Stream stream) override {
    if (copy.row_bytes == 0 || copy.rows == 0) return absl::OkStatus();
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    CuMemcpy2D rows = {};
    rows.from_type = rows.to_type = kCuMemoryTypeUnified;
    rows.from = AsCuPointer(copy.from);
    rows.from_pitch = std::max(copy.from_pitch, copy.row_bytes);
    rows.to = AsCuPointer(copy.to);
    rows.to_pitch = std::max(copy.to_pitch, copy.row_bytes);
    rows.row_bytes = copy.row_bytes;
    rows.rows = copy.rows;
    return Check(api_.Memcpy2DAsync(&rows, AsCu(stream)), "cuMemcpy2DAsync");
  }

  absl::Status AllowAccess(const Device& peer) override {
    const auto* other = dynamic_cast<const CudaDevice*>(&peer);
    if (other == nullptr || other->context_->handle() == context_->handle()) {
      return other == nullptr ? Device::AllowAccess(peer) : absl::OkStatus();
    }
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    const CuResult result = api_.CtxEnablePeerAccess(other->context_->handle(), 0);
    if (result == kCuPeerAccessAlreadyEnabled) return absl::OkStatus();
    return Check(result, "cuCtxEnablePeerAccess");
  }

  absl::StatusOr<Stream> CreateStream() override {
    const SetupContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    CuStream stream = nullptr;
    FFT_RETURN_IF_ERROR(Check(api_.StreamCreate(&stream, kCuStreamNonBlocking), "cuStreamCreate"));
    return static_cast<Stream>(stream);
  }

  absl::Status DestroyStream(Stream stream) override {
    if (stream == nullptr) return absl::OkStatus();
    const SetupContext current(*context_);
    absl::Status status = current.status();
    status.Update(Synchronize(stream));
    status.Update(Check(api_.StreamDestroy(AsCu(stream)), "cuStreamDestroy"));
    return status;
  }

  absl::Status Synchronize(Stream stream) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_.StreamSynchronize(AsCu(stream)), "cuStreamSynchronize");
  }

  absl::StatusOr<Event> CreateEvent() override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    CuEvent event = nullptr;
    FFT_RETURN_IF_ERROR(Check(api_.EventCreate(&event, 0), "cuEventCreate"));
    return static_cast<Event>(event);
  }

  absl::Status DestroyEvent(Event event) override {
    if (event == nullptr) return absl::OkStatus();
    const CurrentContext current(*context_);
    absl::Status status = current.status();
    status.Update(Check(api_.EventDestroy(AsCuEvent(event)), "cuEventDestroy"));
    return status;
  }

  absl::Status RecordEvent(Event event, Stream stream) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_.EventRecord(AsCuEvent(event), AsCu(stream)), "cuEventRecord");
  }

  absl::Status WaitEvent(Stream stream, Event event) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_.StreamWaitEvent(AsCu(stream), AsCuEvent(event), 0), "cuStreamWaitEvent");
  }

  absl::StatusOr<double> ElapsedMilliseconds(Event start, Event stop) override {
    const CurrentContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    FFT_RETURN_IF_ERROR(Check(api_.EventSynchronize(AsCuEvent(stop)), "cuEventSynchronize"));
    float milliseconds = 0;
    FFT_RETURN_IF_ERROR(
        Check(api_.EventElapsedTime(&milliseconds, AsCuEvent(start), AsCuEvent(stop)),
              "cuEventElapsedTime"));
    return milliseconds;
  }

  absl::Status MakeCurrent() override {
    return Check(api_.CtxSetCurrent(context_->handle()), "cuCtxSetCurrent");
  }

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(
      const std::string& code_object, const std::vector<std::string>& kernel_names) override {
    const SetupContext current(*context_);
    FFT_RETURN_IF_ERROR(current.status());
    if (code_object.empty()) return InvalidField("code_object", "empty", "a code object");
    CuModule handle = nullptr;
    FFT_RETURN_IF_ERROR(
        Check(api_.ModuleLoadData(&handle, code_object.data()), "cuModuleLoadData"));
    auto module = std::make_unique<CudaModule>(context_.get(), handle);
    for (const std::string& name : kernel_names) {
      FFT_RETURN_IF_ERROR(module->AddKernel(name, properties_.shared_bytes_per_block));
    }
    return module;
  }

 private:
  absl::Status Check(CuResult result, absl::string_view call) const {
    return api_.Check(result, call);
  }

  absl::StatusOr<int> Attribute(CuDeviceAttribute attribute) const {
    int value = 0;
    FFT_RETURN_IF_ERROR(Check(api_.DeviceGetAttribute(&value, attribute, context_->device()),
                              "cuDeviceGetAttribute"));
    return value;
  }

  const std::unique_ptr<PrimaryContext> context_;
  const CudaApi& api_;
  std::string name_;
  std::string arch_;
  DeviceProperties properties_;
};

}  // namespace

absl::StatusOr<int> CountCudaDevices(const CudaDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto api, LoadCudaApi(options));
  return CountDevices(*api);
}

absl::StatusOr<std::unique_ptr<Device>> OpenCudaDevice(int index,
                                                       const CudaDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(auto context, PrimaryContext::Retain(index, options));
  auto device = std::make_unique<CudaDevice>(std::move(context));
  FFT_RETURN_IF_ERROR(device->Describe());
  return device;
}

}  // namespace fft::rtc
