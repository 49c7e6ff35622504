// Makes calls of the CUDA driver fail, with a driver over host memory. Each failure gives an error
// that names the call, or does no harm. Everything that was taken is given back.
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "fft/base/status.h"
#include "fft/rtc/cuda/cuda_device.h"
#include "fft/rtc/cuda/ptx_compiler.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

constexpr char kDriver[] = "fft/rtc/testing/libfake_cuda.so";
constexpr int kOutOfMemory = 2, kUnknown = 999;

// Does with a compiler and a device all that a plan does; `values` become 1 and 0.
absl::Status UseADevice(std::vector<int>& values) {
  FFT_ASSIGN_OR_RETURN(const auto compiler, MakePtxCompiler({.driver = {.library = kDriver}}));
  FFT_ASSIGN_OR_RETURN(const CodeObject object,
                       compiler->Compile({"one", kOneInPtx, "sm_90", {}, {}}));
  FFT_ASSIGN_OR_RETURN(const auto device, OpenCudaDevice(0, {.library = kDriver}));
  const size_t bytes = values.size() * sizeof(int);
  FFT_ASSIGN_OR_RETURN(const auto stream, ScopedStream::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto start, ScopedEvent::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto stop, ScopedEvent::Create(*device));
  FFT_ASSIGN_OR_RETURN(const auto a, DeviceBuffer::Allocate(*device, bytes));
  FFT_ASSIGN_OR_RETURN(const auto b, DeviceBuffer::Allocate(*device, bytes));
  FFT_ASSIGN_OR_RETURN(const auto module, device->LoadModule(object.bytes, {"one"}));
  FFT_ASSIGN_OR_RETURN(const Kernel* const kernel, module->GetKernel("one"));
  FFT_RETURN_IF_ERROR(device->CopyToDevice(a.data(), values.data(), bytes, stream.get()));
  FFT_RETURN_IF_ERROR(device->RecordEvent(start.get(), stream.get()));
  FFT_RETURN_IF_ERROR(device->WaitEvent(stream.get(), start.get()));
  FFT_RETURN_IF_ERROR(device->Fill(a.data(), 0, bytes, stream.get()));
  void* pointer = a.data();
  void* args[] = {&pointer};
  FFT_RETURN_IF_ERROR(kernel->Launch({}, stream.get(), args));
  FFT_RETURN_IF_ERROR(device->RecordEvent(stop.get(), stream.get()));
  FFT_RETURN_IF_ERROR(device->CopyOnDevice(b.data(), a.data(), bytes, stream.get()));
  FFT_RETURN_IF_ERROR(device->ElapsedMilliseconds(start.get(), stop.get()).status());
  return device->CopyToHost(values.data(), b.data(), bytes, stream.get());
}

TEST(CudaFaults, EveryCallMayFail) {
  const auto library = DynamicLibrary::Open("the fake driver", {kDriver});
  ASSERT_TRUE(library.ok()) << library.status();
  int (*fail_nth)(int n, int result, int is_lasting) = nullptr;
  int (*live_objects)() = nullptr;
  ASSERT_TRUE(library->Bind("fake_cuda_fail_nth", &fail_nth).ok());
  ASSERT_TRUE(library->Bind("fake_cuda_live_objects", &live_objects).ok());
  for (const int result : {kOutOfMemory, kUnknown}) {
    for (const int is_lasting : {0, 1}) {
      int n = 0, calls = 0;
      do {
        ++n;
        std::vector<int> values = {7, 7};
        fail_nth(n, result, is_lasting);
        absl::Status status;
        // A new thread has no current context.
        std::thread([&] { status = UseADevice(values); }).join();
        calls = fail_nth(0, 0, 0);
        EXPECT_EQ(live_objects(), 0) << "call " << n << ": " << status;
        EXPECT_TRUE(!status.ok() || values == std::vector<int>({1, 0})) << "call " << n;
        EXPECT_TRUE(calls >= n || status.ok()) << status;
        EXPECT_TRUE(status.ok() || absl::StrContains(status.message(), "cu")) << status;
      } while (calls >= n);
      EXPECT_GT(n, 60);
    }
  }
}

}  // namespace
}  // namespace fft::rtc
