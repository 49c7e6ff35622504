#include "fft/rtc/hip/hip_device.h"

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/hip/hip_api.h"
#include "fft/rtc/named_kernels.h"

namespace fft::rtc {
namespace {

// Makes a device the thread's current one for a scope.
class CurrentHipDevice {
 public:
  CurrentHipDevice(const HipApi& api, int index) : api_(api), index_(index) {
    status_ = api.Check(api.hipGetDevice(&previous_), "hipGetDevice");
    if (status_.ok() && previous_ != index_) {
      status_ = api.Check(api.hipSetDevice(index_), "hipSetDevice");
    }
  }
  CurrentHipDevice(const CurrentHipDevice&) = delete;
  CurrentHipDevice& operator=(const CurrentHipDevice&) = delete;
  ~CurrentHipDevice() {
    if (status_.ok() && previous_ != index_) (void)api_.hipSetDevice(previous_);
  }

  const absl::Status& status() const { return status_; }

 private:
  const HipApi& api_;
  const int index_;
  int previous_ = 0;
  absl::Status status_;
};

hipStream_t AsHip(Stream stream) { return static_cast<hipStream_t>(stream); }
hipEvent_t AsHipEvent(Event event) { return static_cast<hipEvent_t>(event); }

class HipKernel final : public Kernel {
 public:
  HipKernel(const HipApi* api, int index, std::string name, hipFunction_t function)
      : api_(api), index_(index), name_(std::move(name)), function_(function) {}

  const std::string& name() const override { return name_; }

  absl::Status Launch(const LaunchGeometry& geometry, Stream stream,
                      void* const* args) const override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    const auto& grid = geometry.grid;
    const auto& block = geometry.block;
    const hipError_t error = api_->hipModuleLaunchKernel(
        function_, grid[0], grid[1], grid[2], block[0], block[1], block[2], geometry.shared_bytes,
        AsHip(stream), const_cast<void**>(args), nullptr);
    return api_->Check(error, "hipModuleLaunchKernel", name_);
  }

 private:
  const HipApi* const api_;
  const int index_;
  const std::string name_;
  const hipFunction_t function_;
};

class HipModule final : public Module {
 public:
  HipModule(const HipApi* api, int index, hipModule_t module)
      : api_(api), index_(index), module_(module) {}
  ~HipModule() override {
    const CurrentHipDevice current(*api_, index_);
    (void)api_->hipModuleUnload(module_);
  }

  absl::Status AddKernel(const std::string& name) {
    hipFunction_t function = nullptr;
    FFT_RETURN_IF_ERROR(api_->Check(api_->hipModuleGetFunction(&function, module_, name.c_str()),
                                    "hipModuleGetFunction", name));
    kernels_.Add(std::make_unique<HipKernel>(api_, index_, name, function));
    return absl::OkStatus();
  }

  absl::StatusOr<const Kernel*> GetKernel(absl::string_view name) const override {
    return kernels_.Find(name);
  }

 private:
  const HipApi* const api_;
  const int index_;
  const hipModule_t module_;
  NamedKernels kernels_;
};

class HipDevice final : public Device {
 public:
  HipDevice(std::unique_ptr<const HipApi> api, int index) : api_(std::move(api)), index_(index) {}

  // Reads the device's properties. Figures come from attributes, because the layout of
  // hipDeviceProp_t differs between releases. Only its first members and the architecture's name
  // are stable.
  absl::Status Describe() {
    // Room for the larger layouts of later releases.
    struct {
      hipDeviceProp_t properties;
      std::array<char, 4096> room;
    } described;
    std::memset(static_cast<void*>(&described), 0, sizeof(described));
    FFT_RETURN_IF_ERROR(Check(api_->hipGetDeviceProperties(&described.properties, index_),
                              "hipGetDeviceProperties"));
    name_ = described.properties.name;
    // The name is like "gfx90a:sramecc+:xnack-".
    const std::string full_arch = described.properties.gcnArchName;
    arch_ = full_arch.substr(0, full_arch.find(':'));
    FFT_ASSIGN_OR_RETURN(properties_.shared_bytes_per_block,
                         Attribute(hipDeviceAttributeMaxSharedMemoryPerBlock));
    FFT_ASSIGN_OR_RETURN(properties_.wavefront, Attribute(hipDeviceAttributeWarpSize));
    FFT_ASSIGN_OR_RETURN(properties_.max_threads_per_block,
                         Attribute(hipDeviceAttributeMaxThreadsPerBlock));
    FFT_ASSIGN_OR_RETURN(properties_.multiprocessors,
                         Attribute(hipDeviceAttributeMultiprocessorCount));
    // On devices with wavefronts of 32, some releases of HIP count pairs of compute units and
    // others single ones. No attribute says how often per clock the memory moves as many bits as
    // its bus is wide.
    properties_.compute_units = properties_.wavefront == 64 ? properties_.multiprocessors : 0;
    FFT_ASSIGN_OR_RETURN(properties_.l2_bytes, Attribute(hipDeviceAttributeL2CacheSize));
    size_t memory = 0;
    FFT_RETURN_IF_ERROR(Check(api_->hipDeviceTotalMem(&memory, index_), "hipDeviceTotalMem"));
    properties_.memory_bytes = static_cast<int64_t>(memory);
    // These properties are only shown to people, so a runtime may lack them.
    properties_.clock_khz = Attribute(hipDeviceAttributeClockRate).value_or(0);
    int version = 0;  // 50221153: of HIP 5.2
    if (Check(api_->hipDriverGetVersion(&version), "hipDriverGetVersion").ok()) {
      properties_.driver = absl::StrCat("HIP ", version / 10000000, ".", version / 100000 % 100);
    }
    return absl::OkStatus();
  }

  DeviceKind kind() const override { return DeviceKind::kHip; }
  const std::string& name() const override { return name_; }
  const std::string& arch() const override { return arch_; }
  const DeviceProperties& properties() const override { return properties_; }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    void* data = nullptr;
    if (bytes == 0) return data;
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    FFT_RETURN_IF_ERROR(
        api_->Check(api_->hipMalloc(&data, bytes), "hipMalloc", absl::StrCat(bytes, " bytes")));
    return data;
  }

  absl::Status Free(void* pointer) override {
    if (pointer == nullptr) return absl::OkStatus();
    const CurrentHipDevice current(*api_, index_);
    // The memory is freed on its own device, whatever the current device is.
    const absl::Status freed = Check(api_->hipFree(pointer), "hipFree");
    return current.status().ok() ? freed : current.status();
  }

  absl::Status CopyToDevice(void* to, const void* from, size_t bytes, Stream stream) override {
    FFT_RETURN_IF_ERROR(Copy(to, from, bytes, hipMemcpyHostToDevice, stream));
    return Synchronize(stream);
  }
  absl::Status CopyToHost(void* to, const void* from, size_t bytes, Stream stream) override {
    FFT_RETURN_IF_ERROR(Copy(to, from, bytes, hipMemcpyDeviceToHost, stream));
    return Synchronize(stream);
  }
  absl::Status CopyOnDevice(void* to, const void* from, size_t bytes, Stream stream) override {
    return Copy(to, from, bytes, hipMemcpyDeviceToDevice, stream);
  }

  absl::Status Fill(void* to, uint8_t value, size_t bytes, Stream stream) override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_->hipMemsetAsync(to, value, bytes, AsHip(stream)), "hipMemsetAsync");
  }

  absl::StatusOr<Stream> CreateStream() override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    hipStream_t stream = nullptr;
    FFT_RETURN_IF_ERROR(Check(api_->hipStreamCreateWithFlags(&stream, hipStreamNonBlocking),
                              "hipStreamCreateWithFlags"));
    return static_cast<Stream>(stream);
  }

  absl::Status AllowAccess(const Device& peer) override {
    const auto* other = dynamic_cast<const HipDevice*>(&peer);
    if (other == nullptr) return Device::AllowAccess(peer);
    if (other->index_ == index_) return absl::OkStatus();
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    const hipError_t error = api_->hipDeviceEnablePeerAccess(other->index_, 0);
    if (error == hipErrorPeerAccessAlreadyEnabled) return absl::OkStatus();
    return Check(error, "hipDeviceEnablePeerAccess");
  }

  absl::Status DestroyStream(Stream stream) override {
    if (stream == nullptr) return absl::OkStatus();
    const absl::Status waited = Synchronize(stream);
    const absl::Status destroyed = Check(api_->hipStreamDestroy(AsHip(stream)), "hipStreamDestroy");
    return waited.ok() ? destroyed : waited;
  }

  absl::Status Synchronize(Stream stream) override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_->hipStreamSynchronize(AsHip(stream)), "hipStreamSynchronize");
  }

  absl::StatusOr<Event> CreateEvent() override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    hipEvent_t event = nullptr;
    FFT_RETURN_IF_ERROR(Check(api_->hipEventCreate(&event), "hipEventCreate"));
    return static_cast<Event>(event);
  }

  absl::Status DestroyEvent(Event event) override {
    if (event == nullptr) return absl::OkStatus();
    return Check(api_->hipEventDestroy(AsHipEvent(event)), "hipEventDestroy");
  }

  absl::Status RecordEvent(Event event, Stream stream) override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_->hipEventRecord(AsHipEvent(event), AsHip(stream)), "hipEventRecord");
  }

  absl::Status WaitEvent(Stream stream, Event event) override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_->hipStreamWaitEvent(AsHip(stream), AsHipEvent(event), 0),
                 "hipStreamWaitEvent");
  }

  absl::StatusOr<double> ElapsedMilliseconds(Event start, Event stop) override {
    FFT_RETURN_IF_ERROR(Check(api_->hipEventSynchronize(AsHipEvent(stop)), "hipEventSynchronize"));
    float milliseconds = 0;
    FFT_RETURN_IF_ERROR(
        Check(api_->hipEventElapsedTime(&milliseconds, AsHipEvent(start), AsHipEvent(stop)),
              "hipEventElapsedTime"));
    return milliseconds;
  }

  absl::Status MakeCurrent() override { return Check(api_->hipSetDevice(index_), "hipSetDevice"); }

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(
      const std::string& code_object, const std::vector<std::string>& kernel_names) override {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    if (code_object.empty()) return InvalidField("code_object", "empty", "a code object");
    hipModule_t handle = nullptr;
    FFT_RETURN_IF_ERROR(
        Check(api_->hipModuleLoadData(&handle, code_object.data()), "hipModuleLoadData"));
    auto module = std::make_unique<HipModule>(api_.get(), index_, handle);
    for (const std::string& name : kernel_names) FFT_RETURN_IF_ERROR(module->AddKernel(name));
    return module;
  }

 private:
  absl::Status Check(hipError_t error, absl::string_view call) const {
    return api_->Check(error, call);
  }

  absl::StatusOr<int> Attribute(hipDeviceAttribute_t attribute) const {
    int value = 0;
    FFT_RETURN_IF_ERROR(
        Check(api_->hipDeviceGetAttribute(&value, attribute, index_), "hipDeviceGetAttribute"));
    return value;
  }

  absl::Status Copy(void* to, const void* from, size_t bytes, hipMemcpyKind kind, Stream stream) {
    const CurrentHipDevice current(*api_, index_);
    FFT_RETURN_IF_ERROR(current.status());
    return Check(api_->hipMemcpyAsync(to, from, bytes, kind, AsHip(stream)), "hipMemcpyAsync");
  }

  const std::unique_ptr<const HipApi> api_;
  const int index_;
  std::string name_;
  std::string arch_;
  DeviceProperties properties_;
};

absl::StatusOr<int> Count(const HipApi& api) {
  int count = 0;
  const absl::Status counted = api.Check(api.hipGetDeviceCount(&count), "hipGetDeviceCount");
  if (!counted.ok()) return absl::UnavailableError(counted.message());
  if (count <= 0) return absl::UnavailableError("hipGetDeviceCount: the machine has no AMD GPU");
  return count;
}

}  // namespace

absl::StatusOr<int> CountHipDevices(const HipDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto api, LoadHipApi(options));
  return Count(*api);
}

absl::StatusOr<std::unique_ptr<Device>> OpenHipDevice(int index, const HipDeviceOptions& options) {
  FFT_ASSIGN_OR_RETURN(auto api, LoadHipApi(options));
  FFT_ASSIGN_OR_RETURN(const int count, Count(*api));
  if (index < 0 || index >= count) {
    return InvalidField("hip device index", absl::StrCat(index), absl::StrCat("0 to ", count - 1));
  }
  auto device = std::make_unique<HipDevice>(std::move(api), index);
  FFT_RETURN_IF_ERROR(device->Describe());
  return device;
}

}  // namespace fft::rtc
