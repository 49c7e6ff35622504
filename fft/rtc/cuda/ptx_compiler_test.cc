// Tests the driver's compiler with a fake driver.
#include "fft/rtc/cuda/ptx_compiler.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "fft/rtc/cuda/cuda_device.h"
#include "fft/rtc/cuda/current_device.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr char kDriver[] = "fft/rtc/testing/libfake_cuda.so";

class PtxCompilerTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto library = DynamicLibrary::Open("the fake driver", {kDriver});
    ASSERT_TRUE(library.ok()) << library.status();
    ASSERT_TRUE(library->Bind("fake_cuda_fail_next", &fail_next_).ok());
    ASSERT_TRUE(library->Bind("fake_cuda_contexts", &contexts_).ok());
    ASSERT_TRUE(library->Bind("fake_cuda_capture", &capture_).ok());
    auto compiler = MakePtxCompiler({.driver = {.library = kDriver}});
    ASSERT_TRUE(compiler.ok()) << compiler.status();
    compiler_ = *std::move(compiler);
  }

  absl::StatusOr<CodeObject> Compile(const std::string& source, const std::string& arch = "sm_90") {
    return compiler_->Compile({"one", source, arch, {}, {}});
  }

  void (*fail_next_)(const char* entry, int result) = nullptr;
  int (*contexts_)() = nullptr;
  void (*capture_)(int is_capturing) = nullptr;
  std::unique_ptr<Compiler> compiler_;
};

TEST_F(PtxCompilerTest, MakesWhatTheDriverLoadsAndRuns) {
  const auto object = Compile(kOneInPtx);
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_GE(object->milliseconds, 0);
  auto device = OpenCudaDevice(0, {.library = kDriver});
  ASSERT_TRUE(device.ok()) << device.status();
  const auto module = (*device)->LoadModule(object->bytes, {"one"});
  ASSERT_TRUE(module.ok()) << module.status();
  auto out = DeviceBuffer::Allocate(**device, sizeof(int));
  ASSERT_TRUE(out.ok());
  void* data = out->data();
  void* args[] = {&data};
  ASSERT_TRUE((*(*module)->GetKernel("one"))->Launch({}, nullptr, args).ok());
  int value = 0;
  ASSERT_TRUE((*device)->CopyToHost(&value, data, sizeof(value), nullptr).ok());
  EXPECT_EQ(value, 1);
}

// A plan may be made while a stream is captured, and making it does not end the capture.
TEST_F(PtxCompilerTest, MemoryCodeAndTablesAreHadDuringACapture) {
  auto device = OpenCudaDevice(0, {.library = kDriver});
  ASSERT_TRUE(device.ok()) << device.status();
  capture_(1);
  const int sent = 7;
  int received = 0;
  {
    const auto object = Compile(kOneInPtx);
    ASSERT_TRUE(object.ok()) << object.status();
    const auto module = (*device)->LoadModule(object->bytes, {"one"});
    EXPECT_TRUE(module.ok()) << module.status();
    auto memory = DeviceBuffer::Allocate(**device, sizeof(int));
    ASSERT_TRUE(memory.ok()) << memory.status();
    const auto stream = ScopedStream::Create(**device);
    ASSERT_TRUE(stream.ok()) << stream.status();
    EXPECT_TRUE((*device)->CopyToDevice(memory->data(), &sent, sizeof(int), stream->get()).ok());
    EXPECT_FALSE((*device)->CopyToDevice(memory->data(), &sent, sizeof(int), nullptr).ok());
    EXPECT_TRUE((*device)->CopyToHost(&received, memory->data(), sizeof(int), nullptr).ok());
  }
  capture_(0);
  EXPECT_EQ(received, sent);
}

TEST_F(PtxCompilerTest, TheCurrentDeviceIsThatOfTheThreadsContext) {
  const CudaDeviceOptions driver = {.library = kDriver};
  EXPECT_EQ(CurrentCudaDevice(driver).value_or(-1), 0) << "no context";
  auto device = OpenCudaDevice(0, driver);
  ASSERT_TRUE(device.ok()) << device.status();
  ASSERT_TRUE((*device)->MakeCurrent().ok());
  EXPECT_EQ(CurrentCudaDevice(driver).value_or(-1), 0);
  fail_next_("cuCtxGetDevice", 201);
  EXPECT_THAT(CurrentCudaDevice(driver).status().message(), HasSubstr("cuCtxGetDevice"));
}

// The fake driver refuses an early launch of a kernel that does not wait for the kernel before it.
TEST_F(PtxCompilerTest, EarlyLaunchesReachTheDriver) {
  const std::string plain = kOneInPtx;
  std::string waiting = plain;
  const auto replace = [&waiting](const std::string& what, const std::string& by) {
    waiting.replace(waiting.find(what), what.size(), by);
  };
  replace(".version 7.0\n.target sm_70", ".version 7.8\n.target sm_90");
  replace("  mov.b32", "  griddepcontrol.launch_dependents;\n  griddepcontrol.wait;\n  mov.b32");
  auto device = OpenCudaDevice(0, {.library = kDriver});
  ASSERT_TRUE(device.ok()) << device.status();
  auto out = DeviceBuffer::Allocate(**device, sizeof(int));
  ASSERT_TRUE(out.ok());
  void* data = out->data();
  void* args[] = {&data};
  for (const std::string& source : {plain, waiting}) {
    const auto object = Compile(source);
    ASSERT_TRUE(object.ok()) << object.status();
    const auto module = (*device)->LoadModule(object->bytes, {"one"});
    ASSERT_TRUE(module.ok()) << module.status();
    const Kernel& kernel = **(*module)->GetKernel("one");
    EXPECT_TRUE(kernel.Launch({}, nullptr, args).ok());
    const absl::Status early = kernel.Launch({.launches_early = true}, nullptr, args);
    EXPECT_EQ(early.ok(), source == waiting) << early;
    EXPECT_TRUE(early.ok() || absl::StrContains(early.message(), "cuLaunchKernelEx")) << early;
  }
}

TEST_F(PtxCompilerTest, LogsHaveTheFiguresWithoutTimes) {
  const auto object = Compile(kOneInPtx);
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_THAT(object->log, HasSubstr("used 2 registers"));
  EXPECT_THAT(object->log, Not(HasSubstr("Compile time")));
}

TEST_F(PtxCompilerTest, CompilesForTheArchitectureOfTheRequest) {
  EXPECT_THAT(Compile(kOneInPtx, "sm_120")->bytes, StartsWith("fake cubin sm_120\n"));
  auto device = OpenCudaDevice(0, {.library = kDriver});
  EXPECT_TRUE(absl::IsInvalidArgument(
      (*device)->LoadModule(Compile(kOneInPtx, "sm_120")->bytes, {"one"}).status()));
  for (const char* arch : {"sm_", "sm_9x", "gfx90a", "host"}) {
    const absl::Status status = Compile(kOneInPtx, arch).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr(arch));
  }
}

TEST_F(PtxCompilerTest, ErrorsCarryTheKernelsNameAndTheDriversLog) {
  const absl::Status status = Compile(std::string(kOneInPtx) + "nonsense\n").status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  for (const char* part : {"\"one\" for sm_90", "cuLinkAddData", "line 17", "nonsense"}) {
    EXPECT_THAT(status.message(), HasSubstr(part));
  }
  EXPECT_THAT(compiler_->Compile({"one", kOneInPtx, "sm_90", {"-O1"}, {}}).status().message(),
              HasSubstr("takes no options; -O1"));
}

TEST_F(PtxCompilerTest, EveryStepThatFailsIsNamed) {
  constexpr int kOutOfMemory = 2, kNoCompiler = 221;
  for (const char* entry : {"cuLinkCreate", "cuLinkAddData", "cuLinkComplete"}) {
    const bool is_complete = std::string(entry) == "cuLinkComplete";
    const std::string symbol = std::string(entry) + (is_complete ? "" : "_v2");
    fail_next_(symbol.c_str(), kOutOfMemory);
    const absl::Status status = Compile(kOneInPtx).status();
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr(entry));
    EXPECT_TRUE(Compile(kOneInPtx).ok());
  }
  fail_next_("cuLinkCreate_v2", kNoCompiler);
  EXPECT_TRUE(absl::IsUnavailable(Compile(kOneInPtx).status()));
}

TEST_F(PtxCompilerTest, ThreadsWithoutAContextCompile) {
  std::vector<std::string> made(8);
  std::vector<std::thread> threads;
  for (std::string& bytes : made) {
    threads.emplace_back([&] { bytes = Compile(kOneInPtx).value_or(CodeObject()).bytes; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(made, testing::Each(Compile(kOneInPtx)->bytes));
}

TEST_F(PtxCompilerTest, KeepsTheContextWhileItLives) {
  const int before = contexts_();
  auto other = MakePtxCompiler({.driver = {.library = kDriver}});
  EXPECT_EQ(contexts_(), before + 1);
  *other = nullptr;
  EXPECT_EQ(contexts_(), before);
}

TEST_F(PtxCompilerTest, VersionNamesTheDriver) {
  EXPECT_THAT(compiler_->Version(), HasSubstr("CUDA driver 13.0, libfake_cuda.so"));
  EXPECT_EQ(compiler_->name(), "ptx");
  EXPECT_TRUE(compiler_->TakesIr());
}

TEST(PtxCompiler, AbsentDriversAndGpusAreErrors) {
  const absl::Status absent =
      MakePtxCompiler({.driver = {.library = "/no/such/libcuda.so.1"}}).status();
  EXPECT_TRUE(absl::IsUnavailable(absent)) << absent;
  EXPECT_THAT(absent.message(), HasSubstr("/no/such/libcuda.so.1"));
  const absl::Status no_gpu =
      MakePtxCompiler({.driver = {.library = kDriver}, .device = 7}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(no_gpu)) << no_gpu;
}

}  // namespace
}  // namespace fft::rtc
