// Lets the n-th call of a library fail, for n from 1 until a cycle makes fewer than n calls. The
// libraries are the CUDA driver, NVRTC, nvJitLink, hipRTC and NCCL. Each cycle must give an error
// or the right result and leave nothing behind, and the next cycle must succeed.
//
// The driver is the stand-in or, on a machine with a GPU, the driver that FFT_FAULTS_CUDA_LIBRARY
// names. The compilers are those of the machine.
#include <complex>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/fft_dist.h"
#include "fft/rtc/cuda/cuda_compilers.h"
#include "fft/rtc/cuda/cuda_device.h"
#include "fft/rtc/cuda/nvjitlink_compiler.h"
#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/helper/helper_compiler.h"
#include "fft/rtc/hip/hiprtc_compiler.h"
#include "fft/rtc/testing/failing_calls/failing_library.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using rtc::FailEveryCall;
using rtc::FailingLibrary;

std::string CudaDriver() {
  const char* real = std::getenv("FFT_FAULTS_CUDA_LIBRARY");
  return real == nullptr ? "fft/rtc/testing/libfake_cuda.so" : real;
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns a cycle that runs `cycle` on a new thread, which has no CUDA context and no open NCCL
// group of earlier cycles.
rtc::FaultCycle OnAThread(const rtc::FaultCycle& cycle) {
  return [cycle] {
    absl::Status status;
    std::thread([&] { status = cycle(); }).join();
    return status;
  };
}

void ExpectEveryCallMayFail(const FailingLibrary& library, std::vector<int> errors,
                            const std::string& named, int least, const rtc::FaultCycle& cycle) {
  for (const int error : errors) {
    const absl::StatusOr<int> calls = FailEveryCall(library, error, named, cycle);
    ASSERT_TRUE(calls.ok()) << "error " << error << ": " << calls.status();
    EXPECT_GE(*calls, least);
    std::cout << named << ", error " << error << ": " << *calls << " calls\n";
  }
}

// ---- compilers

// Whether two equal compiles of PTX give equal code and logs. On a machine with a GPU, NVIDIA's
// linker has a cache, and code from the cache has no log.
bool IsRepeatable(rtc::Compiler& compiler) {
  const rtc::CompileRequest request = {"one", rtc::kOneInPtx, "sm_90", {}, {}};
  const auto first = compiler.Compile(request), second = compiler.Compile(request);
  return first.ok() && second.ok() && first->bytes == second->bytes && first->log == second->log;
}

// Compiles with the compiler that `make` returns, and compares code and log with those of an
// earlier compile.
template <typename Make>
rtc::FaultCycle CompileCycle(const Make& make, const rtc::CompileRequest& request) {
  const auto first = std::make_shared<rtc::CodeObject>();
  return [=]() -> absl::Status {
    FFT_ASSIGN_OR_RETURN(const auto compiler, make());
    FFT_ASSIGN_OR_RETURN(const rtc::CodeObject object, compiler->Compile(request));
    if (first->bytes.empty()) *first = object;
    if (object.bytes == first->bytes && object.log == first->log) return absl::OkStatus();
    return absl::DataLossError("other code or another log");
  };
}

// Returns a cycle that also fails if a compile returns DataLoss, which means a wrong result.
rtc::FaultCycle WithoutDataLoss(const rtc::FaultCycle& cycle) {
  return [cycle] {
    const absl::Status status = cycle();
    EXPECT_FALSE(absl::IsDataLoss(status)) << status;
    return status;
  };
}

TEST(FailingLibraries, Nvrtc) {
  const auto real = rtc::MakeNvrtcCompiler({.library = Variable("FFT_NVRTC_LIBRARY")});
  if (!real.ok()) GTEST_SKIP() << "NOT TESTED: NVRTC is not installed here. " << real.status();
  const auto library = FailingLibrary::Open("nvrtc", (*real)->Library());
  ASSERT_TRUE(library.ok()) << library.status();
  // The errors are out of memory, an internal error, and an unknown option. After the last one the
  // compile is repeated without the option.
  ExpectEveryCallMayFail(*library, {1, 11, 5}, "nvrtc", 9,
                         WithoutDataLoss(CompileCycle(
                             [&] { return rtc::MakeNvrtcCompiler({.library = library->path()}); },
                             {"reverse", rtc::kReverseSource, "sm_90", {}, {}})));
}

TEST(FailingLibraries, NvJitLink) {
  const auto real = rtc::MakeNvJitLinkCompiler({.library = Variable("FFT_NVJITLINK_LIBRARY")});
  if (!real.ok()) GTEST_SKIP() << "NOT TESTED: nvJitLink is not installed here. " << real.status();
  const auto library = FailingLibrary::Open("nvjitlink", (*real)->Library());
  if (!IsRepeatable(**real)) GTEST_SKIP() << "NOT TESTED: equal compiles differ here";
  ASSERT_TRUE(library.ok()) << library.status();
  ExpectEveryCallMayFail(
      *library, {1, 6, 7}, "nvJitLink", 8,
      WithoutDataLoss(
          CompileCycle([&] { return rtc::MakeNvJitLinkCompiler({.library = library->path()}); },
                       {"one", rtc::kOneInPtx, "sm_90", {}, {}})));
}

// A kernel with a separately compiled function uses both libraries.
TEST(FailingLibraries, NvrtcAndNvJitLinkTogether) {
  const auto nvrtc = rtc::MakeNvrtcCompiler({.library = Variable("FFT_NVRTC_LIBRARY")});
  const auto linker = rtc::MakeNvJitLinkCompiler({.library = Variable("FFT_NVJITLINK_LIBRARY")});
  if (!nvrtc.ok() || !linker.ok()) GTEST_SKIP() << "NOT TESTED: no NVRTC or no nvJitLink here";
  if (!IsRepeatable(**linker)) GTEST_SKIP() << "NOT TESTED: equal compiles differ here";
  const auto failing_nvrtc = FailingLibrary::Open("nvrtc", (*nvrtc)->Library());
  const auto failing_linker = FailingLibrary::Open("nvjitlink", (*linker)->Library());
  ASSERT_TRUE(failing_nvrtc.ok() && failing_linker.ok());
  rtc::CompileRequest request = {
      "two", "__device__ float twice(float x) { return 2 * x; }\n", "sm_90", {}, {"to be linked"}};
  const auto function = (*nvrtc)->Compile(request);
  ASSERT_TRUE(function.ok()) << function.status();
  request = {"one",
             "__device__ float twice(float);\n"
             "extern \"C\" __global__ void one(float* x) { *x = twice(*x); }\n",
             "sm_90",
             {},
             {function->bytes}};
  const rtc::FaultCycle cycle = WithoutDataLoss(CompileCycle(
      [&] {
        rtc::CudaCompilerOptions options;
        options.driver.reset();
        options.nvrtc.library = failing_nvrtc->path();
        options.nvjitlink.library = failing_linker->path();
        return rtc::MakeCudaCompilers(options);
      },
      request));
  ExpectEveryCallMayFail(*failing_nvrtc, {11}, "nvrtc", 8, cycle);
  ExpectEveryCallMayFail(*failing_linker, {6}, "nvJitLink", 8, cycle);
}

TEST(FailingLibraries, Hiprtc) {
  const auto real = rtc::MakeHiprtcCompiler({});
  if (!real.ok()) GTEST_SKIP() << "NOT TESTED: hipRTC is not installed here. " << real.status();
  const auto library = FailingLibrary::Open("hiprtc", (*real)->Library());
  ASSERT_TRUE(library.ok()) << library.status();
  ExpectEveryCallMayFail(*library, {1, 11}, "hiprtc", 6,
                         WithoutDataLoss(CompileCycle(
                             [&] { return rtc::MakeHiprtcCompiler({.library = library->path()}); },
                             {"reverse", rtc::kReverseSource, "gfx90a", {}, {}})));
}

// The compiler fails in the helper process. The helper answers with the error and continues.
TEST(FailingLibraries, HiprtcInTheHelper) {
  const auto real = rtc::MakeHiprtcCompiler({});
  if (!real.ok()) GTEST_SKIP() << "NOT TESTED: hipRTC is not installed here. " << real.status();
  const auto library = FailingLibrary::Open("hiprtc", (*real)->Library());
  ASSERT_TRUE(library.ok()) << library.status();
  setenv("FFT_FAILING_CALLS_BEHIND", (*real)->Library().c_str(), 1);
  const rtc::FaultCycle cycle = WithoutDataLoss(CompileCycle(
      [&] {
        rtc::OpenMessage open;
        open.kind = rtc::DeviceKind::kHip;
        open.library = library->path();
        return rtc::HelperCompiler::Create(open, "", {});
      },
      {"reverse", rtc::kReverseSource, "gfx90a", {}, {}}));
  const absl::Status first = cycle();
  ASSERT_TRUE(first.ok()) << first;
  int failed = 0;
  for (int n = 1; n <= 10; ++n) {
    setenv("FFT_FAILING_CALLS_NTH", absl::StrCat(n).c_str(), 1);
    const absl::Status status = cycle();
    unsetenv("FFT_FAILING_CALLS_NTH");
    EXPECT_TRUE(status.ok() || absl::StrContains(status.message(), "hiprtc"))
        << n << ": " << status;
    if (!status.ok()) failed = n;
    const absl::Status next = cycle();
    EXPECT_TRUE(next.ok()) << n << ": " << next;
  }
  unsetenv("FFT_FAILING_CALLS_BEHIND");
  EXPECT_GE(failed, 4);
  EXPECT_LT(failed, 10) << "a cycle without faults comes last";
}

// ---- the CUDA driver, under a whole plan

class PlanOnCuda {
 public:
  PlanOnCuda(const std::string& token, const std::string& driver)
      : problem_(CompleteProblem(*ParseToken(token)).value()) {
    options_.device = "cuda:0";
    options_.cuda_library = driver;
    options_.cuda_language = "ptx";
    options_.cache_path = "";
    options_.system_cache_path = "none";
    const auto input = RandomInput<double>(problem_, 1);
    in_.assign(input.begin(), input.end());
    reference_ = ReferenceTransform<double>(problem_, {in_.begin(), in_.end()});
  }

  absl::Status operator()() const {
    FFT_ASSIGN_OR_RETURN(const auto context, Context::Create(options_));
    FFT_ASSIGN_OR_RETURN(const auto plan, context->MakePlan(problem_));
    rtc::Device& device = context->device();
    const size_t bytes = in_.size() * sizeof(in_[0]);
    FFT_ASSIGN_OR_RETURN(const auto in, rtc::DeviceBuffer::Allocate(device, bytes));
    FFT_ASSIGN_OR_RETURN(const auto out, rtc::DeviceBuffer::Allocate(device, bytes));
    FFT_ASSIGN_OR_RETURN(const auto work,
                         rtc::DeviceBuffer::Allocate(device, plan->workspace_bytes()));
    FFT_RETURN_IF_ERROR(device.CopyToDevice(in.data(), in_.data(), bytes, nullptr));
    FFT_RETURN_IF_ERROR(plan->Execute({.in = in.data(),
                                       .out = out.data(),
                                       .workspace = work.data(),
                                       .workspace_bytes = plan->workspace_bytes()}));
    std::vector<float> result(in_.size());
    FFT_RETURN_IF_ERROR(device.CopyToHost(result.data(), out.data(), bytes, nullptr));
    for (size_t i = 0; i < result.size(); ++i) EXPECT_NEAR(result[i], reference_[i], 1e-4) << i;
    return absl::OkStatus();
  }

 private:
  Problem problem_;
  ContextOptions options_;
  std::vector<float> in_;
  std::vector<double> reference_;
};

class CudaDriverFaults : public ::testing::TestWithParam<const char*> {};

TEST_P(CudaDriverFaults, EveryCallMayFail) {
  const auto library = FailingLibrary::Open("cuda", CudaDriver());
  ASSERT_TRUE(library.ok()) << library.status();
  // The errors are out of memory and an error that the driver cannot name. The GPU's context, which
  // takes long to make on a real GPU, stays between cycles.
  const auto kept = rtc::OpenCudaDevice(0, {.library = CudaDriver()});
  ASSERT_TRUE(kept.ok()) << kept.status();
  ExpectEveryCallMayFail(*library, {2, 999}, "", 60,
                         OnAThread(PlanOnCuda(GetParam(), library->path())));
}

// The plans have one kernel, and two kernels with a temporary array.
INSTANTIATE_TEST_SUITE_P(Plans, CudaDriverFaults,
                         ::testing::Values("complex_forward_len_12_single_op",
                                           "complex_inverse_len_6_5_single_op_batch_2"));

// ---- NCCL, between two ranks of this process

dist::DistProblem SlabProblem() {
  dist::DistProblem problem;
  problem.problem.lengths = {6, 6};
  problem.input = dist::Slabs({6, 6}, 0, 2);
  problem.output = dist::Slabs({6, 6}, 1, 2);
  return problem;
}

absl::Status RunRank(dist::Communicator* control, const std::shared_ptr<Context>& context,
                     const std::string& nccl) {
  rtc::Device& device = context->device();
  FFT_ASSIGN_OR_RETURN(const auto communicator,
                       dist::OpenNcclCommunicator(control, &device, {.library = nccl}));
  FFT_ASSIGN_OR_RETURN(const auto transform,
                       dist::DistTransform::Create(context, communicator.get(), SlabProblem()));
  const std::vector<std::complex<float>> ones(18, 1);
  const size_t bytes = ones.size() * sizeof(ones[0]);
  FFT_ASSIGN_OR_RETURN(const auto in, rtc::DeviceBuffer::Allocate(device, bytes));
  FFT_ASSIGN_OR_RETURN(const auto out, rtc::DeviceBuffer::Allocate(device, bytes));
  FFT_RETURN_IF_ERROR(device.CopyToDevice(in.data(), ones.data(), bytes, nullptr));
  FFT_RETURN_IF_ERROR(transform->Execute({.in = in.data(), .out = out.data()}));
  std::vector<std::complex<float>> result(18);
  FFT_RETURN_IF_ERROR(device.CopyToHost(result.data(), out.data(), bytes, nullptr));
  for (int i = 0; i < 18; ++i) {
    const float expected = i == 0 && control->rank() == 0 ? 36 : 0;
    EXPECT_LT(std::abs(result[i] - expected), 1e-4) << i;
  }
  return absl::OkStatus();
}

// An error of one rank becomes an error of both.
TEST(FailingLibraries, Nccl) {
  const auto library =
      FailingLibrary::Open("nccl", "fft/rtc/testing/failing_calls/libfake_nccl.so");
  ASSERT_TRUE(library.ok()) << library.status();
  ContextOptions options;
  options.device = "cuda:0";
  options.cuda_library = "fft/rtc/testing/libfake_cuda.so";
  options.cuda_language = "ptx";
  options.cache_path = "";
  options.system_cache_path = "none";
  const auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  const rtc::FaultCycle cycle = [&] {
    auto controls = dist::MakeThreadCommunicators(2, absl::Seconds(30));
    absl::Status statuses[2];
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 2; ++rank) {
      threads.emplace_back(
          [&, rank] { statuses[rank] = RunRank(controls[rank].get(), *context, library->path()); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(statuses[0], statuses[1]);
    return statuses[0];
  };
  ExpectEveryCallMayFail(*library, {1}, "nccl", 10, cycle);
}

}  // namespace
}  // namespace fft::testing
