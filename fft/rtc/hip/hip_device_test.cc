#include "fft/rtc/hip/hip_device.h"

#include <algorithm>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "fft/base/status.h"
#include "fft/rtc/hip/current_device.h"
#include "fft/rtc/hip/hip_api.h"
#include "fft/rtc/system/dynamic_library.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

constexpr char kLibrary[] = "fft/rtc/testing/libfake_hip.so";
constexpr char kModule[] = "fake hip module\nscale\ndescribe\n";

class HipDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto library = DynamicLibrary::Open("the stand-in", {Path()});
    ASSERT_TRUE(library.ok()) << library.status();
    ASSERT_TRUE(library->Bind("fake_hip_fail_next", &fail_next_).ok());
    ASSERT_TRUE(library->Bind("fake_hip_set_device_count", &set_device_count_).ok());
    ASSERT_TRUE(library->Bind("fake_hip_live_objects", &live_objects_).ok());
    ASSERT_TRUE(library->Bind("fake_hip_fail_nth", &fail_nth_).ok());
    auto device = OpenHipDevice(1, Options());
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
    ASSERT_EQ(live_objects_(), 0);
  }

  static std::string Path() { return std::string("./") + kLibrary; }
  static HipDeviceOptions Options() { return {.library = Path()}; }

  void Fail(const char* entry, hipError_t error = hipErrorUnknown) { fail_next_(entry, error); }

  // Makes the next call of `entry` fail, and expects that `call` reports it by name.
  void ExpectReported(const char* entry, const std::function<absl::Status()>& call) {
    Fail(entry);
    const absl::Status status = call();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << entry;
    EXPECT_NE(status.message().find(entry), std::string::npos) << status;
    EXPECT_NE(status.message().find("as asked for"), std::string::npos) << status;
    EXPECT_TRUE(call().ok()) << entry << " works again";
  }

  std::unique_ptr<Device> device_;
  void (*fail_next_)(const char*, int) = nullptr;
  void (*set_device_count_)(int) = nullptr;
  int (*live_objects_)() = nullptr;
  int (*fail_nth_)(int, int, int) = nullptr;
};

TEST_F(HipDeviceTest, DescribesTheDevice) {
  EXPECT_EQ(device_->kind(), DeviceKind::kHip);
  EXPECT_EQ(device_->name(), "Fake GPU 1");
  EXPECT_EQ(device_->arch(), "gfx90a");
  EXPECT_EQ(device_->properties().shared_bytes_per_block, 65536);
  EXPECT_EQ(device_->properties().wavefront, 64);
  EXPECT_EQ(device_->properties().max_threads_per_block, 1024);
  EXPECT_EQ(device_->properties().multiprocessors, 104);
  EXPECT_EQ(device_->properties().compute_units, 104);
  EXPECT_EQ(device_->properties().l2_bytes, 8 << 20);
  EXPECT_EQ(device_->properties().memory_bytes, 1 << 30);
  EXPECT_EQ(device_->properties().clock_khz, 1700000);
  EXPECT_EQ(device_->properties().driver, "HIP 5.2");
}

TEST_F(HipDeviceTest, CopiesFillsAndLaunches) {
  std::vector<float> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = static_cast<float>(i);
  const size_t bytes = values.size() * sizeof(float);
  {
    auto stream = ScopedStream::Create(*device_);
    auto a = DeviceBuffer::Allocate(*device_, bytes);
    auto b = DeviceBuffer::Allocate(*device_, bytes);
    ASSERT_TRUE(stream.ok() && a.ok() && b.ok());
    auto module = device_->LoadModule(kModule, {"scale", "describe"});
    ASSERT_TRUE(module.ok()) << module.status();
    auto kernel = (*module)->GetKernel("scale");
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    EXPECT_EQ((*kernel)->name(), "scale");

    ASSERT_TRUE(device_->CopyToDevice(a->data(), values.data(), bytes, stream->get()).ok());
    void* pointer = a->data();
    float factor = 3;
    int n = 1000;
    void* args[] = {&pointer, &factor, &n};
    const LaunchGeometry geometry = {.grid = {4, 1, 1}, .block = {256, 1, 1}};
    ASSERT_TRUE((*kernel)->Launch(geometry, stream->get(), args).ok());
    ASSERT_TRUE(device_->CopyOnDevice(b->data(), a->data(), bytes, stream->get()).ok());
    ASSERT_TRUE(device_->Fill(a->data(), 0, bytes, stream->get()).ok());
    ASSERT_TRUE(device_->CopyToHost(values.data(), b->data(), bytes, stream->get()).ok());
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(values[i], 3.0f * static_cast<float>(i));
    ASSERT_TRUE(device_->CopyToHost(values.data(), a->data(), bytes, stream->get()).ok());
    EXPECT_EQ(std::count(values.begin(), values.end(), 0.0f), 1000);
  }
  EXPECT_EQ(live_objects_(), 0) << "everything was released";
}

// Does everything that a plan does with a device. The scaled values are in `values`.
absl::Status UseADevice(const HipDeviceOptions& options, std::vector<float>& values) {
  FFT_ASSIGN_OR_RETURN(const auto device, OpenHipDevice(1, options));
  const size_t bytes = values.size() * sizeof(float);
  FFT_ASSIGN_OR_RETURN(const auto stream, ScopedStream::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto start, ScopedEvent::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto stop, ScopedEvent::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto a, DeviceBuffer::Allocate(*device, bytes));
  FFT_ASSIGN_OR_RETURN(const auto b, DeviceBuffer::Allocate(*device, bytes));
  FFT_ASSIGN_OR_RETURN(const auto module, device->LoadModule(kModule, {"scale", "describe"}));
  FFT_ASSIGN_OR_RETURN(const Kernel* const kernel, module->GetKernel("scale"));
  FFT_RETURN_IF_ERROR(device->CopyToDevice(a.data(), values.data(), bytes, stream.get()));
  FFT_RETURN_IF_ERROR(device->RecordEvent(start.get(), stream.get()));
  void* pointer = a.data();
  float factor = 3;
  int n = static_cast<int>(values.size());
  void* args[] = {&pointer, &factor, &n};
  FFT_RETURN_IF_ERROR(
      kernel->Launch({.grid = {1, 1, 1}, .block = {256, 1, 1}}, stream.get(), args));
  FFT_RETURN_IF_ERROR(device->RecordEvent(stop.get(), stream.get()));
  FFT_RETURN_IF_ERROR(device->CopyOnDevice(b.data(), a.data(), bytes, stream.get()));
  FFT_RETURN_IF_ERROR(device->Fill(a.data(), 0, bytes, stream.get()));
  FFT_RETURN_IF_ERROR(device->ElapsedMilliseconds(start.get(), stop.get()).status());
  return device->CopyToHost(values.data(), b.data(), bytes, stream.get());
}

TEST_F(HipDeviceTest, EveryCallMayFail) {
  for (const hipError_t error : {hipErrorOutOfMemory, hipErrorUnknown}) {
    for (const int is_lasting : {0, 1}) {
      int n = 0, calls = 0;
      do {
        ++n;
        std::vector<float> values(200, 1);
        fail_nth_(n, error, is_lasting);
        absl::Status status;
        // Each cycle has a new thread, since a current device that cannot be restored stays
        // changed.
        std::thread([&] { status = UseADevice(Options(), values); }).join();
        calls = fail_nth_(0, 0, 0);
        EXPECT_EQ(live_objects_(), 0) << "call " << n << ": " << status;
        EXPECT_TRUE(!status.ok() || values == std::vector<float>(200, 3)) << "call " << n;
        EXPECT_TRUE(calls >= n || status.ok()) << status;
        EXPECT_TRUE(status.ok() || status.message().find("hip") != std::string::npos) << status;
      } while (calls >= n);
      EXPECT_GT(n, 30);
    }
  }
}

TEST_F(HipDeviceTest, EachThreadHasACurrentDevice) {
  std::thread([this] {
    ASSERT_TRUE(device_->MakeCurrent().ok());
    EXPECT_EQ(*CurrentHipDevice(Options()), 1);
  }).join();
  EXPECT_EQ(*CurrentHipDevice(Options()), 0);
  ExpectReported("hipGetDevice", [] { return CurrentHipDevice(Options()).status(); });
}

TEST_F(HipDeviceTest, LaunchPassesTheWholeGeometryOnTheRightDevice) {
  auto module = device_->LoadModule(kModule, {"describe"});
  auto out = DeviceBuffer::Allocate(*device_, 8 * sizeof(unsigned));
  ASSERT_TRUE(module.ok() && out.ok());
  const Kernel* kernel = *(*module)->GetKernel("describe");
  void* pointer = out->data();
  void* args[] = {&pointer};
  const LaunchGeometry geometry = {.grid = {2, 3, 4}, .block = {5, 6, 7}, .shared_bytes = 8};
  std::vector<unsigned> seen(8);
  // The current device of a new thread is not this device.
  std::thread([&] { EXPECT_TRUE(kernel->Launch(geometry, nullptr, args).ok()); }).join();
  ASSERT_TRUE(device_->CopyToHost(seen.data(), out->data(), 32, nullptr).ok());
  EXPECT_EQ(seen, (std::vector<unsigned>{2, 3, 4, 5, 6, 7, 8, 1}));
}

TEST_F(HipDeviceTest, EventsMeasureTime) {
  auto start = ScopedEvent::Create(*device_);
  auto stop = ScopedEvent::Create(*device_);
  ASSERT_TRUE(start.ok() && stop.ok());
  EXPECT_FALSE(device_->ElapsedMilliseconds(start->get(), stop->get()).ok()) << "not recorded";
  ASSERT_TRUE(device_->RecordEvent(start->get(), nullptr).ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(device_->RecordEvent(stop->get(), nullptr).ok());
  auto elapsed = device_->ElapsedMilliseconds(start->get(), stop->get());
  ASSERT_TRUE(elapsed.ok()) << elapsed.status();
  EXPECT_GE(*elapsed, 5.0);
  EXPECT_LT(*elapsed, 60000.0);
}

TEST_F(HipDeviceTest, EveryFailingCallIsReportedByName) {
  auto buffer = DeviceBuffer::Allocate(*device_, 64);
  auto module = device_->LoadModule(kModule, {"describe"});
  auto event = ScopedEvent::Create(*device_);
  ASSERT_TRUE(buffer.ok() && module.ok() && event.ok());
  const Kernel* kernel = *(*module)->GetKernel("describe");
  void* data = buffer->data();
  void* args[] = {&data};
  char host[64] = {};

  ExpectReported("hipMemcpyAsync", [&] { return device_->CopyToDevice(data, host, 64, nullptr); });
  ExpectReported("hipMemcpyAsync", [&] { return device_->CopyToHost(host, data, 64, nullptr); });
  ExpectReported("hipMemcpyAsync", [&] { return device_->CopyOnDevice(data, data, 64, nullptr); });
  ExpectReported("hipMemsetAsync", [&] { return device_->Fill(data, 1, 64, nullptr); });
  ExpectReported("hipStreamSynchronize", [&] { return device_->Synchronize(nullptr); });
  ExpectReported("hipStreamSynchronize",
                 [&] { return device_->CopyToHost(host, data, 64, nullptr); });
  ExpectReported("hipEventRecord", [&] { return device_->RecordEvent(event->get(), nullptr); });
  ExpectReported("hipStreamWaitEvent", [&] { return device_->WaitEvent(nullptr, event->get()); });
  ExpectReported("hipEventSynchronize",
                 [&] { return device_->ElapsedMilliseconds(event->get(), event->get()).status(); });
  ExpectReported("hipEventElapsedTime",
                 [&] { return device_->ElapsedMilliseconds(event->get(), event->get()).status(); });
  ExpectReported("hipModuleLaunchKernel", [&] { return kernel->Launch({}, nullptr, args); });
  ExpectReported("hipGetDevice", [&] { return kernel->Launch({}, nullptr, args); });
  ExpectReported("hipSetDevice", [&] { return device_->Fill(data, 1, 64, nullptr); });
}

TEST_F(HipDeviceTest, RowsAreCopiedOneByOne) {
  char from[] = "abcdefgh", to[] = "........";
  ASSERT_TRUE(device_->CopyRows({to, from, 2, 2, 4, 3}, nullptr).ok());
  EXPECT_STREQ(to, "ab..de..");
  ExpectReported("hipMemcpyAsync", [&] {
    return device_->CopyRows({to, from, 2, 2, 4, 3}, nullptr);
  });
}

TEST_F(HipDeviceTest, DevicesUseEachOthersMemory) {
  EXPECT_TRUE(device_->AllowAccess(*device_).ok());
  const auto other = OpenHipDevice(0, Options());
  ASSERT_TRUE(other.ok()) << other.status();
  ExpectReported("hipDeviceEnablePeerAccess", [&] { return device_->AllowAccess(**other); });
  EXPECT_TRUE(device_->AllowAccess(**other).ok()) << "once more";
  EXPECT_TRUE((*other)->AllowAccess(*device_).ok());
}

TEST_F(HipDeviceTest, FailingCreationsAndReleasesAreReported) {
  ExpectReported("hipMalloc", [&] { return DeviceBuffer::Allocate(*device_, 64).status(); });
  ExpectReported("hipStreamCreateWithFlags",
                 [&] { return ScopedStream::Create(*device_).status(); });
  ExpectReported("hipEventCreate", [&] { return ScopedEvent::Create(*device_).status(); });
  ExpectReported("hipModuleLoadData",
                 [&] { return device_->LoadModule(kModule, {"scale"}).status(); });
  ExpectReported("hipModuleGetFunction",
                 [&] { return device_->LoadModule(kModule, {"scale"}).status(); });
  EXPECT_EQ(live_objects_(), 0) << "a failed load leaves nothing behind";

  void* const data = *device_->Allocate(64);
  Fail("hipFree");
  EXPECT_NE(device_->Free(data).message().find("hipFree"), std::string::npos);
  EXPECT_TRUE(device_->Free(data).ok());
  const Stream stream = *device_->CreateStream();
  Fail("hipStreamDestroy");
  EXPECT_NE(device_->DestroyStream(stream).message().find("hipStreamDestroy"), std::string::npos);
  EXPECT_TRUE(device_->DestroyStream(stream).ok());
  const Event event = *device_->CreateEvent();
  Fail("hipEventDestroy");
  EXPECT_NE(device_->DestroyEvent(event).message().find("hipEventDestroy"), std::string::npos);
  EXPECT_TRUE(device_->DestroyEvent(event).ok());
  EXPECT_EQ(live_objects_(), 0);
}

TEST_F(HipDeviceTest, StatusCodesTellKindsOfFailureApart) {
  auto too_much = device_->Allocate(size_t{1} << 40);
  EXPECT_EQ(too_much.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(too_much.status().message().find("1099511627776 bytes"), std::string::npos);
  EXPECT_EQ(device_->LoadModule("not a module", {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(device_->LoadModule("", {}).status().code(), absl::StatusCode::kInvalidArgument);
  auto missing = device_->LoadModule(kModule, {"scale", "nothing"});
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(missing.status().message().find("nothing"), std::string::npos);
  auto module = device_->LoadModule(kModule, {"scale"});
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->GetKernel("describe").status().code(), absl::StatusCode::kNotFound);
  const LaunchGeometry too_large = {.block = {2048, 1, 1}};
  const absl::Status launch = (*(*module)->GetKernel("scale"))->Launch(too_large, nullptr, nullptr);
  EXPECT_NE(launch.message().find("scale"), std::string::npos) << launch;
}

TEST_F(HipDeviceTest, NullHandlesAndEmptyBuffers) {
  EXPECT_TRUE(device_->Free(nullptr).ok());
  EXPECT_TRUE(device_->DestroyStream(nullptr).ok());
  EXPECT_TRUE(device_->DestroyEvent(nullptr).ok());
  auto empty = DeviceBuffer::Allocate(*device_, 0);
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->data(), nullptr);
}

TEST_F(HipDeviceTest, OpeningReportsWhatIsWrong) {
  EXPECT_EQ(*CountHipDevices(Options()), 2);
  auto beyond = OpenHipDevice(2, Options());
  EXPECT_EQ(beyond.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(beyond.status().message().find("0 to 1"), std::string::npos) << beyond.status();
  EXPECT_FALSE(OpenHipDevice(-1, Options()).ok());

  set_device_count_(0);
  EXPECT_EQ(OpenHipDevice(0, Options()).status().code(), absl::StatusCode::kUnavailable);
  set_device_count_(2);
  Fail("hipInit");
  EXPECT_EQ(CountHipDevices(Options()).status().code(), absl::StatusCode::kUnavailable);
  for (const char* entry :
       {"hipGetDeviceProperties", "hipDeviceGetAttribute", "hipDeviceTotalMem"}) {
    ExpectReported(entry, [&] { return OpenHipDevice(0, Options()).status(); });
  }
  auto no_library = OpenHipDevice(0, {.library = "/no/such/libamdhip64.so"});
  EXPECT_EQ(no_library.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(no_library.status().message().find("/no/such/libamdhip64.so"), std::string::npos);
}

}  // namespace
}  // namespace fft::rtc
