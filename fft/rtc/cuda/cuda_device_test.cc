#include "fft/rtc/cuda/cuda_device.h"

#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

// The tests need an NVIDIA GPU. Elsewhere they are compiled and skipped.
class CudaDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto device = OpenCudaDevice(0);
    if (!device.ok()) {
      EXPECT_EQ(device.status().code(), absl::StatusCode::kUnavailable);
      GTEST_SKIP() << "NOT TESTED: no NVIDIA GPU here. " << device.status();
    }
    device_ = *std::move(device);
  }

  std::string Compile(const std::string& kernel_name, const std::string& source) {
    const char* library = std::getenv("FFT_NVRTC_LIBRARY");
    auto compiler = MakeNvrtcCompiler({.library = library == nullptr ? "" : library});
    EXPECT_TRUE(compiler.ok()) << compiler.status();
    if (!compiler.ok()) return {};
    auto object = (*compiler)->Compile({kernel_name, source, device_->arch(), {}});
    EXPECT_TRUE(object.ok()) << object.status();
    return object.ok() ? object->bytes : std::string();
  }

  std::unique_ptr<Device> device_;
};

TEST_F(CudaDeviceTest, DescribesTheDevice) {
  EXPECT_EQ(device_->kind(), DeviceKind::kCuda);
  EXPECT_EQ(device_->arch().substr(0, 3), "sm_");
  EXPECT_FALSE(device_->name().empty());
  EXPECT_GE(device_->properties().shared_bytes_per_block, 48 << 10);
  EXPECT_EQ(device_->properties().wavefront, 32);
  EXPECT_EQ(device_->properties().max_threads_per_block, 1024);
  EXPECT_GT(device_->properties().multiprocessors, 0);
  EXPECT_GE(device_->properties().threads_per_multiprocessor, 1024);
  EXPECT_GT(device_->properties().l2_bytes, 0);
  EXPECT_GT(device_->properties().memory_bytes, int64_t{1} << 30);
  EXPECT_GT(device_->properties().clock_khz, 500000);
  EXPECT_EQ(device_->properties().driver.rfind("CUDA ", 0), 0u) << device_->properties().driver;
}

TEST_F(CudaDeviceTest, CompilesLoadsAndLaunches) {
  auto module = device_->LoadModule(Compile("reverse", kReverseSource), {"reverse"});
  ASSERT_TRUE(module.ok()) << module.status();
  const Kernel* kernel = *(*module)->GetKernel("reverse");
  auto stream = ScopedStream::Create(*device_);
  ASSERT_TRUE(stream.ok());
  constexpr uint32_t kBlocks = 100;
  std::vector<float> values(64 * kBlocks);
  std::iota(values.begin(), values.end(), 0.0f);
  const size_t size = values.size() * sizeof(float);
  auto a = DeviceBuffer::Allocate(*device_, size);
  auto b = DeviceBuffer::Allocate(*device_, size);
  ASSERT_TRUE(a.ok() && b.ok());
  ASSERT_TRUE(device_->CopyToDevice(a->data(), values.data(), size, stream->get()).ok());
  void* data = a->data();
  void* args[] = {&data};
  // This thread has no context of its own.
  std::thread([&] {
    const LaunchGeometry geometry = {.grid = {kBlocks, 1, 1}, .block = {64, 1, 1}};
    EXPECT_TRUE(kernel->Launch(geometry, stream->get(), args).ok());
  }).join();
  ASSERT_TRUE(device_->CopyOnDevice(b->data(), a->data(), size, stream->get()).ok());
  ASSERT_TRUE(device_->Fill(a->data(), 0xff, size, stream->get()).ok());
  std::vector<float> back(values.size());
  ASSERT_TRUE(device_->CopyToHost(back.data(), b->data(), size, stream->get()).ok());
  for (uint32_t block = 0; block < kBlocks; ++block) {
    for (uint32_t i = 0; i < 64; ++i) {
      ASSERT_EQ(back[64 * block + i], values[64 * block + 63 - i]);
    }
  }
  std::vector<uint8_t> filled(size);
  ASSERT_TRUE(device_->CopyToHost(filled.data(), a->data(), size, stream->get()).ok());
  EXPECT_EQ(filled, std::vector<uint8_t>(size, 0xff));
}

TEST_F(CudaDeviceTest, DynamicSharedMemoryReachesTheLimitOfTheDevice) {
  const std::string source = R"(
    extern "C" __global__ void last(unsigned* out, unsigned words) {
      extern __shared__ unsigned tile[];
      tile[words - 1] = words;
      *out = tile[words - 1];
    })";
  auto module = device_->LoadModule(Compile("last", source), {"last"});
  ASSERT_TRUE(module.ok()) << module.status();
  auto out = DeviceBuffer::Allocate(*device_, 4);
  ASSERT_TRUE(out.ok());
  const auto shared = static_cast<uint32_t>(device_->properties().shared_bytes_per_block);
  void* data = out->data();
  uint32_t words = shared / 4;
  void* args[] = {&data, &words};
  const Kernel* kernel = *(*module)->GetKernel("last");
  ASSERT_TRUE(kernel->Launch({.shared_bytes = shared}, nullptr, args).ok());
  uint32_t result = 0;
  ASSERT_TRUE(device_->CopyToHost(&result, out->data(), 4, nullptr).ok());
  EXPECT_EQ(result, words);
  const absl::Status beyond = kernel->Launch({.shared_bytes = shared + 1024}, nullptr, args);
  EXPECT_NE(beyond.message().find("last"), std::string::npos) << beyond;
}

TEST_F(CudaDeviceTest, EventsMeasureTime) {
  constexpr size_t kBytes = size_t{256} << 20;
  auto buffer = DeviceBuffer::Allocate(*device_, kBytes);
  auto start = ScopedEvent::Create(*device_);
  auto stop = ScopedEvent::Create(*device_);
  auto stream = ScopedStream::Create(*device_);
  ASSERT_TRUE(buffer.ok() && start.ok() && stop.ok() && stream.ok());
  ASSERT_TRUE(device_->RecordEvent(start->get(), stream->get()).ok());
  ASSERT_TRUE(device_->Fill(buffer->data(), 1, kBytes, stream->get()).ok());
  ASSERT_TRUE(device_->RecordEvent(stop->get(), stream->get()).ok());
  auto elapsed = device_->ElapsedMilliseconds(start->get(), stop->get());
  ASSERT_TRUE(elapsed.ok()) << elapsed.status();
  EXPECT_GT(*elapsed, 0.0);
  EXPECT_LT(*elapsed, 10000.0);
}

TEST_F(CudaDeviceTest, ErrorsNameTheCall) {
  auto too_much = device_->Allocate(size_t{1} << 50);
  EXPECT_EQ(too_much.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(too_much.status().message().find("cuMemAlloc"), std::string::npos);
  EXPECT_FALSE(device_->LoadModule("not a module", {}).ok());
  EXPECT_EQ(device_->LoadModule("", {}).status().code(), absl::StatusCode::kInvalidArgument);
  auto missing = device_->LoadModule(Compile("reverse", kReverseSource), {"nothing"});
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(missing.status().message().find("nothing"), std::string::npos);
  EXPECT_EQ(OpenCudaDevice(4096).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(CudaDevice, MissingDriverIsUnavailable) {
  auto device = OpenCudaDevice(0, {.library = "/no/such/libcuda.so.1"});
  EXPECT_EQ(device.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(device.status().message().find("/no/such/libcuda.so.1"), std::string::npos);
  auto foreign = CountCudaDevices({.library = "libm.so.6"});
  EXPECT_EQ(foreign.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(foreign.status().message().find("cuInit"), std::string::npos);
}

}  // namespace
}  // namespace fft::rtc
