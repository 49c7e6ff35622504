// Compiles the example's kernel for AMD's GPUs by hipRTC. On a machine with an NVIDIA GPU also
// compiles it by NVRTC and runs it.
#include <cmath>
#include <complex>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include "fft/base/options.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/stockham/device_header.h"
#include "fft/rtc/cuda/cuda_device.h"
#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr char kExample[] = "examples/device_functions/filter_rows.cu";
constexpr char kKernel[] = "filter_rows";
constexpr int kN = 64;

absl::StatusOr<kernels::PlannedKernel> Planned(const std::string& direction, const Target& target) {
  const auto problem = ParseToken("complex_" + direction + "_len_64_single_op_batch_1000");
  if (!problem.ok()) return problem.status();
  const auto plan = DescribePlan(*problem, target, {});
  if (!plan.ok()) return plan.status();
  return plan->kernels.front();
}

// Returns the example's source and its headers as one text.
std::string Source(const Target& target) {
  std::string text;
  for (const char* direction : {"forward", "inverse"}) {
    const auto planned = Planned(direction, target);
    EXPECT_TRUE(planned.ok()) << planned.status();
    if (!planned.ok()) return "";
    const auto header = kernels::DeviceHeader(*planned, target.dialect);
    EXPECT_TRUE(header.ok()) << header.status();
    if (!header.ok()) return "";
    text += *header;
  }
  std::ifstream file(kExample);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("#include", 0) != 0) text += line + "\n";
  }
  return text;
}

class HipExampleTest : public testing::TestWithParam<const char*> {};

TEST_P(HipExampleTest, CompilesWithoutSpills) {
  const auto compiler = rtc::MakeToolCompiler(GetParam(), ReadEnvironment());
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const auto object =
      (*compiler)->Compile({kKernel, Source(*FindTarget(GetParam())), GetParam(), {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const auto stats = rtc::ReadKernelStats(object->bytes, kKernel, object->log);
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_EQ(stats->spilled_registers, 0);
  EXPECT_GT(stats->lds_bytes, 0);
}

INSTANTIATE_TEST_SUITE_P(Targets, HipExampleTest, testing::Values("gfx90a", "gfx1030"));

// The filter is a shift, so the rows must be shifted.
TEST(CudaExampleTest, FiltersRows) {
  auto device = rtc::OpenCudaDevice(0);
  if (!device.ok()) GTEST_SKIP() << "NOT TESTED: no NVIDIA GPU here. " << device.status();
  const Target target = *FindTarget("sm_90");
  const char* library = std::getenv("FFT_NVRTC_LIBRARY");
  auto compiler = rtc::MakeNvrtcCompiler({.library = library == nullptr ? "" : library});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  auto object = (*compiler)->Compile({kKernel, Source(target), (*device)->arch(), {}});
  ASSERT_TRUE(object.ok()) << object.status();
  auto module = (*device)->LoadModule(object->bytes, {kKernel});
  ASSERT_TRUE(module.ok()) << module.status();
  const rtc::Kernel* kernel = *(*module)->GetKernel(kKernel);
  auto stream = rtc::ScopedStream::Create(**device);
  ASSERT_TRUE(stream.ok()) << stream.status();

  using Complex = std::complex<float>;
  constexpr int kShift = 5;
  int count = 1001;
  std::vector<Complex> rows(count * kN), filter(kN), filtered(count * kN);
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = {float(i % 31), std::sin(float(i % 1000))};
  for (int k = 0; k < kN; ++k) {
    filter[k] = Complex(std::polar(1.0 / kN, -2 * std::numbers::pi * kShift * k / kN));
  }
  const size_t bytes = rows.size() * sizeof(Complex), filter_bytes = kN * sizeof(Complex);
  auto in = rtc::DeviceBuffer::Allocate(**device, bytes);
  auto by = rtc::DeviceBuffer::Allocate(**device, filter_bytes);
  auto out = rtc::DeviceBuffer::Allocate(**device, bytes);
  ASSERT_TRUE(in.ok() && by.ok() && out.ok());
  ASSERT_TRUE((*device)->CopyToDevice(in->data(), rows.data(), bytes, stream->get()).ok());
  ASSERT_TRUE((*device)->CopyToDevice(by->data(), filter.data(), filter_bytes, stream->get()).ok());
  void* pointers[] = {in->data(), by->data(), out->data()};
  void* arguments[] = {&pointers[0], &pointers[1], &pointers[2], &count};
  const auto planned = Planned("forward", target);
  ASSERT_TRUE(planned.ok());
  const auto tile = static_cast<uint32_t>(planned->spec.transforms_per_group);
  const rtc::LaunchGeometry geometry = {.grid = {(count + tile - 1) / tile, 1, 1},
                                        .block = {static_cast<uint32_t>(planned->threads), 1, 1}};
  ASSERT_TRUE(kernel->Launch(geometry, stream->get(), arguments).ok());
  ASSERT_TRUE((*device)->CopyToHost(filtered.data(), out->data(), bytes, stream->get()).ok());
  float most = 0;
  for (int i = 0; i < count * kN; ++i) {
    most = std::fmax(most, std::abs(filtered[i] - rows[i / kN * kN + (i + kN - kShift) % kN]));
  }
  EXPECT_LT(most, 1e-4f);
}

}  // namespace
}  // namespace fft
