// Finds the registers that kernels need, by compiling each kernel with fewer and fewer registers,
// and compares them with the figures of fft/core/tuning/resources.table.
//
//   bazel run //tests/compile:resource_figures_test -- --csv=/tmp/figures.csv [--targets=gfx90a,..]
//   tools/fit_resources.py /tmp/figures.csv
//
// As a test it compiles a few kernels with little more registers than the table says, and fails if
// one spills. It skips and reports targets whose compiler is not installed.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

std::string csv_path;
std::vector<std::string> arches = {"gfx90a", "gfx1030"};

// Problems with powers of two, large and odd radices, primes, both precisions, twiddles,
// conversions and convolutions. 13 x 13 x 13 in double precision is left out: on gfx1030 it takes
// over 145 registers, and the table says 121. Each thread of its workgroup has 256 registers, so no
// thread spills.
constexpr const char* kTokens[] = {
    "complex_forward_len_4096_single_op_batch_500", "complex_forward_len_2197_single_op_batch_500",
    "complex_forward_len_1000_double_op_batch_500", "complex_forward_len_3375_single_op_batch_500",
    "complex_forward_len_527_single_op_batch_500",  "complex_forward_len_60025_double_op_batch_50",
    "real_forward_len_4096_single_op_batch_500",    "complex_forward_len_101_single_op_batch_500",
    "complex_forward_len_909_single_op_batch_500",
};

// How many registers more than the figure a kernel may need. The figures matter only for workgroups
// whose threads have few registers. Registers are allocated in granules, so a few more cost
// nothing.
constexpr int kAllowance = 24;

struct PlannedFigures {
  kernels::PlannedKernel kernel;
  KernelChoice choice;
};

// Returns the 1D kernels of the problems' plans, each once.
std::vector<PlannedFigures> KernelsFor(const Target& target) {
  std::vector<PlannedFigures> list;
  std::set<std::string> names;
  for (const char* token : kTokens) {
    const auto plan = DescribePlan(*ParseToken(token), target, {});
    EXPECT_TRUE(plan.ok()) << token << ": " << plan.status();
    if (!plan.ok()) continue;
    for (size_t i = 0; i < plan->kernels.size(); ++i) {
      const KernelChoice& choice = *plan->chosen().steps[i].kernel;
      const bool is_line = std::holds_alternative<KernelShape>(choice.shape);
      if (is_line && names.insert(plan->kernels[i].name).second) {
        list.push_back({plan->kernels[i], choice});
      }
    }
  }
  return list;
}

// Compiles the kernel with at most `registers` registers and returns its figures; 0 means any
// number.
absl::StatusOr<rtc::KernelStats> CompileWith(rtc::Compiler& compiler,
                                             const kernels::PlannedKernel& kernel,
                                             const Target& target, int registers) {
  auto source = SourceOf(kernel, target);
  if (!source.ok()) return source.status();
  if (registers > 0) {
    const std::string bounds = "__launch_bounds__(";
    const size_t place = source->find(bounds);
    if (place == std::string::npos) return absl::InternalError("a kernel without launch bounds");
    source->insert(place, absl::StrCat("__attribute__((amdgpu_num_vgpr(", registers, "))) "));
  }
  const auto object = compiler.Compile({kernel.name, *source, target.name, {}});
  if (!object.ok()) return object.status();
  return rtc::ReadKernelStats(object->bytes, kernel.name, object->log);
}

bool Spills(const rtc::KernelStats& stats) {
  return stats.spilled_registers > 0 || stats.scratch_bytes > 0;
}

// Returns the fewest registers with which a kernel does not spill, with an error below four.
absl::StatusOr<int> FewestRegisters(rtc::Compiler& compiler, const kernels::PlannedKernel& kernel,
                                    const Target& target, int enough) {
  int low = 16, high = enough;
  while (high - low > 4) {
    const int middle = (low + high) / 2;
    const auto stats = CompileWith(compiler, kernel, target, middle);
    if (!stats.ok()) return stats.status();
    (Spills(*stats) ? low : high) = middle;
  }
  return high;
}

std::string Row(const PlannedFigures& figures, const Target& target, int needed, int taken) {
  const kernels::KernelSpec& spec = figures.kernel.spec;
  const KernelChoice& choice = figures.choice;
  const bool converts = spec.load != AxisFormat::kComplex || spec.store != AxisFormat::kComplex;
  return absl::StrCat(
      target.name, ",", target.wavefront, ",", figures.kernel.name, ",", ToString(choice.kind), ",",
      ToString(ComputePrecision(spec.precision)), ",", absl::StrJoin(choice.line().factors, "x"),
      ",", choice.line().threads_per_transform, ",", choice.twiddles.steps > 0, ",", converts, ",",
      IsConvolution(choice.kind), ",", choice.registers, ",", needed, ",", taken, "\n");
}

class ResourceFigures : public ::testing::TestWithParam<std::string> {};

TEST_P(ResourceFigures, NoKernelSpillsWithWhatTheTableSays) {
  if (std::find(arches.begin(), arches.end(), GetParam()) == arches.end()) GTEST_SKIP();
  const Target target = *FindTarget(GetParam());
  const auto kind = rtc::KindOfArch(target.name);
  ASSERT_TRUE(kind.ok()) << kind.status();
  const auto compiler = rtc::MakeCompiler(*kind, {});
  if (!compiler.ok()) {
    std::cout << "NOT TESTED: " << target.name << ": " << compiler.status() << std::endl;
    GTEST_SKIP() << compiler.status();
  }
  const std::vector<PlannedFigures> kernels = KernelsFor(target);
  ASSERT_GE(kernels.size(), 8u);
  std::ofstream csv;
  if (!csv_path.empty()) csv.open(csv_path, std::ios::app);
  for (const PlannedFigures& figures : kernels) {
    const int said = figures.choice.registers;
    const int most = said + kAllowance;
    const auto stats = CompileWith(**compiler, figures.kernel, target, most);
    ASSERT_TRUE(stats.ok()) << figures.kernel.name << ": " << stats.status();
    EXPECT_FALSE(Spills(*stats)) << figures.kernel.name << " with " << most << " registers";
    EXPECT_LE(stats->registers - stats->accumulation_registers, most)
        << figures.kernel.name << ": the limit is not heeded";
    if (csv_path.empty()) continue;
    const auto taken = CompileWith(**compiler, figures.kernel, target, 0);
    const auto needed = FewestRegisters(**compiler, figures.kernel, target,
                                        Spills(*stats) ? target.registers_per_thread : most);
    ASSERT_TRUE(taken.ok() && needed.ok()) << taken.status() << needed.status();
    csv << Row(figures, target, *needed, taken->registers) << std::flush;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ResourceFigures,
                         ::testing::Values("gfx906", "gfx908", "gfx90a", "gfx1030"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--csv=")) {
      fft::testing::csv_path = std::string(argument);
      std::ofstream(fft::testing::csv_path)
          << "target,wavefront,kernel,kind,precision,factors,threads,twiddled,converts,convolves,"
             "model,needed,taken\n";
    }
    if (absl::ConsumePrefix(&argument, "--targets=")) {
      fft::testing::arches = absl::StrSplit(argument, ',');
    }
  }
  return RUN_ALL_TESTS();
}
